"""Whether a waiting unit weighs what the harness says: `python -m bench.selfcheck.parked` weighs it in two ways.

By the harness, as in a trial; and a process made by hand is looked at from outside. Each has few units and many, and
a unit weighs what each further one adds. The document is printed; it is kept as ``data/parked.json``.
"""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.errors import ToolError
from bench.harness import golang
from bench.harness.machine import machine
from bench.harness.measure import date, resident_bytes
from bench.harness.process import started
from bench.harness.reaper import Reaper
from bench.harness.run import whole_machine
from bench.harness.serve import ServerError
from bench.harness.spawn import attempt
from bench.model import Failed, Scenario, Starting
from bench.report.comparisons import compare
from bench.report.stats import estimate

HERE = Path(__file__).parent
ROUNDS = 6
FEW, MANY = 500, 4_000


@dataclass(frozen=True)
class Program:
    """An implementation that parks units, and the same by hand."""

    title: str
    implementation: str
    by_hand: Callable[[], list[str]]


PROGRAMS = (
    Program("threads", "threads_parked", lambda: [sys.executable, str(HERE / "parked_by_hand.py"), "threads"]),
    Program("asyncio tasks", "asyncio_parked", lambda: [sys.executable, str(HERE / "parked_by_hand.py"), "tasks"]),
    Program("goroutines", "go_parked", lambda: [str(golang.build(HERE / "parked_by_hand.go")), "goroutines"]),
)


def parked(rounds: int, programs: Sequence[Program] = PROGRAMS, units: tuple[int, int] = (FEW, MANY)) -> dict[str, Any]:
    """Return for each program the median weights in bytes, and the ratio of harness to hand with its interval."""
    reaper = Reaper()
    try:
        found = [weighed(program, rounds, units, reaper) for program in programs]
    finally:
        reaper.close()
    about = {"rounds": rounds, "units": list(units), "date": f"{date():%Y-%m-%d}", "cpu": machine().cpu}
    return about | {"programs": found}


def weighed(program: Program, rounds: int, units: tuple[int, int], reaper: Reaper) -> dict[str, Any]:
    """Return what a unit of one program weighs by the harness and by hand."""
    command = program.by_hand()
    pairs = [
        (
            slope(units, lambda number: by_harness(program, number, reaper)),
            slope(units, lambda number: by_hand([*command, str(number)], reaper)),
        )
        for _ in range(rounds)
    ]
    found = compare({"harness": pairs}, band=0)["harness"]
    return {
        "program": program.title,
        "harness_bytes": estimate([harness for harness, _ in pairs]).median,
        "by_hand_bytes": estimate([hand for _, hand in pairs]).median,
        "ratio": found.ratio,
        "ratio_low": found.low,
        "ratio_high": found.high,
    }


def slope(units: tuple[int, int], weigh: Callable[[int], int]) -> float:
    """Return what each unit beyond the few adds."""
    few, many = units
    return (weigh(many) - weigh(few)) / (many - few)


def by_harness(program: Program, number: int, reaper: Reaper) -> int:
    """Return what a trial adds to the memory of its process while so many units wait."""
    conditions = Starting(units=number)
    scenario = Scenario(
        id=program.implementation,
        title=program.title,
        tier="like for like",
        implementation=program.implementation,
        workload="park",
        conditions=conditions,
    )
    outcome = attempt(scenario, reaper)
    if isinstance(outcome, Failed):
        raise ServerError(outcome.reason)
    if not outcome.units or outcome.units.parked_bytes is None or outcome.units.before_bytes is None:
        raise ToolError("the system does not tell how much memory a process has; Linux does")
    return outcome.units.parked_bytes - outcome.units.before_bytes


def by_hand(command: list[str], reaper: Reaper) -> int:
    """Return the memory of the program without a harness while its units wait."""
    with started(command, None, reaper) as running:
        if running.process.stdout is None or running.process.stdout.readline() != b"parked\n":
            raise ToolError(f"{command[0]}: {running.last_words()}")
        found = resident_bytes(running.process.pid)
        running.process.communicate()
    if found is None:
        raise ToolError("the system does not tell how much memory a process has; Linux does")
    return found


if __name__ == "__main__":
    with whole_machine():
        print(json.dumps(parked(ROUNDS), indent=2, sort_keys=True))
