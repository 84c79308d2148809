"""One `aiohttp.ClientSession` that finds the addresses of hosts with `aiodns`, the binding of c-ares."""

import asyncio
from collections.abc import AsyncIterator

import aiodns  # noqa: F401 – what aiohttp.AsyncResolver cannot do without.
import aiohttp

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def aiodns_resolver(concurrency: int, resolver: str | None) -> AsyncIterator[AsyncWork]:
    """Look names up without an executor: c-ares asks the name server for many at the same time."""
    names = aiohttp.AsyncResolver(nameservers=[resolver]) if resolver else aiohttp.AsyncResolver()
    connector = aiohttp.TCPConnector(limit=concurrency, resolver=names)
    try:
        async with aiohttp.ClientSession(connector=connector, raise_for_status=True) as session:

            async def get(url: str) -> bytes:
                async with session.get(url) as response:
                    return await response.read()

            yield lambda urls: asyncio.gather(*map(get, urls))
    finally:
        await names.close()
