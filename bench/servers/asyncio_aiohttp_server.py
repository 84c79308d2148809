"""aiohttp on its own server, `web.run_app`: one process, one event loop."""

import sys

from bench.workload import Command

CONCURRENCY = "asyncio"
PACKAGES = ("aiohttp", "ephem")
APPLICATION = "bench/planets/aiohttp_app.py"


def serve(port: int, log: str | None) -> Command:
    """Start the application as a program; it logs no request unless it is told to."""
    logged = ["--log", log] if log else []
    return [sys.executable, "-m", "bench.planets.aiohttp_app", "--port", str(port), *logged]
