"""Whether a server is ready: every worker has answered, and all answers were alike."""

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from socket import socket

from bench.harness.measure import now, pause

READY_WITHIN_S = 30.0
"""How long a server may take from its start until every worker has answered."""
ANSWER_WITHIN_S = 5.0
AGAIN_S = 0.005
"""The pause before the next attempt, if nobody answered the last one."""
OK = 200


@dataclass
class Greeting:
    """What the answers before the load said."""

    workers: set[int] = field(default_factory=set)
    """Process IDs that answers named."""
    bodies: Counter[bytes] = field(default_factory=Counter)
    trouble: str = ""
    """What was wrong with the last attempt."""
    refused: bool = False
    """Whether an answer had another status than 200."""


def free_port() -> int:
    """Return a port of the loopback interface on which nobody listens now."""
    with socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


def greet(has_ended: Callable[[], bool], port: int, path: str, workers: int, greeting: Greeting) -> bool:
    """Ask on new connections until `workers` processes have answered; return whether they have.

    It ends early if the server has, and at any answer whose status is not 200. Which worker takes a connection is the
    system's choice: asked one by one, a quick worker can take them all, and asked at once, the one that wakes first.
    So requests come in both ways by turns.
    """
    start = now()
    for number in cycle((1, 2 * workers)):
        if len(greeting.workers) >= workers:
            return True
        if has_ended() or now() - start > READY_WITHIN_S:
            return False
        try:
            if not ask_at_once(port, path, number, greeting):
                return False
        except (OSError, HTTPException) as error:
            greeting.trouble = f"{type(error).__name__}: {error}"
            pause(AGAIN_S)
    return False


def ask_at_once(port: int, path: str, number: int, greeting: Greeting) -> bool:
    """Send `number` requests before reading any answer; return whether all were answered with 200."""
    with contextlib.ExitStack() as stack:
        connections = [HTTPConnection("127.0.0.1", port, timeout=ANSWER_WITHIN_S) for _ in range(number)]
        for connection in connections:
            stack.callback(connection.close)
            connection.request("GET", path, headers={"Connection": "close"})
        for connection in connections:
            response = connection.getresponse()
            body = response.read()
            if response.status != OK:
                greeting.refused = True
                greeting.trouble = f"status {response.status}: {body[:200].decode(errors='replace')}"
                return False
            greeting.bodies[body] += 1
            greeting.trouble = "no answer named its worker"
            if (worker := response.headers.get("Worker", "")).isdigit():
                greeting.workers.add(int(worker))
    return True
