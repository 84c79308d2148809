"""What every way of starting units must keep, whoever wrote it."""

import asyncio
import gc
import inspect
import sys
import threading
import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import psutil
import pytest

from bench.catalog import Implementation, all_experiments, implementations
from bench.harness.job import Job
from bench.harness.measure import Timings, measure
from bench.harness.reaper import Reaper
from bench.harness.run import why_not
from bench.harness.spawn import attempt
from bench.harness.starting import job
from bench.model import Measured, Scenario, Starting, Units
from bench.physics import refuted
from bench.source import Workload

FOUND = [(i, w) for i in implementations().values() for w in i.source.workloads if i.kind == "creation"]
PYTHON = [(i, w) for i, w in FOUND if i.source.language == "python" and not why_not(i.name)]
PARKED = [(i, w) for i, w in FOUND if w.name == "park"]
OBSERVED = [(i, w) for i, w in FOUND if w.name == "observe"]
SLEEPERS = [(i, w) for i, w in FOUND if {"sleeps", "conditions"} & set(w.parameters) and w.name != "park"]
UNITS = 12


def names(pair: tuple[Implementation, Workload]) -> str:
    return f"{pair[0].name}.{pair[1].name}"


@pytest.fixture(scope="module")
def reaper() -> Iterator[Reaper]:
    kept = Reaper()
    yield kept
    kept.close()


def in_this_process(pair: tuple[Implementation, Workload], units: int) -> tuple[Timings, Job]:
    implementation, workload = pair
    function = getattr(import_module(f"bench.{implementation.kind}.{implementation.name}"), workload.name)
    asked = inspect.signature(function).parameters
    document = {"units": units, "batches": 2, "sleeps": 2, "sleep_s": 0.002, "spread_s": 0.002, "touched_bytes": 8192}
    made = job(document)
    made.begin(asked)
    timings = measure(function, made.task, 2, **{name: made.parameters[name] for name in asked})
    return timings, made


def small_trial(pair: tuple[Implementation, Workload], reaper: Reaper, **conditions: Any) -> Measured:
    implementation, workload = pair
    if reason := why_not(implementation.name):
        pytest.skip(f"{implementation.name}: {reason}")
    small = {"units": UNITS, "sleeps": 2, "sleep_s": 0.002, "batches": 2}
    scenario = Scenario(
        id="small",
        title="small",
        tier="like for like",
        implementation=implementation.name,
        workload=workload.name,
        conditions=Starting(**small | conditions),
    )
    outcome = attempt(scenario, reaper)
    assert isinstance(outcome, Measured), outcome
    assert refuted(scenario.conditions, outcome) is None
    return outcome


def units_of(measured: Measured) -> Units:
    assert measured.units
    return measured.units


@pytest.mark.parametrize("units", [0, 1, UNITS])
@pytest.mark.parametrize("pair", PYTHON, ids=names)
def test_it_starts_as_many_units_as_asked_and_counts_them(pair: tuple[Implementation, Workload], units: int) -> None:
    timings, made = in_this_process(pair, units)
    assert timings.results == [units, units]
    assert made.account()["units"]["ended"] == 2 * units


@pytest.mark.parametrize("pair", PYTHON, ids=names)
def test_it_leaves_no_thread_task_process_or_loop(pair: tuple[Implementation, Workload]) -> None:
    me = psutil.Process()
    threads, children = threading.active_count(), len(me.children())
    earlier, interval = asyncio.TimerHandle.__lt__, sys.getswitchinterval()
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        in_this_process(pair, UNITS)
        gc.collect()
    assert (threading.active_count(), len(me.children())) == (threads, children)
    assert (asyncio.TimerHandle.__lt__, sys.getswitchinterval()) == (earlier, interval)
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()


@pytest.mark.parametrize("units", [0, UNITS])
@pytest.mark.parametrize("pair", FOUND, ids=names)
def test_a_small_trial_in_a_process_of_its_own_succeeds(
    pair: tuple[Implementation, Workload], units: int, reaper: Reaper
) -> None:
    assert units_of(small_trial(pair, reaper, units=units)).ended == 2 * units


@pytest.mark.parametrize("pair", SLEEPERS, ids=names)
def test_its_units_sleep_as_often_as_asked(pair: tuple[Implementation, Workload], reaper: Reaper) -> None:
    """The floor cannot be beaten; a loop that counts in milliseconds may wake a unit half of one early."""
    measured = small_trial(pair, reaper, units=1, sleeps=3, sleep_s=0.1, batches=1)
    assert measured.batches[0].work_s > 3 * (0.1 - 0.0005)


@pytest.mark.parametrize("pair", PARKED, ids=names)
def test_what_is_parked_weighs_more_than_nothing(pair: tuple[Implementation, Workload], reaper: Reaper) -> None:
    """As a slope: what the first unit makes the process load is not a unit's."""
    few, many = (units_of(small_trial(pair, reaper, units=number, batches=1)) for number in (10, 1_000))
    weights = [(u.parked_bytes or 0) - (u.before_bytes or 0) for u in (few, many)]
    assert 200 < (weights[1] - weights[0]) / 990 < 64 * 1024


@pytest.mark.parametrize("pair", [(i, w) for i, w in PARKED if i.concurrency in {"threads", "go"}], ids=names)
def test_a_touched_stack_weighs_what_was_touched(pair: tuple[Implementation, Workload], reaper: Reaper) -> None:
    """Go's stacks double when they are full, so that up to as much again may be in use for a moment."""
    touched = 64 * 1024
    plain, deep = (small_trial(pair, reaper, units=200, batches=1, touched_bytes=size) for size in (0, touched))
    more = ((units_of(deep).parked_bytes or 0) - (units_of(plain).parked_bytes or 0)) / 200
    assert 0.9 * touched < more < (1.1 if pair[0].concurrency == "threads" else 2.2) * touched


@pytest.mark.parametrize("pair", OBSERVED, ids=names)
def test_the_phases_of_a_unit_add_up_to_the_time_of_a_batch(
    pair: tuple[Implementation, Workload], reaper: Reaper
) -> None:
    measured = small_trial(pair, reaper, units=50, sleep_s=0.05, spread_s=0.05)
    phases = units_of(measured).phases
    mean_s = sum(batch.work_s for batch in measured.batches) / 2
    assert sum(phases.values()) == pytest.approx(mean_s, rel=0.02)
    assert phases["asleep as asked"] == pytest.approx(2 * 0.05 + 0.05 * 49 / 100, abs=0.001)
    assert list(phases)[:3] == ["waiting to be created", "being created", "start lag"]


def test_comparisons_of_timers_are_counted(reaper: Reaper) -> None:
    pair = next((i, w) for i, w in FOUND if w.name == "count_comparisons")
    counts = [units_of(small_trial(pair, reaper, units=n)).counts["timer-comparisons"] for n in (0, 1, 100)]
    assert counts[:2] == [0, 0]
    assert counts[2] > 2 * 2 * 100


@pytest.mark.parametrize(
    "scenario", [s for e in all_experiments().values() if e.kind == "creation" for s in e.scenarios], ids=lambda s: s.id
)
def test_a_scenario_asks_only_for_what_its_workload_does(scenario: Scenario) -> None:
    """A condition that a workload does not know would be said of it all the same."""
    conditions = scenario.conditions
    assert isinstance(conditions, Starting)
    workloads = implementations()[scenario.implementation].source.workloads
    parameters = next(w.parameters for w in workloads if w.name == scenario.workload)
    asked = [name for name in ("sleeps", "spread_s", "touched_bytes") if getattr(conditions, name)]
    assert "conditions" in parameters or set(asked) <= set(parameters)
