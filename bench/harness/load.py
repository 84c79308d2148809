"""One trial of a server: start it, load it, end it, and see that all of it is gone."""

import contextlib
import json
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from bench.catalog import implementations
from bench.harness import golang, tree
from bench.harness.measure import now
from bench.harness.process import Started, cores_of, started
from bench.harness.ready import free_port
from bench.harness.reaper import Reaper
from bench.harness.subject import Subject
from bench.harness.under_load import under_load
from bench.model import Answering, Failed, Measured, Scenario

TAKEN = re.compile(r"(address|port|connection)( is)?( already)? in use", re.IGNORECASE)
"""What a server says in its last words if another process took its port."""


def load(scenario: Scenario, conditions: Answering, reaper: Reaper) -> Measured | Failed:
    """Measure a fresh server under load; once more on another port if its own was taken."""
    outcome = on_port(free_port(), scenario, conditions, reaper)
    if isinstance(outcome, Failed) and outcome.status == "crash" and TAKEN.search(outcome.reason):
        return on_port(free_port(), scenario, conditions, reaper)
    return outcome


def on_port(port: int, scenario: Scenario, conditions: Answering, reaper: Reaper) -> Measured | Failed:
    """Measure a server on `port`, end it, and see that none of its processes is left."""
    with TemporaryDirectory() as folder:
        command, document = server_of(scenario, conditions, port, Path(folder))
        start = now()
        with started(command, cores_of(conditions)[1], reaper, listening=False) as running:
            tell(running, document)
            subject = Subject(conditions, running, port, start)
            outcome = under_load(subject, reaper)
            end = now()
        stayed = tree.left_behind(subject.seen)
        teardown_s = now() - end
    if isinstance(outcome, Failed):
        return outcome
    if stayed:
        return subject.failed("crash", f"the server left {len(stayed)} of its processes behind", outcome.load)
    return replace(outcome, teardown_s=teardown_s)


def server_of(
    scenario: Scenario, conditions: Answering, port: int, folder: Path
) -> tuple[list[str], dict[str, Any] | None]:
    """Return the command of the server, and the document that it wants first; its access log is in `folder`."""
    implementation = implementations()[scenario.implementation]
    workload = next(one for one in implementation.source.workloads if one.name == scenario.workload)
    if conditions.workers > 1 and "workers" not in workload.parameters:
        raise ValueError(f"{scenario.id}: {implementation.name} cannot have {conditions.workers} workers")
    if implementation.source.language == "go":
        return [str(golang.build(implementation.path)), "-port", str(port)], None
    parameters = {
        "port": port,
        "workers": conditions.workers,
        "threads": conditions.threads,
        "log": str(folder / "access.log") if conditions.access_log else None,
    }
    module = f"bench.{implementation.kind}.{implementation.name}"
    document = {"module": module, "workload": scenario.workload, "parameters": parameters}
    return [sys.executable, "-m", "bench.harness.command"], document


def tell(running: Started, document: dict[str, Any] | None) -> None:
    """Write the document, if there is one, after which there is nothing more to read."""
    process = running.process
    if process.stdin:
        with contextlib.suppress(BrokenPipeError):
            if document:
                process.stdin.write(json.dumps(document).encode() + b"\n")
            process.stdin.close()
        process.stdin = None
