"""Threads from a `ThreadPoolExecutor` that share one `urllib3.PoolManager`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

import urllib3

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def one_pool(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Ask in `concurrency` threads; the pool has a connection for each of them, and never makes more."""
    manager = urllib3.PoolManager(maxsize=concurrency, block=True, timeout=60, ca_certs=ca_file)

    def get(url: str) -> bytes:
        response = manager.request("GET", url)
        if response.status != HTTPStatus.OK:
            raise urllib3.exceptions.HTTPError(f"{url} answered {response.status}")
        return response.data

    with manager, ThreadPoolExecutor(concurrency) as pool:
        yield lambda urls: list(pool.map(get, urls))
