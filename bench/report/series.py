"""How a way grows with the number of requests or units: its scenarios that differ in nothing but that number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bench.model import Scenario, Tier
from bench.physics import number_of
from bench.report.findings import Finding, Findings, times
from bench.report.growth import exponent, off_a_line, rise, slope, square
from bench.report.stats import Estimate

GROWING = ("work_s", "cpu_s", "peak_memory_bytes", "parked_bytes")
FEWEST = 3
"""Numbers of requests from which a shape can be told."""


@dataclass(frozen=True, kw_only=True)
class Grown:
    """A series: seconds more for each request, of the clock and of CPU, and the shape of both."""

    name: str
    findings: tuple[Finding, ...]
    """Its scenarios that have a time, the fewest requests first."""
    wall: Estimate | None
    cpu: Estimate | None
    exponent: Estimate | None
    """The b of time = a · N^b."""
    off_a_line: Estimate | None
    """By which share of its largest value the time is off a line, at worst."""
    rise: Estimate | None
    """The time of the most requests in times that of the fewest."""
    memory: Estimate | None
    """Bytes more for each request or unit, at the peak."""
    parked: Estimate | None
    """Bytes more for each unit while all wait, where that was noted."""
    square: int | None
    """From how many requests on the CPU time grows with their square; `None` where a line fits."""


def series_of(finding: Finding, findings: Findings) -> Grown | None:
    """Return the series to which a scenario belongs, or `None` if it is of none."""
    return named_series(finding.scenario.tier, finding.scenario.series, findings)


@lru_cache(maxsize=1_000)
def named_series(tier: Tier, series: str, findings: Findings) -> Grown | None:
    """Return a series by its tier and name; sentences, tables and every figure of a page ask for the same ones."""
    fellows = fellows_of(tier, series, findings)
    sizes = {number_of(fellow.conditions) for fellow in fellows}
    return grown(fellows, findings) if series and len(sizes) >= FEWEST else None


def fellows_of(tier: Tier, series: str, findings: Findings) -> list[Scenario]:
    """Return the scenarios of a series."""
    return [s for s in findings.planned.scenarios if (s.tier, s.series) == (tier, series)]


def slopes(finding: Finding, findings: Findings, measure: str) -> dict[int, float]:
    """Return by round what each further unit of a scenario's series takes; only where that grows."""
    timed = [findings.scenarios[s.id] for s in fellows_of(finding.scenario.tier, finding.scenario.series, findings)]
    rounds = numbered(timed, findings, measure)
    most = max(map(len, rounds.values()), default=0)
    known = {number: slope([one]) for number, one in rounds.items() if len(one) == most}
    return {number: found.median for number, found in known.items() if found and found.median > 0}


def all_series(findings: Findings) -> Iterator[Grown]:
    """Yield every series of an experiment, in the order in which it names them."""
    firsts = {(s.tier, s.series): findings.scenarios[s.id] for s in reversed(findings.planned.scenarios)}
    for first in reversed(firsts.values()):
        if found := series_of(first, findings):
            yield found


def grown(fellows: Sequence[Scenario], findings: Findings) -> Grown:
    """Evaluate the scenarios of one series."""
    timed = [findings.scenarios[s.id] for s in fellows if findings.scenarios[s.id].time]
    timed.sort(key=lambda finding: number_of(finding.scenario.conditions))
    wall, cpu, memory, parked = (by_round(timed, findings, measure) for measure in GROWING)
    often, cpu_often = alike(wall), alike(cpu)
    return Grown(
        name=fellows[0].series,
        findings=tuple(timed),
        wall=slope(often),
        cpu=slope(cpu_often),
        exponent=exponent(often),
        off_a_line=off_a_line(often),
        rise=rise(often),
        memory=slope(alike(memory)),
        parked=slope(alike(parked)),
        square=square(cpu),
    )


def by_round(timed: Sequence[Finding], findings: Findings, measure: str) -> list[dict[int, float]]:
    """Return for each round the measure at each number of requests that was tried in it."""
    return list(numbered(timed, findings, measure).values())


def numbered(timed: Sequence[Finding], findings: Findings, measure: str) -> dict[int, dict[int, float]]:
    """Return the same by the number of the round."""
    rounds: dict[int, dict[int, float]] = {}
    for finding in timed:
        for number, value in times(findings, finding.scenario.id, measure=measure).items():
            rounds.setdefault(number, {})[number_of(finding.scenario.conditions)] = value
    return rounds


def alike(rounds: Sequence[dict[int, float]]) -> list[dict[int, float]]:
    """Return the rounds with those numbers only that every one of them tried, if there are two or more.

    Where growth is no line, a slope depends on the numbers; rounds that had others would not agree.
    """
    common = set.intersection(*(set(one) for one in rounds)) if rounds else set()
    if len(common) < 2:  # noqa: PLR2004 - one number has no slope.
        return list(rounds)
    return [{number: one[number] for number in sorted(common)} for one in rounds]
