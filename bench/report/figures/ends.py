"""The names at the ends of the lines: in a column right of the plot, spread so that none covers another."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench.report.figures.axis import end, place
from bench.report.figures.breaks import broken
from bench.report.figures.row import LINE, lines

_PADDING = 3
"""Pixels between two names."""

_GAP = 6
"""Pixels from the plot to a name."""

_SIGN = 0.7
"""Width of a bold sign that is a little wider than most, as a share of its height."""


@dataclass(frozen=True)
class Name:
    """A name, the colour of its line, and the place in the plot where that line ends."""

    text: tuple[str, ...]
    colour: str
    x: float
    y: float

    @property
    def height(self) -> int:
        """Pixels that the name takes in the column."""
        return LINE * len(self.text) + _PADDING


def name(label: str, colour: str, ends: tuple[float, float], columns: int) -> Name:
    """Break a label so that it fits into a column of so many characters."""
    return Name(tuple(broken(label, columns)), colour, *ends)


def column(names: Sequence[Name], size: int) -> tuple[int, int]:
    """Width and least height of the column in pixels, if its signs are of this size."""
    signs = max(len(line) for each in names for line in each.text)
    return _GAP + round(signs * _SIGN * size), sum(each.height for each in names)


def placed(names: Sequence[Name], yaxis: dict[str, Any], height: int) -> list[tuple[Name, float]]:
    """Each name and the height of its centre above the foot of the plot, in pixels, from the top down."""
    ordered = sorted(names, key=lambda each: (-each.y, each.text, each.colour))
    wanted = [height * (1 - place(each.y, yaxis)) for each in ordered]
    centres = spread(wanted, [each.height for each in ordered], height)
    return [(each, height - centre) for each, centre in zip(ordered, centres, strict=True)]


def spread(wanted: Sequence[float], heights: Sequence[float], room: float) -> list[float]:
    """Centres of boxes, in their order, as near as possible to the wanted ones, where none covers another.

    Boxes that would meet become a block around the middle of what they want. The room must hold them all.
    """
    blocks: list[tuple[float, list[int]]] = []
    for each in range(len(wanted)):
        top, members = _block([each], wanted, heights, room)
        while blocks and blocks[-1][0] + sum(heights[other] for other in blocks[-1][1]) > top:
            top, members = _block(blocks.pop()[1] + members, wanted, heights, room)
        blocks.append((top, members))
    return [centre for top, members in blocks for centre in _centres(top, [heights[each] for each in members])]


def annotation(name: Name, above: float, height: int, size: int) -> dict[str, Any]:
    """Write a name beside the plot. Only the floor's is not bold."""
    font = {"size": size, "weight": 400 if name.colour == "text" else 600}
    across = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": _GAP, "align": "left"}
    down = {"y": above / height, "yref": "paper", "yanchor": "middle"}
    return {"text": lines(list(name.text)), "showarrow": False, "font": font} | across | down


def leader(name: Name, above: float, height: int, axes: tuple[dict[str, Any], dict[str, Any]]) -> dict[str, Any]:
    """Draw a thin line from the end of a name's line to the name."""
    xaxis, yaxis = axes
    first, last = yaxis["range"]
    level = first + above / height * (last - first)
    return {
        "type": "scatter",
        "meta": {"colour": name.colour},
        "mode": "lines",
        "x": [name.x, end(xaxis)],
        "y": [name.y, 10**level if yaxis["type"] == "log" else level],
        "line": {"width": 1},
        "opacity": 0.6,
        "hoverinfo": "skip",
    }


def _block(
    members: list[int], wanted: Sequence[float], heights: Sequence[float], room: float
) -> tuple[float, list[int]]:
    """Return the top of boxes that stand together, near what they want but within the room."""
    sizes = [heights[each] for each in members]
    offsets = _centres(0, sizes)
    top = sum(wanted[each] - offset for each, offset in zip(members, offsets, strict=True)) / len(members)
    return max(0, min(top, room - sum(sizes))), members


def _centres(top: float, sizes: Sequence[float]) -> list[float]:
    """Return the centres of boxes that stand below each other."""
    return [top + sum(sizes[:at]) + size / 2 for at, size in enumerate(sizes)]
