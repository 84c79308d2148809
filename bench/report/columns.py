"""The columns of an experiment's tables: which they are depends on what is measured."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bench.model import Answering, Conditions, Fetching, Starting
from bench.report.cells import (
    beyond,
    busiest,
    limits,
    per_second,
    phases,
    rate_limits,
    shown_as,
    started,
    time,
    times_floor,
)
from bench.report.findings import Finding
from bench.report.measures import COUNT
from bench.report.words import mebibytes, number, percent, seconds


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

    Ranks are left out where there are none.
    """
    ranked = any(one.rank for one in findings)
    kept = [c for c in columns if ranked or c is not RANK]
    return [c for c in kept if not c.optional or any(c.cell(one) not in {"–", ""} for one in findings)]


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
