"""An asyncio task for each unit."""

import asyncio
from collections.abc import AsyncIterator

from bench.workload import AsyncStart

CONCURRENCY = "asyncio"


async def create_and_wait(sleeps: int, sleep_s: float) -> AsyncIterator[AsyncStart]:
    """Create every task, then `asyncio.wait` for all."""

    async def unit() -> None:
        for _ in range(sleeps):
            await asyncio.sleep(sleep_s)

    async def start(units: int) -> int:
        tasks = [asyncio.create_task(unit()) for _ in range(units)]
        if not tasks:
            return 0
        done, _ = await asyncio.wait(tasks)
        return len(done)

    yield start
