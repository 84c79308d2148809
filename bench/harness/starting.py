"""Trials of creation: the settings of the process, its memory while all units wait, and how many came to their end."""

import sys
import threading
from collections.abc import Collection
from typing import Any

from bench.harness.exhausted import watching
from bench.harness.job import Job
from bench.harness.limits import lower
from bench.harness.measure import resident_bytes
from bench.harness.observing import Observer, phases


class Account:
    """What a trial tells of its units, as it becomes known."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Expect as many units as `document` says."""
        self.document = document
        self.told: dict[str, Any] = {"ended": document["units"] * document["batches"]}
        self.seen = Observer(document["sleeps"])

    def begin(self, asked: Collection[str]) -> None:
        """Note the memory that is there before any unit; what observes them is made only if it is asked for."""
        if "seen" in asked:
            self.seen.prepare(self.document["units"], self.document["batches"])
        self.told["before_bytes"] = resident_bytes()

    def parked(self) -> None:
        """Note the memory while all units wait."""
        self.told["parked_bytes"] = resident_bytes()

    def counted(self, name: str, number: int) -> None:
        """Note how often something happened."""
        self.told["counts"] = self.told.get("counts", {}) | {name: number}

    def wrong(self, ended: int) -> str | None:
        """Say that not every unit of a batch ran to its end, or `None`."""
        units = self.document["units"]
        return None if ended == units else f"{ended} units ran to their end, not {units}"

    def units(self) -> dict[str, Any]:
        """Return the account as the parent reads it."""
        return {"units": self.told | {"phases": phases(self.seen, self.document)}}


def job(document: dict[str, Any]) -> Job:
    """Return the job of starting as many units as `document` says, in a process with its settings."""
    stopped = watching(lower(document.get("limits", {})))
    if document.get("switch_interval_s"):
        sys.setswitchinterval(document["switch_interval_s"])
    if document.get("stack_bytes"):
        threading.stack_size(document["stack_bytes"])
    account = Account(document)
    return Job(
        task=document["units"],
        parameters=document | {"parked": account.parked, "counted": account.counted, "seen": account.seen},
        begin=account.begin,
        wrong=account.wrong,
        account=account.units,
        stopped=stopped,
    )
