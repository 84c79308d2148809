"""One event loop and one `httpx2.AsyncClient`."""

import asyncio
import ssl
from collections.abc import AsyncIterator

import httpx2

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_client(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather`; the client's limits allow `concurrency` connections."""
    verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
    limits = httpx2.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    async with httpx2.AsyncClient(limits=limits, timeout=60, verify=verify) as client:

        async def get(url: str) -> bytes:
            response = await client.get(url)
            return response.raise_for_status().content

        yield lambda urls: asyncio.gather(*map(get, urls))
