"""Threads from a `ThreadPoolExecutor` that share one `httpx.Client`."""

import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def one_client(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Ask in `concurrency` threads, with a connection for each of them."""
    verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
    limits = httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    with httpx.Client(limits=limits, timeout=60, verify=verify) as client, ThreadPoolExecutor(concurrency) as pool:
        yield lambda urls: list(pool.map(lambda url: client.get(url).raise_for_status().content, urls))
