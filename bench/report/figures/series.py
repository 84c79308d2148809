"""A series of a line chart: what was measured of one scenario at each N, and what was published of it."""

from dataclasses import dataclass
from math import isfinite

from bench.workload import Concurrency


@dataclass(frozen=True)
class Point:
    """One measured N (`x`), and its median and interval.

    The median is finite, for a failed trial is not a point; but `high` may be infinite, "no upper limit".
    """

    x: float
    median: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Series:
    """One scenario: its points, at least one, and the published figures as (x, low, high)."""

    label: str
    colour: Concurrency
    points: tuple[Point, ...]
    published: tuple[tuple[float, float, float], ...] = ()

    @property
    def ordered(self) -> list[Point]:
        """The points from the smallest N to the largest."""
        return sorted(self.points, key=lambda point: point.x)

    @property
    def end(self) -> tuple[float, float]:
        """Where its line ends, and its name begins."""
        last = self.ordered[-1]
        return last.x, last.median

    @property
    def across(self) -> list[float]:
        """Every N that must be on the axis."""
        return [*(point.x for point in self.points), *(x for x, _, _ in self.published)]

    @property
    def reach(self) -> list[float]:
        """Every value that must be on the axis."""
        bounds = [bound for point in self.points for bound in (point.low, point.high) if bound is not None]
        published = [value for _, *span in self.published for value in span]
        return [*(point.median for point in self.points), *filter(isfinite, bounds), *published]
