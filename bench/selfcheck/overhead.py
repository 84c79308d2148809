"""What being measured costs: `python -m bench.selfcheck.overhead` times one program by hand and by the harness.

Both in turn, the first of each pair changing, on the same cores and against the same server. The document is
printed; it is kept as ``data/overhead.json``. Only worth something on a quiet machine.
"""

import json
import sys
from pathlib import Path
from typing import Any

from bench.catalog import all_experiments
from bench.harness import meter
from bench.harness.machine import machine
from bench.harness.measure import date
from bench.harness.process import split_cores, started
from bench.harness.reaper import Reaper
from bench.harness.run import whole_machine
from bench.harness.serve import ServerError, serving
from bench.harness.spawn import attempt
from bench.model import Failed, Scenario
from bench.report.comparisons import Pair, compare
from bench.report.stats import estimate

BY_HAND = Path(__file__).with_name("by_hand.py")
ROUNDS = 24


def overhead(rounds: int) -> dict[str, Any]:
    """Return the median of both in seconds, and the ratio of harness to hand with its exact interval."""
    scenario = next(s for s in all_experiments()["waiting"].scenarios if s.id == "aiohttp")
    reaper = Reaper()
    try:
        pairs = [pair(scenario, reaper, hand_first=bool(number % 2)) for number in range(rounds)]
    finally:
        reaper.close()
    found = compare({"harness": pairs}, band=0)["harness"]
    return {
        "program": "aiohttp, one session, 100 requests of 200 ms",
        "rounds": rounds,
        "date": f"{date():%Y-%m-%d}",
        "cpu": machine().cpu,
        "harness_s": estimate([harness for harness, _ in pairs]).median,
        "by_hand_s": estimate([hand for _, hand in pairs]).median,
        "ratio": found.ratio,
        "ratio_low": found.low,
        "ratio_high": found.high,
    }


def pair(scenario: Scenario, reaper: Reaper, *, hand_first: bool) -> Pair:
    """Return the seconds by the harness and by hand, measured one after the other."""
    if hand_first:
        hand = by_hand(scenario, reaper)
        return by_harness(scenario, reaper), hand
    return by_harness(scenario, reaper), by_hand(scenario, reaper)


def by_harness(scenario: Scenario, reaper: Reaper) -> float:
    """Return the time of the first batch of a trial."""
    meter.wait_for_quiet()
    outcome = attempt(scenario, reaper)
    if isinstance(outcome, Failed):
        raise ServerError(outcome.reason)
    return outcome.batches[0].work_s


def by_hand(scenario: Scenario, reaper: Reaper) -> float:
    """Return the time that the program without a harness tells."""
    meter.wait_for_quiet()
    cores = split_cores()
    with serving(scenario.conditions, reaper) as server:
        command = [sys.executable, str(BY_HAND), server.address, str(scenario.conditions.requests)]
        with started(command, cores[0] if cores else None, reaper) as running:
            said, _ = running.process.communicate()
            return float(said)


if __name__ == "__main__":
    with whole_machine():
        print(json.dumps(overhead(ROUNDS), indent=2, sort_keys=True))
