"""What our statistics say in one made-up experiment, about equal code and about known slowdowns.

A round is 8 trials: 7 scenarios of equal code and one of them twice, the placebo. The first scenario is the
reference of the other six, which are the family of comparisons. Then three of the six are slowed down.
"""

from collections.abc import Mapping
from itertools import combinations
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from bench.report.comparisons import MARGIN, Comparison, Pair, compare, noise_floor
from bench.report.pairing import differences
from bench.selfcheck.worlds import Array

Rates: TypeAlias = dict[str, float]
"""A statement, and the share of comparisons for which it is true."""

REFERENCE, PLACEBO, COPY = 0, 1, 2
FAMILY = (1, 3, 4, 5, 6, 7)
SCENARIOS = 8
ALL = (REFERENCE, *FAMILY)
SLOWDOWNS = MappingProxyType({5: 0.05, 6: 0.10, 7: 0.25})
"""Scenario → fraction of its time that is added."""
FEW = 2
"""Rounds of a scenario that only waits, for long."""


def rates(times: Array) -> Rates:
    """Judge one experiment; the axes of its times are round and scenario."""
    noise = _noise(times)
    factors = np.array([1 + SLOWDOWNS.get(scenario, 0) for scenario in range(SCENARIOS)])
    return _alarms(times, noise) | _doubts(times[:FEW]) | _found(times * factors, noise)


def _noise(times: Array) -> float:
    return noise_floor(_pairs(times, COPY, PLACEBO)) or 0


def _alarms(times: Array, noise: float) -> Rates:
    """Judge equal code."""
    family = _family(times, noise).values()
    different = [one.verdict == "different" for one in family]
    among_all = differences({str(name): dict(enumerate(times[:, name].tolist())) for name in ALL}, noise)
    return {
        "coverage": _share([(one.low or 0) <= 1 <= (one.high or 0) for one in family]),
        "different, equal code": _share(different),
        "different, equal code, any of the family": float(any(different)),
        "different, equal code, any two of all": float(
            any(among_all(str(one), str(other)) for one, other in combinations(ALL, 2))
        ),
        "equivalent, equal code": _share([one.verdict == "equivalent" for one in family]),
    }


def _doubts(times: Array) -> Rates:
    """Judge equal code from few rounds."""
    family = _family(times, _noise(times)).values()
    return {"beyond doubt, equal code, 2 rounds": _share([one.beyond_doubt for one in family])}


def _found(times: Array, noise: float) -> Rates:
    """Judge known slowdowns; "within noise" is what "equivalent" would be if noise widened the margin."""
    family = _family(times, noise)
    wide = 1 + max(noise, MARGIN)
    found: Rates = {}
    for scenario, share in SLOWDOWNS.items():
        one, suffix = family[str(scenario)], f"{share:.0%} slower"
        inside = (one.low or 0) >= 1 / wide and (one.high or 0) <= wide
        found[f"different, {suffix}"] = float(one.verdict == "different" and one.ratio > 1)
        found[f"equivalent, {suffix}"] = float(one.verdict == "equivalent")
        found[f"within noise, {suffix}"] = float(inside)
    return found


def _family(times: Array, noise: float) -> Mapping[str, Comparison]:
    return compare({str(scenario): _pairs(times, scenario, REFERENCE) for scenario in FAMILY}, noise)


def _pairs(times: Array, scenario: int, other: int) -> list[Pair]:
    return list(zip(times[:, scenario].tolist(), times[:, other].tolist(), strict=True))


def _share(true: list[bool]) -> float:
    return sum(true) / len(true)
