"""Which runs of others can stand beside one of this project: those that asked for the same.

Whatever others write into their plan, a page draws it only if it is what this project would have written.
"""

from collections.abc import Sequence

from bench.catalog import all_experiments
from bench.model import PlannedExperiment, Scenario
from bench.results.store import Results


def beside(ours: Results, sent: Sequence[Results], experiment: str) -> list[Results]:
    """Return the runs of others that asked for what `ours` did, or for what the experiment asks for today."""
    (mine,) = (one for one in ours.run.experiments if one.id == experiment)
    known = [asked(s) for s in (*mine.scenarios, *all_experiments()[experiment].scenarios)]
    return [results for results in sent if any(alike(one, mine, known) for one in results.run.experiments)]


def alike(theirs: PlannedExperiment, mine: PlannedExperiment, known: Sequence[tuple[object, ...]]) -> bool:
    """Tell whether an experiment asks for nothing but what is known, and judges it as ours does."""
    judged = [(one.id, one.kind, one.reference, one.measure) for one in (theirs, mine)]
    return judged[0] == judged[1] and all(asked(scenario) in known for scenario in theirs.scenarios)


def asked(one: Scenario) -> tuple[object, ...]:
    """Return what a scenario asks for, whatever its title."""
    return one.id, one.implementation, one.workload, one.conditions, one.counts, one.tier, one.series
