"""Which results are laid beside which older ones: of each place and experiment, the newest run beside the one before.

Nothing in a run says of which release it is. Where results come in with each release, the run before is the one of the
release before; where a machine was measured twice in between, it is not, so a page names both runs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.catalog import all_experiments
from bench.report.compare import Change, changes
from bench.report.places import Place, place
from bench.report.selection import complete
from bench.results.store import Results


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two runs of one place, and what changed in the experiments of which they are the two newest."""

    before: Results
    after: Results
    changes: Sequence[Change]


@dataclass(frozen=True, kw_only=True)
class Since:
    """What changed at a place; at least one of the two has something in it."""

    newest: Results
    pairs: Sequence[Pair]
    alone: Sequence[str]
    """Experiments that were measured once, by their ids."""


def since(runs: Sequence[Results]) -> Iterator[Since]:
    """Yield each place that has a result; `runs` are the newest first, and one that was stopped is no result."""
    where: dict[Place, list[Results]] = {}
    for results in runs:
        if results.run.profile != "smoke":
            where.setdefault(place(results.run), []).append(results)
    for those in where.values():
        alone, twice = list[str](), dict[tuple[str, str], list[str]]()
        for name in all_experiments():
            found = [r for r in those if has(r, name)]
            if len(found) > 1:
                twice.setdefault((found[0].run.id, found[1].run.id), []).append(name)
            elif found:
                alone.append(name)
        by_id = {results.run.id: results for results in those}
        pairs = [pair(by_id[after], by_id[before], names) for (after, before), names in twice.items()]
        if alone or pairs:
            yield Since(newest=those[0], pairs=pairs, alone=alone)


def has(results: Results, experiment: str) -> bool:
    """Tell whether a run measured an experiment, all of it that it planned."""
    return any(trial.slot.experiment == experiment for trial in results.trials) and complete(results, experiment)


def pair(after: Results, before: Results, experiments: Sequence[str]) -> Pair:
    """Compare two runs as a whole, since the whole tells how fast the machine was, and keep some experiments."""
    kept = [one for one in changes(before, after) if one.experiment in experiments]
    return Pair(before=before, after=after, changes=kept)
