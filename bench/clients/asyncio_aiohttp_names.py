"""One `aiohttp.ClientSession`, and ways of finding the addresses of many hosts."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

import aiohttp
from aiohttp.abc import AbstractResolver

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def default_resolver(concurrency: int) -> AsyncIterator[AsyncWork]:
    """Look names up in the threads of asyncio's own executor: 4 more than cores, and never over 32."""
    async with _session(concurrency, aiohttp.ThreadedResolver()) as session:
        yield lambda urls: asyncio.gather(*(_get(session, url) for url in urls))


async def larger_executor(concurrency: int) -> AsyncIterator[AsyncWork]:
    """Look names up in an executor of `concurrency` threads."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(concurrency))
    async with _session(concurrency, aiohttp.ThreadedResolver()) as session:
        yield lambda urls: asyncio.gather(*(_get(session, url) for url in urls))


def _session(limit: int, resolver: AbstractResolver) -> aiohttp.ClientSession:
    connector = aiohttp.TCPConnector(limit=limit, resolver=resolver)
    return aiohttp.ClientSession(connector=connector, raise_for_status=True)


async def _get(session: aiohttp.ClientSession, url: str) -> bytes:
    async with session.get(url) as response:
        return await response.read()
