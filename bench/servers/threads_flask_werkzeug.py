"""Flask on its development server, Werkzeug: one process, a new thread for each connection."""

import sys

from bench.workload import Command

CONCURRENCY = "threads"
PACKAGES = ("flask", "werkzeug", "ephem")
APPLICATION = "bench/planets/flask_app.py"


def serve(port: int, log: str | None) -> Command:
    """Start the application as a program; left to itself it would log each request to stderr."""
    logged = ["--log", log] if log else []
    return [sys.executable, "-m", "bench.planets.flask_app", "--port", str(port), *logged]
