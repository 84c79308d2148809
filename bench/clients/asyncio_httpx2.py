"""One event loop and one `httpx2.AsyncClient`."""

import asyncio
from collections.abc import AsyncIterator

import httpx2

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_client(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather`; the client's limits allow `concurrency` connections."""
    context = httpx2.create_ssl_context()
    if ca_file:
        context.load_verify_locations(ca_file)
    limits = httpx2.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    async with httpx2.AsyncClient(limits=limits, timeout=60, verify=context) as client:

        async def get(url: str) -> bytes:
            response = await client.get(url)
            return response.raise_for_status().content

        yield lambda urls: asyncio.gather(*map(get, urls))
