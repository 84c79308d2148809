"""Trials of clients: the URLs to fetch, and what the answers must be."""

from collections.abc import Sequence
from typing import Any

from bench.harness import names
from bench.harness.filled import wrongly_filled
from bench.harness.job import Job


def job(document: dict[str, Any]) -> Job:
    """Return the job of fetching what `document` names; from now on names are found as it says."""
    if document.get("resolver"):
        names.resolve_with(document["resolver"])
    return Job(task=names.urls_of(document), parameters=document, wrong=lambda bodies: wrong(bodies, document))


def wrong(bodies: Sequence[bytes], document: dict[str, Any]) -> str | None:
    """Say which answer is the first that is not what the server must send, or `None`."""
    if len(bodies) != document["requests"]:
        return f"{len(bodies)} answers to {document['requests']} requests"
    if document.get("compressed"):
        return wrongly_filled(bodies, document)
    for number, body in enumerate(bodies):
        expected = b'{"status":"ok","id":%d}' % number if document["echo"] else b'{"status":"ok"}'
        if bytes(body) != expected.ljust(document["body_bytes"]):
            return f"answer {number} is {bytes(body[:80])!r}, not {expected!r} in {document['body_bytes']} bytes"
    return None
