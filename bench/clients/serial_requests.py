"""A plain loop with `requests`, one request after another."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

import requests

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "serial"


def get_per_call(ca_file: str | None) -> Iterator[Work]:
    """Call `requests.get` for each URL; every call opens a session and a connection of its own."""
    with _bundle(ca_file) as verify:
        yield lambda urls: [_body(requests.get(url, timeout=60, verify=verify)) for url in urls]


def one_session(ca_file: str | None) -> Iterator[Work]:
    """Call `get` of one `requests.Session` for each URL; all come over the same connection."""
    with _bundle(ca_file) as verify, requests.Session() as session:
        yield lambda urls: [_body(session.get(url, timeout=60, verify=verify)) for url in urls]


def _body(response: requests.Response) -> bytes:
    response.raise_for_status()
    return response.content


@contextmanager
def _bundle(ca_file: str | None) -> Iterator[str | None]:
    """Write a file with the authorities that requests trusts by default, and with that of `ca_file`."""
    with NamedTemporaryFile(buffering=0) as file:
        file.write(b"".join(Path(one).read_bytes() for one in (requests.utils.DEFAULT_CA_BUNDLE_PATH, ca_file) if one))
        yield file.name if ca_file else None
