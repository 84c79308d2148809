"""An asyncio task for each unit, in a group that ends when all of its tasks have."""

import asyncio
from collections.abc import AsyncIterator

from bench.workload import AsyncStart, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def task_group(sleeps: int, sleep_s: float) -> AsyncIterator[AsyncStart]:
    """Create every task in an `asyncio.TaskGroup`, which waits for all and raises what any of them raises."""

    async def unit() -> None:
        for _ in range(sleeps):
            await asyncio.sleep(sleep_s)

    async def start(units: int) -> int:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(unit()) for _ in range(units)]
        return len(tasks)

    yield start
