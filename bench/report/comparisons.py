"""One scenario against another: the ratio of their times within a round, and one of three verdicts.

*different* needs all three of these:

1. the exact interval of the ratio excludes 1;
2. the ratio lies outside the band, which is the margin or the run's own noise floor, whichever is larger;
3. it is not luck among many: p of the t-test of the log ratios is below 5 % after Holm's correction for the
   family. An exact test cannot do this: with 6 rounds its p is never below 0.031, and Holm asks for less as
   soon as there are two comparisons. The price is that one trial hit by a burst of noise can hide a small
   difference; it cannot make one up, for that is what the first condition prevents.

*equivalent* needs the whole interval inside the margin. Noise widens the band but not the margin: a noisy run
may see less, it may not call more things the same. Everything else is *inconclusive*.

`bench.selfcheck` measures what these rules make of equal code and of known slowdowns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, expm1, inf, isfinite, isinf, isnan, log, log1p
from typing import Literal, TypeAlias

from bench.report.significance import holm, t_test
from bench.report.stats import Estimate, estimate

Pair: TypeAlias = tuple[float, float]
"""A scenario's value and the other's, of one round and in one unit; `math.inf` for a failed trial."""
Verdict: TypeAlias = Literal["different", "equivalent", "inconclusive"]

MARGIN = 0.03
"""The least difference worth a word, as a fraction."""
ALPHA = 0.05
"""How often a family of comparisons of equal code may say "different"."""


@dataclass(frozen=True)
class Comparison:
    """How many times the other's value a scenario's is: the median over rounds, with its exact interval."""

    n: int
    """Rounds in which at least one of the two succeeded."""
    ratio: float
    low: float | None
    high: float | None
    p: float | None
    """Of the t-test, after Holm's correction; None where trials failed, or too few make an interval."""
    verdict: Verdict
    beyond_doubt: bool
    """At least 2 rounds, and in each the two differ the same way, by more than the band and a factor of 2.

    No verdict and no test: 2 rounds agree by luck half the time. It is a description, for scenarios that take
    too long for 6 rounds: "more than 2 times the time in each of 3 rounds, too few for an interval".
    """


def compare(pairs: Mapping[str, Sequence[Pair]], band: float) -> dict[str, Comparison]:
    """Compare each scenario with the other of its pairs, all as one family; without a ratio it is absent."""
    logs = {name: log_ratios(some) for name, some in pairs.items()}
    middles = {name: estimate(some) for name, some in logs.items() if some}
    tests = {name: t_test(logs[name]) for name, middle in middles.items() if middle.low is not None}
    adjusted = holm({name: p for name, p in tests.items() if p is not None})
    limit = log1p(max(band, MARGIN))
    return {
        name: judged(logs[name], middle, adjusted.get(name), limit)
        for name, middle in middles.items()
        if not isnan(middle.median)  # As many rounds failed on one side as on the other.
    }


def inverted(comparison: Comparison) -> Comparison:
    """Return the same comparison of rates instead of times: half the time is twice the rate."""
    low, high = (None if limit is None else 1 / limit if limit else inf for limit in (comparison.high, comparison.low))
    return replace(comparison, ratio=1 / comparison.ratio if comparison.ratio else inf, low=low, high=high)


def log_ratios(pairs: Sequence[Pair]) -> list[float]:
    """Take the logarithm of each ratio; a round in which both failed compares nothing and is left out.

    So is one in which a value is not positive, as the memory of very few units may be.
    """
    known = [(value, other) for value, other in pairs if isfinite(value) or isfinite(other)]
    return [log(value) - log(other) for value, other in known if min(value, other) > 0]


def judged(logs: Sequence[float], middle: Estimate, p: float | None, limit: float) -> Comparison:
    """Return the comparison whose log ratios, their median with its interval, and p are these; `limit` is the band."""
    far = max(limit, log(2))
    return Comparison(
        n=middle.n,
        ratio=exp(middle.median),
        low=None if middle.low is None else exp(middle.low),
        high=None if middle.high is None else exp(middle.high),
        p=p,
        verdict=_verdict(logs, middle, p, limit),
        beyond_doubt=len(logs) > 1 and (min(logs) > far or max(logs) < -far),
    )


def _verdict(logs: Sequence[float], middle: Estimate, p: float | None, limit: float) -> Verdict:
    if middle.low is None or middle.high is None:
        return "inconclusive"
    nearest, farthest = max(middle.low, -middle.high), max(middle.high, -middle.low)
    if farthest <= log1p(MARGIN):
        return "equivalent"
    beyond_luck = failures_agree(logs, middle.median) if p is None else p < ALPHA
    return "different" if nearest > 0 and abs(middle.median) > limit and beyond_luck else "inconclusive"


def failures_agree(logs: Sequence[float], middle: float) -> bool:
    """Tell whether all failed trials are on the side that is slower anyway.

    Then they stand in for the test that they prevent. If they did not, failing would turn "different, slower"
    into "inconclusive", and be an advantage.
    """
    return all(value * middle > 0 for value in logs if isinf(value))


def noise_floor(pairs: Sequence[Pair]) -> float | None:
    """Tell how far from 1 the ratio of a placebo to its original may be, as a fraction: 0.021 is 2.1 %.

    It is the farther end of the interval, or of all pairs where there are too few for one. Failed trials say
    nothing about noise; without a pair that succeeded the floor is not known.
    """
    logs = [value for value in log_ratios(pairs) if isfinite(value)]
    if not logs:
        return None
    middle = estimate(logs)
    low = min(logs) if middle.low is None else middle.low
    high = max(logs) if middle.high is None else middle.high
    return expm1(max(-low, high))
