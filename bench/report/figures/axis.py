"""The axis of values: from zero, or in powers of ten where the values span more than people see at once."""

import math
from collections.abc import Sequence
from typing import Any, Final

from bench.report.figures.row import lines

LOG_ABOVE: Final = 30
"""Ratio of the largest value to the smallest above which the axis is logarithmic."""

_MOST_TICKS = 9
"""More labels than this touch each other on a phone."""

_MARGIN = 0.04
"""Share of the axis left free at its ends."""


def value_axis(values: Sequence[float], title: str) -> dict[str, Any]:
    """Show all values. A logarithmic axis says so in its title and is labelled with plain numbers."""
    smallest, largest = min(values), max(values)
    still = {"fixedrange": True, "zeroline": False, "tickangle": 0}
    if smallest <= 0 or largest <= LOG_ABOVE * smallest:
        shown = [0, largest * (1 + _MARGIN) or 1]
        plain = {"exponentformat": "none", "nticks": 6}
        return still | plain | {"type": "linear", "title": {"text": lines([title])}, "range": shown}
    first, last = math.log10(smallest), math.log10(largest)
    margin = _MARGIN * (last - first)
    ticks = _ticks(first - margin, last + margin)
    return still | {
        "type": "log",
        "title": {"text": lines([f"{title}, log scale"])},
        "range": [first - margin, last + margin],
        "tickvals": ticks,
        "ticktext": [f"{tick:,.12g}" for tick in ticks],
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


def _ticks(first: float, last: float) -> list[float]:
    """1, 2 and 5 of each power of ten between two logarithms; fewer where there is no room for them."""
    powers = range(math.floor(first), math.ceil(last) + 1)
    for digits in ((1, 2, 5), (1, 3), (1,)):
        ticks = [float(f"{digit}e{power}") for power in powers for digit in digits]
        shown = [tick for tick in ticks if first <= math.log10(tick) <= last]
        if len(shown) <= _MOST_TICKS:
            break
    return shown
