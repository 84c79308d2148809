"""A `multiprocessing.Process` for each unit, forked: the cheapest way there is, and Linux's default up to Python 3.13.

Other systems, and newer Pythons, start an interpreter anew for each process or fork from a server.
"""

import multiprocessing
import time
from collections.abc import Iterator

from bench.workload import Concurrency, Start

CONCURRENCY: Concurrency = "processes"


def start_and_join(sleeps: int, sleep_s: float) -> Iterator[Start]:
    """Start every process, then join every one."""
    context = multiprocessing.get_context("fork")

    def unit() -> None:
        for _ in range(sleeps):
            time.sleep(sleep_s)

    def start(units: int) -> int:
        processes = [context.Process(target=unit) for _ in range(units)]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        return sum(process.exitcode == 0 for process in processes)

    yield start
