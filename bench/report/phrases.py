"""The words for a figure of a scenario, and for a comparison of two."""

from collections.abc import Callable, Mapping
from math import isfinite

from bench.model import Answering
from bench.physics import number_of
from bench.report.columns import COMPARISONS
from bench.report.comparisons import Comparison, inverted
from bench.report.findings import Finding, Findings
from bench.report.series import series_of
from bench.report.stats import Estimate
from bench.report.words import (
    clearly,
    exactly,
    factor,
    interval,
    kibibytes_each,
    mebibytes,
    milliseconds_each,
    number,
    percent,
    rate,
    seconds,
    versus,
    versus_rate,
)

ASLEEP = "asleep as asked"
"""The phase in which a unit sleeps, as the workloads call it."""


def compared(word: str, comparison: Comparison, finding: Finding) -> str:
    """Return a comparison in words: of times, and of servers their rates."""
    if isinstance(finding.scenario.conditions, Answering):
        return OF_TWO_RATES[word](inverted(comparison))
    return OF_TWO[word](comparison)


def of_measure(measure: str, words: Callable[[float], str]) -> Callable[[Finding, Findings], str | None]:
    """Return what puts the median of a measure into words."""

    def put(finding: Finding, _: Findings) -> str | None:
        found = finding.estimates.get(measure)
        return words(found.median) if found and isfinite(found.median) else None

    return put


def of_time(words: Callable[[Finding, Estimate], str]) -> Callable[[Finding, Findings], str | None]:
    """Return what puts the time of a scenario into words."""
    return lambda finding, _: words(finding, finding.time) if finding.time else None


def slope_words(finding: Finding, findings: Findings) -> str | None:
    """Return what each further request takes in the scenario's series."""
    found = series_of(finding, findings)
    return milliseconds_each(found.wall.median) if found and found.wall else None


def of_series(measure: str, words: Callable[[float], str]) -> Callable[[Finding, Findings], str | None]:
    """Return what puts a slope of the scenario's series into words."""

    def put(finding: Finding, findings: Findings) -> str | None:
        series = series_of(finding, findings)
        found = getattr(series, measure) if series else None
        return words(found.median) if found else None

    return put


def phases_words(finding: Finding, _: Findings) -> str | None:
    """Return what the phases of a unit add up to."""
    return seconds(sum(one.median for one in finding.phases.values())) if finding.phases else None


def longest_words(finding: Finding, _: Findings) -> str | None:
    """Return the two longest phases of a unit, the sleep that was asked for left out."""
    known = {name: one.median for name, one in finding.phases.items() if name != ASLEEP}
    longest = sorted(known, key=lambda each: known[each], reverse=True)[:2]
    return " and ".join(f"{name} with {seconds(known[name])}" for name in longest) or None


def range_words(finding: Finding, _: Findings) -> str | None:
    """Return the shortest and the longest trial that was not stopped, and how many there were."""
    trials = sorted(finding.trials)
    if len(trials) < 2:  # noqa: PLR2004 – one has no range.
        return f"{seconds(trials[0])} (1 trial)" if trials else None
    return f"{seconds(trials[0])} to {seconds(trials[-1])} ({len(trials)} trials)"


def failed_words(finding: Finding, _: Findings) -> str | None:
    """Return how many trials failed."""
    failures = len(finding.failures)
    return f"{failures} of {failures + len(finding.trials)} trials failed" if failures else None


OF_ONE: Mapping[str, Callable[[Finding, Findings], str | None]] = {
    "time": of_measure("work_s", seconds),
    "warm": of_measure("warm_s", seconds),
    "process": of_measure("process_s", seconds),
    "cpu": of_measure("cpu_per_request_s", seconds),
    "memory": of_measure("peak_memory_bytes", mebibytes),
    "late": of_measure("late_p99_s", seconds),
    "rate": of_time(lambda finding, time: rate(number_of(finding.scenario.conditions) / time.median)),
    "p50": of_measure("p50_s", seconds),
    "p90": of_measure("p90_s", seconds),
    "p99": of_measure("p99_s", seconds),
    "kept": of_measure("kept", percent),
    "busy": of_measure("busy", percent),
    "lasted": of_measure("lasted_s", seconds),
    "asking": of_measure("asking_s", seconds),
    "ceiling": of_measure("asking_s", lambda each_s: rate(1 / each_s) if each_s else "no limit"),
    "loader": of_measure("loader_busy", percent),
    "busiest": of_measure("busiest", percent),
    "recovery": of_measure("recovery_s", seconds),
    "slope": slope_words,
    "each": of_series("wall", seconds),
    "parked": of_series("parked", kibibytes_each),
    "weight": of_measure("parked_bytes", mebibytes),
    "overhead": of_time(lambda finding, time: seconds(max(0.0, time.median - finding.floor_s))),
    "phases": phases_words,
    "longest": longest_words,
    "range": range_words,
    "switches": of_measure("switches", number),
    "comparisons": of_measure(COMPARISONS, number),
    "reached": of_measure("reached", exactly),
    "failed": failed_words,
    "interval": of_time(lambda _, time: interval(time)),
}
OF_TWO = {"versus": versus, "factor": factor, "clearly": clearly}
OF_TWO_RATES = {"versus": versus_rate, "factor": factor, "clearly": clearly}
