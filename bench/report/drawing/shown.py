"""What a figure shows: which scenarios, which of their values, and on which scale."""

from dataclasses import dataclass
from math import inf

from bench.model import Figure
from bench.report.findings import Finding, Findings
from bench.report.stats import Estimate, inverse, one_in
from bench.report.verdicts import Settled


@dataclass(frozen=True)
class Measure:
    """What an axis counts: the column behind it, its name, and what a second of the column is on it."""

    column: str
    axis: str
    scale: float = 1
    per_second: bool = False
    """Whether the axis counts how many of the column's times fit into a second: more is better."""

    def on_axis(self, value: float) -> float:
        """Return where a value of the column stands on the axis."""
        return one_in(value) if self.per_second else value * self.scale

    def drawn(self, found: Estimate) -> Estimate:
        """Return an estimate of the column as one on the axis."""
        if self.per_second:
            return inverse(found)
        low, high = (times_scale(limit, self.scale) for limit in (found.low, found.high))
        return Estimate(n=found.n, median=found.median * self.scale, low=low, high=high)


MEASURES = {
    "time": Measure("work_s", "Time, s"),
    "cpu": Measure("cpu_per_request_s", "CPU time of a request, µs", 1e6),
    "asking": Measure("asking_s", "CPU time of the loader for a request, µs", 1e6),
    "rate": Measure("work_s", "Requests a second", per_second=True),
    "interval": Measure("work_s", "Time from answer to answer, µs", 1e6),
    "p50": Measure("p50_s", "Half of the answers took at most, ms", 1e3),
    "p90": Measure("p90_s", "90 of 100 answers took at most, ms", 1e3),
    "p99": Measure("p99_s", "99 of 100 answers took at most, ms", 1e3),
}


def shown(figure: Figure, findings: Findings) -> list[Finding]:
    """Return what a figure shows and was measured, in the order in which it names them, or the fastest first."""
    found = [f for f in findings.of_tier(figure.tier) if value(f, figure) and f.concurrency]
    if not figure.scenarios:
        return found
    return [f for name in figure.scenarios for f in found if f.scenario.id == name]


def value(finding: Finding, figure: Figure) -> Estimate | None:
    """Return what a figure draws of a scenario, or `None` where it failed."""
    return finding.estimates.get(MEASURES[figure.measure].column) if finding.time else None


def median_of(finding: Finding, figure: Figure) -> float:
    """Return what a figure draws as the scenario's value."""
    estimate = value(finding, figure)
    return estimate.median if estimate else inf


def times_scale(limit: float | None, scale: float) -> float | None:
    """Return a limit on the scale of the axis, if there is one."""
    return None if limit is None else limit * scale


def published(finding: Finding, figure: Figure, settled: list[Settled]) -> tuple[float, float] | None:
    """Return the published time, or rate, that a scenario repeats as it was published."""
    for one in settled:
        measured = one.as_published and one.as_published.scenario.id == finding.scenario.id
        if measured and finding.time and is_drawn(one, figure, finding.time):
            return one.claim.published
    return None


def is_drawn(one: Settled, figure: Figure, time: Estimate) -> bool:
    """Tell whether a claim's figure is of the kind that a figure draws."""
    if figure.measure == "rate":
        return one.claim.unit == "requests/s" and one.measured == inverse(time)
    return figure.measure == "time" and one.claim.value_is_time and one.measured == time
