"""Prints when croniter, with which Airflow reads cron expressions, fires: a line "from and to in seconds (UTC), most, expression" a question."""

import sys

from croniter import croniter

for line in sys.stdin:
    start, end, most, text = line.rstrip("\n").split("\t", 3)
    try:
        fires = croniter(text, int(start) - 1)
        found = []
        at = fires.get_next(float)
        while at < int(end) and len(found) < int(most):
            found.append(str(int(at)))
            at = fires.get_next(float)
        print(" ".join(found))
    except Exception as refusal:
        print("refused", str(refusal).replace("\n", " "))
