"""One event loop and one `httpx.AsyncClient`."""

import asyncio
import ssl
from collections.abc import AsyncIterator

import httpx

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_client(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather`; the client's limits allow `concurrency` connections."""
    limits = httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
    async with httpx.AsyncClient(limits=limits, timeout=60, verify=verify) as client:
        yield lambda urls: asyncio.gather(*(_get(client, url) for url in urls))


async def default_limits(ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather`; by default a client makes 100 connections, and keeps 20 of them."""
    verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
    async with httpx.AsyncClient(timeout=60, verify=verify) as client:
        yield lambda urls: asyncio.gather(*(_get(client, url) for url in urls))


async def _get(client: httpx.AsyncClient, url: str) -> bytes:
    response = await client.get(url)
    return response.raise_for_status().content
