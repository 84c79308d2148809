"""FastAPI on granian: HTTP in Rust, and asyncio's event loop in each process."""

import sys

from bench.workload import Command, stdout_to

CONCURRENCY = "asyncio"
PACKAGES = ("fastapi", "granian", "ephem")
APPLICATION = "bench/planets/fastapi_app.py"


def serve(port: int, workers: int, log: str | None) -> Command:
    """Start granian with asyncio's event loop, whatever else is installed."""
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--workers", str(workers), "--loop", "asyncio"]
    command.append("bench.planets.fastapi_app:app")
    return stdout_to(log, [*command, "--access-log"]) if log else [*command, "--no-access-log"]
