"""Findings as the rows, lines and steps of a figure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf, isfinite
from typing import Any

from msgspec.structs import replace

from bench.model import Figure
from bench.physics import floor_s
from bench.report.figures import Point, Row, Series, Step, dots, lines, waterfall
from bench.report.findings import Finding, Findings, rank, times
from bench.report.stats import Estimate
from bench.report.verdicts import Settled
from bench.report.words import seconds, significant

COLUMNS = {"time": "work_s", "cpu": "cpu_per_request_s"}
AXES = {"time": "Time, s", "cpu": "CPU time of a request, µs"}
SCALE = {"time": 1, "cpu": 1e6}
"""Of the axis, against seconds."""


def shown(figure: Figure, findings: Findings) -> list[Finding]:
    """Return what a figure shows and was measured, in the order in which it names them, or the fastest first."""
    found = [f for f in findings.of_tier(figure.tier) if value(f, figure) and f.concurrency]
    if not figure.scenarios:
        return found
    return [f for name in figure.scenarios for f in found if f.scenario.id == name]


def value(finding: Finding, figure: Figure) -> Estimate | None:
    """Return what a figure draws of a scenario, or `None` where it failed."""
    return finding.estimates.get(COLUMNS[figure.measure]) if finding.time else None


def median_of(finding: Finding, figure: Figure) -> float:
    """Return what a figure draws as the scenario's value."""
    estimate = value(finding, figure)
    return estimate.median if estimate else inf


def drawn_dots(figure: Figure, findings: Findings, settled: list[Settled]) -> dict[str, Any]:
    """Return a row for each scenario, the best first, with the least time in which any of them can end."""
    found = sorted(shown(figure, findings), key=lambda finding: median_of(finding, figure))
    places = {f.scenario.id: f.rank for f in found} if figure.measure == "time" else rank(findings, COLUMNS["cpu"])
    last = len(findings.scenarios)
    rows = [
        row(finding, figure, findings, places.get(finding.scenario.id) or last + place, settled)
        for place, finding in enumerate(found, start=1)
    ]
    floor = min(finding.floor_s for finding in found) if figure.measure == "time" else None
    label = f"{seconds(floor)}: waiting alone" if floor else ""
    return dots(rows, floor=floor or None, floor_label=label, axis=AXES[figure.measure])


def row(finding: Finding, figure: Figure, findings: Findings, place: int, settled: list[Settled]) -> Row:
    """Return one scenario as a row; `place` is its rank, or a place of its own where it has none."""
    estimate = value(finding, figure)
    if estimate is None or finding.concurrency is None:
        raise ValueError(finding.scenario.id)
    trials = times(findings.trials, finding.scenario.id, measure=COLUMNS[figure.measure]).values()
    in_time, scale = figure.measure == "time", SCALE[figure.measure]
    factor = estimate.median / finding.floor_s if in_time and finding.floor_s else 0
    return Row(
        label=finding.scenario.title,
        colour=finding.concurrency,
        rank=place,
        median=estimate.median * scale,
        low=times_scale(estimate.low, scale),
        high=times_scale(estimate.high, scale),
        trials=tuple(trial * scale for trial in trials if isfinite(trial)),
        published=published(finding, settled) if in_time else None,
        words=seconds(estimate.median) + (f", {significant(factor)} × its floor" if factor else ""),
    )


def drawn_lines(figure: Figure, findings: Findings, settled: list[Settled]) -> dict[str, Any]:
    """Return a line for each series, over the number of threads or of requests, whichever is varied."""
    found = shown(figure, findings)
    at = varied(found)
    by_size = sorted(found, key=at)
    series = [
        Series(
            label=name,
            colour=own[0].concurrency or "serial",
            points=tuple(point(finding, at(finding), figure) for finding in own),
            published=tuple((at(f), *span) for f in own if (span := published(f, settled))),
        )
        for name in dict.fromkeys(finding.scenario.series for finding in by_size)
        if (own := [finding for finding in by_size if finding.scenario.series == name])
    ]
    floor = law(by_size, at) if figure.measure == "time" else []
    axis = "Requests" if in_requests(found) else "Requests in flight at most"
    return lines(series, floor=floor, floor_label="waits alone", x_axis=axis, y_axis=AXES[figure.measure])


def law(by_size: Sequence[Finding], at: Callable[[Finding], float]) -> list[tuple[float, float]]:
    """Return what waiting alone takes, at every width from the least to the largest, or for any number at once."""
    if in_requests(by_size) or len(by_size) == 1:
        least = min(all_at_once_s(finding) for finding in by_size)
        return [(at(by_size[0]), least), (at(by_size[-1]), least)] if least else []
    widths = range(round(at(by_size[0])), round(at(by_size[-1])) + 1)
    conditions = by_size[0].scenario.conditions
    return [(width, floor_s(replace(conditions, concurrency=width))) for width in widths]


def all_at_once_s(finding: Finding) -> float:
    """Return what waiting alone takes whoever asks all at once."""
    scenario = finding.scenario
    return floor_s(replace(scenario.conditions, concurrency=scenario.conditions.requests), scenario.counts)


def in_requests(found: Sequence[Finding]) -> bool:
    """Tell whether the scenarios differ in their number of requests; else it is in their width."""
    return len({finding.scenario.conditions.requests for finding in found}) > 1


def varied(found: Sequence[Finding]) -> Callable[[Finding], float]:
    """Return what tells a scenario's place on the horizontal axis."""
    if in_requests(found):
        return lambda finding: finding.scenario.conditions.requests
    return lambda finding: finding.scenario.conditions.concurrency


def point(finding: Finding, at: float, figure: Figure) -> Point:
    """Return one scenario as a point of a line."""
    estimate = value(finding, figure)
    if estimate is None:
        raise ValueError(finding.scenario.id)
    scale = SCALE[figure.measure]
    low, high = times_scale(estimate.low, scale), times_scale(estimate.high, scale)
    return Point(x=at, median=estimate.median * scale, low=low, high=high)


def drawn_waterfall(figure: Figure, findings: Findings, _: list[Settled]) -> dict[str, Any]:
    """Return a step for each scenario, with what it changes against the one before."""
    found = shown(figure, findings)
    first = value(found[0], figure)
    changed = dict(changes(figure, findings))
    return waterfall(
        [step(f, figure, changed.get(f.scenario.id), first) for f in found],
        axis=AXES[figure.measure],
    )


def changes(figure: Figure, findings: Findings) -> Iterator[tuple[str, Estimate]]:
    """Yield each scenario of a waterfall but the first, with what it changes."""
    for before, after in pairwise(shown(figure, findings)):
        ids = after.scenario.id, before.scenario.id
        if found := findings.change(*ids, COLUMNS[figure.measure]):
            yield after.scenario.id, found


def step(finding: Finding, figure: Figure, change: Estimate | None, first: Estimate | None) -> Step:
    """Return one scenario as a step of a waterfall."""
    total, shown_of = value(finding, figure), change or first
    if total is None or shown_of is None or finding.concurrency is None:
        raise ValueError(finding.scenario.id)
    words, scale = seconds(total.median), SCALE[figure.measure]
    if change:
        words = f"{signed(change.median)}, {words}{' left' * (change.median < 0)}"
    return Step(
        label=finding.scenario.title,
        colour=finding.concurrency,
        total=total.median * scale,
        change=times_scale(change.median if change else None, scale),
        low=times_scale(shown_of.low, scale),
        high=times_scale(shown_of.high, scale),
        words=words,
    )


def times_scale(limit: float | None, scale: float) -> float | None:
    """Return a limit on the scale of the axis, if there is one."""
    return None if limit is None else limit * scale


def signed(change_s: float) -> str:
    """Return a change with its sign, which a reader sees without colour."""
    return f"{'−' if change_s < 0 else '+'}{seconds(abs(change_s))}"


def published(finding: Finding, settled: list[Settled]) -> tuple[float, float] | None:
    """Return the published time that a scenario repeats as it was published."""
    for one in settled:
        measured = one.as_published and one.as_published.scenario.id == finding.scenario.id
        if measured and one.claim.value_is_time and one.measured == finding.time:
            return one.claim.published
    return None


DRAWN: Mapping[str, Callable[[Figure, Findings, list[Settled]], dict[str, Any]]] = {
    "dots": drawn_dots,
    "lines": drawn_lines,
    "waterfall": drawn_waterfall,
}
