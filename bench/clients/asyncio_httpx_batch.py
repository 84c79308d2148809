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
        timeout = httpx.Timeout(60, read=30)
        async with httpx.AsyncClient(timeout=timeout, verify=_trusting(ca_file)) as client:

            async def get(url: str) -> bytes:
                response = await client.get(url)
                return response.raise_for_status().content

            return await asyncio.gather(*map(get, urls))

    yield work


def _trusting(ca_file: str | None) -> ssl.SSLContext | bool:
    """Make the context that httpx makes by default, and add an authority; without one, leave it to httpx."""
    if ca_file is None:
        return True
    context = httpx.create_ssl_context()
    context.load_verify_locations(ca_file)
    return context
