"""Charts as Plotly documents: pure, without a colour in them, the same for the same data."""

from bench.report.figures.dots import dots
from bench.report.figures.row import Row

__all__ = ["Row", "dots"]
