"""Who wins under each pair of conditions, or that no difference is clear."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.model import Figure
from bench.report.comparisons import Comparison, Pair, compare
from bench.report.escape import Trusted
from bench.report.findings import Finding, Findings
from bench.report.words import FAR, NBSP, NOBODY, significant

NAMES = {"wait_s": "Wait of the handler", "burn_s": "CPU time of the handler", "connections": "Connections"}
"""What a map may have along its axes."""


@dataclass(frozen=True)
class Cell:
    """A pair of conditions, those who were tried there, best first, and the times of each other beside the best's."""

    over: float
    across: float
    contenders: tuple[Finding, ...]
    beside: dict[str, list[Pair]]
    """Of each other and the best in the same round, by scenario."""
    band: float

    @property
    def ahead(self) -> dict[str, Comparison]:
        """The time of each other in times that of the best, by scenario."""
        return compare({name: pairs for name, pairs in self.beside.items() if pairs}, self.band)

    @property
    def level(self) -> tuple[Finding, ...]:
        """The best and all that are not clearly behind."""
        ahead, (best, *others) = self.ahead, self.contenders
        names = {name for name, found in ahead.items() if behind(found, self.beside[name], self.band)}
        return (best, *(other for other in others if other.scenario.id not in names))

    @property
    def winner(self) -> Finding | None:
        """The best, if it is clearly ahead of all others."""
        return self.contenders[0] if len(self.contenders) > 1 and len(self.level) == 1 else None


def behind(comparison: Comparison, pairs: list[Pair], band: float) -> bool:
    """Tell whether a scenario is clearly slower than the other of its pairs."""
    if comparison.low is not None:
        return comparison.verdict == "different"
    return len(pairs) > 1 and all(value > best * max(FAR, 1 + band) for value, best in pairs)


def cells(figure: Figure, findings: Findings) -> Iterator[Cell]:
    """Yield each pair of conditions that was measured."""
    chosen = [f for f in findings.of_tier(figure.tier) if f.time and f.concurrency]
    named = [f for f in chosen if not figure.scenarios or f.scenario.id in figure.scenarios]
    for over, across in sorted({place(finding, figure) for finding in named}):
        there = tuple(finding for finding in named if place(finding, figure) == (over, across))
        best = there[0].scenario.id
        beside = {f.scenario.id: findings.pairs(f.scenario.id, best) for f in there[1:]}
        yield Cell(over, across, there, beside, findings.band)


def place(finding: Finding, figure: Figure) -> tuple[float, float]:
    """Return where a scenario stands on a map."""
    conditions = finding.scenario.conditions
    return float(getattr(conditions, figure.over)), float(getattr(conditions, figure.across))


def amount(value: float, condition: str) -> str:
    """Return a condition in words."""
    if condition.endswith("_s"):
        return f"{value * 1e3:g}{NBSP}ms"
    return f"{value:,.0f}"


def contest_table(figure: Figure, findings: Findings) -> dict[str, Any]:
    """Return a map as a table: a row for each pair of conditions, a column for each contender's rate."""
    found = list(cells(figure, findings))
    names = sorted({f.scenario.series for cell in found for f in cell.contenders})
    return {
        "name": f"{NAMES[figure.over]} and {NAMES[figure.across].lower()}",
        "about": "requests a second of each way, and how many times those of the next best the winner's are",
        "head": [NAMES[figure.over], NAMES[figure.across], "Winner", *names],
        "rules": [Trusted(rule) for rule in ("-----:", "-----:", ":----", *("-----:" for _ in names))],
        "rows": [contest_row(cell, figure, names) for cell in found],
    }


def contest_row(cell: Cell, figure: Figure, names: list[str]) -> list[str]:
    """Return one cell of a map as a row."""
    rates = {f.scenario.series: significant(1 / f.time.median) for f in cell.contenders if f.time}
    return [
        amount(cell.over, figure.over),
        amount(cell.across, figure.across),
        verdict(cell),
        *(rates.get(name, "–") for name in names),
    ]


def verdict(cell: Cell) -> str:
    """Return who wins and by how much, or that nobody does."""
    if cell.winner is None:
        return NOBODY if len(cell.contenders) > 1 else "only one was tried"
    nearest = min(found.ratio for found in cell.ahead.values())
    return f"{cell.winner.scenario.series}, {significant(nearest)} times"
