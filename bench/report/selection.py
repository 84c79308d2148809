"""Whose results are shown: the newest run of each machine and Python, this machine's usual Python first."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.errors import DataError
from bench.model import Machine
from bench.report.places import Place, identity, place
from bench.results.store import Results, folders, load


def load_all(data: Path) -> list[Results]:
    """Return every run under `data`, the newest first; those that others measured come after all others."""
    found = sorted((load(folder) for folder in folders(data)), key=lambda r: r.run.started, reverse=True)
    found.sort(key=lambda results: results.contributed)
    if not any(results.trials for results in found if not results.contributed):
        raise DataError(f"{data}: no run with a trial is there; measure one with: nox -s bench")
    often = Counter(results.run.id for results in found)
    for results in found:
        if often[results.run.id] > 1:
            raise DataError(
                f"{results.folder}: {often[results.run.id]} runs call themselves {results.run.id}; keep one"
            )
    return found


def complete(results: Results, experiment: str) -> bool:
    """Tell whether every trial of `experiment` that was planned is there."""
    planned = sum(slot.experiment == experiment for slot in results.run.order)
    return planned == sum(trial.slot.experiment == experiment for trial in results.trials)


def chosen(runs: Sequence[Results], experiment: str, here: Machine | None) -> list[Results]:
    """Return the newest complete run of each place for `experiment`, in the order of `in_order`.

    `runs` are the newest first. Runs that were stopped count only where there is nothing else, and after them
    smoke runs, which are no result at all.
    """
    having = [r for r in runs if any(trial.slot.experiment == experiment for trial in r.trials)]
    real = [r for r in having if r.run.profile != "smoke"]
    whole = [r for r in real if complete(r, experiment)]
    newest: dict[Place, Results] = {}
    for results in whole or real or having:
        newest.setdefault(place(results.run), results)
    return in_order(newest, breadth(runs), here)


def breadth(runs: Sequence[Results]) -> Counter[Place]:
    """Return how many experiments were planned at each place, smoke runs aside."""
    planned = {(place(r.run), e.id) for r in runs if r.run.profile != "smoke" for e in r.run.experiments}
    return Counter(where for where, _ in planned)


def in_order(newest: Mapping[Place, Results], breadth_of: Counter[Place], here: Machine | None) -> list[Results]:
    """Return the runs of all places: the machine like `here` first, then those that measured most.

    Of a machine, the Python that measured most experiments is its usual one and stands first; of two that measured
    as many, the one with the lock, and then the newer. Its other Pythons follow from the oldest on.
    """
    machines = list(dict.fromkeys(machine for machine, _ in newest))
    usual = {
        machine: max(pythons(machine, newest), key=lambda p: usualness(p, newest, breadth_of)) for machine in machines
    }
    mine = identity(here) if here else None
    first = sorted(
        machines, key=lambda m: (m != mine, -max(breadth_of[p] for p in pythons(m, newest)), machines.index(m))
    )
    return [
        newest[where]
        for machine in first
        for where in sorted(pythons(machine, newest), key=lambda p: (p != usual[machine], age(newest[p])))
    ]


def pythons(machine: str, newest: Mapping[Place, Results]) -> list[Place]:
    """Return the places on a machine."""
    return [where for where in newest if where[0] == machine]


def usualness(where: Place, newest: Mapping[Place, Results], breadth_of: Counter[Place]) -> tuple[object, ...]:
    """Return what is greater for a Python that is rather the usual one of its machine."""
    run = newest[where].run
    return breadth_of[where], run.environment.gil is not False, age(newest[where])


def age(results: Results) -> tuple[list[int], bool, str]:
    """Return what is greater for a newer Python, and for a free-threaded one of two alike."""
    environment = results.run.environment
    return [int(n) for n in re.findall(r"\d+", environment.python)], environment.gil is False, environment.python
