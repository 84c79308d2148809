"""The horizontal waterfall, which answers "what is the cause?".

Each row after the first is one change, made on top of all before: its bar goes from the total before to the
total after. As in the dot plot, the vertical axis counts pixels from the top and labels stand above their rows.
The caption must explain what has no label in the plot: the thin line is the interval of the change, and the bars
from zero are totals, of the first scenario and of the last.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import plotly.graph_objects as go

from bench.report.figures.axis import end, value_axis
from bench.report.figures.bars import HALF, bar_marks, span
from bench.report.figures.row import LINE, Heading, heading, lines
from bench.report.figures.steps import Bar, Step, joined
from bench.report.figures.texts import row_texts
from bench.report.palette import palette

_WIDE, _NARROW = 74, 40
"""Characters that fit side by side above a row: in a plot of 560 pixels, and on a phone of 360."""

_HEAD, _BAND, _CENTRE = 4, 40, 11
"""Pixels: above the first row, from the foot of a row's text to the next row, and to the middle of its bar."""

_LAST = 2 * HALF + 12
"""Pixels from the last change down to the total that is left of all."""

_MARGIN = {"l": 12, "r": 12, "t": 4, "b": 46}


@dataclass(frozen=True)
class _Place:
    """A bar, its text, and the height in pixels at which its text ends."""

    bar: Bar
    heading: Heading
    foot: int

    @property
    def centre(self) -> int:
        return self.foot + _CENTRE


def waterfall(steps: Sequence[Step], *, axis: str) -> dict[str, Any]:
    """Draw one step or more, in the order in which the changes were made.

    `axis` names the value and its unit. The texts may come from a stranger: they are escaped here. The document
    holds the drawing twice, under `narrow` for a screen where the texts need more lines.
    """
    bars = joined(steps)
    xaxis = value_axis([value for bar in bars for value in bar.reach], axis)

    def drawing(columns: int) -> dict[str, Any]:
        places = _places(bars, columns)
        title = textwrap.wrap(axis, columns)
        layout = _layout(places, len(title)) | {"xaxis": xaxis | {"title": {"text": lines(title)}}}
        marks = [mark for each in places for mark in bar_marks(each.bar, each.centre, axis, end(xaxis))]
        data = [_connectors(places), *_closing(places), *marks]
        document: dict[str, Any] = go.Figure(data=data, layout=layout).to_plotly_json()
        return document

    return drawing(_WIDE) | {"narrow": drawing(_NARROW), "palette": palette()}


def _places(bars: Sequence[Bar], columns: int) -> list[_Place]:
    """Put the rows below each other."""
    headings = [heading(bar, columns) for bar in bars]
    ends = accumulate((text.height + _BAND for text in headings), initial=_HEAD)
    feet = [end - _BAND for end in ends][1:]
    return [_Place(bar, text, foot) for bar, text, foot in zip(bars, headings, feet, strict=True)]


def _connectors(places: list[_Place]) -> dict[str, Any]:
    """Lead from the end of each bar down to the one that begins there, and from the last to its total."""
    joints = [(below.bar.before, above.centre, below.centre) for above, below in pairwise(places)]
    if len(places) > 1:
        last = places[-1]
        joints.append((last.bar.step.total, last.centre, last.centre + _LAST))
    return {
        "type": "scatter",
        "meta": {"colour": "text"},
        "mode": "lines",
        "x": [stop for x, _, _ in joints for stop in (x, x, None)],
        "y": [stop for _, above, below in joints for stop in (above + HALF, below - HALF, None)],
        "line": {"width": 1},
        "opacity": 0.6,
        "hoverinfo": "skip",
    }


def _closing(places: list[_Place]) -> list[dict[str, Any]]:
    """Draw the last total from zero, below its change; but not twice where it is also the first."""
    last = places[-1]
    return [span(last.bar, 0, last.centre + _LAST)] if len(places) > 1 else []


def _layout(places: list[_Place], titles: int) -> dict[str, Any]:
    """Give everything but the axis of values. A template would bring colours."""
    height = places[-1].foot + _BAND + (_LAST if len(places) > 1 else 0)
    margin = _MARGIN | {"b": _MARGIN["b"] + LINE * (titles - 1)}
    still = {"showticklabels": False, "showgrid": False, "zeroline": False, "fixedrange": True}
    return {
        "template": {},
        "yaxis": {"range": [height, 0]} | still,
        "annotations": [text for each in places for text in row_texts(each.heading, each.foot)],
        "margin": margin,
        "height": height + margin["t"] + margin["b"],
        "barmode": "overlay",
        "showlegend": False,
        "hovermode": "closest",
        "dragmode": False,
    }
