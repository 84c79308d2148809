"""One event loop whose tasks begin at once, when they are made, and one `aiohttp.ClientSession`."""

import asyncio
import ssl
from collections.abc import AsyncIterator

import aiohttp

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"
PYTHON = "3.12"


async def one_session(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather` and one session, at most `concurrency` at a time, in eager tasks."""
    asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)  # type: ignore[attr-defined, unused-ignore]
    context = ssl.create_default_context(cafile=ca_file) if ca_file else True
    connector = aiohttp.TCPConnector(limit=concurrency, ssl=context, resolver=aiohttp.ThreadedResolver())
    async with aiohttp.ClientSession(connector=connector, raise_for_status=True) as session:

        async def get(url: str) -> bytes:
            async with session.get(url) as response:
                return await response.read()

        yield lambda urls: asyncio.gather(*map(get, urls))
