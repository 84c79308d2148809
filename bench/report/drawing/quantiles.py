"""Findings as quantiles of how long answers take, over the load that was offered."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bench.model import Answering, Figure
from bench.report.drawing.curves import OVER, point
from bench.report.drawing.shown import shown
from bench.report.figures import Series, limited, lines
from bench.report.findings import Finding, Findings
from bench.report.verdicts import Settled

KEPT_UP = 0.98
"""A server that gives a smaller share of the answers asked for in the same time does not keep up."""
NAMES = {"p50": "half (p50)", "p90": "90 % (p90)", "p99": "99 % (p99)"}
AXIS = "An answer took at most, ms"


def drawn_quantiles(figure: Figure, findings: Findings, _: list[Settled]) -> dict[str, Any]:
    """Return a line for each quantile over the rate asked for, and where the server no longer keeps up."""
    found = sorted(shown(figure, findings), key=rate_of)
    measures = [replace(figure, measure=name) for name in NAMES]
    series = [
        Series(
            label=NAMES[measure.measure],
            colour=found[0].concurrency or "serial",
            points=tuple(point(finding, rate_of(finding), measure, findings) for finding in own),
        )
        for measure in measures
        if (own := [finding for finding in found if f"{measure.measure}_s" in finding.estimates])
    ]
    limit = saturated(findings, [finding.scenario.series for finding in found])
    document = lines(series, floor=[], floor_label="", x_axis=OVER["rate"], y_axis=AXIS)
    return document if limit is None else limited(document, limit, "saturated")


def saturated(findings: Findings, series: Sequence[str]) -> float | None:
    """Return the least rate asked for at which a server of these series does not keep up, or `None`."""
    own = [f for f in findings.scenarios.values() if f.scenario.series in series and (f.time or f.failures)]
    return min((rate_of(finding) for finding in own if rate_of(finding) and not keeps_up(finding)), default=None)


def keeps_up(finding: Finding) -> bool:
    """Tell whether a server gave the answers in the time in which they were asked for."""
    return finding.time is not None and 1 / finding.time.median >= KEPT_UP * rate_of(finding)


def rate_of(finding: Finding) -> float:
    """Return the requests a second that are asked for, 0 in a closed loop."""
    conditions = finding.scenario.conditions
    return conditions.rate or 0.0 if isinstance(conditions, Answering) else 0.0
