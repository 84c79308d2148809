"""The intervals of a line chart: a bar at each point, or a band where bars would touch."""

from typing import Any

from bench.report.figures.series import Point, Series

_MOST_BARS = 12
"""Points whose intervals are bars."""

Span = tuple[float, float] | None


def spans(series: Series, edge: float) -> list[Span]:
    """Return the interval of each point, if it is known, as far as it can be drawn."""
    return [_span(point, edge) for point in series.ordered]


def banded(spans: list[Span]) -> bool:
    """Whether a band is drawn: only if there are many intervals and all are known, for it would bridge gaps."""
    return len(spans) > _MOST_BARS and all(spans)


def bars(series: Series, spans: list[Span]) -> dict[str, Any]:
    """Draw each interval by itself; one that is not known has no length."""
    pairs = list(zip(spans, [point.median for point in series.ordered], strict=True))
    if not any(spans):
        return {}
    reach = {
        "array": [span[1] - median if span else 0 for span, median in pairs],
        "arrayminus": [median - span[0] if span else 0 for span, median in pairs],
    }
    return {"error_y": {"type": "data", "symmetric": False, "thickness": 4, "width": 0} | reach}


def band(series: Series, spans: list[Span]) -> dict[str, Any]:
    """Fill between the ends of the intervals. Plotly lightens the colour of the line that it does not draw."""
    there = [point.x for point in series.ordered]
    known = [span for span in spans if span]
    return {
        "type": "scatter",
        "meta": {"colour": series.colour},
        "mode": "lines",
        "x": [*there, *reversed(there)],
        "y": [*(low for low, _ in known), *(high for _, high in reversed(known))],
        "line": {"width": 0},
        "fill": "toself",
        "opacity": 0.5,
        "hoverinfo": "skip",
    }


def _span(point: Point, edge: float) -> Span:
    return None if point.low is None or point.high is None else (point.low, min(point.high, edge))
