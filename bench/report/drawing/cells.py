"""Findings as a map of two conditions, coloured by who wins."""

from typing import Any

from bench.model import Figure
from bench.report.contest import NAMES, Cell, amount, cells, verdict
from bench.report.figures import Square, chequered
from bench.report.findings import Findings
from bench.report.verdicts import Settled
from bench.report.words import significant


def drawn_map(figure: Figure, findings: Findings, _: list[Settled]) -> dict[str, Any]:
    """Return a square for each pair of conditions that was measured."""
    return chequered(
        [square(cell, figure) for cell in cells(figure, findings)],
        x_axis=NAMES[figure.over],
        y_axis=NAMES[figure.across],
    )


def square(cell: Cell, figure: Figure) -> Square:
    """Return a pair of conditions as a square."""
    level = {finding.scenario.series: finding.concurrency for finding in cell.level}
    winner = cell.winner
    best = cell.contenders[0].time
    return Square(
        over=(cell.over, amount(cell.over, figure.over)),
        across=(cell.across, amount(cell.across, figure.across)),
        colour=winner.concurrency if winner else None,
        name=winner.scenario.series if winner else "tie",
        words=brief(1 / best.median) if best else "",
        told=f"{verdict(cell)}: {', '.join(level)}" if winner is None else verdict(cell),
    )


def brief(per_s: float) -> str:
    """Return a rate that fits into a square on a phone: 740/s, 9.7k/s."""
    thousands = per_s >= 1000  # noqa: PLR2004
    return f"{significant(per_s / 1000 if thousands else per_s, 2)}{'k' * thousands}/s"
