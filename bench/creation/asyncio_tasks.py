"""An asyncio task for each unit."""

import asyncio
from collections.abc import AsyncIterator

from bench.workload import AsyncStart, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def _unit(sleeps: int, sleep_s: float, longer_s: float = 0) -> None:
    for _ in range(sleeps):
        await asyncio.sleep(sleep_s + longer_s)
        longer_s = 0


async def create_and_wait(sleeps: int, sleep_s: float, spread_s: float) -> AsyncIterator[AsyncStart]:
    """Create every task, then `asyncio.wait` for all."""

    async def start(units: int) -> int:
        tasks = [asyncio.create_task(_unit(sleeps, sleep_s, i / units * spread_s)) for i in range(units)]
        return len((await asyncio.wait(tasks))[0]) if tasks else 0

    yield start


async def gather(sleeps: int, sleep_s: float) -> AsyncIterator[AsyncStart]:
    """`asyncio.gather` every coroutine, which makes the tasks and returns the results."""

    async def start(units: int) -> int:
        return len(await asyncio.gather(*(_unit(sleeps, sleep_s) for _ in range(units))))

    yield start
