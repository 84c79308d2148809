"""Trials of creation: the settings of the process, its memory while all units wait, and how many came to their end."""

import sys
import threading
from typing import Any

from bench.harness.exhausted import watching
from bench.harness.job import Job
from bench.harness.limits import lower
from bench.harness.measure import resident_bytes


def job(document: dict[str, Any]) -> Job:
    """Return the job of starting as many units as `document` says, in a process with its settings."""
    stopped = watching(lower(document.get("limits", {})))
    if document.get("switch_interval_s"):
        sys.setswitchinterval(document["switch_interval_s"])
    if document.get("stack_bytes"):
        threading.stack_size(document["stack_bytes"])
    units: dict[str, Any] = {"ended": document["units"] * document["batches"], "before_bytes": resident_bytes()}

    def parked() -> None:
        units["parked_bytes"] = resident_bytes()

    def counted(name: str, number: int) -> None:
        units["counts"] = units.get("counts", {}) | {name: number}

    def wrong(ended: int) -> str | None:
        return None if ended == document["units"] else f"{ended} units ran to their end, not {document['units']}"

    parameters = document | {"parked": parked, "counted": counted}
    account = lambda: {"units": units}  # noqa: E731
    return Job(task=document["units"], parameters=parameters, wrong=wrong, account=account, stopped=stopped)
