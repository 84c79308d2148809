"""Flask in gunicorn's worker processes, each with a pool of threads and connections that are kept."""

import sys

from bench.workload import Command

CONCURRENCY = "threads"
PACKAGES = ("flask", "gunicorn", "ephem")
APPLICATION = "bench/planets/flask_app.py"


def serve(port: int, workers: int, threads: int | None, log: str | None) -> Command:
    """Start gunicorn with its kind of worker `gthread`; by default that has one thread."""
    command = [sys.executable, "-m", "gunicorn", "bench.planets.flask_app:app", "--no-control-socket"]
    command += ["--bind", f"127.0.0.1:{port}", "--workers", str(workers), "--worker-class", "gthread"]
    command += ["--threads", str(threads)] if threads else []
    return command + (["--access-logfile", log] if log else [])
