"""Stacked horizontal bars, which answer "where does the time go?".

Each row is a way, and its bar the phases of a unit from left to right, in the order in which they happen. As in the
dot plot, the vertical axis counts pixels from the top and texts stand above their rows. A phase has a number, which
stands over its part of the bar where there is room, and in the row's words, which tell all of them.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

import plotly.graph_objects as go

from bench.report.figures.axis import end, value_axis
from bench.report.figures.parts import Phased
from bench.report.figures.row import LINE, Heading, heading, lines
from bench.report.figures.texts import row_texts
from bench.report.palette import palette

HALF: Final = 8
"""Pixels: half the height of a bar."""

_WIDE, _NARROW = 74, 40
"""Characters that fit side by side above a row: in a plot of 560 pixels, and on a phone of 360."""

_HEAD, _NUMBERS, _BELOW = 4, 18, 16
"""Pixels: above the first row, between a row's text and its bar, and from a bar to the next row's text."""

_ROOM = {_WIDE: 0.03, _NARROW: 0.05}
"""Share of the axis that a number over a phase needs."""

_PATTERNS = ("", "/", "x", "\\", "-", ".", "|")
_MARGIN = {"l": 12, "r": 12, "t": 4, "b": 46}


@dataclass(frozen=True)
class _Place:
    """A row, its text, and the height in pixels at which its text ends."""

    row: Phased
    heading: Heading
    foot: int

    @property
    def centre(self) -> int:
        return self.foot + _NUMBERS + HALF


def phases(rows: Sequence[Phased], *, axis: str) -> dict[str, Any]:
    """Draw one row or more, in their order, each with one phase or more; no phase is shorter than nothing.

    `axis` names the value and its unit. The texts may come from a stranger: they are escaped here. The document
    holds the drawing twice, under `narrow` for a screen where the texts need more lines.
    """
    if any(one.length < 0 for row in rows for one in row.phases):
        raise ValueError("a phase is shorter than nothing")
    xaxis = value_axis([0.0, *(row.starts[-1] for row in rows)], axis)

    def drawing(columns: int) -> dict[str, Any]:
        title = textwrap.wrap(axis, columns)
        places = _places(rows, columns)
        layout = _layout(places, len(title), columns, end(xaxis)) | {"xaxis": xaxis | {"title": {"text": lines(title)}}}
        data = [_bar(each, number, axis) for each in places for number in range(len(each.row.phases))]
        document: dict[str, Any] = go.Figure(data=data, layout=layout).to_plotly_json()
        return document

    return drawing(_WIDE) | {"narrow": drawing(_NARROW), "palette": palette()}


def _places(rows: Sequence[Phased], columns: int) -> list[_Place]:
    """Put the rows below each other."""
    headings = [heading(row, columns) for row in rows]
    band = _NUMBERS + 2 * HALF + _BELOW
    ends = list(accumulate((text.height + band for text in headings), initial=_HEAD))
    return [_Place(row, text, foot - band) for row, text, foot in zip(rows, headings, ends[1:], strict=True)]


def _bar(place: _Place, number: int, axis: str) -> dict[str, Any]:
    """Draw one phase; neighbours differ in their pattern, since all of a row have one colour."""
    row, one = place.row, place.row.phases[number]
    pattern = {"pattern": {"shape": _PATTERNS[number % len(_PATTERNS)], "size": 6, "solidity": 0.5}}
    return {
        "type": "bar",
        "meta": {"colour": row.colour},
        "orientation": "h",
        "base": [row.starts[number]],
        "x": [one.length],
        "y": [place.centre],
        "width": [2 * HALF],
        "marker": {"opacity": 1} | pattern,
        "hoverinfo": "text",
        "hovertext": lines([row.label, f"{one.name}: {one.length:.4g}", axis]),
    }


def _numbers(place: _Place, columns: int, edge: float) -> list[dict[str, Any]]:
    """Write the numbers of the phases over them, but none where it would touch another."""
    texts, last = [], float("-inf")
    starts = place.row.starts
    for number, one in enumerate(place.row.phases, start=1):
        middle = starts[number - 1] + one.length / 2
        if min(middle - last, 2 * one.length) >= _ROOM[columns] * edge:
            texts.append({"text": str(number), "x": middle, "y": place.centre - HALF})
            last = middle
    return [text | {"yanchor": "bottom", "xref": "x", "yref": "y", "showarrow": False} for text in texts]


def _layout(places: list[_Place], titles: int, columns: int, edge: float) -> dict[str, Any]:
    """Give everything but the axis of values. A template would bring colours."""
    height = places[-1].centre + HALF + _BELOW
    margin = _MARGIN | {"b": _MARGIN["b"] + LINE * (titles - 1)}
    still = {"showticklabels": False, "showgrid": False, "zeroline": False, "fixedrange": True}
    texts = [text for each in places for text in row_texts(each.heading, each.foot)]
    return {
        "template": {},
        "yaxis": {"range": [height, 0]} | still,
        "annotations": texts + [text for each in places for text in _numbers(each, columns, edge)],
        "margin": margin,
        "height": height + margin["t"] + margin["b"],
        "barmode": "overlay",
        "showlegend": False,
        "hovermode": "closest",
        "dragmode": False,
    }
