"""Threads from a `ThreadPoolExecutor`, each with a `requests.Session` of its own."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import local

import requests

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def session_per_thread(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Ask in `concurrency` threads; each makes a session at its first URL and keeps it with its connection."""
    own = local()
    with _bundle(ca_file) as verify, ExitStack() as stack, ThreadPoolExecutor(concurrency) as pool:

        def get(url: str) -> bytes:
            if not hasattr(own, "session"):
                own.session = stack.enter_context(requests.Session())
            response: requests.Response = own.session.get(url, timeout=60, verify=verify)
            response.raise_for_status()
            return response.content

        yield lambda urls: list(pool.map(get, urls))


@contextmanager
def _bundle(ca_file: str | None) -> Iterator[str | None]:
    """Write a file with the authorities that requests trusts by default, and with that of `ca_file`."""
    with NamedTemporaryFile(buffering=0) as file:
        file.write(b"".join(Path(one).read_bytes() for one in (requests.utils.DEFAULT_CA_BUNDLE_PATH, ca_file) if one))
        yield file.name if ca_file else None
