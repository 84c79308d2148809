"""Who is first: the ranks of an experiment's scenarios, with ties as ties."""

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import get_args

from bench.model import Tier
from bench.report.findings import Findings, times
from bench.report.jobs import Job, job
from bench.report.pairing import differences
from bench.report.stats import estimate, ranks


def rank(findings: Findings, measure: str = "work_s") -> dict[str, int]:
    """Rank the scenarios of each tier that do the same job by a measure; those that do not differ clearly share a rank.

    A scenario with too few trials for an interval has no rank, and so has one that has nobody to race with.
    """
    result: dict[str, int] = {}
    for tier in get_args(Tier):
        names = [s.id for s in findings.planned.scenarios if s.tier == tier]
        rounds = {name: times(findings, name, measure=measure) for name in names}
        rounds = {name: values for name, values in rounds.items() if values and min(values.values()) > 0}
        found = {name: estimate(list(values.values())) for name, values in rounds.items()}
        known = {name for name, e in found.items() if isfinite(e.median) and e.low is not None}
        different = differences({name: rounds[name] for name in rounds if name in known}, findings.band)
        for race in races(findings, found):
            medians = {name: found[name].median for name in race}
            sure = {name: median for name, median in medians.items() if name in known}
            result |= places(ranks(sure, different), medians) if len(sure) > 1 else {}
    return result


def races(findings: Findings, names: Iterable[str]) -> list[list[str]]:
    """Return the scenarios that do the same job together."""
    doing: dict[Job, list[str]] = {}
    conditions = {s.id: s.conditions for s in findings.planned.scenarios}
    for name in names:
        doing.setdefault(job(conditions[name]), []).append(name)
    return list(doing.values())


def places(tied: Mapping[str, int], medians: Mapping[str, float]) -> dict[str, int]:
    """Return the ranks with those counted too that have none: who is slower than one of them is not the first."""
    best = {rank: min(medians[name] for name, own in tied.items() if own == rank) for rank in set(tied.values())}
    return {name: 1 + sum(median < best[rank] for median in medians.values()) for name, rank in tied.items()}
