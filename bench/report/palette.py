"""One colour, one marker and one dash for each concurrency model, the same in every chart.

The colours are the Okabe-Ito set, which readers with a colour vision deficiency can tell apart. Where one of
them fades into the background (orange and sky blue on white) or into its neighbour (vermilion beside that
darker orange), its lightness is moved. Marker and dash are the second mark, for whoever sees no colour.
"""

from dataclasses import dataclass
from typing import Final

from bench.workload import Concurrency


@dataclass(frozen=True)
class Mark:
    """How a model looks. The diamond is not among the symbols: it stands for a published figure."""

    light: str
    dark: str
    symbol: str
    dash: str


MARKS: Final[dict[Concurrency, Mark]] = {
    "serial": Mark(light="#5F5F5F", dark="#D0D0D0", symbol="x", dash="dot"),
    "threads": Mark(light="#C24A00", dark="#EC6516", symbol="square", dash="dash"),
    "pool": Mark(light="#C28600", dark="#F2B632", symbol="triangle-up", dash="dashdot"),
    "asyncio": Mark(light="#0072B2", dark="#2F8FE6", symbol="circle", dash="solid"),
    "event loop": Mark(light="#1E9BE2", dark="#74C6F5", symbol="triangle-down", dash="longdash"),
    "processes": Mark(light="#CC79A7", dark="#E08FBC", symbol="pentagon", dash="longdashdot"),
    "go": Mark(light="#009E73", dark="#00A67A", symbol="star", dash="8px,2px,2px,2px,2px,2px"),
}


def palette() -> dict[str, dict[str, str]]:
    """Name the colours by scheme: a chart's file carries both, so that the page can follow its reader."""
    return {
        "light": {name: mark.light for name, mark in MARKS.items()},
        "dark": {name: mark.dark for name, mark in MARKS.items()},
    }
