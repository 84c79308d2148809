"""A plain loop: `requests.get`, one request after another."""

from collections.abc import Iterator

import requests

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "serial"


def get_per_call() -> Iterator[Work]:
    """Call `requests.get` for each URL; every call opens a session and a connection of its own."""

    def get(url: str) -> bytes:
        response = requests.get(url, timeout=60)
        response.raise_for_status()
        return response.content

    yield lambda urls: [get(url) for url in urls]
