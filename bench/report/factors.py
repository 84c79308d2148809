"""Of what a ratio of two rates is made: a chain of scenarios, each of which changes one thing."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bench.model import Figure
from bench.report.comparisons import Comparison, compare, inverted
from bench.report.escape import Trusted
from bench.report.findings import Findings
from bench.report.words import significant


@dataclass(frozen=True)
class Factor:
    """One change, and how many times the rate before it the rate after it is."""

    scenario: str
    change: Comparison


def factors(chain: tuple[str, ...], findings: Findings) -> list[Factor]:
    """Return the factor of each change in a chain of scenarios; one that was not measured together is left out."""
    couples = {after: findings.pairs(after, before) for before, after in pairwise(chain)}
    found = compare({name: pairs for name, pairs in couples.items() if pairs}, findings.band)
    return [Factor(name, inverted(found[name])) for name in chain[1:] if name in found]


def product(found: list[Factor]) -> float:
    """Return what all changes make together."""
    result = 1.0
    for one in found:
        result *= one.change.ratio
    return result


def whole(chain: tuple[str, ...], findings: Findings) -> Comparison | None:
    """Return the last rate in times the first, measured side by side."""
    pairs = findings.pairs(chain[-1], chain[0])
    found = compare({chain[-1]: pairs}, findings.band).get(chain[-1]) if pairs else None
    return inverted(found) if found else None


def factor_table(figure: Figure, findings: Findings) -> dict[str, Any] | None:
    """Return the changes of a waterfall as factors of its rate, with their product and the ratio of its ends."""
    chain = figure.scenarios
    measured = all(name in findings.scenarios and findings.scenarios[name].time for name in chain)
    found = factors(chain, findings) if measured else []
    if len(found) < len(chain) - 1:
        return None
    return {
        "name": "The changes as factors",
        "about": "each is the rate after a change in times the rate before it, over the rounds that both were in",
        "head": ["Change", "Requests a second", "Factor", "95 % interval", "n", "Product so far"],
        "rules": [Trusted(rule) for rule in (":----", "-----:", "-----:", ":----", "-----:", "-----:")],
        "rows": list(lines(chain, found, findings)),
    }


def lines(chain: tuple[str, ...], found: list[Factor], findings: Findings) -> Iterator[list[str]]:
    """Yield the rows of the table."""
    yield [title(chain[0], findings), rate_of(chain[0], findings), "", "", "", "1"]
    for number, one in enumerate(found, start=1):
        so_far = significant(product(found[:number]))
        yield [title(one.scenario, findings), rate_of(one.scenario, findings), *cells(one.change), so_far]
    ends = whole(chain, findings)
    if ends:
        off = f"{(product(found) / ends.ratio - 1) * 100:+.1f} %".replace("-", "−")
        yield ["Last against first, side by side", "", *cells(ends), f"the product is {off} off"]


def cells(change: Comparison) -> list[str]:
    """Return a factor with its interval and its number of rounds."""
    known = change.low is not None and change.high is not None
    limits = f"{significant(change.low or 0)} to {significant(change.high or 0)}" if known else "too few trials"
    return [significant(change.ratio), limits, str(change.n)]


def title(scenario: str, findings: Findings) -> str:
    """Return what a scenario is called."""
    return findings.scenarios[scenario].scenario.title


def rate_of(scenario: str, findings: Findings) -> str:
    """Return the answers a second of a scenario."""
    time = findings.scenarios[scenario].time
    return significant(1 / time.median) if time else "–"
