"""What is planned: a run, with the machine and the software that it began with."""

from typing import Literal

from bench.model.asked import Scenario
from bench.model.types import Copy, Judged, Kind, Moment, Name, Natural, Number, Profile, Record, Text


class Slot(Record, frozen=True, kw_only=True):
    """One place in the plan: this scenario, in this round, at this position."""

    experiment: Name
    scenario: Name
    copy: Copy
    round: Natural
    position: Natural


class Machine(Record, frozen=True, kw_only=True):
    """Captured, never typed. ``None`` is "this system does not tell"."""

    cpu: Text
    cores: Natural
    threads_per_core: Natural | None
    governor: Text | None
    frequency_mhz: Number | None
    memory_bytes: Natural
    system: Text
    kernel: Text
    architecture: Text
    virtualisation: Text | None
    limits: dict[Name, Number | None]


class Environment(Record, frozen=True, kw_only=True):
    """What was measured with what."""

    python: Text
    python_build: Text
    gil: bool | None
    """Whether this build of Python begins with its lock on; an extension can switch it on later, see `Usage.gil`."""
    pinned: bool
    """Whether client and server could be given a core each, where the layout is split."""
    go: Text | None
    packages: dict[Name, Text]
    commit: Text | None
    dirty: bool | None
    sources: dict[Name, Text]
    """sha256 of each measured implementation, of all code of the ``harness`` and of the ``reference`` servers."""


class PlannedExperiment(Record, frozen=True, kw_only=True):
    """An experiment as it was when the plan was made."""

    id: Name
    kind: Kind
    reference: Name
    placebo: Name
    measure: Judged = "work_s"
    scenarios: tuple[Scenario, ...]
    unavailable: dict[Name, Text] = {}
    """Scenarios that cannot run on this machine, each with the reason."""


class Run(Record, frozen=True, kw_only=True):
    """``run.json``: written before the first trial, and never changed."""

    schema: Literal[2]
    method: Natural
    id: Name
    started: Moment
    profile: Profile
    seed: Number
    machine: Machine
    environment: Environment
    experiments: tuple[PlannedExperiment, ...]
    order: tuple[Slot, ...]
