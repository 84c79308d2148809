"""aiohttp in gunicorn's worker processes, each with an event loop of uvloop."""

import sys

from bench.workload import Command

CONCURRENCY = "event loop"
PACKAGES = ("aiohttp", "gunicorn", "uvloop", "ephem")
APPLICATION = "bench/planets/aiohttp_app.py"


def serve(port: int, workers: int, log: str | None) -> Command:
    """Start gunicorn with aiohttp's own kind of worker for uvloop."""
    command = [sys.executable, "-m", "gunicorn", "bench.planets.aiohttp_app:application", "--no-control-socket"]
    command += [
        "--bind",
        f"127.0.0.1:{port}",
        "--workers",
        str(workers),
        "--worker-class",
        "aiohttp.GunicornUVLoopWebWorker",
    ]
    return command + (["--access-logfile", log] if log else [])
