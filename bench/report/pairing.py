"""Values of the same round put side by side, and who is different from whom."""

from collections.abc import Callable, Mapping
from itertools import combinations

from bench.report.comparisons import Pair, compare


def paired(values: Mapping[int, float], others: Mapping[int, float]) -> list[Pair]:
    """Pair two scenarios' values by round; a round that only one of them was in is left out."""
    return [(values[number], others[number]) for number in sorted(values.keys() & others.keys())]


def differences(rounds: Mapping[str, Mapping[int, float]], band: float) -> Callable[[str, str], bool]:
    """Compare every scenario with every other, all as one family, and tell of any two whether they differ.

    `rounds` holds for each scenario its value in each round. The answer is what `stats.ranks` asks for.
    """
    couples = {f"{one} {other}": (one, other) for one, other in combinations(sorted(rounds), 2)}
    pairs = {key: paired(rounds[one], rounds[other]) for key, (one, other) in couples.items()}
    found = {
        frozenset(couples[key]) for key, comparison in compare(pairs, band).items() if comparison.verdict == "different"
    }
    return lambda one, other: frozenset((one, other)) in found
