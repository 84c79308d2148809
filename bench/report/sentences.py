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
from bench.report.findings import Finding, Findings
from bench.report.series import series_of
from bench.report.stats import Estimate
from bench.report.words import factor, interval, mebibytes, milliseconds_each, rate, seconds, versus

BRACES = re.compile(r"\{(\w+):([\w.-]+)(?:/([\w.-]+))?\}")
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
    "failed": failed_words,
    "interval": of_time(lambda _, time: interval(time)),
}
OF_TWO = {"versus": versus, "factor": factor}
