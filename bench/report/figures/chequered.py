"""The map of two conditions, which answers "when does it flip?".

Each pair of conditions is a square in the colour of its winner, with the winner's name and value in it; where
nobody wins clearly it has the colour of the text, and stripes. A pair that was not measured stays empty. Both
axes count squares: conditions such as 0, 1, 10 and 200 ms have no scale on which all of them could be read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import plotly.graph_objects as go

from bench.report.figures.breaks import broken
from bench.report.figures.row import LINE, lines
from bench.report.palette import palette
from bench.workload import Concurrency

_WIDE, _NARROW = 14, 7
"""Signs that fit into a square's width: in a plot of 560 pixels, and on a phone of 360, with five squares."""
_SIDE = 0.94
"""Of a square, as a share of the distance between two."""
_TINT: Final = 0.35
"""So that the text of the page can be read on every colour."""

_HEIGHT = 66
"""Pixels of a row of squares."""

_STRIPES = {"pattern": {"shape": "/", "size": 6, "solidity": 0.2}}
_MARGIN = {"l": 64, "r": 6, "t": 34, "b": 52}


@dataclass(frozen=True)
class Square:
    """A pair of conditions, each as a number and in words; without a colour nobody wins."""

    over: tuple[float, str]
    across: tuple[float, str]
    colour: Concurrency | None
    name: str
    words: str
    told: str
    """The verdict in words, shown when somebody points at it."""


def chequered(squares: Sequence[Square], *, x_axis: str, y_axis: str) -> dict[str, Any]:
    """Draw one square or more, the least conditions at the left and at the foot.

    The axes' names say what the conditions are. The texts may come from a stranger: they are escaped here. The
    document holds the drawing twice, under `narrow` for a screen where names need more lines.
    """
    columns, rows = sorted({each.over for each in squares}), sorted({each.across for each in squares})
    layout = {
        "template": {},
        "xaxis": _axis([name for _, name in columns], x_axis),
        "yaxis": _axis([name for _, name in rows], "") | {"ticklabelstandoff": 4},
        "annotations": [_title(y_axis)],
        "margin": _MARGIN,
        "height": _HEIGHT * len(rows) + _MARGIN["t"] + _MARGIN["b"],
        "barmode": "overlay",
        "showlegend": False,
        "hovermode": "closest",
        "dragmode": False,
    }

    def drawing(signs: int) -> dict[str, Any]:
        places = [(columns.index(each.over), rows.index(each.across), each) for each in squares]
        marks = [mark for x, y, each in places for mark in (_square(each, x, y), _text(each, x, y, signs))]
        document: dict[str, Any] = go.Figure(data=marks, layout=layout).to_plotly_json()
        return document

    return drawing(_WIDE) | {"narrow": drawing(_NARROW), "palette": palette()}


def _square(each: Square, x: int, y: int) -> dict[str, Any]:
    return {
        "type": "bar",
        "meta": {"colour": each.colour or "text"},
        "orientation": "h",
        "base": [x - _SIDE / 2],
        "x": [_SIDE],
        "y": [y],
        "width": [_SIDE],
        "marker": {"opacity": _TINT if each.colour else _TINT / 2} | ({} if each.colour else _STRIPES),
        "hoverinfo": "text",
        "hovertext": lines([f"{each.over[1]}, {each.across[1]}", each.told, each.words]),
    }


def _text(each: Square, x: int, y: int, signs: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "meta": {"colour": "text"},
        "mode": "text",
        "x": [x],
        "y": [y],
        "text": [lines([*broken(each.name, signs), each.words])],
        "textfont": {"size": 12},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _axis(names: Sequence[str], title: str) -> dict[str, Any]:
    """Name each row or column of squares."""
    still = {"fixedrange": True, "zeroline": False, "showgrid": False, "tickangle": 0}
    return still | {
        "range": [-0.5, len(names) - 0.5],
        "tickvals": list(range(len(names))),
        "ticktext": [lines([name]) for name in names],
        "title": {"text": lines([title])},
    }


def _title(title: str) -> dict[str, Any]:
    """Write the name of the vertical axis above it, where it is read without turning the head."""
    across = {"x": 0, "xref": "paper", "xanchor": "left", "xshift": -_MARGIN["l"], "align": "left"}
    down = {"y": 1, "yref": "paper", "yanchor": "bottom", "yshift": LINE // 2}
    return {"text": lines([title]), "showarrow": False} | across | down
