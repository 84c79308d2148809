"""An asyncio task for each unit, which begins at once when it is made."""

import asyncio
from collections.abc import AsyncIterator

from bench.workload import AsyncStart, Concurrency

CONCURRENCY: Concurrency = "asyncio"
PYTHON = "3.12"


async def create_and_wait(sleeps: int, sleep_s: float) -> AsyncIterator[AsyncStart]:
    """Create every task, which runs until it has to wait; then `asyncio.wait` for all."""
    asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)  # type: ignore[attr-defined, unused-ignore]

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
