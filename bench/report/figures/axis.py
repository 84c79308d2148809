"""The axis of values: from zero, or in powers of ten where the values span more than people see at once."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from bench.report.figures.row import lines

LOG_ABOVE: Final = 30
"""Ratio of the largest value to the smallest above which the axis is logarithmic."""

_MOST_TICKS = 9
"""More labels than this touch each other on a phone."""

SIGN: Final = 7.5
"""Pixels: the width of a sign that is a little wider than most."""

GAP: Final = 6
"""Pixels between two numbers beside each other."""

_THINNER: Final = (((1, 2, 5), 1), ((1, 3), 1), ((1,), 1), ((1,), 2), ((1,), 4))
"""Which digits of which powers of ten are labels, from the most to the fewest."""

_MARGIN = 0.04
"""Share of the axis left free at its ends."""


def value_axis(values: Sequence[float], title: str, width: float | None = None) -> dict[str, Any]:
    """Show all values. A logarithmic axis says so in its title and is labelled with plain numbers.

    `width` is that of the plot in pixels where the numbers stand beside each other.
    """
    smallest, largest = min(values), max(values)
    still = {"fixedrange": True, "zeroline": False, "tickangle": 0}
    if smallest <= 0 or largest <= LOG_ABOVE * smallest:
        shown = [0, largest * (1 + _MARGIN) or 1]
        plain = {"exponentformat": "none", "separatethousands": True, "nticks": 6}
        return still | plain | {"type": "linear", "title": {"text": lines([title])}, "range": shown}
    first, last = math.log10(smallest), math.log10(largest)
    margin = _MARGIN * (last - first)
    ticks = _ticks((first - margin, last + margin), width)
    return still | {
        "type": "log",
        "title": {"text": lines([f"{title}, log scale"])},
        "range": [first - margin, last + margin],
        "tickvals": ticks,
        "ticktext": [_text(tick) for tick in ticks],
    }


def place(value: float, axis: dict[str, Any]) -> float:
    """Where on the axis a value stands: 0 at its left end, 1 at its right."""
    first, last = axis["range"]
    at = math.log10(value) if axis["type"] == "log" else value
    return float((at - first) / (last - first))


def end(axis: dict[str, Any]) -> float:
    """Return the largest value on the axis."""
    last = axis["range"][1]
    return float(10**last if axis["type"] == "log" else last)


def apart(one: str, other: str) -> float:
    """Pixels that must lie between the middles of two numbers."""
    return SIGN * (len(one) + len(other)) / 2 + GAP


def _ticks(ends: tuple[float, float], width: float | None) -> list[float]:
    """1, 2 and 5 of each power of ten between two logarithms; fewer where there is no room for them."""
    first, last = ends
    for digits, step in _THINNER:
        powers = [power for power in range(math.floor(first), math.ceil(last) + 1) if power % step == 0]
        ticks = [float(f"{digit}e{power}") for power in powers for digit in digits]
        shown = [tick for tick in ticks if first <= math.log10(tick) <= last]
        if len(shown) <= _MOST_TICKS and (width is None or _roomy(shown, width / (last - first))):
            break
    return shown


def _roomy(ticks: list[float], of_ten: float) -> bool:
    """Tell whether the numbers have room beside each other if a power of ten has so many pixels."""
    return all(
        (math.log10(right) - math.log10(left)) * of_ten >= apart(_text(left), _text(right))
        for left, right in pairwise(ticks)
    )


def _text(tick: float) -> str:
    return f"{tick:,.12g}"
