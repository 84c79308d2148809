"""Flask on granian: HTTP in Rust, and a pool of threads in each process for Python."""

import sys

from bench.workload import Command, stdout_to

CONCURRENCY = "threads"
PACKAGES = ("flask", "granian", "ephem")
APPLICATION = "bench/planets/flask_app.py"


def serve(port: int, workers: int, threads: int | None, log: str | None) -> Command:
    """Start granian, which chooses the number of threads itself unless it is told."""
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--workers", str(workers)]
    command += ["--blocking-threads", str(threads)] if threads else []
    command.append("bench.planets.flask_app:app")
    return stdout_to(log, [*command, "--access-log"]) if log else [*command, "--no-access-log"]
