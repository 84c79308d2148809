"""A `threading.Thread` for each unit, which waits until all are released."""

import sys
import threading
from collections.abc import Callable, Iterator

from bench.workload import Concurrency, Start

CONCURRENCY: Concurrency = "threads"
LEVEL_BYTES = 176 if sys.version_info < (3, 14) else 200
"""What each level of two nested tuples takes of the stack while C code compares them, in CPython on x86-64."""


def park(touched_bytes: int, parked: Callable[[], None]) -> Iterator[Start]:
    """Start every thread, note the memory once all wait for one lock, then release them one after the other."""
    deep, equal = (), ()
    for _ in range(touched_bytes // LEVEL_BYTES):
        deep, equal = (deep,), (equal,)  # type: ignore[assignment]

    def unit(arrived: threading.Semaphore, gate: threading.Lock, ended: list[None]) -> None:
        if deep == equal:
            arrived.release()
        with gate:
            ended.append(None)

    def start(units: int) -> int:
        arrived, gate, ended = threading.Semaphore(0), threading.Lock(), list[None]()
        threads = [threading.Thread(target=unit, args=(arrived, gate, ended)) for _ in range(units)]
        with gate:
            for thread in threads:
                thread.start()
                arrived.acquire()
            parked()
        for thread in threads:
            thread.join()
        return len(ended)

    yield start
