"""Flask in gunicorn's worker processes, each with a greenlet for each connection."""

import sys

from bench.workload import Command

CONCURRENCY = "pool"
PACKAGES = ("flask", "gunicorn", "gevent", "ephem")
APPLICATION = "bench/planets/flask_app.py"


def serve(port: int, workers: int, log: str | None) -> Command:
    """Start gunicorn with its kind of worker `gevent`, which makes `time.sleep` and sockets give way."""
    command = [sys.executable, "-m", "gunicorn", "bench.planets.flask_app:app", "--no-control-socket"]
    command += ["--bind", f"127.0.0.1:{port}", "--workers", str(workers), "--worker-class", "gevent"]
    return command + (["--access-logfile", log] if log else [])
