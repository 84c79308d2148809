"""An asyncio task for each unit."""

import asyncio
from collections.abc import AsyncIterator

from bench.workload import AsyncStart, Concurrency

CONCURRENCY: Concurrency = "asyncio"


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
