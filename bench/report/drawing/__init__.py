"""Findings drawn: one function for each form of a figure."""

from collections.abc import Callable, Mapping
from typing import Any

from bench.model import Figure
from bench.report.drawing.cells import drawn_map
from bench.report.drawing.curves import drawn_lines
from bench.report.drawing.phases import drawn_phases
from bench.report.drawing.quantiles import drawn_quantiles
from bench.report.drawing.rows import drawn_dots
from bench.report.drawing.steps import drawn_waterfall
from bench.report.findings import Findings
from bench.report.verdicts import Settled

DRAWN: Mapping[str, Callable[[Figure, Findings, list[Settled]], dict[str, Any]]] = {
    "dots": drawn_dots,
    "lines": drawn_lines,
    "phases": drawn_phases,
    "waterfall": drawn_waterfall,
    "quantiles": drawn_quantiles,
    "map": drawn_map,
}
