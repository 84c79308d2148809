"""An asyncio task for each unit, which notes when it is created, runs, wakes up and ends."""

import asyncio
from collections.abc import AsyncIterator

from bench.workload import AsyncStart, Concurrency, Seen

CONCURRENCY: Concurrency = "asyncio"


async def observe(sleeps: int, sleep_s: float, spread_s: float, seen: Seen) -> AsyncIterator[AsyncStart]:
    """Create every task, then `asyncio.wait` for all; all are observed."""

    async def unit(number: int, longer_s: float) -> None:
        seen.running(number)
        for sleep in range(sleeps):
            await asyncio.sleep(sleep_s + longer_s)
            seen.woke(number, sleep)
            longer_s = 0
        seen.ended(number)

    def create(number: int, longer_s: float) -> asyncio.Task[None]:
        seen.creating(number)
        task = asyncio.create_task(unit(number, longer_s))
        seen.created(number)
        return task

    async def start(units: int) -> int:
        seen.begun()
        tasks = [create(i, i / units * spread_s) for i in range(units)]
        done, _ = await asyncio.wait(tasks) if tasks else (tasks, ())
        seen.over()
        return len(done)

    yield start
