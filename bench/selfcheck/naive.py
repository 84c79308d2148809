"""How benchmarks are often done, to see how often each way calls equal code different.

All of them measure code A and code B as often as ours does and compare means with Welch's t-test at 5 %: no
correction, no band, and for each only the one mistake it is named after.
"""

import numpy as np
from scipy.stats import ttest_ind

from bench.selfcheck.worlds import Array

ALPHA = 0.05
REQUESTS = 100
"""Requests in a trial, which "pooled requests" counts as if each were a trial."""
SPREAD = 0.1
"""Standard deviation of the log time of one request within a trial."""


def sequential_blocks(noise: Array) -> float:
    """Run all trials of A, then all of B: whatever the machine does in between looks like the code."""
    rounds = noise.shape[1]
    in_time = noise.reshape(len(noise), -1)
    return _different(in_time[:, :rounds], in_time[:, rounds : 2 * rounds])


def fixed_order(noise: Array) -> float:
    """Run A and then B in every round, as the list has them: a place in the round looks like the code."""
    return _different(noise[:, :, 0], noise[:, :, 1])


def pooled_requests(ordered: Array, rng: np.random.Generator) -> float:
    """Run in a random order, but count requests: the noise between trials is taken for noise within them."""
    shape = (len(ordered), ordered.shape[1], REQUESTS)
    one, other = (
        (ordered[:, :, scenario, np.newaxis] + rng.normal(0, SPREAD, shape)).reshape(len(ordered), -1)
        for scenario in (0, 1)
    )
    return _different(one, other)


def _different(one: Array, other: Array) -> float:
    """Give the share of repetitions in which the means of the times differ by the t-test."""
    p = ttest_ind(np.exp(one), np.exp(other), axis=1, equal_var=False).pvalue
    return float(np.mean(p < ALPHA))
