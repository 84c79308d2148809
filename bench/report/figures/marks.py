"""The marks of a dot plot: a row's dot, interval, trials and published figure, and the line at the floor.

No mark has a colour. Each names one in ``meta``: a concurrency model, or ``text`` for that of the page.
"""

from collections.abc import Iterator
from math import isinf
from typing import Any

from bench.report.figures.axis import place
from bench.report.figures.row import Row, lines
from bench.report.palette import MARKS

_BELOW = 11
"""Pixels from the dot down to the trials, which it would hide."""


def row_marks(row: Row, y: int, axis: str, edge: float) -> Iterator[dict[str, Any]]:
    """All marks of a row, those that must stay visible last; a bar without an upper limit ends at `edge`."""
    yield _trials(row, y)
    if row.published:
        yield _published(row, row.published, y, axis)
    yield _median(row, y, axis, edge)


def floor_line(floor: float, label: str, xaxis: dict[str, Any], height: int) -> dict[str, Any]:
    """Draw a line over the whole height, named at its top on the side where there is room."""
    return {
        "type": "scatter",
        "meta": {"colour": "text"},
        "mode": "lines+text",
        "x": [floor, floor],
        "y": [0, height],
        "line": {"width": 1.5, "dash": "dot"},
        "text": [lines([label]), ""],
        "textposition": "top left" if place(floor, xaxis) > 1 / 2 else "top right",
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _median(row: Row, y: int, axis: str, edge: float) -> dict[str, Any]:
    facts = [f"median {row.median:.4g}{_interval(row)}", f"{len(row.trials)} trials"]
    mark = {
        "type": "scatter",
        "meta": {"colour": row.colour},
        "mode": "markers",
        "x": [row.median],
        "y": [y],
        "marker": {"symbol": MARKS[row.colour].symbol, "size": 12, "opacity": 1},
        "hoverinfo": "text",
        "hovertext": _hover(row, facts, axis),
        "cliponaxis": False,
    }
    if row.low is None or row.high is None:
        return mark
    reach = {"array": [min(row.high, edge) - row.median], "arrayminus": [row.median - row.low]}
    return mark | {"error_x": {"type": "data", "symmetric": False, "thickness": 4, "width": 0} | reach}


def _trials(row: Row, y: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "meta": {"colour": row.colour},
        "mode": "markers",
        "x": list(row.trials),
        "y": [y + _BELOW] * len(row.trials),
        "marker": {"symbol": "circle", "size": 5, "opacity": 0.4},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _published(row: Row, published: tuple[float, float], y: int, axis: str) -> dict[str, Any]:
    ends = sorted(set(published))
    said = " to ".join(f"{end:.4g}" for end in ends)
    return {
        "type": "scatter",
        "meta": {"colour": row.colour},
        "mode": "lines+markers",
        "x": ends,
        "y": [y] * len(ends),
        "line": {"width": 1.5},
        "marker": {"symbol": "diamond-open", "size": 15, "opacity": 1, "line": {"width": 2}},
        "hoverinfo": "text",
        "hovertext": _hover(row, [f"published: {said}"], axis),
        "cliponaxis": False,
    }


def _interval(row: Row) -> str:
    if row.low is None or row.high is None:
        return ""
    high = "no upper limit" if isinf(row.high) else f"{row.high:.4g}"
    return f", interval {row.low:.4g} to {high}"


def _hover(row: Row, facts: list[str], axis: str) -> str:
    return lines([row.label, *facts, axis])
