"""Threads from a `ThreadPoolExecutor`, each request with `httpx`."""

import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def get_per_call(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Call `httpx.get` in `concurrency` threads; every call makes a client, a TLS context and a connection."""

    def get(url: str) -> bytes:
        verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
        return _get(url, verify)

    with ThreadPoolExecutor(concurrency) as pool:
        yield lambda urls: list(pool.map(get, urls))


def get_shared_context(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Call `httpx.get` in `concurrency` threads; all calls share a TLS context that was made before."""
    context = ssl.create_default_context(cafile=ca_file)
    with ThreadPoolExecutor(concurrency) as pool:
        yield lambda urls: list(pool.map(lambda url: _get(url, context), urls))


def _get(url: str, verify: ssl.SSLContext | bool) -> bytes:  # noqa: FBT001 – httpx's own.
    return httpx.get(url, timeout=60, verify=verify).raise_for_status().content
