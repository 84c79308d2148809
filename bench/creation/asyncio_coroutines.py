"""A bare coroutine for each unit, without an event loop: what the language alone costs."""

from collections.abc import Iterator

from bench.workload import Concurrency, Start

CONCURRENCY: Concurrency = "asyncio"


def drive() -> Iterator[Start]:
    """Make every coroutine, then run each to its end by hand; it cannot sleep, since nothing would wake it."""

    async def unit() -> None:
        pass

    def start(units: int) -> int:
        coroutines = [unit() for _ in range(units)]
        ended = 0
        for coroutine in coroutines:
            try:
                coroutine.send(None)
            except StopIteration:
                ended += 1
        return ended

    yield start
