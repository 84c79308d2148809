"""What the applications without a framework share: which path asks for what, and what it answers."""

import json
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl

from bench.planets.positions import START_PAGE, answer
from bench.planets.work import asked

HTML, JSON = "text/html; charset=utf-8", "application/json"
PLANETS = "/planets/"


class Answer(NamedTuple):
    """What to answer, and for how many seconds to wait and to compute before, where the request wants that."""

    status: int
    kind: str
    body: bytes
    work: tuple[float, float] | None = None


def respond(path: str, query_string: str) -> Answer:
    """Return the answer to a request for `path`."""
    if path == "/":
        return Answer(200, HTML, START_PAGE.encode())
    query = dict(parse_qsl(query_string, keep_blank_values=True))
    if path == "/job":
        return job(query)
    if path.startswith(PLANETS):
        status, document = answer(path.removeprefix(PLANETS), query)
        return Answer(status, JSON, json.dumps(document).encode())
    return Answer(404, JSON, json.dumps({"error": f"nothing is at {path}"}).encode())


def job(query: Mapping[str, str]) -> Answer:
    """Return the answer to a request that waits and computes."""
    try:
        return Answer(200, JSON, json.dumps({"status": "ok"}).encode(), asked(query))
    except ValueError as error:
        return Answer(400, JSON, json.dumps({"error": str(error)}).encode())
