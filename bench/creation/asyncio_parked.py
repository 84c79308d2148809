"""An asyncio task for each unit, which waits until all are released."""

import asyncio
from collections.abc import AsyncIterator, Callable

from bench.workload import AsyncStart, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def park(parked: Callable[[], None]) -> AsyncIterator[AsyncStart]:
    """Create every task, note the memory once all wait for one future, then release them."""

    async def unit(released: asyncio.Future[None]) -> None:
        await released

    async def start(units: int) -> int:
        released = asyncio.get_running_loop().create_future()
        tasks = [asyncio.create_task(unit(released)) for _ in range(units)]
        await asyncio.sleep(0)
        parked()
        released.set_result(None)
        return len(await asyncio.gather(*tasks))

    yield start
