"""What the parts of a run folder must be to each other, beyond what the type of each demands."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from bench.errors import DataError
from bench.model import Measured, Run, Scenario, Trial

Thing = TypeVar("Thing", bound=Hashable)
MOST_SCENARIOS = 500
"""Of one experiment; to order and to compare them takes the square of their number."""


def check_plan(run: Run, where: Path) -> None:
    """Raise `DataError` if the plan names something twice, or too much, or measures what it does not describe."""
    known = {(e.id, s.id) for e in run.experiments for s in e.scenarios}
    if strange := {(slot.experiment, slot.scenario) for slot in run.order} - known:
        raise DataError(f"{where}: the order names {min(strange)}, which is not among the scenarios")
    names = [("experiment", e.id) for e in run.experiments]
    names += [("scenario", f"{e.id}/{s.id}") for e in run.experiments for s in e.scenarios]
    for what, name in [("run", run.id), *names]:
        if "\n" in name:  # The pattern of names is searched for up to the end of a line, as in all of JSON Schema.
            raise DataError(f"{where}: the {what} {name!r} has a line break in its name")
    for experiment in run.experiments:
        if (number := len(experiment.scenarios)) > MOST_SCENARIOS:
            raise DataError(f"{where}: {experiment.id} has {number:,} scenarios; at most {MOST_SCENARIOS} are read")
    for what, name in twice(names):
        raise DataError(f"{where}: the {what} {name} is there twice")
    for slot in twice(run.order):
        raise DataError(f"{where}: {slot} is planned twice")


def twice(things: Iterable[Thing]) -> Iterator[Thing]:
    """Yield what is there more than once."""
    yield from (one for one, often in Counter(things).items() if often > 1)


def check_trial(trial: Trial, scenario: Scenario, where: str) -> None:
    """Raise `DataError` if a trial did something else than its scenario asks for."""
    outcome = trial.outcome
    if not isinstance(outcome, Measured):
        return
    asked = scenario.conditions.batches
    if len(outcome.batches) != asked:
        raise DataError(f"{where}: {len(outcome.batches)} batches; {trial.slot.scenario} asks for {asked}")
    if scenario.counts == "warm" and asked == 1:
        raise DataError(f"{where}: {trial.slot.scenario} counts warm batches, but it has none")
    if outcome.load and not (outcome.load.answers and outcome.load.duration_s):
        raise DataError(f"{where}: a measured load without an answer, or without a time")


def check_sequence(run: Run, trials: Sequence[Trial], where: Path) -> None:
    """Raise `DataError` if trials are not in the order of the plan, from its first one on without a gap."""
    for number, (slot, trial) in enumerate(zip(run.order, trials, strict=False), start=1):
        if trial.slot != slot:
            raise DataError(f"{where}:{number}: {trial.slot}, where the plan of the run has {slot}")
