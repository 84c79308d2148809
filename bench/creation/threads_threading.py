"""A `threading.Thread` for each unit."""

import threading
import time
from collections.abc import Iterator

from bench.workload import Concurrency, Start

CONCURRENCY: Concurrency = "threads"


def start_and_join(sleeps: int, sleep_s: float, spread_s: float) -> Iterator[Start]:
    """Make and start every thread, then join every one."""

    def unit(longer_s: float, ended: list[None]) -> None:
        for _ in range(sleeps):
            time.sleep(sleep_s + longer_s)
            longer_s = 0
        ended.append(None)

    def start(units: int) -> int:
        ended: list[None] = []
        threads = [threading.Thread(target=unit, args=(i / units * spread_s, ended)) for i in range(units)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return len(ended)

    yield start
