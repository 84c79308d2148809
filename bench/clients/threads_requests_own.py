"""Threads from a `ThreadPoolExecutor`, each with a `requests.Session` of its own."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import local

import requests

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def session_per_thread(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Ask in `concurrency` threads; each makes a session at its first URL and keeps it with its connection."""
    own = local()
    with ExitStack() as stack, ThreadPoolExecutor(concurrency) as pool:

        def get(url: str) -> bytes:
            if not hasattr(own, "session"):
                own.session = stack.enter_context(requests.Session())
            response: requests.Response = own.session.get(url, timeout=60, verify=ca_file or True)
            response.raise_for_status()
            return response.content

        yield lambda urls: list(pool.map(get, urls))
