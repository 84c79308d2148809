"""Findings as the rows of a dot plot."""

from math import isfinite
from typing import Any

from bench.model import Figure
from bench.report.drawing.shown import MEASURES, median_of, published, shown, value
from bench.report.figures import Row, dots
from bench.report.findings import Finding, Findings, rank, times
from bench.report.stats import Estimate
from bench.report.verdicts import Settled
from bench.report.words import rate, seconds, significant


def drawn_dots(figure: Figure, findings: Findings, settled: list[Settled]) -> dict[str, Any]:
    """Return a row for each scenario, the best first, with the least time in which any of them can end."""
    found = sorted(shown(figure, findings), key=lambda finding: median_of(finding, figure))
    measure = MEASURES[figure.measure]
    of_time = measure.column == "work_s"
    places = {f.scenario.id: f.rank for f in found} if of_time else rank(findings, measure.column)
    last = len(findings.scenarios)
    rows = [
        row(finding, figure, findings, places.get(finding.scenario.id) or last + place, settled)
        for place, finding in enumerate(found, start=1)
    ]
    floor = min(finding.floor_s for finding in found) if figure.measure == "time" else None
    label = f"{seconds(floor)}: waiting alone" if floor else ""
    return dots(rows, floor=floor or None, floor_label=label, axis=measure.axis, most_first=measure.per_second)


def row(finding: Finding, figure: Figure, findings: Findings, place: int, settled: list[Settled]) -> Row:
    """Return one scenario as a row; `place` is its rank, or a place of its own where it has none."""
    estimate = value(finding, figure)
    if estimate is None or finding.concurrency is None:
        raise ValueError(finding.scenario.id)
    measure = MEASURES[figure.measure]
    trials = times(findings.trials, finding.scenario.id, measure=measure.column).values()
    drawn = measure.drawn(estimate)
    return Row(
        label=finding.scenario.title,
        colour=finding.concurrency,
        rank=place,
        median=drawn.median,
        low=drawn.low,
        high=drawn.high,
        trials=tuple(measure.on_axis(trial) for trial in trials if isfinite(trial)),
        published=published(finding, figure, settled),
        words=words(estimate, figure, finding),
    )


def words(estimate: Estimate, figure: Figure, finding: Finding) -> str:
    """Return a row's value in words, a time also in times of its floor."""
    if MEASURES[figure.measure].per_second:
        return rate(1 / estimate.median)
    factor = estimate.median / finding.floor_s if figure.measure == "time" and finding.floor_s else 0
    return seconds(estimate.median) + (f", {significant(factor)} × its floor" if factor else "")
