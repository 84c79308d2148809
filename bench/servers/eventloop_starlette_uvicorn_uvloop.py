"""Starlette on uvicorn with uvloop and httptools, as `uvicorn[standard]` installs it."""

import sys

from bench.workload import Command, stdout_to

CONCURRENCY = "event loop"
PACKAGES = ("starlette", "uvicorn", "uvloop", "httptools", "ephem")
APPLICATION = "bench/planets/starlette_app.py"


def serve(port: int, workers: int, log: str | None) -> Command:
    """Start uvicorn with the event loop of uvloop and the parser httptools."""
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "bench.planets.starlette_app:app",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    command += ["--workers", str(workers), "--loop", "uvloop", "--http", "httptools"]
    return stdout_to(log, [*command, "--access-log"]) if log else [*command, "--no-access-log"]
