"""How a time grows with the number of requests or units: Theil and Sen's slope, which no outlier bends.

Each round gives one slope, and the slopes of all rounds a median with its exact interval, as any other value
of a round. A bootstrap over rounds would do worse: with 6 of them its interval is too short for its 95 %.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from math import inf, isfinite, log
from statistics import median

from scipy.optimize import nnls
from scipy.stats import theilslopes

from bench.report.stats import Estimate, estimate

LEAST_PART = 1 / 3
"""Part of the largest value that must come from the square before growth is called quadratic."""
STEEP = 1.5
"""The exponent between two neighbouring numbers from which growth is nearer to a square than to a line."""


def slope(rounds: Iterable[Mapping[int, float]]) -> Estimate | None:
    """Give the growth per request or unit, in the values' unit; a round maps each number to its value.

    None where no round has two numbers that succeeded.
    """
    return _growth(rounds, float)


def exponent(rounds: Iterable[Mapping[int, float]]) -> Estimate | None:
    """Give the b of value = a · number^b: 1 is proportional, 0 does not grow, 2 is what to worry about."""
    return _growth(({n: value for n, value in one.items() if n > 0 and value > 0} for one in rounds), log)


def off_a_line(rounds: Iterable[Mapping[int, float]]) -> Estimate | None:
    """Give by how much a value is off Theil and Sen's line, at worst, as a share of the largest value."""
    worst = [_off(some) for one in rounds if len(some := _finite(one)) > 2]  # noqa: PLR2004 - a line fits any two.
    return estimate(worst) if worst else None


def rise(rounds: Iterable[Mapping[int, float]]) -> Estimate | None:
    """Give how many times as large the value of the largest number is as that of the smallest."""
    ratios = [some[max(some)] / some[min(some)] for one in rounds if len(some := _finite(one)) > 1]
    return estimate(ratios) if ratios else None


def square(rounds: Iterable[Mapping[int, float]]) -> int | None:
    """Tell from which number on the values grow with the square of it, or give None where a line does.

    It is called quadratic if the square is a third or more of the largest value in every round that has enough
    points; it begins at the first number from which the next is steep.
    """
    points = [some for one in rounds if len(some := _finite(one)) > 3]  # noqa: PLR2004 - a parabola fits any three.
    begins = [_begins(some) for some in points if _parabola(some)[2] * max(some) ** 2 >= LEAST_PART * some[max(some)]]
    known = [one for one in begins if one is not None]
    return round(median(known)) if known and len(known) == len(points) else None


def _finite(one: Mapping[int, float]) -> dict[int, float]:
    return {number: value for number, value in sorted(one.items()) if number > 0 and 0 < value < inf}


def _off(points: Mapping[int, float]) -> float:
    fit = theilslopes(list(points.values()), list(points))
    off = max(abs(value - (fit.intercept + fit.slope * number)) for number, value in points.items())
    return float(off) / max(points.values())


def _begins(points: Mapping[int, float]) -> int | None:
    steep = [one for one, other in pairwise(points) if log(points[other] / points[one]) > STEEP * log(other / one)]
    return min(steep, default=None)


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
