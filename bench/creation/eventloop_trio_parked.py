"""A task of `trio` for each unit, which waits until all are released."""

from collections.abc import Callable, Iterator

import trio
import trio.testing

from bench.workload import Concurrency, Start

CONCURRENCY: Concurrency = "event loop"


def park(parked: Callable[[], None]) -> Iterator[Start]:
    """Start every task in a nursery, note the memory once all wait for one event, then release them."""

    async def unit(released: trio.Event, ended: list[None]) -> None:
        await released.wait()
        ended.append(None)

    async def start(units: int) -> int:
        released, ended = trio.Event(), list[None]()
        async with trio.open_nursery() as nursery:
            for _ in range(units):
                nursery.start_soon(unit, released, ended)
            await trio.testing.wait_all_tasks_blocked()
            parked()
            released.set()
        return len(ended)

    yield lambda units: trio.run(start, units)
