"""How a time grows with the number of requests or units: Theil and Sen's slope, which no outlier bends.

Each round gives one slope, and the slopes of all rounds a median with its exact interval, as any other value
of a round. A bootstrap over rounds would do worse: with 6 of them its interval is too short for its 95 %.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite, log
from statistics import median

from scipy.optimize import nnls
from scipy.stats import theilslopes

from bench.report.stats import Estimate, estimate

LEAST_PART = 1 / 3
"""Part of the largest value that must come from the square before growth is called quadratic."""


@dataclass(frozen=True)
class Square:
    """Growth with the square: value ≈ fixed + linear · N + quadratic · N², all three 0 or more."""

    quadratic: Estimate
    begins: int
    """From this N on the square is more than the linear part."""


def slope(rounds: Iterable[Mapping[int, float]]) -> Estimate | None:
    """Give the growth per request or unit, in the values' unit; a round maps each number to its value.

    None where no round has two numbers that succeeded.
    """
    return _growth(rounds, float)


def exponent(rounds: Iterable[Mapping[int, float]]) -> Estimate | None:
    """Give the b of value = a · number^b: 1 is proportional, 0 does not grow, 2 is what to worry about."""
    return _growth(rounds, log)


def square(rounds: Iterable[Mapping[int, float]]) -> Square | None:
    """Tell where the values grow with the square of their number, or give None where a line does.

    It is called quadratic if the square is a third or more of the largest value in every round.
    """
    points = [some for one in rounds if len(some := {n: v for n, v in one.items() if isfinite(v) and v > 0}) > 3]  # noqa: PLR2004 - a parabola goes through any three points.
    fits = [(_parabola(some), some) for some in points]
    if not fits or any(fit[2] * max(some) ** 2 < LEAST_PART * some[max(some)] for fit, some in fits):
        return None
    begins = median(linear / quadratic for (_, linear, quadratic), _ in fits)
    return Square(estimate([fit[2] for fit, _ in fits]), round(begins))


def _parabola(points: Mapping[int, float]) -> tuple[float, float, float]:
    """Fit by least squares of the relative errors, so that small numbers count as much as large ones."""
    rows = [[1 / value, n / value, n * n / value] for n, value in points.items()]
    fixed, linear, quadratic = nnls(rows, [1.0] * len(rows))[0]
    return float(fixed), float(linear), float(quadratic)


def _growth(rounds: Iterable[Mapping[int, float]], scale: Callable[[float], float]) -> Estimate | None:
    points = [{scale(n): scale(value) for n, value in one.items() if isfinite(value)} for one in rounds]
    slopes = [_slope(some) for some in points if len(some) > 1]
    return estimate(slopes) if slopes else None


def _slope(points: Mapping[float, float]) -> float:
    return float(theilslopes(list(points.values()), list(points)).slope)
