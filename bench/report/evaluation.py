"""From the trials of an experiment to its findings."""

from dataclasses import replace

import pandas as pd

from bench.catalog import implementations
from bench.model import Scenario
from bench.physics import floor_s
from bench.report.comparisons import noise_floor
from bench.report.findings import Finding, Findings, times
from bench.report.frame import frame
from bench.report.measures import COUNT, MEASURES, PHASE
from bench.report.pairing import paired
from bench.report.ranking import rank
from bench.report.stats import Estimate, estimate
from bench.results.store import Results


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
