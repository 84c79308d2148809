"""One event loop and one `pyreqwest` client, which is Rust's reqwest."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

from pyreqwest.client import ClientBuilder

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_client(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather`; the client lets `concurrency` of them out at a time."""
    builder = _trusting(ca_file).http1_only().error_for_status().max_connections(concurrency)
    minute = timedelta(seconds=60)
    async with builder.timeout(minute).pool_timeout(minute).build() as client:

        async def get(url: str) -> bytes:
            response = await client.get(url).build().send()
            return bytes(await response.bytes())

        yield lambda urls: asyncio.gather(*map(get, urls))


def _trusting(ca_file: str | None) -> ClientBuilder:
    builder = ClientBuilder()
    return builder.add_root_certificate_pem(Path(ca_file).read_bytes()) if ca_file else builder
