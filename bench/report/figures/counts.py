"""The axis of N: labelled with the numbers that were measured, as many of them as there is room for."""

from collections.abc import Sequence
from typing import Any

from bench.report.figures.axis import apart, place, value_axis

STANDOFF = 6
"""Pixels between the axis and its numbers, the first of which would touch the zero of the other axis."""

_ROOM = 0.09
"""Share of the axis added at its right end, where lines have ended and lead to their names."""


def count_axis(values: Sequence[float], title: str) -> dict[str, Any]:
    """Show all values, and at the right some room."""
    axis = value_axis(values, title)
    first, last = axis["range"]
    return axis | {"range": [first, last + _ROOM * (last - first)]}


def numbered(axis: dict[str, Any], measured: Sequence[float], width: float) -> dict[str, Any]:
    """Label an axis of so many pixels with measured numbers: both ends, then the rounder the sooner."""
    shown: dict[float, str] = {}
    for number in sorted(measured, key=lambda each: (each not in {min(measured), max(measured)}, _roundness(each))):
        text = f"{number:,.12g}"
        if all(_apart(axis, (number, text), other, width) for other in shown.items()):
            shown[number] = text
    ticks = sorted(shown.items())
    labels = {"tickvals": [number for number, _ in ticks], "ticktext": [text for _, text in ticks]}
    return axis | labels | {"ticklabelstandoff": STANDOFF}


def _apart(axis: dict[str, Any], one: tuple[float, str], other: tuple[float, str], width: float) -> bool:
    distance = abs(place(one[0], axis) - place(other[0], axis)) * width
    return distance >= apart(one[1], other[1])


def _roundness(number: float) -> tuple[int, bool, str, float]:
    """Put 1, 10 and 100 before 2 and 20, those before 5, all of them before 3, and those before 15."""
    digits = f"{number:.11e}".partition("e")[0].strip("0.")
    return len(digits), digits not in {"1", "2", "5"}, digits, number
