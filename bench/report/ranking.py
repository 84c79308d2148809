"""Who is first: the ranks of an experiment's scenarios, with ties as ties."""

from math import isfinite
from typing import get_args

from bench.model import Tier
from bench.report.findings import Findings, times
from bench.report.pairing import differences
from bench.report.stats import estimate, ranks


def rank(findings: Findings, measure: str = "work_s") -> dict[str, int]:
    """Rank the scenarios of each tier by a measure; those whose difference is not clear share a rank.

    A scenario with too few trials for an interval has no rank.
    """
    result: dict[str, int] = {}
    for tier in get_args(Tier):
        names = [s.id for s in findings.planned.scenarios if s.tier == tier]
        rounds = {name: times(findings, name, measure=measure) for name in names}
        rounds = {name: values for name, values in rounds.items() if values and min(values.values()) > 0}
        found = {name: estimate(list(values.values())) for name, values in rounds.items()}
        medians = {name: e.median for name, e in found.items() if isfinite(e.median) and e.low is not None}
        different = differences({name: rounds[name] for name in medians}, findings.band)
        result |= ranks(medians, different)
    return result
