"""A plain loop with `requests`, one request after another."""

from collections.abc import Iterator

import requests

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "serial"


def get_per_call(ca_file: str | None) -> Iterator[Work]:
    """Call `requests.get` for each URL; every call opens a session and a connection of its own."""
    yield lambda urls: [_body(requests.get(url, timeout=60, verify=ca_file or True)) for url in urls]


def one_session(ca_file: str | None) -> Iterator[Work]:
    """Call `get` of one `requests.Session` for each URL; all come over the same connection."""
    with requests.Session() as session:
        yield lambda urls: [_body(session.get(url, timeout=60, verify=ca_file or True)) for url in urls]


def _body(response: requests.Response) -> bytes:
    response.raise_for_status()
    return response.content
