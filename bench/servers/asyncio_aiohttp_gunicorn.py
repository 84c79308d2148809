"""aiohttp in gunicorn's worker processes, each with an event loop of asyncio."""

import sys

from bench.workload import Command

CONCURRENCY = "asyncio"
PACKAGES = ("aiohttp", "gunicorn", "ephem")
APPLICATION = "bench/planets/aiohttp_app.py"


def serve(port: int, workers: int, log: str | None) -> Command:
    """Start gunicorn with aiohttp's own kind of worker."""
    command = [sys.executable, "-m", "gunicorn", "bench.planets.aiohttp_app:application", "--no-control-socket"]
    command += ["--bind", f"127.0.0.1:{port}", "--workers", str(workers), "--worker-class", "aiohttp.GunicornWebWorker"]
    return command + (["--access-logfile", log] if log else [])
