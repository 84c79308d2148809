"""One event loop and one `httpx.AsyncClient`."""

import asyncio
from collections.abc import AsyncIterator

import httpx

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_client(concurrency: int) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather`; the client's limits allow `concurrency` connections."""
    limits = httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    async with httpx.AsyncClient(limits=limits, timeout=60) as client:

        async def get(url: str) -> bytes:
            response = await client.get(url)
            return response.raise_for_status().content

        yield lambda urls: asyncio.gather(*map(get, urls))
