"""The planet tracker without a framework, as a bare WSGI application."""

import time
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING

from bench.planets.bare import respond
from bench.planets.work import burn, worker

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment


def app(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Answer a request."""
    status, kind, body, work = respond(environ["PATH_INFO"], environ["QUERY_STRING"])
    if work:
        wait_s, burn_s = work
        time.sleep(wait_s)
        burn(burn_s)
    headers = {"Content-Type": kind, "Content-Length": str(len(body)), **worker()}
    start_response(f"{status} {HTTPStatus(status).phrase}", list(headers.items()))
    return [body]
