"""One scenario in two runs: its times are not paired, since no round of one run met the machine of the other's.

What is estimated is the *shift* of the log times: the median of all differences between a trial of one run and a trial
of the other (Hodges and Lehmann). Its interval comes from counting, as the test of Mann, Whitney and Wilcoxon does, and
assumes only that both runs' trials are scattered alike. With 6 trials a side it has 95.9 %; it exists from 4 a side on.
The verdicts are those of `report.comparisons`, with Welch's test in the place of the paired one.

Two runs differ by their day as well: a machine that is slower as a whole makes all code look slower, and trials of a
run that drifts are not independent. So each scenario is looked at twice, as it was timed and against the level of its
round (`report.levels`), and a verdict is given only if both say the same. `bench.selfcheck.two_runs` measures what that
makes of equal code; without the second look, "different" is said of it on a third of all other days.

Source: M. Hollander, D. A. Wolfe, E. Chicken, "Nonparametric Statistical Methods", sections 4.2 and 4.3.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite, log, log1p, sqrt
from statistics import fmean, median, variance
from typing import TypeAlias

from scipy.special import stdtr

from bench.report.comparisons import MARGIN, Comparison, judged
from bench.report.levels import Times, against_level
from bench.report.orders import interval_place
from bench.report.significance import holm
from bench.report.stats import Estimate

Samples: TypeAlias = tuple[Sequence[float], Sequence[float]]
"""The times of a scenario in the run before and in the run after."""


def compare_runs(times: Mapping[str, Times], bands: Mapping[str, float]) -> dict[str, Comparison]:
    """Compare each scenario's times before and after, all as one family; a ratio above 1 is slower after.

    Times are of any one unit, by round. A scenario that failed in both runs is absent, and so is one that was not
    tried in one of them. The band of each is a fraction, as everywhere. The ratio is that of the times as they are.
    """
    plain = family({name: values(both) for name, both in times.items()}, bands)
    leveled = family({name: values(both) for name, both in against_level(times).items()}, bands)
    return {name: agreed(one, leveled.get(name)) for name, one in plain.items()}


def values(both: Times) -> Samples:
    """Return the times of both runs without their rounds, which have nothing to do with each other."""
    return list(both[0].values()), list(both[1].values())


def agreed(plain: Comparison, leveled: Comparison | None) -> Comparison:
    """Return a comparison with its verdict only if the times against their level have the same one, in the same way."""
    same = leveled is not None and plain.verdict == leveled.verdict
    if same and leveled and (plain.verdict == "equivalent" or (plain.ratio > 1) == (leveled.ratio > 1)):
        return plain
    return replace(plain, verdict="inconclusive")


def family(times: Mapping[str, Samples], bands: Mapping[str, float]) -> dict[str, Comparison]:
    """Compare the times of each scenario, all as one family."""
    shifts = {name: differences(before, after) for name, (before, after) in times.items() if before and after}
    middles = {name: shift(len(times[name][0]), len(times[name][1]), some) for name, some in shifts.items() if some}
    tests = {name: welch(*times[name]) for name, middle in middles.items() if middle.low is not None}
    adjusted = holm({name: p for name, p in tests.items() if p is not None})
    limits = {name: log1p(max(bands[name], MARGIN)) for name in middles}
    return {name: judged(shifts[name], middle, adjusted.get(name), limits[name]) for name, middle in middles.items()}


def differences(before: Sequence[float], after: Sequence[float]) -> list[float]:
    """Return the log ratio of every trial after to every trial before; empty if trials failed on both sides."""
    if not all(map(isfinite, before)) and not all(map(isfinite, after)):
        return []
    return sorted(log(value) - log(other) for value in after for other in before)


def shift(before: int, after: int, ordered: Sequence[float]) -> Estimate:
    """Return the median of all differences with its exact interval, from so many trials before and after."""
    place = interval_place(before, after)
    low, high = (None, None) if place is None else (ordered[place], ordered[-1 - place])
    return Estimate(n=min(before, after), median=median(ordered), low=low, high=high)


def welch(before: Sequence[float], after: Sequence[float]) -> float | None:
    """Give the two-sided p of Welch's t-test of the log times; None where a trial failed, or there is but one.

    It is `scipy.stats.ttest_ind(equal_var=False)`, without its warning where nothing varies.
    """
    if not all(map(isfinite, [*before, *after])) or min(len(before), len(after)) < 2:  # noqa: PLR2004 - a spread needs two.
        return None
    one, other = [log(value) for value in before], [log(value) for value in after]
    parts = variance(one) / len(one), variance(other) / len(other)
    difference, spread = fmean(other) - fmean(one), sum(parts)
    if spread == 0:
        return float(difference == 0)
    freedom = spread**2 / (parts[0] ** 2 / (len(one) - 1) + parts[1] ** 2 / (len(other) - 1))
    return 2 * float(stdtr(freedom, -abs(difference) / sqrt(spread)))
