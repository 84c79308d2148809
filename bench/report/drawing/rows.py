"""Findings as the rows of a dot plot."""

from collections.abc import Mapping, Sequence
from typing import Any

from bench.model import Figure
from bench.report.drawing.shown import MEASURES, axis_of, median_of, published, shown, trials_of, value
from bench.report.figures import Row, dots
from bench.report.findings import Finding, Findings
from bench.report.jobs import job
from bench.report.pairing import differences
from bench.report.ranking import rank
from bench.report.stats import Estimate, ranks
from bench.report.verdicts import Settled
from bench.report.words import rate, seconds, significant


def drawn_dots(figure: Figure, findings: Findings, settled: list[Settled]) -> dict[str, Any]:
    """Return a row for each scenario, the best first, with the least time in which any of them can end."""
    found = sorted(shown(figure, findings), key=lambda finding: median_of(finding, figure, findings))
    places = places_of(found, figure, findings)
    last = len(findings.scenarios)
    rows = [
        row(finding, figure, findings, places.get(finding.scenario.id) or last + place, settled)
        for place, finding in enumerate(found, start=1)
    ]
    floor = min(finding.floor_s for finding in found) if figure.measure == "time" else None
    label = f"{seconds(floor)}: waiting alone" if floor else ""
    most_first = MEASURES[figure.measure].per_second
    return dots(rows, floor=floor or None, floor_label=label, axis=axis_of(figure, found[0]), most_first=most_first)


def places_of(found: Sequence[Finding], figure: Figure, findings: Findings) -> Mapping[str, int | None]:
    """Return the ranks by what the figure draws; of slopes, among those with an interval that are in the figure."""
    measure = MEASURES[figure.measure]
    if figure.measure == "reached":
        return {}
    if not measure.slope:
        races = {f.scenario.id: job(f.scenario.conditions) for f in found}
        tied = {name: (races[name], place) for name, place in rank(findings, measure.column).items() if name in races}
        return in_order([f.scenario.id for f in found], tied)
    values = {f.scenario.id: (f, value(f, figure, findings)) for f in found}
    known = {name: (f, e.median) for name, (f, e) in values.items() if e and e.low is not None}
    rounds = {name: trials_of(f, figure, findings) for name, (f, _) in known.items()}
    of_slopes = ranks({name: median for name, (_, median) in known.items()}, differences(rounds, findings.band))
    return in_order([f.scenario.id for f in found], of_slopes)


def in_order(names: Sequence[str], tied: Mapping[str, object]) -> dict[str, int | None]:
    """Return for each of the ordered names its place; neighbours that are tied share one."""
    result: dict[str, int | None] = {}
    before = None
    for place, name in enumerate(names, start=1):
        same = before is not None and name in tied and tied[name] == tied.get(before)
        result[name] = result[before] if same and before else place
        before = name
    return result


def row(finding: Finding, figure: Figure, findings: Findings, place: int, settled: list[Settled]) -> Row:
    """Return one scenario as a row; `place` is its rank, or a place of its own where it has none."""
    estimate = value(finding, figure, findings)
    if estimate is None or finding.concurrency is None:
        raise ValueError(finding.scenario.id)
    measure = MEASURES[figure.measure]
    drawn = measure.drawn(estimate)
    return Row(
        label=finding.scenario.series if measure.slope else finding.scenario.title,
        colour=finding.concurrency,
        rank=place,
        median=drawn.median,
        low=drawn.low,
        high=drawn.high,
        trials=tuple(measure.on_axis(trial) for trial in trials_of(finding, figure, findings).values()),
        published=published(finding, figure, settled),
        words=words(estimate, figure, finding),
    )


def words(estimate: Estimate, figure: Figure, finding: Finding) -> str:
    """Return a row's value in words, a time also in times of its floor."""
    measure = MEASURES[figure.measure]
    if measure.per_second:
        return rate(1 / estimate.median)
    factor = estimate.median / finding.floor_s if figure.measure == "time" and finding.floor_s else 0
    return measure.words(estimate.median) + (f", {significant(factor)} × its floor" if factor else "")
