"""What being measured costs: `python -m bench.selfcheck.overhead` times programs by hand and by the harness.

Both in turn, the first of each pair changing, on the same cores and against the same server. The document is
printed; it is kept as ``data/overhead.json``. Only worth something on a quiet machine.
"""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.catalog import all_experiments
from bench.harness import golang, meter
from bench.harness.machine import machine
from bench.harness.measure import date
from bench.harness.process import split_cores, started
from bench.harness.reaper import Reaper
from bench.harness.run import whole_machine
from bench.harness.serve import ServerError, serving
from bench.harness.spawn import attempt
from bench.model import Failed, Fetching, Scenario
from bench.report.comparisons import Pair, compare
from bench.report.stats import estimate

HERE = Path(__file__).parent
ROUNDS = 24


@dataclass(frozen=True)
class Program:
    """A scenario, and the same by hand."""

    title: str
    experiment: str
    scenario: str
    by_hand: Callable[[], list[str]]


def python() -> list[str]:
    """Return the command of the Python program without a harness."""
    return [sys.executable, str(HERE / "by_hand.py")]


def go() -> list[str]:
    """Return the command of the Go program without a harness."""
    return [str(golang.build(HERE / "by_hand.go"))]


PROGRAMS = (
    Program("aiohttp, one session, 100 requests of 200 ms", "waiting", "aiohttp", python),
    Program("aiohttp, one session, 1,600 requests of 50 ms", "growth", "aiohttp-1600", python),
    Program("Go, net/http, 1,600 requests of 50 ms", "growth", "go-1600", go),
)


def overhead(rounds: int, programs: Sequence[Program] = PROGRAMS) -> dict[str, Any]:
    """Return for each program the median of both in seconds, and the ratio of harness to hand with its interval."""
    reaper = Reaper()
    try:
        found = [compared(program, rounds, reaper) for program in programs]
    finally:
        reaper.close()
    return {"rounds": rounds, "date": f"{date():%Y-%m-%d}", "cpu": machine().cpu, "programs": found}


def compared(program: Program, rounds: int, reaper: Reaper) -> dict[str, Any]:
    """Return what one program takes by the harness and by hand."""
    scenarios = all_experiments()[program.experiment].scenarios
    scenario = next(s for s in scenarios if s.id == program.scenario)
    command = program.by_hand()
    pairs = [pair(scenario, command, reaper, hand_first=bool(number % 2)) for number in range(rounds)]
    found = compare({"harness": pairs}, band=0)["harness"]
    return {
        "program": program.title,
        "harness_s": estimate([harness for harness, _ in pairs]).median,
        "by_hand_s": estimate([hand for _, hand in pairs]).median,
        "ratio": found.ratio,
        "ratio_low": found.low,
        "ratio_high": found.high,
    }


def pair(scenario: Scenario, command: list[str], reaper: Reaper, *, hand_first: bool) -> Pair:
    """Return the seconds by the harness and by hand, measured one after the other."""
    if hand_first:
        hand = by_hand(scenario, command, reaper)
        return by_harness(scenario, reaper), hand
    return by_harness(scenario, reaper), by_hand(scenario, command, reaper)


def by_harness(scenario: Scenario, reaper: Reaper) -> float:
    """Return the time of the first batch of a trial."""
    meter.wait_for_quiet()
    outcome = attempt(scenario, reaper)
    if isinstance(outcome, Failed):
        raise ServerError(outcome.reason)
    return outcome.batches[0].work_s


def by_hand(scenario: Scenario, command: list[str], reaper: Reaper) -> float:
    """Return the time that the program without a harness tells."""
    meter.wait_for_quiet()
    cores = split_cores()
    conditions = scenario.conditions
    if not isinstance(conditions, Fetching):
        raise TypeError(f"{scenario.id}: only fetching is done by hand")
    with serving(conditions, reaper) as server:
        asked = [*command, server.address, str(conditions.requests)]
        with started(asked, cores[0] if cores else None, reaper) as running:
            said, _ = running.process.communicate()
            return float(said)


if __name__ == "__main__":
    with whole_machine():
        print(json.dumps(overhead(ROUNDS), indent=2, sort_keys=True))
