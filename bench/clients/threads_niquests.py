"""Threads from a `ThreadPoolExecutor` that share one `niquests.Session`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import niquests

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "threads"


def one_session(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Ask over HTTP/1.1 in `concurrency` threads, with a connection for each of them."""
    verify = ca_file or True
    session = niquests.Session(disable_http2=True, disable_http3=True, pool_maxsize=concurrency, timeout=60)
    with session, ThreadPoolExecutor(concurrency) as pool:
        yield lambda urls: list(pool.map(lambda url: _body(session.get(url, verify=verify)), urls))


def _body(response: niquests.Response) -> bytes:
    return response.raise_for_status().content or b""
