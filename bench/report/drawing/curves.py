"""Findings as the lines over a number of requests, or of requests in flight."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from bench.model import Answering, Fetching, Figure, Starting
from bench.physics import floor_s, number_of
from bench.report.drawing.shown import MEASURES, axis_of, published, shown, value
from bench.report.figures import Point, Series, lines
from bench.report.findings import Finding, Findings
from bench.report.verdicts import Settled

OVER = {
    "requests": "Requests",
    "concurrency": "Requests in flight at most",
    "units": "Units started",
    "connections": "Connections",
    "workers": "Worker processes",
    "wait_s": "Wait of the handler, s",
    "burn_s": "CPU time of the handler, s",
    "rate": "Requests a second asked for",
    "switch_interval_s": "Switch interval, s",
    "spread_s": "Wake-ups spread over, s",
}
"""What a figure of lines may have along its horizontal axis, and the name of that axis."""


def drawn_lines(figure: Figure, findings: Findings, settled: list[Settled]) -> dict[str, Any]:
    """Return a line for each series, over the number of threads or of requests, whichever is varied."""
    found = shown(figure, findings)
    at, axis = varied(found, figure)
    by_size = sorted(found, key=at)
    series = [
        Series(
            label=name,
            colour=own[0].concurrency or "serial",
            points=tuple(point(finding, at(finding), figure, findings) for finding in own),
            published=tuple((at(f), *span) for f in own if (span := published(f, figure, settled))),
        )
        for name in dict.fromkeys(finding.scenario.series for finding in by_size)
        if (own := [finding for finding in by_size if finding.scenario.series == name])
    ]
    floor = law(by_size, at) if figure.measure == "time" else []
    return lines(series, floor=floor, floor_label="waits alone", x_axis=axis, y_axis=axis_of(figure, found[0]))


def law(by_size: Sequence[Finding], at: Callable[[Finding], float]) -> list[tuple[float, float]]:
    """Return what waiting alone takes, at every width from the least to the largest, or for any number at once."""
    if in_requests(by_size) or len(by_size) == 1:
        least = min(all_at_once_s(finding) for finding in by_size)
        return [(at(by_size[0]), least), (at(by_size[-1]), least)] if least else []
    conditions = by_size[0].scenario.conditions
    if not isinstance(conditions, Fetching):
        return []
    widths = range(round(at(by_size[0])), round(at(by_size[-1])) + 1)
    return [(width, floor_s(replace(conditions, concurrency=width))) for width in widths]


def all_at_once_s(finding: Finding) -> float:
    """Return what waiting alone takes whoever asks all at once."""
    conditions = finding.scenario.conditions
    if isinstance(conditions, Fetching):
        conditions = replace(conditions, concurrency=conditions.requests)
    return floor_s(conditions, finding.scenario.counts)


def in_requests(found: Sequence[Finding]) -> bool:
    """Tell whether the scenarios differ in their number of requests or units; else it is in their width."""
    return len({number_of(finding.scenario.conditions) for finding in found}) > 1


def varied(found: Sequence[Finding], figure: Figure) -> tuple[Callable[[Finding], float], str]:
    """Return what tells a scenario's place on the horizontal axis, and the name of that axis."""
    match found[0].scenario.conditions:
        case Fetching():
            usual = "requests" if in_requests(found) else "concurrency"
        case Starting():
            usual = "units"
        case Answering():
            usual = "connections"
    name = figure.over or usual
    return lambda finding: float(getattr(finding.scenario.conditions, name)), OVER[name]


def point(finding: Finding, at: float, figure: Figure, findings: Findings) -> Point:
    """Return one scenario as a point of a line."""
    estimate = value(finding, figure, findings)
    if estimate is None:
        raise ValueError(finding.scenario.id)
    drawn = MEASURES[figure.measure].drawn(estimate)
    return Point(x=at, median=drawn.median, low=drawn.low, high=drawn.high)
