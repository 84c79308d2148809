"""The planet tracker without a framework, as a bare ASGI application."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from bench.planets.bare import respond
from bench.planets.work import burn, worker


async def app(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[dict[str, Any]]],
    send: Callable[[dict[str, Any]], Awaitable[None]],
) -> None:
    """Answer a request."""
    if scope["type"] == "lifespan":
        await live(receive, send)
        return
    status, kind, body, work = respond(scope["path"], scope["query_string"].decode())
    if work:
        wait_s, burn_s = work
        await asyncio.sleep(wait_s)
        burn(burn_s)
    headers = {"content-type": kind, "content-length": str(len(body)), **worker()}
    pairs = [(name.lower().encode(), text.encode()) for name, text in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body})


async def live(
    receive: Callable[[], Awaitable[dict[str, Any]]], send: Callable[[dict[str, Any]], Awaitable[None]]
) -> None:
    """Say that nothing is to be done when the server starts, nor when it ends."""
    for _ in range(2):
        message = await receive()
        await send({"type": message["type"] + ".complete"})
