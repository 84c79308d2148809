"""One event loop, and `requests` in the threads of its default executor."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

import requests

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def to_thread(ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Call `requests.get` by `asyncio.to_thread`: 4 threads more than cores do the work, and never over 32."""
    with _bundle(ca_file) as verify:
        yield lambda urls: asyncio.gather(*(asyncio.to_thread(_get, url, verify) for url in urls))


def _get(url: str, verify: str | None) -> bytes:
    response = requests.get(url, timeout=60, verify=verify)
    response.raise_for_status()
    return response.content


@contextmanager
def _bundle(ca_file: str | None) -> Iterator[str | None]:  # The authorities of requests, and that one.
    with NamedTemporaryFile(buffering=0) as file:
        file.write(b"".join(Path(one).read_bytes() for one in (requests.utils.DEFAULT_CA_BUNDLE_PATH, ca_file) if one))
        yield file.name if ca_file else None
