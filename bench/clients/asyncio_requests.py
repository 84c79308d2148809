"""One event loop, and `requests` on it, which blocks it."""

import asyncio
from collections.abc import AsyncIterator

import requests

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def blocking_get(ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Call `requests.get` within coroutines under `asyncio.gather`; it blocks the loop, so they take turns."""

    async def get(url: str) -> bytes:
        response = requests.get(url, timeout=60, verify=ca_file or True)  # noqa: ASYNC210 – what is measured.
        response.raise_for_status()
        return response.content

    yield lambda urls: asyncio.gather(*map(get, urls))
