"""The standard library's `ThreadPoolExecutor`, with as many threads as there are units."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from bench.workload import Concurrency, Start

CONCURRENCY: Concurrency = "threads"


def submit_all(sleeps: int, sleep_s: float) -> Iterator[Start]:
    """Submit every unit to a new pool, which starts a thread only if none is idle; then take every result."""

    def unit() -> int:
        for _ in range(sleeps):
            time.sleep(sleep_s)
        return 1

    def start(units: int) -> int:
        with ThreadPoolExecutor(max(units, 1)) as pool:
            futures = [pool.submit(unit) for _ in range(units)]
            return sum(future.result() for future in futures)

    yield start
