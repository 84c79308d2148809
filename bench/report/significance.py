"""Whether log ratios differ from 0 by more than luck, for one comparison and for a family of them."""

from collections.abc import Mapping, Sequence
from math import isfinite, sqrt
from statistics import fmean, stdev

from scipy.special import stdtr


def t_test(logs: Sequence[float]) -> float | None:
    """Give the two-sided p of Student's t-test that the mean is 0; None where there is nothing to test.

    The same as `scipy.stats.ttest_1samp`, without its warning where nothing varies: then p is 0, or 1 if
    every value is 0. An infinite value, which is a failed trial, has no mean.
    """
    if len(logs) < 2 or not all(map(isfinite, logs)):  # noqa: PLR2004 - a spread needs two values.
        return None
    mean, spread = fmean(logs), stdev(logs)
    if spread == 0:
        return float(mean == 0)
    return 2 * float(stdtr(len(logs) - 1, -abs(mean) / (spread / sqrt(len(logs)))))


def holm(ps: Mapping[str, float]) -> dict[str, float]:
    """Adjust each p for the number of tests in the family. Source: S. Holm (1979), Scand. J. Statist. 6."""
    adjusted: dict[str, float] = {}
    largest = 0.0
    for place, name in enumerate(sorted(ps, key=ps.__getitem__)):
        largest = max(largest, min(1.0, (len(ps) - place) * ps[name]))
        adjusted[name] = largest
    return adjusted
