"""Findings as the rows of a dot plot."""

from math import isfinite
from typing import Any

from bench.model import Figure
from bench.report.drawing.shown import AXES, COLUMNS, SCALE, median_of, published, shown, times_scale, value
from bench.report.figures import Row, dots
from bench.report.findings import Finding, Findings, rank, times
from bench.report.verdicts import Settled
from bench.report.words import seconds, significant


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
