"""The graphs of ../graphs.ts in Prefect: python graphs.py <length of the chain> <items> <diamonds> prints how long each took."""

import asyncio
import json
import sys
import time

from prefect import flow, task


@task
async def noop():
    return None


@flow
async def chain(length: int):
    for _ in range(length):
        await noop()


@flow
async def batch(items: int):
    await asyncio.gather(*(noop() for _ in range(items)))


@flow
async def diamond():
    await noop()
    await asyncio.gather(noop(), noop(), noop())
    await noop()


async def timed(work):
    begun = time.perf_counter()
    await work
    return (time.perf_counter() - begun) * 1000


async def diamonds(count: int):
    await asyncio.gather(*(diamond() for _ in range(count)))


async def main(length: int, items: int, count: int):
    await chain(2)
    figures = {
        "chainMs": await timed(chain(length)),
        "batchMs": await timed(batch(items)),
        "diamondsMs": await timed(diamonds(count)),
    }
    print(json.dumps(figures))


asyncio.run(main(*map(int, sys.argv[1:])))
