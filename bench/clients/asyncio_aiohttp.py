"""One event loop and one `aiohttp.ClientSession`."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_session(concurrency: int) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather`, at most `concurrency` at a time."""
    connector = aiohttp.TCPConnector(limit=concurrency)
    async with aiohttp.ClientSession(connector=connector, raise_for_status=True) as session:

        async def get(url: str) -> bytes:
            async with session.get(url) as response:
                return await response.read()

        yield lambda urls: asyncio.gather(*map(get, urls))
