"""The marks of a line chart: a series' line, its intervals and published figures, and the line at the floor.

No mark has a colour. Each names one in ``meta``: a concurrency model, or ``text`` for that of the page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isinf
from typing import Any

from bench.report.figures.intervals import band, banded, bars, spans
from bench.report.figures.row import lines
from bench.report.figures.series import Point, Series
from bench.report.palette import MARKS

_OUTLINE = 15
"""Size of a hollow diamond, so that a marker shows within it."""


@dataclass(frozen=True)
class Frame:
    """What the marks of all series share: the names of both axes and the largest value on the vertical one."""

    x_axis: str
    y_axis: str
    edge: float


def series_marks(series: Series, frame: Frame) -> Iterator[dict[str, Any]]:
    """All marks of a series, those that must stay visible last; no interval leaves the frame."""
    known = spans(series, frame.edge)
    if banded(known):
        yield band(series, known)
    if series.published:
        yield _published(series, frame)
    yield _line(series, frame) | ({} if banded(known) else bars(series, known))


def floor_line(points: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Draw the floor through its points, in the colour of the text."""
    return {
        "type": "scatter",
        "meta": {"colour": "text"},
        "mode": "lines",
        "x": [x for x, _ in points],
        "y": [value for _, value in points],
        "line": {"width": 1.5, "dash": "5px,3px"},
        "hoverinfo": "skip",
    }


def _line(series: Series, frame: Frame) -> dict[str, Any]:
    mark, points = MARKS[series.colour], series.ordered
    return {
        "type": "scatter",
        "meta": {"colour": series.colour},
        "mode": "lines+markers",
        "x": [point.x for point in points],
        "y": [point.median for point in points],
        "line": {"width": 2, "dash": mark.dash},
        "marker": {"symbol": mark.symbol, "size": 9, "opacity": 1},
        "hoverinfo": "text",
        "hovertext": [_hover(series, point.x, _measured(point), frame) for point in points],
        "cliponaxis": False,
    }


def _published(series: Series, frame: Frame) -> dict[str, Any]:
    """Draw each range as two joined diamonds, with a gap to the next; a single figure is one diamond."""
    stops: list[tuple[float | None, float | None, str]] = []
    for x, *span in sorted(series.published):
        ends = sorted(set(span))
        said = " to ".join(f"{value:.4g}" for value in ends)
        text = _hover(series, x, f"published: {said}", frame)
        stops += [*((x, value, text) for value in ends), (None, None, "")]
    return {
        "type": "scatter",
        "meta": {"colour": series.colour},
        "mode": "lines+markers",
        "x": [x for x, _, _ in stops],
        "y": [value for _, value, _ in stops],
        "line": {"width": 1.5},
        "marker": {"symbol": "diamond-open", "size": _OUTLINE, "opacity": 1, "line": {"width": 2}},
        "hoverinfo": "text",
        "hovertext": [text for _, _, text in stops],
        "cliponaxis": False,
    }


def _measured(point: Point) -> str:
    if point.low is None or point.high is None:
        return f"median {point.median:.4g}"
    high = "no upper limit" if isinf(point.high) else f"{point.high:.4g}"
    return f"median {point.median:.4g}, interval {point.low:.4g} to {high}"


def _hover(series: Series, x: float, fact: str, frame: Frame) -> str:
    return lines([series.label, f"{frame.x_axis}: {x:,.12g}", fact, frame.y_axis])
