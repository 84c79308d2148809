"""A row of a dot plot, and where the two texts of any row stand."""

from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import Protocol

from bench.report.figures.breaks import broken, unbroken
from bench.workload import Concurrency

LINE = 17
"""Height of a line of text, in pixels."""

_GAP = 2
"""Characters between a label and the words beside it."""


class Worded(Protocol):
    """What has a label and, beside it, its value in words."""

    @property
    def label(self) -> str: ...  # noqa: D102

    @property
    def words(self) -> str: ...  # noqa: D102


@dataclass(frozen=True)
class Row:
    """One scenario: what was measured of it, what the post published, and its value in words.

    Values are finite, for a failed trial is not a dot; but `high` may be infinite, "no upper limit".
    """

    label: str
    colour: Concurrency
    rank: int
    median: float
    low: float | None
    high: float | None
    trials: tuple[float, ...]
    published: tuple[float, float] | None
    words: str

    @property
    def reach(self) -> tuple[float, ...]:
        """Every value that must be on the axis."""
        interval = [bound for bound in (self.low, self.high) if bound is not None and isfinite(bound)]
        return (self.median, *interval, *self.trials, *(self.published or ()))


@dataclass(frozen=True)
class Heading:
    """The text above a row: label at the left, words at the right, in as many lines as they need."""

    label: str
    words: str
    label_lines: int
    words_lines: int
    beside: bool

    @property
    def height(self) -> int:
        """Pixels from the top of the label to the foot of the words."""
        lines = (self.label_lines, self.words_lines)
        return LINE * (max(lines) if self.beside else sum(lines))

    @property
    def words_height(self) -> int:
        """Pixels that the words take below the label: none if they stand beside it."""
        return 0 if self.beside else LINE * self.words_lines


def heading(row: Worded, columns: int) -> Heading:
    """Break the texts of a row so that they never meet where so many characters fit side by side.

    The words stand below the label, or beside it where that takes fewer lines and breaks no name.
    """
    words, label = broken(row.words, columns), broken(row.label, columns)
    room = columns - _GAP - len(row.words)
    squeezed = broken(row.label, room) if room > 0 and unbroken(row.label, room) else None
    beside = squeezed is not None and len(squeezed) < len(label) + len(words)
    label = squeezed if squeezed and beside else label
    return Heading(lines(label), lines(words), len(label), len(words), beside)


def lines(texts: list[str]) -> str:
    """Lines as Plotly writes them. It reads tags and entities in a text, which may come from a stranger."""
    return "<br>".join(escape(text, quote=False) for text in texts)
