"""Findings as the steps of a waterfall."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bench.model import Figure
from bench.report.drawing.shown import MEASURES, axis_of, shown, times_scale, value
from bench.report.figures import Step, waterfall
from bench.report.findings import Finding, Findings
from bench.report.stats import Estimate
from bench.report.verdicts import Settled
from bench.report.words import seconds


def drawn_waterfall(figure: Figure, findings: Findings, _: list[Settled]) -> dict[str, Any]:
    """Return a step for each scenario, with what it changes against the one before."""
    found = shown(figure, findings)
    first = value(found[0], figure, findings)
    changed = dict(changes(figure, findings))
    return waterfall(
        [step(f, value(f, figure, findings), figure, changed.get(f.scenario.id), first) for f in found],
        axis=axis_of(figure, found[0]),
    )


def changes(figure: Figure, findings: Findings) -> Iterator[tuple[str, Estimate]]:
    """Yield each scenario of a waterfall but the first, with what it changes."""
    for before, after in pairwise(shown(figure, findings)):
        ids = after.scenario.id, before.scenario.id
        if found := findings.change(*ids, MEASURES[figure.measure].column):
            yield after.scenario.id, found


def step(
    finding: Finding, total: Estimate | None, figure: Figure, change: Estimate | None, first: Estimate | None
) -> Step:
    """Return one scenario as a step of a waterfall; `total` is its value."""
    shown_of = change or first
    if total is None or shown_of is None or finding.concurrency is None:
        raise ValueError(finding.scenario.id)
    words, scale = seconds(total.median), MEASURES[figure.measure].scale
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


def signed(change_s: float) -> str:
    """Return a change with its sign, which a reader sees without colour."""
    return f"{'−' if change_s < 0 else '+'}{seconds(abs(change_s))}"
