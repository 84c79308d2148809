"""The phases of a unit: what they are made of, that they add up, and that a trial whose phases do not is refuted."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bench.harness import observing, starting
from bench.harness.observing import Observer, phases
from bench.model import Scenario, Starting, Units
from bench.physics import floor_s, miscount, refuted
from tests import made_up

CONDITIONS: dict[str, Any] = {"units": 2, "batches": 1, "sleeps": 2, "sleep_s": 1.0, "spread_s": 1.0}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Replace the clock by one that stands where the test puts it."""
    moment = [0.0]
    monkeypatch.setattr(observing, "now", lambda: moment[0])
    return moment


def told(clock: list[float], story: list[tuple[float, str, tuple[int, ...]]]) -> Observer:
    observer = Observer(CONDITIONS["sleeps"])
    observer.prepare(CONDITIONS["units"], 1)
    for at, method, unit in story:
        clock[0] = at
        getattr(observer, method)(*unit)
    return observer


def story() -> Iterator[tuple[float, str, tuple[int, ...]]]:
    yield 0.0, "begun", ()
    yield 1.0, "creating", (0,)
    yield 1.5, "running", (0,)
    yield 2.0, "created", (0,)
    yield 2.0, "creating", (1,)
    yield 3.0, "created", (1,)
    yield 3.5, "running", (1,)
    yield 2.75, "woke", (0, 0)
    yield 4.0, "woke", (0, 1)
    yield 4.0, "ended", (0,)
    yield 5.0, "woke", (1, 0)
    yield 6.25, "woke", (1, 1)
    yield 6.5, "ended", (1,)
    yield 7.0, "joined", (0,)
    yield 7.5, "joined", (1,)
    yield 8.0, "over", ()


def test_a_unit_that_runs_before_its_creator_is_done_has_no_start_lag(clock: list[float]) -> None:
    """The first unit runs at 1.5 and is created at 2.0; the second one the other way round. Means of both."""
    found = phases(told(clock, list(story())), CONDITIONS)
    assert found == {
        "waiting to be created": 1.5,
        "being created": 0.75,
        "start lag": 0.25,
        "asleep as asked": 2.25,
        "sleep overshoot": 0.375,
        "running": 0.125,
        "join tail": 2.0,
        "waiting for the others": 0.75,
    }
    assert sum(found.values()) == 8.0


def test_where_all_are_waited_for_at_once_nobody_waits_for_the_others(clock: list[float]) -> None:
    found = phases(told(clock, [one for one in story() if one[1] != "joined"]), CONDITIONS)
    assert list(found)[-1] == "join tail"
    assert sum(found.values()) == 8.0


def test_a_unit_that_wakes_early_slept_as_long_as_it_did(clock: list[float]) -> None:
    early = [(2.25 if one[1:] == ("woke", (0, 0)) else one[0], *one[1:]) for one in story()]
    found = phases(told(clock, early), CONDITIONS)
    assert found["asleep as asked"] == 2.25 - 0.125
    assert sum(found.values()) == 8.0


def test_no_units_have_no_phases() -> None:
    observer = Observer(2)
    observer.prepare(0, 3)
    assert phases(observer, CONDITIONS | {"units": 0}) == {}


@pytest.mark.parametrize("asked", [True, False])
def test_arrays_are_made_only_for_a_workload_that_asks_for_the_observer(asked: bool) -> None:  # noqa: FBT001
    job = starting.job({"units": 3, "batches": 2, "sleeps": 4})
    job.begin({"seen"} if asked else {"parked"})
    made = [len(batch.woke) for batch in job.parameters["seen"].batches]
    assert made == ([12, 12] if asked else [])


def test_what_a_workload_tells_is_in_the_account() -> None:
    job = starting.job({"units": 3, "batches": 2, "sleeps": 0})
    job.begin(set())
    job.parameters["counted"]("comparisons", 5)
    job.parameters["counted"]("others", 6)
    job.parameters["parked"]()
    units = job.account()["units"]
    assert units["counts"] == {"comparisons": 5, "others": 6}
    assert 0 < units["before_bytes"] <= units["parked_bytes"]
    assert units["ended"] == 6
    assert job.wrong(2) == "2 units ran to their end, not 3"


@pytest.mark.parametrize(
    ("phase_s", "work_s", "wrong"),
    [(0.981, 1.0, False), (1.019, 1.0, False), (0.979, 1.0, True), (1.021, 1.0, True), (0.0012, 0.001, False)],
)
def test_phases_that_do_not_make_the_time_of_a_batch_are_refuted(phase_s: float, work_s: float, wrong: bool) -> None:  # noqa: FBT001
    conditions = Starting(units=2)
    reason = miscount(conditions, Units(ended=2, phases={"a": phase_s / 2, "b": phase_s / 2}), work_s)
    assert (reason is not None) == wrong


def test_a_measured_trial_whose_phases_do_not_add_up_is_refuted() -> None:
    conditions = Starting(units=2)
    scenario = Scenario(
        id="seen",
        title="seen",
        tier="like for like",
        implementation="asyncio_observed",
        workload="observe",
        conditions=conditions,
    )
    measured = made_up.measured(scenario, 1.0)
    assert refuted(conditions, measured) is None
    bad = replace(measured, units=Units(ended=2, phases={"being created": 0.5}))
    assert "add up to 0.500000 s, while a batch took 1.000000 s" in (refuted(conditions, bad) or "")


def test_no_units_need_no_time_to_sleep() -> None:
    asked = [Starting(units=units, sleeps=10, sleep_s=0.1, spread_s=0.1) for units in (0, 1, 2)]
    assert [floor_s(one) for one in asked] == [0, 1.0, 1.05]
