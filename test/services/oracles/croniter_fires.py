"""Prints when croniter has Airflow fire: a line "zone, from and to in seconds, most, expression" a question."""

import sys
from datetime import datetime, timezone

import pendulum
from croniter import croniter


def is_fixed(text):
    """Whether it fires at one time of the day alone, which is all that Airflow looks at. A year without a clock change is enough to see that."""
    fires = croniter(text, datetime(2027, 1, 1))
    one, other = fires.get_next(datetime), fires.get_next(datetime)
    return one.hour == other.hour and one.minute == other.minute


def next_fire(text, zone, at, fixed):
    """Airflow asks for the next time of the clock; at one fixed time of the day it means that time, and else as long after the one before."""
    local = at.in_timezone(zone)
    naive = datetime(local.year, local.month, local.day, local.hour, local.minute, local.second)
    following = croniter(text, naive).get_next(datetime)
    if fixed:
        return pendulum.instance(following.replace(fold=1), tz=zone).in_timezone("UTC")
    return (local + (following - naive)).in_timezone("UTC")


def fires_of(text, zone, start, end, most):
    fixed = is_fixed(text)
    at = pendulum.instance(datetime.fromtimestamp(start - 1, timezone.utc))
    # Without changes of the clock, one computation goes through all of them.
    utc = croniter(text, start - 1) if zone == "UTC" else None
    found = []
    while len(found) < most:
        if utc is None:
            at = next_fire(text, zone, at, fixed)
        second = int(at.timestamp() if utc is None else utc.get_next(float))
        if second >= end:
            break
        found.append(str(second))
    return found


for line in sys.stdin:
    zone, start, end, most, text = line.rstrip("\n").split("\t", 4)
    try:
        print(" ".join(fires_of(text, zone, int(start), int(end), int(most))))
    except Exception as refusal:
        print("refused", str(refusal).replace("\n", " "))
