"""From the trials of an experiment to its findings."""

from dataclasses import replace
from functools import lru_cache
from math import isnan

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


@lru_cache(maxsize=256)
def find(results: Results, experiment: str) -> Findings:
    """Evaluate `experiment` in `results`; once, though its own page and others ask for it."""
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
    told = list(zip(own["status"].astype(str), own["round"], own["reason"], own["work_s"].astype(float), strict=True))
    bad = [f"round {number}: {status}: {reason}" for status, number, reason, _ in told if status != "ok"]
    implementation = implementations().get(scenario.implementation)
    return Finding(
        scenario=scenario,
        concurrency=implementation.concurrency if implementation else None,
        estimates=estimates(own[["work_s", "reached"]] if bad else own),
        trials=tuple(work_s for status, _, _, work_s in told if status == "ok"),
        failures=tuple(bad),
        statuses=tuple(status for status, *_ in told if status != "ok"),
        rank=place,
        floor_s=floor_s(scenario.conditions, scenario.counts),
    )


def estimates(own: pd.DataFrame) -> dict[str, Estimate]:
    """Return the estimate of each measure that has a value in every trial."""
    measures = [*MEASURES, *(name for name in map(str, own) if name.startswith((PHASE, COUNT)))]
    known = [name for name in measures if name in own]
    columns = zip(known, own[known].to_numpy(dtype=float).T.tolist(), strict=True)
    return {name: estimate(column) for name, column in columns if column and not any(map(isnan, column))}
