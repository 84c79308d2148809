"""A plain loop with `httpx`, one request after another."""

import ssl
from collections.abc import Iterator

import httpx

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "serial"


def get_per_call(ca_file: str | None) -> Iterator[Work]:
    """Call `httpx.get` for each URL; every call makes a client, a TLS context and a connection."""

    def get(url: str) -> bytes:
        verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
        response = httpx.get(url, timeout=60, verify=verify)
        return response.raise_for_status().content

    yield lambda urls: [get(url) for url in urls]
