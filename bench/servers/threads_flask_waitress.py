"""Flask on waitress: one process, one loop that reads and writes, and a pool of threads."""

import sys

from bench.workload import Command

CONCURRENCY = "threads"
PACKAGES = ("flask", "waitress", "ephem")
APPLICATION = "bench/planets/flask_app.py"


def serve(port: int, threads: int | None) -> Command:
    """Start waitress, which has four threads by default, 100 connections at most, and no access log."""
    command = [sys.executable, "-m", "waitress", f"--listen=127.0.0.1:{port}"]
    command += [f"--threads={threads}"] if threads else []
    return [*command, "bench.planets.flask_app:app"]
