"""The event loop of `trio`, and one `httpx.AsyncClient`."""

import ssl
from collections.abc import Iterator

import httpx
import trio

from bench.workload import Concurrency, Work

CONCURRENCY: Concurrency = "event loop"


def client_per_batch(concurrency: int, ca_file: str | None) -> Iterator[Work]:
    """Call `trio.run` for each batch, a task for every URL; loop, client and connections are made and closed in it."""
    context = ssl.create_default_context(cafile=ca_file)
    limits = httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)

    async def work(urls: list[str]) -> list[bytes]:
        bodies = [b""] * len(urls)
        async with (
            httpx.AsyncClient(limits=limits, timeout=60, verify=context) as client,
            trio.open_nursery() as nursery,
        ):

            async def get(place: int, url: str) -> None:
                response = await client.get(url)
                bodies[place] = response.raise_for_status().content

            for place, url in enumerate(urls):
                nursery.start_soon(get, place, url)
        return bodies

    yield lambda urls: trio.run(work, urls)
