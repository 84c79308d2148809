"""The figure of a claim, measured again: a time, a rate, a ratio of two, a slope, or the shape of a growth."""

from math import isfinite

from bench.model import ClaimTest
from bench.report.comparisons import compare
from bench.report.findings import Finding, Findings
from bench.report.series import series_of
from bench.report.stats import Estimate, inverse


def repeated(how: ClaimTest, findings: Findings, *, fair: bool = False) -> Estimate | None:
    """Return what the claim's scenario gives, in the claim's own unit; `fair`: the scenario like for like."""
    name, over = (how.like_for_like, how.fair_over) if fair else (how.as_published, how.over)
    finding = findings.scenarios.get(name) if name else None
    if finding is None or finding.time is None:
        return None
    if how.growth:
        return growth(finding, how, findings)
    if how.over:
        found = ratio(finding.scenario.id, over, findings, how.less) if over else None
        return inverse(found) if found and how.measure == "rate" else found
    if how.measure == "rate":
        return inverse(finding.time)
    found = finding.estimates.get(how.measure)
    return scaled(found, how.times) if found and isfinite(found.median) else None


def growth(finding: Finding, how: ClaimTest, findings: Findings) -> Estimate | None:
    """Return milliseconds for each further request, by which share a line is off, or how much the time rises."""
    series = series_of(finding, findings)
    if series is None:
        return None
    if how.growth == "slope":
        return scaled(series.wall, 1e3)
    return series.off_a_line if how.growth == "linear" else series.rise


def ratio(scenario: str, over: str, findings: Findings, less: float = 0) -> Estimate | None:
    """Return how many times as long a scenario takes, beyond `less` seconds.

    A round in which one of the two took no longer than that tells nothing and is left out.
    """
    both = ((value - less, than - less) for value, than in findings.pairs(scenario, over))
    pairs = [pair for pair in both if min(pair) > 0]
    found = compare({scenario: pairs}, findings.band).get(scenario) if pairs else None
    known = found is not None and isfinite(found.ratio) and found.ratio > 0
    return Estimate(n=found.n, median=found.ratio, low=found.low, high=found.high) if found and known else None


def scaled(estimate: Estimate | None, times: float) -> Estimate | None:
    """Return an estimate of so many times the work."""
    if estimate is None:
        return None
    low, high = (limit and limit * times for limit in (estimate.low, estimate.high))
    return Estimate(n=estimate.n, median=estimate.median * times, low=low, high=high)


def unit(how: ClaimTest) -> str:
    """Return the unit of what is measured for a claim."""
    if how.growth:
        return {"slope": "ms/request", "linear": "off a line", "flat": "rise"}[how.growth]
    if how.over:
        return "ratio"
    return "requests/s" if how.measure == "rate" else "s"
