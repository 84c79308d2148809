"""One `aiohttp.ClientSession`, and a few tasks that share the work."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterable

import aiohttp

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def by_workers(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Start `concurrency` tasks; each takes the next URL as soon as it has done one, until none is left."""
    context = ssl.create_default_context(cafile=ca_file) if ca_file else True
    connector = aiohttp.TCPConnector(limit=0, ssl=context, resolver=aiohttp.ThreadedResolver())
    async with aiohttp.ClientSession(connector=connector, raise_for_status=True) as session:

        async def worker(waiting: Iterable[tuple[int, str]], bodies: list[bytes]) -> None:
            for place, url in waiting:
                async with session.get(url) as response:
                    bodies[place] = await response.read()

        async def work(urls: list[str]) -> list[bytes]:
            waiting, bodies = iter(enumerate(urls)), [b""] * len(urls)
            async with asyncio.TaskGroup() as group:
                for _ in range(concurrency):
                    group.create_task(worker(waiting, bodies))
            return bodies

        yield work
