"""A plain loop with `httpx`, one request after another."""

import ssl
from collections.abc import Iterator

import httpx

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "serial"


def get_per_call(ca_file: str | None) -> Iterator[Work]:
    """Call `httpx.get` for each URL; every call makes a client, a TLS context and a connection."""

    def get(url: str) -> bytes:
        response = httpx.get(url, timeout=60, verify=_trusting(ca_file))
        return response.raise_for_status().content

    yield lambda urls: [get(url) for url in urls]


def _trusting(ca_file: str | None) -> ssl.SSLContext | bool:
    """Make the context that httpx makes by default, and add an authority; without one, leave it to httpx."""
    if ca_file is None:
        return True
    context = httpx.create_ssl_context()
    context.load_verify_locations(ca_file)
    return context
