"""An executor of XXL-JOB in Python: pyxxl as it is. Started by the test of this folder, or by hand."""

import asyncio
import os

from pyxxl import ExecutorConfig, PyxxlRunner

PORT = int(os.environ["XXL_PORT"])
FOLDER = os.environ["XXL_FOLDER"]

app = PyxxlRunner(
    ExecutorConfig(
        xxl_admin_baseurl=os.environ["XXL_ADMIN"] + "/api/",
        executor_app_name=os.environ["XXL_APP"],
        access_token=os.environ["XXL_TOKEN"],
        executor_listen_host="127.0.0.1",
        executor_listen_port=PORT,
        executor_log_path=f"{FOLDER}/pyxxl.log",
        log_local_dir=f"{FOLDER}/logs",
        # A result is sent again for two minutes; the default is three times, 5 s apart.
        http_retry_duration=1,
        http_retry_times=120,
        dotenv_try=False,
    )
)


@app.register(name="demo")
async def demo():
    from pyxxl.ctx import g

    for number in (1, 2, 3):
        g.logger.info("line %s of %s", number, g.xxl_run_data.executorParams)
    return "done"


@app.register(name="fail")
async def fail():
    raise ValueError("no rows")


@app.register(name="wait")
async def wait():
    from pyxxl.ctx import g

    for number in range(1, 600):
        g.logger.info("tick %s", number)
        await asyncio.sleep(0.1)


@app.register(name="hold")
async def hold():
    """Ends when the file exists that its parameter names."""
    from pyxxl.ctx import g

    g.logger.info("holding")
    while not os.path.exists(g.xxl_run_data.executorParams):
        await asyncio.sleep(0.05)
    g.logger.info("released")
    return "held"


@app.register(name="shard")
async def shard():
    from pyxxl.ctx import g

    return f"{g.xxl_run_data.broadcastIndex} of {g.xxl_run_data.broadcastTotal}"


app.run_executor()
