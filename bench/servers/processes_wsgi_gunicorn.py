"""A bare WSGI application in gunicorn's worker processes, each of which answers one request at a time."""

import sys

from bench.workload import Command

CONCURRENCY = "processes"
PACKAGES = ("gunicorn", "ephem")
APPLICATION = "bench/planets/wsgi_app.py"


def serve(port: int, workers: int, log: str | None) -> Command:
    """Start gunicorn with its default kind of worker, `sync`.

    It keeps no connection, and before its next request it waits, for 2 s at most, until the client has closed this one.
    """
    command = [sys.executable, "-m", "gunicorn", "bench.planets.wsgi_app:app", "--no-control-socket"]
    command += ["--bind", f"127.0.0.1:{port}", "--workers", str(workers)]
    return command + (["--access-logfile", log] if log else [])
