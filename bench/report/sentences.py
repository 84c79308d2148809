"""Figures in sentences: texts of an experiment hold them in braces, filled from the data.

A changed result changes the text, and no number is typed into one.

====================  =====================================================================
``{time:A}``          0.216 s
``{warm:A}``          2.27 s, of a later batch
``{process:A}``       0.61 s, of the whole process
``{cpu:A}``           412 µs, CPU time of a request
``{memory:A}``        52.1 MiB, at its peak
``{late:A}``           0.4 ms: 1 % of the answers was held longer than asked by this or more
``{rate:A}``          64,000 a second
``{slope:A}``         0.41 ms a request, of the series to which A belongs
``{each:A}``          71.2 µs: what each further unit of the series takes
``{parked:A}``        9.4 KiB: what each further unit of the series weighs while all wait
``{weight:A}``        179 MiB: what all units of A weigh while they wait
``{overhead:A}``      0.38 s: what is beyond the waits
``{phases:A}``        1.38 s: what the phases of a unit add up to
``{longest:A}``       join tail with 0.31 s: the longest phase but for the sleep that was asked for
``{switches:A}``      12,300 context switches of the process
``{comparisons:A}``   12,300 comparisons of timers
``{reached:A}``       511: units that were there when a limit stopped them, or all of them
``{failed:A}``        6 of 6 trials failed; no figure where none did
``{interval:A}``      95 % interval 0.214 to 0.218 s, or how few trials there are
``{versus:A/B}``      takes 1.25 times the time (95 % interval 1.22 to 1.28), or that it does not differ
``{factor:A/B}``      93 times
====================  =====================================================================
"""

import re
from collections.abc import Callable, Mapping
from math import isfinite

from bench.errors import DataError
from bench.physics import number_of
from bench.report.columns import COMPARISONS
from bench.report.findings import Finding, Findings
from bench.report.series import series_of
from bench.report.stats import Estimate
from bench.report.words import (
    exactly,
    factor,
    interval,
    kibibytes_each,
    mebibytes,
    milliseconds_each,
    number,
    rate,
    seconds,
    versus,
)

BRACES = re.compile(r"\{(\w+):([\w.-]+)(?:/([\w.-]+))?\}")
ASLEEP = "asleep as asked"
"""The phase in which a unit sleeps, as the workloads call it."""
PART = re.compile(r"(?<=[.;]) ")


def fill(text: str, findings: Findings) -> str:
    """Return `text` with the figures of `findings` in place of its braces.

    A sentence, or a part of one that ends with a semicolon, is left out when a figure in it was not measured.
    """
    kept: list[str] = []
    for part in PART.split(text):
        if found := filled(part, findings):
            kept.append(found)
        elif kept and part.endswith("."):
            kept[-1] = kept[-1].removesuffix(".").removesuffix(";") + "."
    return " ".join(kept)


def filled(part: str, findings: Findings) -> str | None:
    """Return `part` with its figures, or `None` if one of them was not measured."""
    figures = [figure(match, findings) for match in BRACES.finditer(part)]
    if None in figures:
        return None
    values = iter(figures)
    return BRACES.sub(lambda _: str(next(values)), part)


def figure(match: re.Match[str], findings: Findings) -> str | None:
    """Return the figure that a pair of braces asks for."""
    word, scenario, other = match[1], match[2], match[3]
    if word in OF_ONE and other is None:
        found = findings.scenarios.get(scenario)
        return OF_ONE[word](found, findings) if found else None
    if word in OF_TWO and other is not None:
        comparison = findings.compared(scenario, other)
        known = comparison and isfinite(comparison.ratio) and comparison.ratio
        return OF_TWO[word](comparison) if comparison and known else None
    known_words = ", ".join([f"{{{word}:A}}" for word in OF_ONE] + [f"{{{word}:A/B}}" for word in OF_TWO])
    raise DataError(f"{match[0]} is no figure; known are {known_words}")


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
    """Return the longest phase of a unit, the sleep that was asked for left out."""
    known = {name: one.median for name, one in finding.phases.items() if name != ASLEEP}
    name = max(known, key=lambda each: known[each], default=None)
    return f"{name} with {seconds(known[name])}" if name else None


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
    "slope": slope_words,
    "each": of_series("wall", seconds),
    "parked": of_series("parked", kibibytes_each),
    "weight": of_measure("parked_bytes", mebibytes),
    "overhead": of_time(lambda finding, time: seconds(max(0.0, time.median - finding.floor_s))),
    "phases": phases_words,
    "longest": longest_words,
    "switches": of_measure("switches", number),
    "comparisons": of_measure(COMPARISONS, number),
    "reached": of_measure("reached", exactly),
    "failed": failed_words,
    "interval": of_time(lambda _, time: interval(time)),
}
OF_TWO = {"versus": versus, "factor": factor}
