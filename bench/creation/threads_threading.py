"""A `threading.Thread` for each unit."""

import threading
import time
from collections.abc import Iterator

from bench.workload import Start

CONCURRENCY = "threads"


def start_and_join(sleeps: int, sleep_s: float) -> Iterator[Start]:
    """Start every thread, then join every one."""

    def unit(ended: list[None]) -> None:
        for _ in range(sleeps):
            time.sleep(sleep_s)
        ended.append(None)

    def start(units: int) -> int:
        ended: list[None] = []
        threads = [threading.Thread(target=unit, args=(ended,)) for _ in range(units)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return len(ended)

    yield start
