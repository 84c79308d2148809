"""Charts as Plotly documents: pure, without a colour in them, the same for the same data."""

from bench.report.figures.chequered import Square, chequered
from bench.report.figures.dots import dots
from bench.report.figures.limit import limited
from bench.report.figures.lines import lines
from bench.report.figures.parts import Phase, Phased
from bench.report.figures.phases import phases
from bench.report.figures.row import Row
from bench.report.figures.series import Point, Series
from bench.report.figures.steps import Step
from bench.report.figures.waterfall import waterfall

__all__ = [
    "Phase",
    "Phased",
    "Point",
    "Row",
    "Series",
    "Square",
    "Step",
    "chequered",
    "dots",
    "limited",
    "lines",
    "phases",
    "waterfall",
]
