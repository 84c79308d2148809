"""What a figure shows: which scenarios, which of their values, and on which scale."""

from math import inf

from bench.model import Figure
from bench.report.findings import Finding, Findings
from bench.report.stats import Estimate
from bench.report.verdicts import Settled

COLUMNS = {"time": "work_s", "cpu": "cpu_per_request_s"}
AXES = {"time": "Time, s", "cpu": "CPU time of a request, µs"}
SCALE = {"time": 1, "cpu": 1e6}
"""Of the axis, against seconds."""


def shown(figure: Figure, findings: Findings) -> list[Finding]:
    """Return what a figure shows and was measured, in the order in which it names them, or the fastest first."""
    found = [f for f in findings.of_tier(figure.tier) if value(f, figure) and f.concurrency]
    if not figure.scenarios:
        return found
    return [f for name in figure.scenarios for f in found if f.scenario.id == name]


def value(finding: Finding, figure: Figure) -> Estimate | None:
    """Return what a figure draws of a scenario, or `None` where it failed."""
    return finding.estimates.get(COLUMNS[figure.measure]) if finding.time else None


def median_of(finding: Finding, figure: Figure) -> float:
    """Return what a figure draws as the scenario's value."""
    estimate = value(finding, figure)
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
