"""What the process of a trial is told: its command, the document that it reads, and how long it may take."""

import json
import sys
from typing import Any

import msgspec

from bench.catalog import Implementation
from bench.harness import golang
from bench.harness.serve import Server
from bench.model import Answering, Conditions, Fetching, Scenario, Starting
from bench.physics import floor_s

HIDDEN = frozenset({"sniffio", "trio"})
"""Packages that change clients by being installed: httpx asks at each request which of its event loops is running."""


def document_of(scenario: Scenario, implementation: Implementation, server: Server | None) -> dict[str, Any]:
    """Return what the trial's process must know."""
    conditions = scenario.conditions
    code = {
        "source": implementation.path.name,
        "module": f"bench.{implementation.kind}.{implementation.name}",
        "workload": scenario.workload,
    }
    if isinstance(conditions, Starting):
        asked: dict[str, Any] = msgspec.to_builtins(conditions)
        return code | asked
    if not isinstance(conditions, Fetching) or server is None:
        raise TypeError(f"{scenario.id}: a server has no process of a trial")
    return code | {
        "of": "fetching",
        "hidden": [] if HIDDEN & set(implementation.source.packages) else sorted(HIDDEN),
        "address": server.address,
        "ca_file": server.ca_file,
        "hosts": conditions.hosts,
        "resolver": server.resolver,
        "requests": conditions.requests,
        "concurrency": conditions.concurrency,
        "batches": conditions.batches,
        "body_bytes": conditions.body_bytes,
        "compressed": conditions.compressed,
        "echo": conditions.server.startswith("mock"),
    }


def command_of(implementation: Implementation) -> list[str]:
    """Return the command of a trial's process."""
    if implementation.source.language == "go":
        return [str(golang.build(implementation.path))]
    return [sys.executable, "-m", "bench.harness.trial"]


def with_limits(command: list[str], implementation: Implementation, conditions: Conditions) -> list[str]:
    """Return `command` so that it has the limits of its conditions, where the program does not lower them itself."""
    if implementation.source.language == "python" or not isinstance(conditions, Starting) or not conditions.limits:
        return command
    return [sys.executable, "-m", "bench.harness.limited", json.dumps(conditions.limits), *command]


def time_limit_s(conditions: Conditions) -> float:
    """Return after how many seconds a trial has hung: ten times the floor, and never under half a minute.

    Of a server under load it is the load that has hung, and its floor is that of all requests or the time asked for.
    """
    floor = floor_s(conditions)
    if isinstance(conditions, Answering):
        floor = conditions.duration_s or floor * (conditions.requests or 0)
    return max(30.0, 10 * conditions.batches * floor)
