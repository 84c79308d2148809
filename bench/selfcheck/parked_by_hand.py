"""Threads or tasks that wait, as anybody would make them: no harness, nothing of this project.

``python parked_by_hand.py threads|tasks NUMBER`` says "parked" when all wait, and ends when its stdin does.
"""

import asyncio
import sys
import threading


def tell_and_wait() -> None:
    """Say that all wait, and return when somebody has looked."""
    print("parked", flush=True)
    sys.stdin.read()


def threads(number: int) -> None:
    """Make so many threads wait for one lock."""
    gate = threading.Lock()

    def wait() -> None:
        with gate:
            pass

    gate.acquire()
    waiting = [threading.Thread(target=wait) for _ in range(number)]
    for thread in waiting:
        thread.start()
    tell_and_wait()
    gate.release()
    for thread in waiting:
        thread.join()


async def tasks(number: int) -> None:
    """Make so many tasks wait for one future."""

    async def wait(for_what: asyncio.Future[None]) -> None:
        await for_what

    gate = asyncio.get_running_loop().create_future()
    waiting = [asyncio.create_task(wait(gate)) for _ in range(number)]
    await asyncio.sleep(0)
    tell_and_wait()
    gate.set_result(None)
    await asyncio.wait(waiting)


if __name__ == "__main__":
    if sys.argv[1] == "threads":
        threads(int(sys.argv[2]))
    else:
        asyncio.run(tasks(int(sys.argv[2])))
