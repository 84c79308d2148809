"""The marks of a waterfall: each bar, and the interval of the end that moved.

No mark has a colour. Each names one in ``meta``: a concurrency model, or ``text`` for that of the page.
"""

from collections.abc import Iterator
from math import isinf
from typing import Any, Final

from bench.report.figures.row import lines
from bench.report.figures.steps import Bar, Step

HALF: Final = 7
"""Pixels: half the height of a bar."""

_BELOW = HALF + 6
"""Pixels from the middle of a bar down to the interval, which not every bar's colour would let one see."""

_RISE = {"pattern": {"shape": "/", "size": 6, "solidity": 0.4}}
"""Stripes, in the bar's own colour."""


def bar_marks(bar: Bar, y: int, axis: str, edge: float) -> Iterator[dict[str, Any]]:
    """Draw a bar, striped if it rises, and below it the interval of the end that moved.

    Where the interval leaves the axis it has no cap.
    """
    rises = 0 < bar.before < bar.step.total
    told = {"hoverinfo": "text", "hovertext": _hover(bar, axis)}
    yield span(bar, bar.before, y) | told | {"marker": {"opacity": 1} | (_RISE if rises else {})}
    if bar.interval:
        yield {
            "type": "scatter",
            "meta": {"colour": "text"},
            "mode": "lines+markers",
            "x": [min(max(0, bound), edge) for bound in bar.interval],
            "y": [y + _BELOW] * 2,
            "line": {"width": 2},
            "marker": {
                "symbol": "line-ns-open",
                "size": [7 * (0 <= bound <= edge) for bound in bar.interval],
                "opacity": 1,
                "line": {"width": 2},
            },
            "hoverinfo": "skip",
            "cliponaxis": False,
        }


def span(bar: Bar, start: float, y: int) -> dict[str, Any]:
    """Draw a bar from `start` to the total of its step."""
    return {
        "type": "bar",
        "meta": {"colour": bar.step.colour},
        "orientation": "h",
        "base": [start],
        "x": [bar.step.total - start],
        "y": [y],
        "width": [2 * HALF],
        "marker": {"opacity": 1},
        "hoverinfo": "skip",
    }


def _hover(bar: Bar, axis: str) -> str:
    step = bar.step
    facts = [f"{step.total:.4g}"]
    if step.change is not None:
        facts = [f"from {bar.before:.4g} to {step.total:.4g}", f"change {step.change:+.4g}"]
    facts[-1] += _interval(step)
    return lines([bar.label, *(fact.replace("-", "−") for fact in facts), axis])


def _interval(step: Step) -> str:
    if step.low is None or step.high is None:
        return ""
    low = "no lower limit" if isinf(step.low) else f"{step.low:.4g}"
    high = "no upper limit" if isinf(step.high) else f"{step.high:.4g}"
    return f", interval {low} to {high}"
