"""One event loop and one `curl_cffi.AsyncSession`, which is libcurl's."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

import certifi
from curl_cffi.requests import AsyncSession, Response

from bench.workload import AsyncWork, Concurrency

CONCURRENCY: Concurrency = "asyncio"


async def one_session(concurrency: int, ca_file: str | None) -> AsyncIterator[AsyncWork]:
    """Fetch every URL with `asyncio.gather` and one session of `concurrency` handles."""
    with _bundle(ca_file) as verify:
        async with AsyncSession(
            max_clients=concurrency,
            http_version="v1",
            raise_for_status=True,
            timeout=60,
            verify=verify,  # type: ignore[arg-type]
        ) as session:

            async def get(url: str) -> bytes:
                response: Response = await session.get(url)
                return response.content

            yield lambda urls: asyncio.gather(*map(get, urls))


@contextmanager
def _bundle(ca_file: str | None) -> Iterator[str | None]:
    """Write a file with the authorities that curl_cffi trusts by default, and with that of `ca_file`."""
    with NamedTemporaryFile(buffering=0) as file:
        file.write(b"".join(Path(path).read_bytes() for path in (certifi.where(), ca_file) if path))
        yield file.name if ca_file else None
