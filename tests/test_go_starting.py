"""The process protocol of creation in Go: how many units there were, what they weighed, and where their time went."""

import sys
from pathlib import Path
from typing import Any

import pytest

from bench.harness import golang
from tests.test_go_trial import ask, fail, trial

pytestmark = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")
FAKES = """package main

import (
	"fmt"
	"os"
	"time"

	"measured/reference/trial"
)

func creation(start func(c trial.Conditions, units int) int) func(trial.Conditions) (trial.Start, func()) {
	return func(c trial.Conditions) (trial.Start, func()) {
		fmt.Fprintln(os.Stderr, "setup")
		return func(units int) int { return start(c, units) }, func() { fmt.Fprintln(os.Stderr, "teardown") }
	}
}

func observed(c trial.Conditions) (trial.Start, func()) {
	seen := c.Seen()
	return func(units int) int {
		seen.Begun()
		for i := range units {
			for _, mark := range []func(int){seen.Creating, seen.Running, seen.Created} {
				time.Sleep(2 * time.Millisecond)
				mark(i)
			}
			for n := range c.Sleeps {
				time.Sleep(c.Sleep(i, n))
				seen.Woke(i, n)
			}
			seen.Ended(i)
		}
		return seen.Over()
	}, func() {}
}

func main() {
	trial.StartMain(trial.Starts{
		"right": creation(func(_ trial.Conditions, units int) int { return units }),
		"loses": creation(func(_ trial.Conditions, units int) int { return units - 1 }),
		"panics": creation(func(trial.Conditions, int) int { panic("oh") }),
		"parks": creation(func(c trial.Conditions, units int) int { c.Parked(); return units }),
		"sleeps": creation(func(c trial.Conditions, units int) int {
			fmt.Fprintln(os.Stderr, c.Sleep(0, 0), c.Sleep(1, 0), c.Sleep(1, 1))
			return units
		}),
		"observed": observed,
	})
}
"""
STARTING: dict[str, Any] = {"of": "starting", "units": 4, "sleeps": 2, "sleep_s": 0.01, "spread_s": 0.04, "batches": 2}


@pytest.fixture
def fakes(tmp_path: Path) -> Path:
    """Return a program whose workloads start nothing."""
    source = tmp_path / "fakes.go"
    source.write_text(FAKES)
    return golang.build(source)


@pytest.mark.parametrize("units", [0, 4])
def test_a_trial_that_is_right_tells_how_many_units_ended(fakes: Path, units: int) -> None:
    said = trial(fakes, **STARTING | {"workload": "right", "units": units})
    assert (said["is"], len(said["batches"])) == ("measured", 2)
    assert (said["units"]["ended"], said["units"]["parked_bytes"]) == (2 * units, None)
    assert "phases" not in said["units"]


def test_setup_comes_first_and_teardown_last(fakes: Path) -> None:
    assert ask(fakes, **STARTING | {"workload": "right"}).stderr.split() == ["setup", "teardown"]


def test_a_unit_that_is_lost_is_found(fakes: Path) -> None:
    said = fail(fakes, **STARTING | {"workload": "loses"})
    assert (said.status, said.reason) == ("wrong_answer", "batch 1, 3 units ran to their end, not 4")


def test_a_panic_is_a_crash(fakes: Path) -> None:
    assert fail(fakes, **STARTING | {"workload": "panics"}).reason == "panic: oh"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the resident memory of a process")
def test_memory_is_noted_before_and_while_all_wait(fakes: Path) -> None:
    said = trial(fakes, **STARTING | {"workload": "parks"})["units"]
    assert 0 < said["before_bytes"] <= said["parked_bytes"]


def test_only_the_first_sleep_of_a_unit_is_longer_by_its_place(fakes: Path) -> None:
    assert ask(fakes, **STARTING | {"workload": "sleeps", "batches": 1}).stderr.split()[1:4] == ["10ms", "20ms", "10ms"]


def test_phases_come_in_their_order_and_make_the_time_of_a_batch(fakes: Path) -> None:
    """One unit after another: each is created in 2 ms or more, and runs before its creator is done with it."""
    said = trial(fakes, **STARTING | {"workload": "observed"})
    phases = said["units"]["phases"]
    assert list(phases) == [
        "waiting to be created", "being created", "start lag", "asleep as asked", "sleep overshoot", "running",
        "join tail",
    ]  # fmt: skip
    assert sum(phases.values()) == pytest.approx(sum(batch["work_s"] for batch in said["batches"]) / 2, rel=0.02)
    assert phases["start lag"] == 0
    assert phases["being created"] > 0.002
    assert phases["asleep as asked"] == pytest.approx(2 * 0.01 + 0.04 * 3 / 8)
    assert said["units"]["ended"] == 8


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"workload": "none"}, 'workload is "none"; ask for one of ["loses" "observed"'),
        ({"workload": "right", "units": -1}, 'of is "starting", units -1 and batches 2'),
        ({"workload": "right", "of": "fetching"}, 'of is "fetching", units 4 and batches 2'),
    ],
)
def test_a_trial_that_cannot_be_tried_says_why(fakes: Path, document: dict[str, Any], said: str) -> None:
    done = ask(fakes, **STARTING | document)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
