"""One event loop, and an `httpx.AsyncClient` for each batch of work."""

import asyncio
import ssl
from collections.abc import AsyncIterator

import httpx

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def client_per_batch(ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Make a client with default limits, fetch every URL with `asyncio.gather`, and close it, all within the clock."""

    async def work(urls: list[str]) -> list[bytes]:
        verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
        timeout = httpx.Timeout(60, read=30)
        async with httpx.AsyncClient(timeout=timeout, verify=verify) as client:

            async def get(url: str) -> bytes:
                response = await client.get(url)
                return response.raise_for_status().content

            return await asyncio.gather(*map(get, urls))

    yield work
