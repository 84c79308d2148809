"""Whose results are shown: the newest run of each machine, this machine's first."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from bench.errors import DataError
from bench.model import Machine
from bench.results.store import Results, folders, load


def load_all(data: Path) -> list[Results]:
    """Return every run under `data`, the newest first."""
    found = sorted((load(folder) for folder in folders(data)), key=lambda r: r.run.started, reverse=True)
    if not any(results.trials for results in found):
        raise DataError(f"{data}: no run with a trial is there; measure one with: nox -s bench")
    return found


def identity(machine: Machine) -> str:
    """Return what tells machines of different make apart, from what was captured; two alike are one."""
    facts = (
        machine.cpu,
        machine.cores,
        round(machine.memory_bytes / 2**30),
        machine.system,
        machine.architecture,
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:12]


def complete(results: Results, experiment: str) -> bool:
    """Tell whether every trial of `experiment` that was planned is there."""
    planned = sum(slot.experiment == experiment for slot in results.run.order)
    return planned == sum(trial.slot.experiment == experiment for trial in results.trials)


def chosen(runs: Sequence[Results], experiment: str, here: Machine | None) -> list[Results]:
    """Return the newest complete run of each machine for `experiment`; the one like `here` first.

    `runs` are the newest first. Runs that were stopped count only where there is nothing else, and after them
    smoke runs, which are no result at all.
    """
    having = [r for r in runs if any(trial.slot.experiment == experiment for trial in r.trials)]
    real = [r for r in having if r.run.profile != "smoke"]
    whole = [r for r in real if complete(r, experiment)]
    newest: dict[str, Results] = {}
    for results in whole or real or having:
        newest.setdefault(identity(results.run.machine), results)
    mine = identity(here) if here else None
    return sorted(newest.values(), key=lambda r: identity(r.run.machine) != mine)
