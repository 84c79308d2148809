"""What a run says of an experiment: an estimate, a rank and a comparison for each scenario."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite

import pandas as pd

from bench.model import Copy, PlannedExperiment, Scenario, Tier
from bench.report.comparisons import MARGIN, Comparison, Pair, compare
from bench.report.measures import PHASE
from bench.report.pairing import paired
from bench.report.stats import Estimate, estimate
from bench.results.store import Results
from bench.workload import Concurrency


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


def times(findings: Findings, scenario: str, copy: Copy = "main", *, measure: str = "work_s") -> dict[int, float]:
    """Return a measure by round: infinite where the trial failed."""
    own = findings.own.get((scenario, copy))
    if own is None:
        return {}
    return dict(zip(own["round"].astype(int), own[measure].astype(float).fillna(inf), strict=True))
