"""A greenlet of `gevent` for each unit, which waits until all are released."""

from collections.abc import Callable, Iterator

import gevent
import gevent.event

from bench.workload import Concurrency, Start

CONCURRENCY: Concurrency = "pool"


def park(parked: Callable[[], None]) -> Iterator[Start]:
    """Spawn every greenlet, note the memory once all wait for one event, then release them.

    A greenlet that waits keeps that part of its stack which is in use, so it makes no difference what it wrote before.
    """

    def start(units: int) -> int:
        released = gevent.event.Event()
        greenlets = [gevent.spawn(released.wait) for _ in range(units)]
        gevent.idle()
        parked()
        released.set()
        gevent.joinall(greenlets)
        return sum(greenlet.successful() for greenlet in greenlets)

    gevent.get_hub()
    yield start
    gevent.get_hub().destroy()
