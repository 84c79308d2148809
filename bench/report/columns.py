"""The columns of an experiment's tables: which they are depends on what is measured."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bench.model import Answering, Conditions, Fetching, Starting
from bench.physics import number_of
from bench.report.findings import Finding
from bench.report.measures import COUNT
from bench.report.stats import Estimate
from bench.report.words import between, exactly, interval, mebibytes, number, percent, seconds, significant


@dataclass(frozen=True)
class Column:
    """A column: its head, what stands in it for a scenario, and whether that is text.

    An optional one is left out of a table in which it would be empty.
    """

    head: str
    cell: Callable[[Finding], str | int]
    text: bool = False
    optional: bool = False

    @property
    def rule(self) -> str:
        """What Markdown puts below the head: texts begin on the left, numbers end on the right."""
        return ":----" if self.text else "-----:"


def of_measure(head: str, measure: str, words: Callable[[float], str], *, optional: bool = False) -> Column:
    """Return a column of medians, with a dash where there is none."""
    return Column(head, lambda finding: shown_as(finding.estimates.get(measure), words), optional=optional)


def needed(columns: Sequence[Column], findings: Sequence[Finding]) -> list[Column]:
    """Return the columns without those optional ones in which nothing would stand.

    Ranks are left out where there are none, and of units where ways with other numbers of them would be ranked.
    """
    numbers = {number_of(one.scenario.conditions) for one in findings}
    units = isinstance(findings[0].scenario.conditions, Starting)
    ranked = any(one.rank for one in findings) and not (units and len(numbers) > 1)
    kept = [c for c in columns if ranked or c is not RANK]
    return [c for c in kept if not c.optional or any(c.cell(one) not in {"–", ""} for one in findings)]


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


COMPARISONS = f"{COUNT}timer-comparisons"
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
        Column("Started", started, optional=True),
        Column("Overhead", beyond, optional=True),
        Column("Phases", phases, optional=True),
        of_measure("CPU", "cpu_s", seconds),
        of_measure("CPU a unit", "cpu_per_request_s", seconds),
        of_measure("Switches", "switches", number, optional=True),
        MEMORY,
        of_measure("Parked", "parked_bytes", mebibytes, optional=True),
        of_measure("Comparisons", COMPARISONS, number, optional=True),
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
