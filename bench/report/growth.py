"""How a time grows with the number of requests or units: Theil and Sen's slope, which no outlier bends.

Each round gives one slope, and the slopes of all rounds a median with its exact interval, as any other value
of a round. A bootstrap over rounds would do worse: with 6 of them its interval is too short for its 95 %.
"""

from collections.abc import Callable, Iterable, Mapping
from math import isfinite, log

from scipy.stats import theilslopes

from bench.report.stats import Estimate, estimate


def slope(rounds: Iterable[Mapping[int, float]]) -> Estimate | None:
    """Give the growth per request or unit, in the values' unit; a round maps each number to its value.

    None where no round has two numbers that succeeded.
    """
    return _growth(rounds, float)


def exponent(rounds: Iterable[Mapping[int, float]]) -> Estimate | None:
    """Give the b of value = a · number^b: 1 is proportional, 0 does not grow, 2 is what to worry about."""
    return _growth(rounds, log)


def _growth(rounds: Iterable[Mapping[int, float]], scale: Callable[[float], float]) -> Estimate | None:
    points = [{scale(n): scale(value) for n, value in one.items() if isfinite(value)} for one in rounds]
    slopes = [_slope(some) for some in points if len(some) > 1]
    return estimate(slopes) if slopes else None


def _slope(points: Mapping[float, float]) -> float:
    return float(theilslopes(list(points.values()), list(points)).slope)
