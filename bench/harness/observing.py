"""What becomes of the time of a unit: its moments, noted in arrays that are made before the clock runs.

A unit's time begins and ends with its batch. It is taken apart where the unit's moments are, so that the phases of
each unit add up to the time of its batch.
"""

import math
from array import array
from collections.abc import Iterator, Mapping, MutableSequence
from dataclasses import dataclass
from typing import Any

from bench.harness.measure import now

PHASES = (
    "waiting to be created",
    "being created",
    "start lag",
    "asleep as asked",
    "sleep overshoot",
    "running",
    "join tail",
    "waiting for the others",
)
"""In the order in which they happen, see the glossary."""


@dataclass
class Moments:
    """Those of a batch, in seconds of the clock: one for each unit, or for each of its sleeps."""

    creating: MutableSequence[float]
    created: MutableSequence[float]
    running: MutableSequence[float]
    woke: MutableSequence[float]
    ended: MutableSequence[float]
    joined: MutableSequence[float]
    begun: float = math.nan
    over: float = math.nan


class Observer:
    """The harness's side of `bench.workload.Seen`; one for all batches of a trial."""

    def __init__(self, sleeps: int) -> None:
        """Expect nothing yet."""
        self.sleeps = sleeps
        self.batches: list[Moments] = []

    def prepare(self, units: int, batches: int) -> None:
        """Make all arrays, and write to each so that its memory is there."""
        self.batches = [blank(units, self.sleeps) for _ in range(batches)]
        self.upcoming = iter(self.batches)

    def begun(self) -> None:
        """Mark that the next batch begins."""
        self.at = next(self.upcoming)
        self.at.begun = now()

    def creating(self, unit: int) -> None:
        """Mark that a unit, counted from 0, is about to be created."""
        self.at.creating[unit] = now()

    def created(self, unit: int) -> None:
        """Mark that whoever creates it is done with it."""
        self.at.created[unit] = now()

    def running(self, unit: int) -> None:
        """Mark that it runs for the first time."""
        self.at.running[unit] = now()

    def woke(self, unit: int, sleep: int) -> None:
        """Mark that it woke from the sleep of this number, counted from 0."""
        self.at.woke[unit * self.sleeps + sleep] = now()

    def ended(self, unit: int) -> None:
        """Mark that it is at its end."""
        self.at.ended[unit] = now()

    def joined(self, unit: int) -> None:
        """Mark that whoever waits for the units knows that it ended; left out where all are waited for at once."""
        self.at.joined[unit] = now()

    def over(self) -> None:
        """Mark that all have been waited for."""
        self.at.over = now()


def blank(units: int, sleeps: int) -> Moments:
    """Return the moments of a batch that has not begun."""
    creating, created, running, ended, joined = (array("d", [math.nan]) * units for _ in range(5))
    woke = array("d", [math.nan]) * (units * sleeps)
    return Moments(creating=creating, created=created, running=running, woke=woke, ended=ended, joined=joined)


def phases(observer: Observer, conditions: Mapping[str, Any]) -> dict[str, float]:
    """Return the mean seconds of each phase over the units of all batches; nothing if there were no units."""
    spent = [took for batch in observer.batches for took in apart(batch, conditions)]
    means = [math.fsum(took) / len(spent) for took in zip(*spent, strict=True)]
    apart_from_last = len(PHASES) if means and means[-1] else len(PHASES) - 1
    return dict(zip(PHASES[:apart_from_last], means, strict=False))


def apart(batch: Moments, conditions: Mapping[str, Any]) -> Iterator[tuple[float, ...]]:
    """Yield what each unit spent on each phase. A unit may run before whoever created it is done with it."""
    sleeps = conditions["sleeps"]
    for unit, running in enumerate(batch.running):
        creating, ended, joined = batch.creating[unit], batch.ended[unit], batch.joined[unit]
        created = min(batch.created[unit], running)
        joined = batch.over if math.isnan(joined) else joined
        woke, asleep, overshoot = running, 0.0, 0.0
        asked = conditions["sleep_s"] + conditions["spread_s"] * unit / conditions["units"]
        for moment in batch.woke[unit * sleeps : (unit + 1) * sleeps]:
            asleep += min(moment - woke, asked)
            overshoot += max(moment - woke - asked, 0.0)
            woke, asked = moment, conditions["sleep_s"]
        yield (
            *(creating - batch.begun, created - creating, running - created),
            *(asleep, overshoot, ended - woke, joined - ended, batch.over - joined),
        )
