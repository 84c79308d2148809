"""What stands in a cell of a table: of one scenario, in words, or why there is nothing."""

from collections.abc import Callable

from bench.model import Answering, Starting
from bench.report.findings import Finding
from bench.report.stats import Estimate
from bench.report.words import between, exactly, interval, percent, seconds, significant


def shown_as(estimate: Estimate | None, words: Callable[[float], str]) -> str:
    """Return a median in words, or a dash where there is none."""
    return words(estimate.median) if estimate else "–"


def time(finding: Finding) -> str:
    """Return the time of a scenario, or that it failed."""
    return seconds(finding.time.median) if finding.time else "failed" if finding.failures else "–"


def limits(finding: Finding) -> str:
    """Return the interval of a scenario's time, or why there is none."""
    if finding.time:
        return between(finding.time) or interval(finding.time)
    return finding.failures[0] if finding.failures else "not measured"


def started(finding: Finding) -> str:
    """Return how many units there were, where a limit could stop them."""
    conditions = finding.scenario.conditions
    limited = isinstance(conditions, Starting) and bool(conditions.limits or finding.failures)
    return shown_as(finding.estimates.get("reached"), exactly) if limited else ""


def times_floor(finding: Finding) -> str:
    """Return how many times as long as its waits alone a scenario takes."""
    return significant(finding.time.median / finding.floor_s) if finding.time and finding.floor_s else ""


def beyond(finding: Finding) -> str:
    """Return how much longer than its waits alone a scenario takes, where it waits."""
    return seconds(max(0.0, finding.time.median - finding.floor_s)) if finding.time and finding.floor_s else ""


def phases(finding: Finding) -> str:
    """Return what the phases of a unit add up to, where they were observed."""
    return seconds(sum(one.median for one in finding.phases.values())) if finding.phases else ""


def per_second(finding: Finding) -> str:
    """Return how many answers there were in a second, or that the scenario failed."""
    return significant(1 / finding.time.median) if finding.time else "failed" if finding.failures else "–"


def rate_limits(finding: Finding) -> str:
    """Return the interval of a rate, or why there is none."""
    found = finding.time
    if found is None or found.low is None or found.high is None:
        return limits(finding)
    return f"{significant(1 / found.high)} to {significant(1 / found.low)}"


def busiest(finding: Finding) -> str:
    """Return which share of the answers came from the busiest worker, where there are several."""
    conditions = finding.scenario.conditions
    several = isinstance(conditions, Answering) and conditions.workers > 1
    return shown_as(finding.estimates.get("busiest"), percent) if several else ""
