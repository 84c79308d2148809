"""An asyncio task for each unit, while the comparisons of timers are counted, which takes time itself."""

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import count

from bench.workload import AsyncStart, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def count_comparisons(
    sleeps: int, sleep_s: float, spread_s: float, counted: Callable[[str, int], None]
) -> AsyncIterator[AsyncStart]:
    """Create every task, then `asyncio.wait` for all; the loop's heap asks of two timers which is earlier."""
    earlier, number = asyncio.TimerHandle.__lt__, count()

    def counting(one: asyncio.TimerHandle, other: asyncio.TimerHandle) -> bool:
        next(number)
        return earlier(one, other)

    async def unit(longer_s: float) -> None:
        for _ in range(sleeps):
            await asyncio.sleep(sleep_s + longer_s)
            longer_s = 0

    async def start(units: int) -> int:
        tasks = [asyncio.create_task(unit(i / units * spread_s)) for i in range(units)]
        return len((await asyncio.wait(tasks))[0]) if tasks else 0

    asyncio.TimerHandle.__lt__ = counting  # type: ignore[method-assign]
    yield start
    asyncio.TimerHandle.__lt__ = earlier  # type: ignore[method-assign]
    counted("timer-comparisons", next(number))
