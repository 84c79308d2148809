"""An asyncio task for each unit, on the event loop of `uvloop`, which is libuv's."""

import asyncio
from collections.abc import AsyncIterator

import uvloop

from bench.workload import AsyncStart, Concurrency

CONCURRENCY: Concurrency = "event loop"
LOOP_FACTORY = uvloop.new_event_loop


async def create_and_wait(sleeps: int, sleep_s: float, spread_s: float) -> AsyncIterator[AsyncStart]:
    """Create every task, then `asyncio.wait` for all."""

    async def unit(longer_s: float) -> None:
        for _ in range(sleeps):
            await asyncio.sleep(sleep_s + longer_s)
            longer_s = 0

    async def start(units: int) -> int:
        tasks = [asyncio.create_task(unit(i / units * spread_s)) for i in range(units)]
        if not tasks:
            return 0
        done, _ = await asyncio.wait(tasks)
        return len(done)

    yield start
