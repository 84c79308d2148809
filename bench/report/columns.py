"""The columns of an experiment's tables: which they are depends on what is measured."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bench.model import Answering, Conditions, Fetching, Starting
from bench.report.findings import Finding
from bench.report.stats import Estimate
from bench.report.words import between, interval, mebibytes, percent, seconds, significant


@dataclass(frozen=True)
class Column:
    """A column: its head, what stands in it for a scenario, and whether that is text."""

    head: str
    cell: Callable[[Finding], str | int]
    text: bool = False

    @property
    def rule(self) -> str:
        """What Markdown puts below the head: texts begin on the left, numbers end on the right."""
        return ":----" if self.text else "-----:"


def of_measure(head: str, measure: str, words: Callable[[float], str]) -> Column:
    """Return a column of medians, with a dash where there is none."""
    return Column(head, lambda finding: shown_as(finding.estimates.get(measure), words))


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


def times_floor(finding: Finding) -> str:
    """Return how many times as long as its waits alone a scenario takes."""
    return significant(finding.time.median / finding.floor_s) if finding.time and finding.floor_s else ""


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


RANK = Column("Rank", lambda finding: finding.rank or "–")
WAY = Column("Way", lambda finding: finding.scenario.title, text=True)
TIME, INTERVAL = Column("Time", time), Column("Interval", limits, text=True)
MEMORY = of_measure("Memory", "peak_memory_bytes", mebibytes)
N = Column("n", lambda finding: finding.estimates["work_s"].n if "work_s" in finding.estimates else 0)

COLUMNS: Mapping[type[Conditions], tuple[Column, ...]] = {
    Fetching: (
        RANK,
        WAY,
        TIME,
        INTERVAL,
        Column("Times the floor", times_floor),
        of_measure("Warm", "warm_s", seconds),
        of_measure("CPU", "cpu_s", seconds),
        of_measure("CPU a request", "cpu_per_request_s", seconds),
        MEMORY,
        of_measure("Connections", "connections", lambda value: f"{value:,.0f}"),
        N,
    ),
    Starting: (
        RANK,
        WAY,
        TIME,
        INTERVAL,
        Column("Times the floor", times_floor),
        of_measure("CPU", "cpu_s", seconds),
        of_measure("CPU a unit", "cpu_per_request_s", seconds),
        MEMORY,
        N,
    ),
    Answering: (
        RANK,
        WAY,
        Column("Requests a second", per_second),
        Column("Interval", rate_limits, text=True),
        of_measure("p50", "p50_s", seconds),
        of_measure("p99", "p99_s", seconds),
        of_measure("Kept", "kept", percent),
        of_measure("CPU a request", "cpu_per_request_s", seconds),
        of_measure("Server busy", "busy", percent),
        of_measure("Loader busy", "loader_busy", percent),
        Column("Busiest worker", busiest),
        MEMORY,
        N,
    ),
}
