"""A `threading.Thread` for each unit, which notes when it is created, runs, wakes up and ends."""

import threading
import time
from collections.abc import Iterator

from bench.workload import Concurrency, Seen, Start

CONCURRENCY: Concurrency = "threads"


def observe(sleeps: int, sleep_s: float, spread_s: float, seen: Seen) -> Iterator[Start]:
    """Make and start every thread, then join every one; all are observed."""

    def unit(number: int, longer_s: float, ended: list[None]) -> None:
        seen.running(number)
        for sleep in range(sleeps):
            time.sleep(sleep_s + longer_s)
            seen.woke(number, sleep)
            longer_s = 0
        ended.append(None)
        seen.ended(number)

    def start(units: int) -> int:
        seen.begun()
        ended: list[None] = []
        threads = [threading.Thread(target=unit, args=(i, i / units * spread_s, ended)) for i in range(units)]
        for number, thread in enumerate(threads):
            seen.creating(number)
            thread.start()
            seen.created(number)
        for number, thread in enumerate(threads):
            thread.join()
            seen.joined(number)
        seen.over()
        return len(ended)

    yield start
