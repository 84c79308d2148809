"""Threads from a `ThreadPoolExecutor`, each request with `httpx`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def get_per_call(concurrency: int) -> Iterator[Work]:
    """Call `httpx.get` in `concurrency` threads; every call makes a client, a TLS context and a connection."""

    def get(url: str) -> bytes:
        response = httpx.get(url, timeout=60)
        return response.raise_for_status().content

    with ThreadPoolExecutor(concurrency) as pool:
        yield lambda urls: list(pool.map(get, urls))
