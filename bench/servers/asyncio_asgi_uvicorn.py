"""A bare ASGI application on uvicorn in pure Python: asyncio's event loop, and h11 for HTTP."""

import sys

from bench.workload import Command, stdout_to

CONCURRENCY = "asyncio"
PACKAGES = ("uvicorn", "ephem")
APPLICATION = "bench/planets/asgi_app.py"


def serve(port: int, workers: int, log: str | None) -> Command:
    """Start uvicorn; left to itself it would log each request, and take uvloop and httptools where it finds them."""
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "bench.planets.asgi_app:app",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    command += ["--workers", str(workers), "--loop", "asyncio", "--http", "h11"]
    return stdout_to(log, [*command, "--access-log"]) if log else [*command, "--no-access-log"]
