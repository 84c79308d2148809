"""An asyncio task for each unit, all woken by the same timer instead of one each."""

import asyncio
from collections.abc import AsyncIterator

from bench.workload import AsyncStart, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_wake_up(sleeps: int, sleep_s: float) -> AsyncIterator[AsyncStart]:
    """Create every task, which waits for a future that all share, then for the next; then `asyncio.wait` for all."""

    async def unit(wake_ups: list[asyncio.Future[None]]) -> None:
        for wake_up in wake_ups:
            await wake_up

    async def start(units: int) -> int:
        loop = asyncio.get_running_loop()
        wake_ups = [loop.create_future() for _ in range(sleeps)]
        tasks = [asyncio.create_task(unit(wake_ups)) for _ in range(units)]
        await asyncio.sleep(0)
        for wake_up in wake_ups:
            await asyncio.sleep(sleep_s)
            wake_up.set_result(None)
        if not tasks:
            return 0
        done, _ = await asyncio.wait(tasks)
        return len(done)

    yield start
