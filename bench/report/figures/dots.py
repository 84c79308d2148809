"""The horizontal dot plot, which answers "which is faster?".

The vertical axis counts pixels from the top, so that rows may differ in height and labels have room at any
width. The caption must explain what has no label in the plot: the bar is the interval, the faint dots below
it are the trials, and a hollow diamond is the figure that was published (two joined ones: its range).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any

import plotly.graph_objects as go

from bench.report.figures.axis import end, value_axis
from bench.report.figures.marks import floor_line, row_marks
from bench.report.figures.row import Heading, Row, heading
from bench.report.figures.texts import bracket, row_texts, tie
from bench.report.palette import palette

_WIDE, _NARROW = 74, 40
"""Characters that fit side by side above a row: in a plot of 560 pixels, and on a phone of 360."""

_PLOT = {_WIDE: 528, _NARROW: 280}
"""Least pixels of the axis of values where so many characters fit."""

_HEAD, _BAND, _DOT = 8, 34, 12
"""Pixels: above the first row, from the foot of a row's text to the next row, and to the row's dot."""

_MARGIN = {"l": 22, "r": 10, "t": 24, "b": 46}


@dataclass(frozen=True)
class _Place:
    """A row, its text, and the height in pixels at which its text ends."""

    row: Row
    heading: Heading
    foot: int

    @property
    def centre(self) -> int:
        return self.foot + _DOT


def dots(
    rows: Sequence[Row], *, floor: float | None, floor_label: str, axis: str, most_first: bool = False
) -> dict[str, Any]:
    """Draw one row or more, best first, with the physical floor if there is one.

    The least is best, unless `most_first`. `axis` names the value and its unit. The texts may come from a
    stranger: they are escaped here. The document holds the drawing twice, under `narrow` for a screen where the
    texts need more lines.
    """
    values = [value for row in rows for value in row.reach] + ([] if floor is None else [floor])

    def drawing(columns: int) -> dict[str, Any]:
        xaxis = value_axis(values, axis, _PLOT[columns])
        places = _places(rows, columns, -1 if most_first else 1)
        height = places[-1].foot + _BAND
        line = [] if floor is None else [floor_line(floor, floor_label, xaxis, height)]
        marks = [mark for each in places for mark in row_marks(each.row, each.centre, axis, end(xaxis))]
        layout = _layout(places, height) | {"xaxis": xaxis}
        document: dict[str, Any] = go.Figure(data=line + marks, layout=layout).to_plotly_json()
        return document

    return drawing(_WIDE) | {"narrow": drawing(_NARROW), "palette": palette()}


def _places(rows: Sequence[Row], columns: int, sign: int) -> list[_Place]:
    """Put the rows below each other, best first."""
    ordered = sorted(rows, key=lambda row: (row.rank, sign * row.median, row.label))
    headings = [heading(row, columns) for row in ordered]
    ends = accumulate((text.height + _BAND for text in headings), initial=_HEAD)
    feet = [end - _BAND for end in ends][1:]
    return [_Place(row, text, foot) for row, text, foot in zip(ordered, headings, feet, strict=True)]


def _layout(places: list[_Place], height: int) -> dict[str, Any]:
    """Give everything but the axis of values. A template would bring colours."""
    ties = list(_ties(places))
    texts = [text for each in places for text in row_texts(each.heading, each.foot)]
    return {
        "template": {},
        "yaxis": _row_axis(places, height),
        "shapes": [bracket(*span) for span in ties],
        "annotations": texts + [tie(*span) for span in ties],
        "margin": _MARGIN,
        "height": height + _MARGIN["t"] + _MARGIN["b"],
        "showlegend": False,
        "hovermode": "closest",
        "dragmode": False,
    }


def _ties(places: list[_Place]) -> Iterator[tuple[int, int]]:
    """Where each group of rows of one rank begins and ends, in pixels."""
    for _, group in groupby(places, key=lambda each: each.row.rank):
        first, *others = group
        if others:
            yield first.foot - first.heading.height + 4, others[-1].centre


def _row_axis(places: list[_Place], height: int) -> dict[str, Any]:
    """Draw a faint line through each row, and nothing to read: rows have their labels above them."""
    return {
        "range": [height, 0],
        "tickvals": [each.centre for each in places],
        "showticklabels": False,
        "zeroline": False,
        "fixedrange": True,
    }
