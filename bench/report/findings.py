"""What a run says of an experiment: an estimate, a rank and a comparison for each scenario."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf, isfinite
from typing import get_args

import pandas as pd

from bench.catalog import implementations
from bench.model import Copy, PlannedExperiment, Scenario, Tier
from bench.physics import floor_s
from bench.report.comparisons import MARGIN, Comparison, Pair, compare, noise_floor
from bench.report.frame import COUNT, PHASE, frame
from bench.report.pairing import differences, paired
from bench.report.stats import Estimate, estimate, ranks
from bench.results.store import Results
from bench.workload import Concurrency

MEASURES = (
    "work_s",
    "warm_s",
    "cpu_s",
    "cpu_per_request_s",
    "switches",
    "peak_memory_bytes",
    "setup_s",
    "process_s",
    "threads",
    "connections",
    "late_p99_s",
    "parked_bytes",
    "lasted_s",
    "asking_s",
    "busy",
    "loader_busy",
    "kept",
    "busiest",
    "reached",
    "mean_s",
    "p50_s",
    "p90_s",
    "p99_s",
    "recovery_s",
)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One scenario: its medians over rounds, by name of the measure, and how it stands to the others."""

    scenario: Scenario
    concurrency: Concurrency | None
    """`None` if the implementation is not there any more."""
    estimates: Mapping[str, Estimate]
    """Of the measures that every trial has; a failed trial counts as infinitely slow."""
    trials: tuple[float, ...]
    """`work_s` of each trial that succeeded."""
    failures: tuple[str, ...]
    statuses: tuple[str, ...]
    """The status of each failure."""
    rank: int | None
    floor_s: float

    @property
    def phases(self) -> dict[str, Estimate]:
        """What a unit's time consists of, in the order in which it happens; empty where nobody observed it."""
        return {name.removeprefix(PHASE): e for name, e in self.estimates.items() if name.startswith(PHASE)}

    @property
    def time(self) -> Estimate | None:
        """The time of the first batch, or `None` where no time can be given."""
        found = self.estimates.get("work_s")
        return found if found and isfinite(found.median) else None


@dataclass(frozen=True, kw_only=True, eq=False)
class Findings:
    """An experiment in one run; the same only as itself, so that what is made of it can be remembered."""

    results: Results
    planned: PlannedExperiment
    trials: pd.DataFrame
    own: Mapping[tuple[str, str], pd.DataFrame]
    """The trials of each scenario and copy."""
    noise: float | None
    """How far from 1 the ratio of two copies of one scenario was, as a fraction."""
    scenarios: dict[str, Finding]

    @property
    def band(self) -> float:
        """The least difference that is called one, as a fraction."""
        return max(MARGIN, self.noise or 0.0)

    def pairs(self, scenario: str, other: str) -> list[Pair]:
        """Return the times of both in the same round."""
        return paired(times(self, scenario), times(self, other))

    def compared(self, scenario: str, other: str) -> Comparison | None:
        """Compare two scenarios of a tier; `None` where they share no round."""
        return self.family(other).get(scenario)

    def family(self, reference: str) -> dict[str, Comparison]:
        """Compare every other scenario of its tier with `reference`, as one family of comparisons."""
        tiers = {s.id: s.tier for s in self.planned.scenarios}
        others = [name for name, tier in tiers.items() if tier == tiers.get(reference) and name != reference]
        pairs = {name: self.pairs(name, reference) for name in others}
        return compare({name: found for name, found in pairs.items() if found}, self.band)

    def change(self, scenario: str, other: str, measure: str) -> Estimate | None:
        """Return how much more `scenario` takes than `other`, over the rounds in which both succeeded."""
        pairs = paired(times(self, scenario, measure=measure), times(self, other, measure=measure))
        known = [value - than for value, than in pairs if isfinite(value) and isfinite(than)]
        return estimate(known) if known else None

    def of_tier(self, tier: Tier) -> list[Finding]:
        """Return the scenarios of `tier`, the fastest first; those without a time at the end."""
        chosen = [finding for finding in self.scenarios.values() if finding.scenario.tier == tier]
        return sorted(chosen, key=lambda f: (f.time is None, self.judged(f), f.scenario.id))

    def judged(self, finding: Finding) -> float:
        """Return what a scenario is compared by, 0 where it is not known."""
        found = finding.estimates.get(self.planned.measure) if finding.time else None
        return found.median if found else 0.0


def find(results: Results, experiment: str) -> Findings:
    """Evaluate `experiment` in `results`."""
    planned = next(found for found in results.run.experiments if found.id == experiment)
    trials = frame(results, experiment)
    bare = Findings(results=results, planned=planned, trials=trials, own=split(trials), noise=None, scenarios={})
    both = (times(bare, planned.placebo, copy, measure=planned.measure) for copy in ("placebo", "main"))
    bare = replace(bare, noise=noise_floor(paired(*both)))
    ranking = rank(bare, planned.measure)
    none = trials.iloc[:0]
    scenarios = {s.id: finding(s, bare.own.get((s.id, "main"), none), ranking.get(s.id)) for s in planned.scenarios}
    return replace(bare, scenarios=scenarios)


def split(trials: pd.DataFrame) -> dict[tuple[str, str], pd.DataFrame]:
    """Return the trials of each scenario and copy."""
    return {(str(name), str(copy)): own for (name, copy), own in trials.groupby(["scenario", "copy"], sort=False)}


def finding(scenario: Scenario, own: pd.DataFrame, place: int | None) -> Finding:
    """Evaluate one scenario by its own trials."""
    ok = own[own["status"] == "ok"]
    bad = own[own["status"] != "ok"]
    implementation = implementations().get(scenario.implementation)
    return Finding(
        scenario=scenario,
        concurrency=implementation.concurrency if implementation else None,
        estimates=estimates(own if len(bad) == 0 else own[["work_s", "reached"]]),
        trials=tuple(ok["work_s"].astype(float)),
        failures=tuple(
            f"round {n}: {s}: {r}" for n, s, r in zip(bad["round"], bad["status"], bad["reason"], strict=True)
        ),
        statuses=tuple(bad["status"].astype(str)),
        rank=place,
        floor_s=floor_s(scenario.conditions, scenario.counts),
    )


def estimates(own: pd.DataFrame) -> dict[str, Estimate]:
    """Return the estimate of each measure that has a value in every trial."""
    measures = [*MEASURES, *(name for name in map(str, own) if name.startswith((PHASE, COUNT)))]
    known = own[[name for name in measures if name in own]]
    complete = known.columns[known.notna().all()] if len(own) else ()
    return {str(name): estimate([float(value) for value in own[name]]) for name in complete}


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


def times(findings: Findings, scenario: str, copy: Copy = "main", *, measure: str = "work_s") -> dict[int, float]:
    """Return a measure by round: infinite where the trial failed."""
    own = findings.own.get((scenario, copy))
    if own is None:
        return {}
    return dict(zip(own["round"].astype(int), own[measure].astype(float).fillna(inf), strict=True))
