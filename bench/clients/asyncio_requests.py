"""One event loop, and `requests` on it, which blocks it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

import requests

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def blocking_get(ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Call `requests.get` within coroutines under `asyncio.gather`; it blocks the loop, so they take turns."""
    with _bundle(ca_file) as verify:

        async def get(url: str) -> bytes:
            return _get(url, verify)

        yield lambda urls: asyncio.gather(*map(get, urls))


def _get(url: str, verify: str | None) -> bytes:
    response = requests.get(url, timeout=60, verify=verify)
    response.raise_for_status()
    return response.content


@contextmanager
def _bundle(ca_file: str | None) -> Iterator[str | None]:  # The authorities of requests, and that one.
    with NamedTemporaryFile(buffering=0) as file:
        file.write(b"".join(Path(one).read_bytes() for one in (requests.utils.DEFAULT_CA_BUNDLE_PATH, ca_file) if one))
        yield file.name if ca_file else None
