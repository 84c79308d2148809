"""Figures in sentences. Numbers are rounded here and nowhere else.

Texts of an experiment hold figures in braces, filled from the data, so that a changed result changes the text:

====================  =====================================================================
``{time:A}``          0.216 s
``{warm:A}``          2.27 s, of a later batch
``{interval:A}``      95 % interval 0.214 to 0.218 s, or how few trials there are
``{versus:A/B}``      takes 1.25 times the time (95 % interval 1.22 to 1.28), or that it does not differ
``{factor:A/B}``      93 times
====================  =====================================================================
"""

import re
from math import floor, isfinite, log10

from bench.errors import DataError
from bench.report.comparisons import MARGIN, Comparison
from bench.report.findings import Findings
from bench.report.stats import Estimate

NBSP = "\u00a0"
"""A number and its unit stay on one line."""
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
    if word in {"time", "warm", "interval"} and other is None:
        time = time_of(findings, scenario, warm=word == "warm")
        return (interval if word == "interval" else median)(time) if time else None
    if word in {"versus", "factor"} and other is not None:
        comparison = findings.compared(scenario, other)
        if comparison and not (isfinite(comparison.ratio) and comparison.ratio):
            return None
        return (versus if word == "versus" else factor)(comparison) if comparison else None
    raise DataError(f"{match[0]} is no figure; known are time:A, warm:A, interval:A, versus:A/B and factor:A/B")


def time_of(findings: Findings, scenario: str, *, warm: bool) -> Estimate | None:
    """Return the time of a scenario's first batch, or of a later one."""
    found = findings.scenarios.get(scenario)
    if found is None:
        return None
    return found.estimates.get("warm_s") if warm else found.time


def significant(value: float, digits: int = 3) -> str:
    """Return `value` rounded to `digits` significant digits, never with an exponent."""
    if value == 0 or not isfinite(value):
        return "0" if value == 0 else "no limit"
    places = digits - 1 - floor(log10(abs(float(f"{value:.{digits - 1}e}"))))
    return f"{round(value, places):,.{max(0, places)}f}"


def seconds(value: float, digits: int = 3) -> str:
    """Return a time in the unit that a person would use."""
    if not isfinite(value):
        return "no limit"
    if value < 1e-3:  # noqa: PLR2004
        return f"{significant(value * 1e6, digits)}{NBSP}µs"
    in_ms = value < 0.1  # noqa: PLR2004
    return f"{significant(value * 1e3, digits)}{NBSP}ms" if in_ms else f"{significant(value, digits)}{NBSP}s"


def median(estimate: Estimate) -> str:
    """Return the median of a time."""
    return seconds(estimate.median)


def mebibytes(value: float) -> str:
    """Return a size of memory."""
    return f"{significant(value / 2**20)}{NBSP}MiB"


def interval(estimate: Estimate) -> str:
    """Return the interval of a time, or how few trials there are."""
    if estimate.low is None or estimate.high is None:
        return "1 trial, no interval" if estimate.n == 1 else f"{estimate.n} trials, no interval"
    return f"95{NBSP}% interval {between(estimate)}"


def between(estimate: Estimate) -> str:
    """Return the limits of a time's interval, or an empty text."""
    if estimate.low is None or estimate.high is None:
        return ""
    return limits(estimate.low, estimate.high)


def limits(low: float, high: float) -> str:
    """Return the limits of an interval, with as many digits as tell them apart."""
    digits = next((n for n in (3, 4, 5) if significant(low, n) != significant(high, n)), 5)
    one, other = seconds(low, digits), seconds(high, digits)
    same_unit = one.split()[-1] == other.split()[-1]
    return f"{one.rpartition(NBSP)[0] if same_unit else one} to {other}"


def factor(comparison: Comparison) -> str:
    """Return a ratio as "93 times"."""
    return f"{significant(comparison.ratio)} times"


def versus(comparison: Comparison) -> str:
    """Return a comparison as the rest of a sentence whose subject is the scenario."""
    if comparison.low is None or comparison.high is None:
        rounds = "1 trial" if comparison.n == 1 else f"{comparison.n} trials"
        return f"takes {factor(comparison)} the time ({rounds}, too few for an interval)"
    limits = f"95{NBSP}% interval {significant(comparison.low)} to {significant(comparison.high)}"
    if comparison.verdict == "different":
        return f"takes {factor(comparison)} the time ({limits})"
    if comparison.verdict == "equivalent":
        return f"takes the same time within {MARGIN * 100:.0f}{NBSP}% (ratio {limits})"
    return f"shows no clear difference (ratio {limits})"
