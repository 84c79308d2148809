"""What a unit's time consists of: the rows of stacked bars, and the phases in them."""

from dataclasses import dataclass
from itertools import accumulate

from bench.workload import Concurrency


@dataclass(frozen=True)
class Phase:
    """A part of a unit's time: its name, how long it takes, and that in words."""

    name: str
    length: float
    words: str


@dataclass(frozen=True)
class Phased:
    """One way, and the phases of its units in the order in which they happen."""

    label: str
    colour: Concurrency
    phases: tuple[Phase, ...]

    @property
    def words(self) -> str:
        """Every phase with its number, so that none is told by its look alone; lines break between phases."""
        said = (f"{place} {one.name}: {one.words}" for place, one in enumerate(self.phases, start=1))
        return ", ".join(one.replace(" ", "\u00a0") for one in said)

    @property
    def starts(self) -> list[float]:
        """Where each phase begins, and the last ends."""
        return list(accumulate((one.length for one in self.phases), initial=0.0))
