"""Threads and `requests`, with a number that nobody chose: that of the kept connections, or that of the threads."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import requests

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def default_pool(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Share one `requests.Session` as it is between `concurrency` threads: it keeps 10 connections at most."""
    verify = ca_file or True
    with requests.Session() as session, ThreadPoolExecutor(concurrency) as pool:
        yield lambda urls: list(pool.map(lambda url: _body(session.get(url, timeout=60, verify=verify)), urls))


def default_size(ca_file: str | None) -> Iterator[Work]:
    """Call `requests.get` in a `ThreadPoolExecutor()`, which has 4 threads more than cores, and never over 32."""
    verify = ca_file or True
    with ThreadPoolExecutor() as pool:
        yield lambda urls: list(pool.map(lambda url: _body(requests.get(url, timeout=60, verify=verify)), urls))


def _body(response: requests.Response) -> bytes:
    response.raise_for_status()
    return response.content
