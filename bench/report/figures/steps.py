"""The steps of a waterfall, and the bars that they become."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose, isfinite

from bench.workload import Concurrency

_LEFT, _RIGHT = "←\u00a0", "→\u00a0"
"""Where a bar goes, for whoever compares neither colours nor lengths. These two never become an emoji."""


@dataclass(frozen=True)
class Step:
    """One scenario, which differs from the one before in one thing.

    `change` is what it adds to the total before; the first has none. `low` and `high` are the interval of the
    change, of the total for the first, and may be infinite. `words` begin with the sign of the change.
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
        """The value in words, and before a change where its bar goes."""
        change = self.step.change or 0
        return (_LEFT if change < 0 else _RIGHT if change > 0 else "") + self.step.words

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the total may be, if the total before is as it is."""
        if self.step.low is None or self.step.high is None:
            return None
        return self.before + self.step.low, self.before + self.step.high

    @property
    def reach(self) -> list[float]:
        """Every value that must be on the axis."""
        return [0, self.step.total, *filter(isfinite, self.interval or ())]


def joined(steps: Sequence[Step]) -> list[Bar]:
    """Let each bar begin where the one before ends. Changes that do not add up to the totals are an error."""
    befores = [0.0, *(step.total for step in steps)]
    for number, (step, before) in enumerate(zip(steps, befores, strict=False)):
        if (step.change is None) != (number == 0):
            raise ValueError(f"{step.label}: the first step, and no other, is without a change")
        after = step.total if step.change is None else before + step.change
        if step.total < 0 or not isclose(after, step.total, abs_tol=1e-9 * max(befores)):
            raise ValueError(f"{step.label}: {before} becomes {after}, not {step.total}")
    return [Bar(step, before) for step, before in zip(steps, befores, strict=False)]
