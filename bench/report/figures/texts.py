"""The texts of a dot plot, and the brackets that tie rows. They take the colour of the page's text."""

from typing import Any

from bench.report.figures.row import Heading


def row_texts(heading: Heading, foot: int) -> list[dict[str, Any]]:
    """Write the label at the left and the words at the right, above a row whose text ends at `foot`."""
    label = {"x": 0, "xanchor": "left", "align": "left", "font": {"weight": 600}}
    words = {"x": 1, "xanchor": "right", "align": "right"}
    return [
        _text(heading.label, foot - heading.words_height) | label,
        _text(heading.words, foot) | words,
    ]


def bracket(top: int, foot: int) -> dict[str, Any]:
    """Draw a thin line with two ends, left of the plot, which joins rows of one rank."""
    return {
        "type": "path",
        "path": f"M -3,{top} H -9 V {foot} H -3",
        "xref": "paper",
        "xsizemode": "pixel",
        "xanchor": 0,
        "line": {"width": 1},
    }


def tie(top: int, foot: int) -> dict[str, Any]:
    """Say beside a bracket what it means."""
    across = {"x": 0, "xanchor": "center", "yanchor": "middle", "xshift": -16, "textangle": -90}
    return _text("tie", (top + foot) // 2) | across | {"font": {"size": 11}}


def _text(text: str, y: int) -> dict[str, Any]:
    return {"text": text, "y": y, "yanchor": "bottom", "xref": "paper", "yref": "y", "showarrow": False}
