"""One event loop and `aiohttp`."""

import asyncio
import ssl
from collections.abc import AsyncIterator

import aiohttp

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_session(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather` and one session, at most `concurrency` at a time."""
    context = ssl.create_default_context(cafile=ca_file) if ca_file else True
    connector = aiohttp.TCPConnector(limit=concurrency, ssl=context, resolver=aiohttp.ThreadedResolver())
    async with aiohttp.ClientSession(connector=connector, raise_for_status=True) as session:

        async def get(url: str) -> bytes:
            async with session.get(url) as response:
                return await response.read()

        yield lambda urls: asyncio.gather(*map(get, urls))


async def session_per_request(ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather`, all at the same time; each makes a session and closes its connection."""
    context = ssl.create_default_context(cafile=ca_file) if ca_file else True

    async def get(url: str) -> bytes:
        connector = aiohttp.TCPConnector(ssl=context, resolver=aiohttp.ThreadedResolver())
        session = aiohttp.ClientSession(connector=connector, raise_for_status=True)
        async with session, session.get(url) as response:
            return await response.read()

    yield lambda urls: asyncio.gather(*map(get, urls))
