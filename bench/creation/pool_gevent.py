"""A greenlet of `gevent` for each unit."""

from collections.abc import Iterator

import gevent

from bench.workload import Concurrency, Start

CONCURRENCY: Concurrency = "pool"


def spawn_and_join(sleeps: int, sleep_s: float) -> Iterator[Start]:
    """Spawn every greenlet, then join all; nothing is patched, `gevent.sleep` is called by name."""

    def unit() -> None:
        for _ in range(sleeps):
            gevent.sleep(sleep_s)

    def start(units: int) -> int:
        greenlets = [gevent.spawn(unit) for _ in range(units)]
        gevent.joinall(greenlets)
        return sum(greenlet.successful() for greenlet in greenlets)

    gevent.get_hub()
    yield start
    gevent.get_hub().destroy()
