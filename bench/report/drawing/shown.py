"""What a figure shows: which scenarios, which of their values, and on which scale."""

from math import inf, isfinite

from bench.model import Figure, Starting
from bench.report.findings import Finding, Findings, times
from bench.report.series import series_of, slopes
from bench.report.stats import Estimate
from bench.report.verdicts import Settled

COLUMNS = {
    "time": "work_s",
    "cpu": "cpu_per_request_s",
    "each": "work_s",
    "parked": "parked_bytes",
    "reached": "reached",
}
AXES = {
    "time": "Time, s",
    "cpu": "CPU time of a request, µs",
    "each": "Time of one more unit, µs",
    "parked": "Memory of one more waiting unit, KiB",
    "reached": "Units that were started",
}
SCALE = {"time": 1, "cpu": 1e6, "each": 1e6, "parked": 2**-10, "reached": 1}
"""Of the axis, against seconds or bytes."""
SLOPES = {"each", "parked"}
"""Measures that a series has, and not one of its scenarios."""


def axis_of(figure: Figure, finding: Finding) -> str:
    """Return the name of the axis of values, where what is counted has its own name."""
    units = isinstance(finding.scenario.conditions, Starting)
    return AXES[figure.measure].replace("request", "unit") if units else AXES[figure.measure]


def shown(figure: Figure, findings: Findings) -> list[Finding]:
    """Return what a figure shows and was measured, in the order in which it names them, or the fastest first."""
    found = [f for f in findings.of_tier(figure.tier) if value(f, figure, findings) and f.concurrency]
    found = [f for f in found if f.phases or figure.form != "phases"]
    if not figure.scenarios:
        return found
    return [f for name in figure.scenarios for f in found if f.scenario.id == name]


def value(finding: Finding, figure: Figure, findings: Findings) -> Estimate | None:
    """Return what a figure draws of a scenario, or `None` where it failed."""
    if figure.measure in SLOPES:
        series = series_of(finding, findings)
        found = (series.wall if figure.measure == "each" else series.parked) if series else None
        return found if found and found.median > 0 else None
    draws = finding.time or figure.measure == "reached"
    return finding.estimates.get(COLUMNS[figure.measure]) if draws else None


def trials_of(finding: Finding, figure: Figure, findings: Findings) -> dict[int, float]:
    """Return what a figure draws of a scenario, by round."""
    if figure.measure in SLOPES:
        return slopes(finding, findings, COLUMNS[figure.measure])
    found = times(findings.trials, finding.scenario.id, measure=COLUMNS[figure.measure])
    return {number: trial for number, trial in found.items() if isfinite(trial)}


def median_of(finding: Finding, figure: Figure, findings: Findings) -> float:
    """Return what a figure draws as the scenario's value."""
    estimate = value(finding, figure, findings)
    return estimate.median if estimate else inf


def times_scale(limit: float | None, scale: float) -> float | None:
    """Return a limit on the scale of the axis, if there is one."""
    return None if limit is None else limit * scale


def published(finding: Finding, settled: list[Settled]) -> tuple[float, float] | None:
    """Return the published time that a scenario repeats as it was published."""
    for one in settled:
        measured = one.as_published and one.as_published.scenario.id == finding.scenario.id
        if measured and one.claim.value_is_time and one.measured == finding.time:
            return one.claim.published
    return None
