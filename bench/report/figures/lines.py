"""The line chart over N, which answers "how does it grow?".

Every line is named at its end, and the caption must explain what has no label in the plot: the bar or band is
the interval, and a hollow diamond is the figure that was published (two joined ones: its range).
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

import plotly.graph_objects as go

from bench.report.figures import ends, row
from bench.report.figures.axis import SIGN, end, value_axis
from bench.report.figures.counts import STANDOFF, count_axis, numbered
from bench.report.figures.curves import Frame, floor_line, series_marks
from bench.report.figures.series import Series
from bench.report.palette import palette


@dataclass(frozen=True)
class _Screen:
    """The narrowest plot that a drawing is for, and of the names the signs in a line and their height."""

    width: int
    columns: int
    size: int


_WIDE, _NARROW = _Screen(560, 22, 13), _Screen(312, 12, 12)

_HEIGHT = 380
"""Least height of the plot, in pixels."""

_Axes = tuple[dict[str, Any], dict[str, Any]]


def lines(
    series: Sequence[Series], *, floor: Sequence[tuple[float, float]], floor_label: str, x_axis: str, y_axis: str
) -> dict[str, Any]:
    """Draw one series or more, and the physical floor through its points if it has any.

    The axes' names say what is counted and in which unit. The texts may come from a stranger: they are escaped
    here. The document holds the drawing twice, under `narrow` for a screen with less room for names and numbers.
    """
    ordered = sorted(series, key=lambda each: (each.end, repr(each)), reverse=True)
    points = sorted(floor)
    xaxis = count_axis([x for each in ordered for x in each.across] + [x for x, _ in points], x_axis)
    yaxis = value_axis([value for each in ordered for value in each.reach] + [value for _, value in points], y_axis)
    numbers = sorted({point.x for each in ordered for point in each.points})
    frame = Frame(x_axis, y_axis, end(yaxis))
    marks = [floor_line(points)] if points else []
    marks += [mark for each in ordered for mark in series_marks(each, frame)]

    def drawing(screen: _Screen) -> dict[str, Any]:
        names = [ends.name(each.label, each.colour, each.end, screen.columns) for each in ordered]
        names += [ends.name(floor_label, "text", point, screen.columns) for point in points[-1:]]
        return _drawing(names, marks, (xaxis, yaxis), numbers, screen)

    return drawing(_WIDE) | {"narrow": drawing(_NARROW), "palette": palette()}


def _drawing(
    names: list[ends.Name], marks: list[dict[str, Any]], axes: _Axes, numbers: list[float], screen: _Screen
) -> dict[str, Any]:
    """Put the names beside the marks. A template would bring colours."""
    right, least = ends.column(names, screen.size)
    height, left = max(_HEIGHT, least), _left(axes[1])
    width = screen.width - left - right
    title, unit = _broken(axes[0], width + 2 * min(left, right)), _broken(axes[1], screen.width)
    margin = {"l": left, "r": right, "t": _lines_height(unit) + 14, "b": _lines_height(title) + 29 + STANDOFF}
    places = ends.placed(names, axes[1], height)
    layout = {
        "template": {},
        "xaxis": numbered(axes[0], numbers, width) | {"title": {"text": title}},
        "yaxis": axes[1] | {"title": {"text": ""}},
        "annotations": [_unit(unit, left), *(ends.annotation(*each, height, screen.size) for each in places)],
        "margin": margin,
        "height": height + margin["t"] + margin["b"],
        "showlegend": False,
        "hovermode": "closest",
        "dragmode": False,
    }
    leaders = [ends.leader(*each, height, axes) for each in places]
    document: dict[str, Any] = go.Figure(data=leaders + marks, layout=layout).to_plotly_json()
    return document


def _left(yaxis: dict[str, Any]) -> int:
    """Pixels that the numbers of the vertical axis need."""
    largest = yaxis["range"][1]
    numbers = yaxis.get("ticktext") or [f"{largest:,.0f}", f"{largest / 5:.1g}", "0.00"]
    return round(SIGN * max(map(len, numbers))) + 10


def _broken(axis: dict[str, Any], width: float) -> str:
    """Break the title of an axis into lines of so many pixels."""
    title = unescape(axis["title"]["text"])
    return row.lines(textwrap.wrap(title, max(1, int(width / SIGN))))


def _lines_height(text: str) -> int:
    return row.LINE * (text.count("<br>") + 1)


def _unit(title: str, left: int) -> dict[str, Any]:
    """Write the title of the vertical axis above it, where it is read without turning the head."""
    across = {"x": 0, "xref": "paper", "xanchor": "left", "xshift": -left, "align": "left"}
    return {"text": title, "y": 1, "yref": "paper", "yanchor": "bottom", "yshift": 8, "showarrow": False} | across
