"""The FastAPI application of the post dev-health-checks, on uvicorn, in the three styles it may have had.

The post does not say which. Run as a process: one JSON document on stdin, ``{"style": …, "latency_s": …,
"backlog": …}``; one ready line on stdout; each line ``stats`` is answered with the counts of ``model.Served``; the
end of stdin ends it.
"""

import asyncio
import copy
import json
import os
import resource
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol


class Counts:
    """An ASGI application around another one, that counts what passes.

    Connections are counted by `counting`: a client's port does not tell one, since Linux gives it out again.
    """

    def __init__(self, app: Callable[..., Any]) -> None:
        """Count for `app`."""
        self.app = app
        self.connections = self.requests = self.failed = self.in_flight = self.peak_in_flight = self.sent_bytes = 0
        self.http_versions: dict[str, int] = {}
        self.cpu_before_s = cpu_s()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        version = f"HTTP/{scope['http_version']}"
        self.http_versions[version] = self.http_versions.get(version, 0) + 1
        self.requests += 1
        self.in_flight += 1
        self.peak_in_flight = max(self.peak_in_flight, self.in_flight)

        async def counted(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.failed += not 200 <= message["status"] < 300  # noqa: PLR2004
            self.sent_bytes += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, counted)
        finally:
            self.in_flight -= 1

    def served(self) -> dict[str, object]:
        """Return the counts as `model.Served` names them."""
        names = ("connections", "requests", "failed", "peak_in_flight", "sent_bytes", "http_versions")
        counts = {name: getattr(self, name) for name in names}
        return counts | {"cpu_s": cpu_s() - self.cpu_before_s}


def cpu_s() -> float:
    """Return the CPU seconds of this process so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def application(style: str, latency_s: float) -> FastAPI:
    """Return the post's application with its endpoint in `style`: ``async``, ``def`` or ``blocking``."""
    app = FastAPI()

    async def waits() -> dict[str, str]:
        await asyncio.sleep(latency_s)
        return {"status": "ok"}

    def on_a_pool() -> dict[str, str]:
        time.sleep(latency_s)
        return {"status": "ok"}

    async def blocks() -> dict[str, str]:
        time.sleep(latency_s)  # noqa: ASYNC251 – the fault that is to be measured.
        return {"status": "ok"}

    app.get("/health")({"async": waits, "def": on_a_pool, "blocking": blocks}[style])
    return app


def counting(counts: Counts) -> type[asyncio.Protocol]:
    """Return uvicorn's protocol class in pure Python, which also counts each connection that is made."""

    class Protocol(H11Protocol):
        def connection_made(self, transport: Any) -> None:
            counts.connections += 1
            super().connection_made(transport)

    return Protocol


def configuration(counts: Counts, backlog: int) -> uvicorn.Config:
    """Return how uvicorn serves: with what it needs and no more.

    By default it takes uvloop and httptools where it finds them, and a package that happens to be installed, for a
    client that is measured, must not change the server.
    """
    logging = copy.deepcopy(uvicorn.config.LOGGING_CONFIG)
    logging["handlers"]["access"]["stream"] = "ext://sys.stderr"  # stdout is for the ready line.
    return uvicorn.Config(counts, loop="asyncio", http=counting(counts), log_config=logging, backlog=backlog)


def converse(counts: Counts) -> None:
    """Answer each line on stdin with the counts; end the process when stdin ends."""
    for _ in sys.stdin:
        print(json.dumps(counts.served()), flush=True)
    os._exit(0)


def main() -> None:
    """Serve on a port of 127.0.0.1 that the system chooses, until stdin ends."""
    document = json.loads(sys.stdin.readline())
    counts = Counts(application(document["style"], document["latency_s"]))
    listener = socket.create_server(("127.0.0.1", 0))  # uvicorn listens again, with its own backlog.
    config = configuration(counts, document["backlog"])
    threading.Thread(target=converse, args=(counts,), daemon=True).start()
    port = listener.getsockname()[1]
    print(json.dumps({"address": f"http://127.0.0.1:{port}"}), flush=True)
    uvicorn.Server(config).run([listener])


if __name__ == "__main__":
    main()
