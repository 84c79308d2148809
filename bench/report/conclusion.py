"""Whether what one run shows is so in another run too.

The conclusion of a run is what it decides of the headline comparisons, that is, of each headline scenario (where
none is one: of each scenario) with the experiment's reference: slower, faster, or the same. It *holds* in another run
if that run decides each of them alike. It does *not hold* if one is decided otherwise. Else it *cannot be told*: that
run left a comparison open, or did not measure it. How much slower is no part of it: factors are those of a machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bench.report.comparisons import Comparison
from bench.report.findings import Findings

Direction: TypeAlias = Literal["slower", "faster", "the same"]


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """How another run stands to the conclusion of the first."""

    answer: Literal["holds", "does not hold", "cannot be told"]
    otherwise: tuple[str, ...] = ()
    """Scenarios that are decided otherwise, or where the answer cannot be told, not at all."""


def direction(comparison: Comparison | None) -> Direction | None:
    """Return how a scenario stands to the reference, or `None` where the run leaves it open."""
    if comparison is None or (comparison.verdict == "inconclusive" and not comparison.beyond_doubt):
        return None
    if comparison.verdict == "equivalent":
        return "the same"
    return "slower" if comparison.ratio > 1 else "faster"


def conclusion(findings: Findings) -> dict[str, Direction]:
    """Return what a run decides, by scenario."""
    family = findings.family(findings.planned.reference)
    headlines = {s.id for s in findings.planned.scenarios if s.headline} & set(family)
    decided = {name: direction(family[name]) for name in family if name in (headlines or family)}
    return {name: found for name, found in decided.items() if found}


def agreement(first: Mapping[str, Direction], other: Findings) -> Agreement:
    """Compare the conclusion of a run with what another run says of the same scenarios."""
    family = other.family(other.planned.reference)
    found = {name: direction(family.get(name)) for name in first}
    against = tuple(name for name, said in found.items() if said and said != first[name])
    if against:
        return Agreement(answer="does not hold", otherwise=against)
    still_open = tuple(name for name, said in found.items() if said is None)
    return Agreement(answer="cannot be told", otherwise=still_open) if still_open else Agreement(answer="holds")
