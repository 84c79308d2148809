"""Records for the tests: complete, plausible and made up."""

import datetime
import random
from pathlib import Path
from typing import Any

import msgspec

from bench.catalog import all_experiments, implementations
from bench.harness import plan
from bench.model import (
    Answering,
    Batch,
    Environment,
    Failed,
    Fetching,
    Latency,
    Lateness,
    Load,
    Machine,
    Measured,
    Profile,
    Run,
    Scenario,
    Served,
    Slot,
    Starting,
    Status,
    Surroundings,
    Trial,
    Units,
    Usage,
)
from bench.physics import floor_s
from bench.results import store

NOON = datetime.datetime(2026, 11, 1, 12, tzinfo=datetime.UTC)
MACHINE = Machine(
    cpu="Imagined CPU",
    cores=2,
    threads_per_core=1,
    governor=None,
    frequency_mhz=None,
    memory_bytes=8 * 2**30,
    system="Linux",
    kernel="6.1",
    architecture="x86_64",
    virtualisation=None,
    limits={"open-files": 1024, "processes": None},
)
EXTRA_S = {
    "loop": 0.3,
    "threads-get-30": 0.12,
    "threads-get-100": 0.1,
    "threads-session": 0.06,
    "aiohttp": 0.016,
    "httpx": 0.1,
    "go": 0.004,
}
"""What each way takes beyond its floor, in seconds."""


def a_run(  # noqa: PLR0913 - a record of many parts.
    profile: Profile = "standard",
    *,
    seed: int = 7,
    machine: Machine = MACHINE,
    day: int = 0,
    experiment: str = "waiting",
    environment: Environment | None = None,
) -> Run:
    """Return the plan of a run of one experiment."""
    experiments = [plan.planned(all_experiments()[experiment], profile, {})]
    return Run(
        schema=2,
        method=plan.METHOD,
        id=f"made-up-{profile}-{seed}",
        started=NOON + datetime.timedelta(days=day),
        profile=profile,
        seed=seed,
        machine=machine,
        environment=environment or an_environment(),
        experiments=tuple(experiments),
        order=plan.order(experiments, profile, seed),
    )


def an_environment(python: str = "3.11.7", *, gil: bool = True) -> Environment:
    """Return an environment in which the implementations were as they are now."""
    return Environment(
        python=python,
        python_build="CPython, gcc",
        gil=gil,
        pinned=True,
        go="go1.26",
        packages={"aiohttp": "3.14.5"},
        commit="0" * 40,
        dirty=False,
        sources={one.name: one.digest for one in implementations().values()} | {"reference": "0" * 64},
    )


def measured(scenario: Scenario, work_s: float) -> Measured:
    """Return the outcome of a trial whose every batch took `work_s`."""
    conditions = scenario.conditions
    cold = Batch(work_s=work_s, user_s=0.02, system_s=0.01)
    warm = Batch(work_s=work_s * 1.01, user_s=0.04, system_s=0.03)
    return Measured(
        setup_s=0.001,
        batches=(cold, *(warm,) * (conditions.batches - 1)),
        teardown_s=0.001,
        usage=Usage(
            process_s=work_s * conditions.batches + 0.4,
            user_s=0.3,
            system_s=0.05,
            voluntary_switches=100,
            involuntary_switches=3,
            peak_memory_bytes=40 * 2**20,
            threads=7,
        ),
        surroundings=Surroundings(others_busy=0.01, steal=0.0, listen_overflows=0, retransmits=0),
        **account(scenario, work_s),
    )


def account(scenario: Scenario, work_s: float) -> dict[str, Any]:
    """Return the account that goes with each kind of work."""
    conditions = scenario.conditions
    match conditions:
        case Fetching():
            return {"served": served(conditions)}
        case Starting():
            mib = 2**20
            ended = conditions.units * conditions.batches
            parked = 12 * mib + 10_000 * conditions.units
            told = {"phases": phases(conditions, work_s)} if scenario.workload == "observe" else {}
            counts = {"timer-comparisons": 10_000} if scenario.workload == "count_comparisons" else {}
            return {"units": Units(ended=ended, before_bytes=12 * mib, parked_bytes=parked, counts=counts, **told)}
        case Answering():
            return {"load": load(conditions, work_s)}


def phases(conditions: Starting, work_s: float) -> dict[str, float]:
    """Return what the time of a unit consists of; a tenth of what is beyond its sleeps is creating it."""
    asleep_s = floor_s(conditions)
    more_s = work_s - asleep_s
    return {"being created": more_s * 0.1, "asleep as asked": asleep_s, "sleep overshoot": more_s * 0.9}


def load(conditions: Answering, each_s: float) -> Load:
    """Return what the loader says of so many seconds from answer to answer."""
    answers = conditions.requests or max(1, round((conditions.duration_s or 1) / each_s))
    held_s = each_s * conditions.connections
    return Load(
        answers=answers,
        statuses={"200": answers},
        duration_s=answers * each_s,
        latency=Latency(mean_s=held_s, p50_s=held_s, p90_s=held_s * 1.2, p99_s=held_s * 2, max_s=held_s * 3),
        connections=conditions.connections if conditions.keep_alive else answers,
        kept=answers if conditions.keep_alive else 0,
        loader_cpu_s=0.01,
        server_cpu_s=0.05,
        server_memory_bytes=30 * 2**20,
        workers={str(number): answers // conditions.workers for number in range(conditions.workers)},
    )


def served(conditions: Fetching) -> Served:
    """Return what the server says of a trial in which all was well."""
    sent = conditions.requests * conditions.batches
    return Served(
        connections=min(sent, conditions.concurrency) if conditions.reuse else sent,
        requests=sent,
        failed=0,
        peak_in_flight=conditions.concurrency,
        sent_bytes=sent * 22,
        http_versions={conditions.http: sent},
        cpu_s=0.01,
        lateness=Lateness(p50_s=0.0001, p99_s=0.0005, max_s=0.001),
    )


def fetching(scenario: Scenario) -> Fetching:
    """Return the conditions of a scenario about clients."""
    assert isinstance(scenario.conditions, Fetching)
    return scenario.conditions


def served_of(outcome: Measured) -> Served:
    """Return the account of the server of a client."""
    assert outcome.served
    return outcome.served


def failed(status: Status = "failed_requests", reason: str = "3 of 100 requests failed") -> Failed:
    """Return the outcome of a trial that has no speed."""
    return Failed(status=status, reason=reason, after_s=1.0)


def a_trial(run: Run, slot: Slot, rng: random.Random) -> Trial:
    """Return a trial for a slot of the plan, a little over its floor."""
    scenario = next(s for e in run.experiments for s in e.scenarios if s.id == slot.scenario)
    extra = EXTRA_S.get(scenario.id, 0.1) * rng.lognormvariate(0, 0.02)
    outcome = measured(scenario, floor_s(scenario.conditions) + extra)
    return Trial(slot=slot, started=run.started, gate_s=0.05, outcome=outcome)


def trials(run: Run) -> list[Trial]:
    """Return a trial for every slot of the plan; the same for the same seed."""
    rng = random.Random(run.seed)
    return [a_trial(run, slot, rng) for slot in run.order]


def stored(data: Path, run: Run, its_trials: list[Trial] | None = None) -> Path:
    """Write a run folder and return it."""
    opened = store.create(data / run.id, run)
    for trial in trials(run) if its_trials is None else its_trials:
        opened.append(trial)
    return opened.folder


def with_outcome(trial: Trial, outcome: Measured | Failed) -> Trial:
    """Return the same trial with another outcome."""
    return msgspec.structs.replace(trial, outcome=outcome)
