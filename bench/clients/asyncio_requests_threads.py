"""One event loop, and `requests` in the threads of its default executor."""

import asyncio
from collections.abc import AsyncIterator

import requests

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def to_thread(ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Call `requests.get` by `asyncio.to_thread`: 4 threads more than cores do the work, and never over 32."""

    def get(url: str) -> bytes:
        response = requests.get(url, timeout=60, verify=ca_file or True)
        response.raise_for_status()
        return response.content

    yield lambda urls: asyncio.gather(*(asyncio.to_thread(get, url) for url in urls))
