"""Threads from a `ThreadPoolExecutor`, each request with `requests`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import requests
from requests.adapters import HTTPAdapter

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def get_per_call(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Call `requests.get` in `concurrency` threads; every call opens a session and a connection of its own."""
    verify = ca_file or True
    with ThreadPoolExecutor(concurrency) as pool:
        yield lambda urls: list(pool.map(lambda url: _body(requests.get(url, timeout=60, verify=verify)), urls))


def one_session(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Share one `requests.Session` between `concurrency` threads, with a connection for each of them."""
    verify = ca_file or True
    with requests.Session() as session, ThreadPoolExecutor(concurrency) as pool:
        session.mount("http://", HTTPAdapter(pool_maxsize=concurrency))
        session.mount("https://", HTTPAdapter(pool_maxsize=concurrency))
        yield lambda urls: list(pool.map(lambda url: _body(session.get(url, timeout=60, verify=verify)), urls))


def _body(response: requests.Response) -> bytes:
    response.raise_for_status()
    return response.content
