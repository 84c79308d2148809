"""One event loop and one `niquests.AsyncSession`."""

import asyncio
from collections.abc import AsyncIterator

import niquests

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_session(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL over HTTP/1.1; the pool has `concurrency` connections, and a request waits for a free one."""
    verify = ca_file or True
    session = niquests.AsyncSession(disable_http2=True, disable_http3=True, pool_maxsize=concurrency, timeout=60)
    async with session:

        async def get(url: str) -> bytes:
            response = await session.get(url, verify=verify)
            return response.raise_for_status().content or b""

        yield lambda urls: asyncio.gather(*map(get, urls))
