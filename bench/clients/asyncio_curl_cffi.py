"""One event loop and one `curl_cffi.AsyncSession`, which is libcurl's."""

import asyncio
from collections.abc import AsyncIterator

from curl_cffi.requests import AsyncSession, Response

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_session(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather` and one session of `concurrency` handles."""
    async with AsyncSession(
        max_clients=concurrency,
        http_version="v1",
        raise_for_status=True,
        timeout=60,
        verify=ca_file or True,  # type: ignore[arg-type]
    ) as session:

        async def get(url: str) -> bytes:
            response: Response = await session.get(url)
            return response.content

        yield lambda urls: asyncio.gather(*map(get, urls))
