"""One `aiohttp.ClientSession`, and ways of keeping many requests to a few at a time."""

import asyncio
import ssl
from collections.abc import AsyncIterator

import aiohttp

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def by_connector(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Start a task for every URL; the session makes `concurrency` connections, and the tasks queue for those."""
    async with _session(concurrency, ca_file) as session:
        yield lambda urls: asyncio.gather(*(_get(session, url) for url in urls))


async def by_semaphore(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Start a task for every URL; `concurrency` of them at a time hold the semaphore, and the rest wait for it."""
    semaphore = asyncio.Semaphore(concurrency)
    async with _session(0, ca_file) as session:

        async def get(url: str) -> bytes:
            async with semaphore:
                return await _get(session, url)

        yield lambda urls: asyncio.gather(*map(get, urls))


def _session(limit: int, ca_file: str | None) -> aiohttp.ClientSession:
    context = ssl.create_default_context(cafile=ca_file) if ca_file else True
    connector = aiohttp.TCPConnector(limit=limit, ssl=context, resolver=aiohttp.ThreadedResolver())
    return aiohttp.ClientSession(connector=connector, raise_for_status=True)


async def _get(session: aiohttp.ClientSession, url: str) -> bytes:
    async with session.get(url) as response:
        return await response.read()
