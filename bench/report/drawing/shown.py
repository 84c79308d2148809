"""What a figure shows: which scenarios, which of their values, and on which scale."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite

from bench.model import Figure, Starting
from bench.report.findings import Finding, Findings, times
from bench.report.series import series_of, slopes
from bench.report.stats import Estimate, inverse, one_in
from bench.report.verdicts import Settled
from bench.report.words import exactly, kibibytes_each, seconds


@dataclass(frozen=True)
class Measure:
    """What an axis counts: the column behind it, its name, and what one of the column is on it."""

    column: str
    axis: str
    scale: float = 1
    per_second: bool = False
    """Whether the axis counts how many of the column's times fit into a second: more is better."""
    slope: str = ""
    """Which slope of a scenario's series is drawn, where it is none of its own values."""
    words: Callable[[float], str] = seconds

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
    "each": Measure("work_s", "Time of one more unit, µs", 1e6, slope="wall"),
    "parked": Measure(
        "parked_bytes", "Memory of one more waiting unit, KiB", 2**-10, slope="parked", words=kibibytes_each
    ),
    "reached": Measure("reached", "Units that were started", words=exactly),
}


def axis_of(figure: Figure, finding: Finding) -> str:
    """Return the name of the axis of values, where what is counted has its own name."""
    name = MEASURES[figure.measure].axis
    return name.replace("request", "unit") if isinstance(finding.scenario.conditions, Starting) else name


def shown(figure: Figure, findings: Findings) -> list[Finding]:
    """Return what a figure shows and was measured, in the order in which it names them, or the fastest first."""
    found = [f for f in findings.of_tier(figure.tier) if value(f, figure, findings) and f.concurrency]
    found = [f for f in found if f.phases or figure.form != "phases"]
    if not figure.scenarios:
        return found
    return [f for name in figure.scenarios for f in found if f.scenario.id == name]


def value(finding: Finding, figure: Figure, findings: Findings) -> Estimate | None:
    """Return what a figure draws of a scenario, or `None` where it failed."""
    measure = MEASURES[figure.measure]
    if measure.slope:
        found = getattr(series_of(finding, findings), measure.slope, None)
        return found if found and found.median > 0 else None
    draws = finding.time or figure.measure == "reached"
    return finding.estimates.get(measure.column) if draws else None


def trials_of(finding: Finding, figure: Figure, findings: Findings) -> dict[int, float]:
    """Return what a figure draws of a scenario, by round, in the unit of the column."""
    measure = MEASURES[figure.measure]
    if measure.slope:
        return slopes(finding, findings, measure.column)
    found = times(findings, finding.scenario.id, measure=measure.column)
    return {number: trial for number, trial in found.items() if isfinite(trial)}


def median_of(finding: Finding, figure: Figure, findings: Findings) -> float:
    """Return what a figure draws as the scenario's value."""
    estimate = value(finding, figure, findings)
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
