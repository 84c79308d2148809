"""A limit of N in a line chart: a line over its whole height, with a name."""

from typing import Any

from bench.report.figures.axis import end, place
from bench.report.figures.row import lines


def limited(document: dict[str, Any], x: float, label: str) -> dict[str, Any]:
    """Return a line chart with a limit in both of its drawings. The label may come from a stranger."""
    narrow = document["narrow"]
    return _with(document, x, label) | {"narrow": _with(narrow, x, label)}


def _with(drawing: dict[str, Any], x: float, label: str) -> dict[str, Any]:
    axes = drawing["layout"]["xaxis"], drawing["layout"]["yaxis"]
    return drawing | {"data": [limit_line(x, label, axes), *drawing["data"]]}


def limit_line(x: float, label: str, axes: tuple[dict[str, Any], dict[str, Any]]) -> dict[str, Any]:
    """Draw a line over the whole height, named at its top on the side where there is room."""
    xaxis, yaxis = axes
    foot = 10 ** yaxis["range"][0] if yaxis["type"] == "log" else yaxis["range"][0]
    return {
        "type": "scatter",
        "meta": {"colour": "text"},
        "mode": "lines+text",
        "x": [x, x],
        "y": [end(yaxis), foot],
        "line": {"width": 1.5, "dash": "dot"},
        "text": [lines([f"\u00a0{label}\u00a0"]), ""],
        "textposition": "bottom left" if place(x, xaxis) > 1 / 2 else "bottom right",
        "hoverinfo": "skip",
    }
