"""What the trials of one scenario say: a median with its own exact interval, and a rank that admits ties.

A failed trial has no speed. It enters as `math.inf`, slower than any that succeeded, so that failing can
never look like speed. A limit may then be infinite: "no upper limit".
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, isfinite
from statistics import median

from scipy.stats import quantile_test

CONFIDENCE = 0.95
"""The least coverage of every interval; with few rounds the next that exists is larger (n = 6: 96.9 %)."""


@dataclass(frozen=True)
class Estimate:
    """A median over rounds, in the unit of the values; the limits are None where no exact interval exists."""

    n: int
    median: float
    low: float | None
    high: float | None


def inverse(found: Estimate) -> Estimate:
    """Return the estimate of one in so much: the limits change places."""
    return Estimate(n=found.n, median=one_in(found.median), low=each(found.high), high=each(found.low))


def each(limit: float | None) -> float | None:
    """Return one in so much of a limit, if there is one."""
    return None if limit is None else one_in(limit)


def one_in(value: float) -> float:
    """Return how many fit into 1; of nothing, endlessly many."""
    return 1 / value if value else inf


def estimate(values: Sequence[float]) -> Estimate:
    """Give the median of one value for each round, with the interval that needs no assumption on their shape.

    Raises `statistics.StatisticsError` without values: a scenario that was never tried has no estimate.
    """
    ordered = sorted(values)
    places = interval_places(len(ordered))
    low, high = (ordered[places[0]], ordered[places[1]]) if places else (None, None)
    return Estimate(n=len(ordered), median=median(ordered), low=low, high=high)


@cache
def interval_places(n: int) -> tuple[int, int] | None:
    """Tell which of n ordered values (from 0) bound the median: 6 gives 0 and 5, 12 gives 2 and 9.

    Source: W. J. Conover, "Practical Nonparametric Statistics", section 3.2, as `scipy.stats.quantile_test`
    has it. It is asked once for each n, with the places themselves as the sample.
    """
    low, high = quantile_test(range(n), q=0, p=0.5).confidence_interval(CONFIDENCE)
    return (int(low), int(high)) if isfinite(low) and isfinite(high) else None


def ranks(medians: Mapping[str, float], different: Callable[[str, str], bool]) -> dict[str, int]:
    """Rank by median, smallest first; who is not different from the first of a rank shares it (1, 1, 3).

    A scenario that has no median is simply absent.
    """
    order = sorted(medians, key=lambda name: (medians[name], name))
    result: dict[str, int] = {}
    first = ""
    for place, name in enumerate(order, start=1):
        if place == 1 or different(first, name):
            first = name
            result[name] = place
        else:
            result[name] = result[first]
    return result
