"""Threads from a `ThreadPoolExecutor`, each with a handle of `pycurl`, the binding of libcurl."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from threading import local

import pycurl

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def handle_per_thread(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Ask in `concurrency` threads; each makes a `pycurl.Curl` at its first URL and keeps it with its connection."""
    own = local()
    with ExitStack() as stack, ThreadPoolExecutor(concurrency) as pool:

        def handle() -> pycurl.Curl:
            curl = stack.enter_context(closing(pycurl.Curl()))
            curl.setopt(pycurl.HTTP_VERSION, pycurl.CURL_HTTP_VERSION_1_1)
            if ca_file:
                curl.setopt(pycurl.CAINFO, ca_file)
            curl.setopt(pycurl.FAILONERROR, 1)
            curl.setopt(pycurl.NOSIGNAL, 1)
            curl.setopt(pycurl.TIMEOUT, 60)
            return curl

        def get(url: str) -> bytes:
            if not hasattr(own, "curl"):
                own.curl = handle()
            own.curl.setopt(pycurl.URL, url)
            body: bytes = own.curl.perform_rb()
            return body

        yield lambda urls: list(pool.map(get, urls))
