"""The steps of a waterfall, and the bars that they become."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite

from bench.workload import Concurrency

_LEFT, _RIGHT = "←\u00a0", "→\u00a0"
"""A fall and a rise, for whoever compares neither colours nor lengths. These two never become an emoji."""


@dataclass(frozen=True)
class Step:
    """One scenario, which differs from the one before in one thing.

    `change` is what it adds to the total before; the first has none, and others if it was not measured. A median
    of differences need not be the difference of the medians. `low` and `high` are the interval of the change, of
    the total for the first, and may be infinite. `words` begin with the sign of the change.
    """

    label: str
    colour: Concurrency
    total: float
    change: float | None
    low: float | None
    high: float | None
    words: str


@dataclass(frozen=True)
class Bar:
    """A step and the total before it, where its bar begins; the first begins at zero."""

    step: Step
    before: float

    @property
    def label(self) -> str:
        """What the scenario is called."""
        return self.step.label

    @property
    def words(self) -> str:
        """The value in words, and before a change whether it is a fall or a rise."""
        change = self.step.change or 0
        return (_LEFT if change < 0 else _RIGHT if change > 0 else "") + self.step.words

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the change may lead from the total before; a change is clear if this does not hold that total."""
        if self.step.low is None or self.step.high is None:
            return None
        return self.before + self.step.low, self.before + self.step.high

    @property
    def reach(self) -> list[float]:
        """Every value that must be on the axis."""
        return [0, self.step.total, *filter(isfinite, self.interval or ())]


def joined(steps: Sequence[Step]) -> list[Bar]:
    """Let each bar begin where the one before ends. No interval is shown of a change that was not measured."""
    if steps[0].change is not None or min(step.total for step in steps) < 0:
        raise ValueError(f"{steps[0].label}: the first step is a total, and no total is below zero")
    first, *others = steps
    known = [step if step.change is not None else replace(step, low=None, high=None) for step in others]
    befores = [0.0, *(step.total for step in steps[:-1])]
    return [Bar(step, before) for step, before in zip([first, *known], befores, strict=True)]
