"""Answers that are filled up with JSON: what must be in them, beside their size."""

import json
from collections.abc import Sequence
from typing import Any


def wrongly_filled(bodies: Sequence[bytes], document: dict[str, Any]) -> str | None:
    """Say which answer is the first that is not what the server must send; behind the id, all must be equal."""
    first = b""
    for number, body in enumerate(map(bytes, bodies)):
        expected = b'{"status":"ok"' + (b',"id":%d' % number if document["echo"] else b"")
        if len(body) != document["body_bytes"] or not body.startswith(expected):
            return (
                f"answer {number} is {body[:80]!r} in {len(body)} bytes, not {expected!r} in {document['body_bytes']}"
            )
        rest = body.removeprefix(expected).lstrip(b" ")
        if rest != (first := first or rest):
            return f"answer {number} is not filled up as answer 0 is"
    try:
        json.loads(bytes(bodies[0]))
    except ValueError as error:
        return f"answer 0 is not JSON: {error}"
    return None
