"""A worker in Python: python3 worker.py, with the client mojob.py beside it or on PYTHONPATH."""

import os

import mojob

worker = mojob.Worker(
    os.environ.get("MOJOB_URL", "http://127.0.0.1:7788"),
    app="shop",
    token=os.environ.get("MOJOB_EXECUTOR_TOKEN"),
    key_file=os.environ.get("MOJOB_EXECUTOR_KEY_FILE"),
    keyid=os.environ.get("MOJOB_EXECUTOR_KEYID"),
    limit=4,
    name="python worker",
    version="1.2.0",
    description="Reports of the shop",
    tags=["reports"],
)


@worker.job("shop.report", args_schema={"type": "object", "required": ["pages"]})
def report(args, run):
    for page in range(args["pages"]):
        run.check()
        run.info("page %d" % (page + 1))
        run.progress((page + 1) / args["pages"], "%d of %d" % (page + 1, args["pages"]))
    return {"pages": args["pages"], "by": "python"}


@worker.job("shop.charge", options={"retryCount": 1, "retryIntervalMs": 0})
def charge(args, run):
    if args["card"] == "expired":
        raise mojob.Failure("The card has expired", code="CardExpired", retryable=False, number=-19001004000)
    if run.attempt == 1:
        raise OSError("The bank did not respond")
    return "charged at attempt %d" % run.attempt


@worker.job("shop.watch")
def watch(args, run):
    run.info("watching")
    while "file" not in args or not os.path.exists(args["file"]):
        run.sleep(0.1)
    return "found"


@worker.handler("export")
def export(args, run):
    """For jobs that are made in the panel: large results end as a failure, odd texts are repaired."""
    run.warn("odd \udcff text")
    return "x" * args["size"]


worker.run()
