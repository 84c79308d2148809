"""The aiohttp client as anybody would time it by hand: no harness, nothing of this project.

``python by_hand.py ADDRESS REQUESTS`` prints the seconds that the requests took.
"""

import asyncio
import sys
import time

import aiohttp


async def main(address: str, requests: int) -> float:
    """Return how many seconds `requests` requests at once take."""
    connector = aiohttp.TCPConnector(limit=requests, resolver=aiohttp.ThreadedResolver())
    async with aiohttp.ClientSession(connector=connector, raise_for_status=True) as session:

        async def get(url: str) -> bytes:
            async with session.get(url) as response:
                return await response.read()

        start = time.perf_counter()
        await asyncio.gather(*(get(f"{address}/health?id={i}") for i in range(requests)))
        return time.perf_counter() - start


if __name__ == "__main__":
    print(asyncio.run(main(sys.argv[1], int(sys.argv[2]))))
