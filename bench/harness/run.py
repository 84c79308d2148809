"""A run: make the plan, hold the machine, and go through the plan slot by slot."""

import contextlib
import secrets
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import filelock

from bench.catalog import implementations
from bench.errors import AskedError, BusyError
from bench.harness import golang, installed, machine, plan
from bench.harness.loaders import LOADER
from bench.harness.measure import date
from bench.harness.serve import MOCK
from bench.model import Answering, Environment, Experiment, PlannedExperiment, Profile, Run, Scenario, Slot, Trial

LOCK = (Path("/tmp") if Path("/tmp").is_dir() else Path(tempfile.gettempdir())) / "concurrency-measured.lock"  # noqa: S108
"""The same for every user of the machine, whatever their settings."""
Execute = Callable[[Slot, Scenario], Trial]
"""Does one trial; the tests pass one that has no clock."""


def new_run(experiments: Sequence[Experiment], profile: Profile, seed: int | None = None) -> Run:
    """Return the plan of a run that begins now, with the machine and the software as they are."""
    seed = secrets.randbits(32) if seed is None else seed
    started = date()
    chosen = planned(experiments, profile)
    return Run(
        schema=2,
        method=plan.METHOD,
        id=f"{started:%Y-%m-%dT%H%M%SZ}-{profile}-{seed % 0x10000:04x}",
        started=started,
        profile=profile,
        seed=seed,
        machine=machine.machine(),
        environment=environment(chosen),
        experiments=chosen,
        order=plan.order(chosen, profile, seed),
    )


def planned(experiments: Sequence[Experiment], profile: Profile) -> tuple[PlannedExperiment, ...]:
    """Return what `profile` measures of `experiments` on this machine."""
    missing = {name: why_not(name) for name in implementations()} | installed.missing()
    return tuple(plan.planned(experiment, profile, missing) for experiment in experiments)


def why_not(name: str) -> str | None:
    """Say why an implementation cannot run here, or `None`."""
    implementation = implementations()[name]
    if implementation.source.language == "go" and golang.toolchain() is None:
        return "no Go toolchain"
    return implementation.missing()


def environment(experiments: Sequence[PlannedExperiment]) -> Environment:
    """Return what the scenarios of `experiments` run with: implementations that are here, and the loaders of others."""
    scenarios = [scenario for experiment in experiments for scenario in experiment.scenarios]
    names = {scenario.implementation for scenario in scenarios} & set(implementations())
    loaders = {scenario.conditions.loader for scenario in scenarios if isinstance(scenario.conditions, Answering)}
    return machine.environment([implementations()[name] for name in sorted(names)], installed.versions(loaders))


def check_unchanged(run: Run) -> None:
    """Raise `AskedError` if code, packages, Python or machine are not those that the run began with."""
    now = environment(run.experiments)
    parts = ("sources", "packages", "python", "python_build", "gil", "go", "pinned")
    changed = [part for part in parts if getattr(now, part) != getattr(run.environment, part)]
    changed += ["method"] if run.method != plan.METHOD else []
    changed += ["machine"] if machine.machine().cpu != run.machine.cpu else []
    if changed:
        raise AskedError(f"{run.id} began with other {', '.join(changed)}; half a run of each is none: start a new one")


def build(run: Run) -> None:
    """Build every program that the run needs, so that no trial waits for a compiler."""
    golang.build(MOCK)
    scenarios = [s for e in run.experiments for s in e.scenarios if s.id not in e.unavailable]
    if any(isinstance(s.conditions, Answering) and s.conditions.loader == "loader" for s in scenarios):
        golang.build(LOADER)
    for name in sorted({s.implementation for s in scenarios}):
        if implementations()[name].source.language == "go":
            golang.build(implementations()[name].path)


@contextlib.contextmanager
def whole_machine() -> Iterator[None]:
    """Hold the one lock of this machine: two runs at once would measure each other."""
    lock = filelock.FileLock(LOCK, mode=0o666)
    try:
        lock.acquire(blocking=False)
    except filelock.Timeout:
        raise BusyError("another run is measuring on this machine; start again when it has ended") from None
    try:
        yield
    finally:
        lock.release()


def conduct(run: Run, done: set[Slot], execute: Execute) -> Iterator[Trial]:
    """Yield the trial of each slot of the plan that is not `done`, in the order of the plan."""
    scenarios = {(e.id, s.id): s for e in run.experiments for s in e.scenarios}
    for slot in run.order:
        if slot not in done:
            yield execute(slot, scenarios[slot.experiment, slot.scenario])
