"""In how many orders the trials of two equal scenarios can fall: what the test of Mann and Whitney counts."""

from functools import cache
from math import comb

from bench.report.stats import CONFIDENCE


@cache
def interval_place(before: int, after: int) -> int | None:
    """Tell which of the ordered differences (from 0, from either end) bounds the shift; `None` if none does.

    It is the largest k such that Mann and Whitney's U is at most k, at one end or the other, in at most 5 % of all
    orders: 6 and 6 trials give 5, the 6th smallest of 36 differences.
    """
    below, found = 0, None
    for u, ways in enumerate(ways_of_u(before, after)):
        below += ways
        if 2 * below > (1 - CONFIDENCE) * comb(before + after, before):
            return found
        found = u
    return found


def ways_of_u(before: int, after: int) -> list[int]:
    """Count the orders of all trials by U, the number of pairs in which the trial after is the smaller one.

    These are the coefficients of the Gaussian binomial: the product of (1 - q^(before + i)) / (1 - q^i), i to `after`.
    """
    ways = [1] + [0] * (before * after)
    for i in range(1, after + 1):
        for u in range(before * after, before + i - 1, -1):
            ways[u] -= ways[u - before - i]
        for u in range(i, before * after + 1):
            ways[u] += ways[u - i]
    return ways
