"""Threads, each with connections of its own from the standard library's `http.client`."""

import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import local
from urllib.parse import SplitResult, urlsplit

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def connection_per_thread(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Ask in `concurrency` threads; each opens a connection to a host at the first URL of it, and keeps it."""
    context = ssl.create_default_context(cafile=ca_file)
    own = local()
    with ExitStack() as stack, ThreadPoolExecutor(concurrency) as pool:

        def connect(url: SplitResult) -> HTTPConnection:
            if url.scheme == "https":
                return HTTPSConnection(url.netloc, timeout=60, context=context)
            return HTTPConnection(url.netloc, timeout=60)

        def get(url: str) -> bytes:
            parts = urlsplit(url)
            if parts.netloc not in own.__dict__:
                own.__dict__[parts.netloc] = stack.enter_context(closing(connect(parts)))
            connection: HTTPConnection = own.__dict__[parts.netloc]
            connection.request("GET", f"{parts.path}?{parts.query}")
            with connection.getresponse() as response:
                body = response.read()
                if response.status != HTTPStatus.OK:
                    raise HTTPException(f"{url} answered {response.status}")
            return body

        yield lambda urls: list(pool.map(get, urls))
