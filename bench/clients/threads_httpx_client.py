"""Threads from a `ThreadPoolExecutor` that share one `httpx.Client`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def one_client(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Ask in `concurrency` threads, with a connection for each of them."""
    context = httpx.create_ssl_context()
    if ca_file:
        context.load_verify_locations(ca_file)
    limits = httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    with httpx.Client(limits=limits, timeout=60, verify=context) as client, ThreadPoolExecutor(concurrency) as pool:
        yield lambda urls: list(pool.map(lambda url: client.get(url).raise_for_status().content, urls))
