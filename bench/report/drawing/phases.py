"""Findings as stacked bars of phases."""

from typing import Any

from bench.model import Figure
from bench.report.drawing.shown import axis_of, shown
from bench.report.figures import Phase, Phased, phases
from bench.report.findings import Finding, Findings
from bench.report.phrases import ASLEEP
from bench.report.verdicts import Settled
from bench.report.words import seconds


def drawn_phases(figure: Figure, findings: Findings, _: list[Settled]) -> dict[str, Any]:
    """Return a row for each scenario whose units were observed."""
    found = shown(figure, findings)
    return phases([phased(finding) for finding in found], axis=axis_of(figure, found[0]))


def phased(finding: Finding) -> Phased:
    """Return the phases of one scenario, as medians over rounds, without the sleep that was asked for.

    That is the same for all, and beside it nothing else could be seen.
    """
    if finding.concurrency is None:
        raise ValueError(finding.scenario.id)
    known = {name: found.median for name, found in finding.phases.items() if name != ASLEEP}
    return Phased(
        label=finding.scenario.title,
        colour=finding.concurrency,
        phases=tuple(Phase(name, value, seconds(value)) for name, value in known.items()),
    )
