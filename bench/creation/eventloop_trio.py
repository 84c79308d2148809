"""A task of `trio` for each unit."""

from collections.abc import Iterator

import trio

from bench.workload import Concurrency, Start

CONCURRENCY: Concurrency = "event loop"


def nursery(sleeps: int, sleep_s: float) -> Iterator[Start]:
    """Start every task in a nursery, which waits for all; the loop is made and closed in each batch."""

    async def unit(ended: list[None]) -> None:
        for _ in range(sleeps):
            await trio.sleep(sleep_s)
        ended.append(None)

    async def start(units: int) -> int:
        ended: list[None] = []
        async with trio.open_nursery() as nursery:
            for _ in range(units):
                nursery.start_soon(unit, ended)
        return len(ended)

    yield lambda units: trio.run(start, units)
