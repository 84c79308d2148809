"""`asyncio.to_thread` for each unit: a task that hands it to the default pool of the loop."""

import asyncio
import time
from collections.abc import AsyncIterator

from bench.workload import AsyncStart, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def gather(sleeps: int, sleep_s: float) -> AsyncIterator[AsyncStart]:
    """Gather `asyncio.to_thread` of every unit; units beyond the pool's threads wait for one."""

    def unit() -> int:
        for _ in range(sleeps):
            time.sleep(sleep_s)
        return 1

    async def start(units: int) -> int:
        return sum(await asyncio.gather(*(asyncio.to_thread(unit) for _ in range(units))))

    yield start
