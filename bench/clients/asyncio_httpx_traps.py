"""One event loop and `httpx` in ways that cost time or fail."""

import asyncio
import ssl
from collections.abc import AsyncIterator

import httpx

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def default_timeouts(ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with one client as it is: a request that waits over 5 s for a connection fails."""
    verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
    async with httpx.AsyncClient(verify=verify) as client:
        yield lambda urls: asyncio.gather(*(_get(client, url) for url in urls))


async def client_per_request(ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch all URLs at the same time, each with a client, a TLS context and a connection of its own."""

    async def get(url: str) -> bytes:
        verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
        async with httpx.AsyncClient(timeout=60, verify=verify) as client:
            return await _get(client, url)

    yield lambda urls: asyncio.gather(*map(get, urls))


async def _get(client: httpx.AsyncClient, url: str) -> bytes:
    return (await client.get(url)).raise_for_status().content
