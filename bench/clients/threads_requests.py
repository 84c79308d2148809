"""Threads from a `ThreadPoolExecutor`, each request with `requests`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import requests
from requests.adapters import HTTPAdapter

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def get_per_call(concurrency: int) -> Iterator[Work]:
    """Call `requests.get` in `concurrency` threads; every call opens a session and a connection of its own."""

    def get(url: str) -> bytes:
        response = requests.get(url, timeout=60)
        response.raise_for_status()
        return response.content

    with ThreadPoolExecutor(concurrency) as pool:
        yield lambda urls: list(pool.map(get, urls))


def one_session(concurrency: int) -> Iterator[Work]:
    """Share one `requests.Session` between `concurrency` threads, with a connection for each of them."""
    with requests.Session() as session, ThreadPoolExecutor(concurrency) as pool:
        session.mount("http://", HTTPAdapter(pool_maxsize=concurrency))

        def get(url: str) -> bytes:
            response = session.get(url, timeout=60)
            response.raise_for_status()
            return response.content

        yield lambda urls: list(pool.map(get, urls))
