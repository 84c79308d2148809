"""What will be measured, in which order: decided before the first trial, and pure."""

import random
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bench.harness.order import balanced
from bench.model import (
    Answering,
    Conditions,
    Copy,
    Experiment,
    Fetching,
    PlannedExperiment,
    Profile,
    Scenario,
    Slot,
    Starting,
)
from bench.physics import floor_s

METHOD = 1
"""Grows when a change of the harness makes new results incomparable with old ones."""

ROUNDS: dict[Profile, int] = {"smoke": 1, "quick": 6, "standard": 6, "full": 12}
AROUND_A_TRIAL_S = 0.7
"""Rough cost of a trial besides its waiting: interpreter, imports, server, gate. Only for telling how long."""
LOADED_S = 1.0
"""Rough time in which a number of requests is answered, for the same."""


def planned(experiment: Experiment, profile: Profile, missing: Mapping[str, str | None]) -> PlannedExperiment:
    """Return what `profile` measures of `experiment`; `missing` tells why an implementation or a loader cannot run."""
    chosen = [s for s in experiment.scenarios if profile != "quick" or s.headline]
    unavailable = {s.id: reason for s in chosen for needed in needs(s) if (reason := missing.get(needed))}
    if profile == "smoke":
        chosen = [replace(s, conditions=tiny(s.conditions)) for s in chosen]
    return PlannedExperiment(
        id=experiment.id,
        kind=experiment.kind,
        reference=experiment.reference,
        placebo=experiment.placebo,
        measure=experiment.measure,
        scenarios=tuple(chosen),
        unavailable=unavailable,
    )


def needs(scenario: Scenario) -> list[str]:
    """Return the names of all that has to be there for `scenario`."""
    conditions = scenario.conditions
    return [scenario.implementation] + ([conditions.loader] if isinstance(conditions, Answering) else [])


def tiny(conditions: Conditions) -> Conditions:
    """Return `conditions` shrunk until a trial lasts as long as its process takes to start."""
    match conditions:
        case Fetching():
            return replace(
                conditions,
                requests=min(conditions.requests, 4),
                concurrency=min(conditions.concurrency, 4),
                latency_s=min(conditions.latency_s, 0.02),
            )
        case Starting():
            return replace(conditions, units=min(conditions.units, 4), sleep_s=min(conditions.sleep_s, 0.002))
        case Answering():
            return replace(
                conditions,
                connections=min(conditions.connections, 4),
                requests=conditions.requests and min(conditions.requests, 20),
                duration_s=conditions.duration_s and min(conditions.duration_s, 0.2),
                rate=conditions.rate and min(conditions.rate, 100.0),
                wait_s=min(conditions.wait_s, 0.02),
                burn_s=min(conditions.burn_s, 0.002),
            )


def order(experiments: Sequence[PlannedExperiment], profile: Profile, seed: int) -> tuple[Slot, ...]:
    """Return every trial of the run: round 1 of all experiments, then round 2, and so on.

    Within a round of an experiment the order is balanced, see `harness.order`. A scenario that has fewer rounds
    takes part in the first ones.
    """
    orders = {experiment.id: rounds_of(experiment, profile, seed) for experiment in experiments}
    return tuple(
        Slot(experiment=e.id, scenario=scenario, copy=copy, round=number, position=position)
        for number in range(1, ROUNDS[profile] + 1)
        for e in experiments
        for position, (scenario, copy) in enumerate(orders[e.id][number - 1], start=1)
    )


def rounds_of(experiment: PlannedExperiment, profile: Profile, seed: int) -> list[list[tuple[str, Copy]]]:
    """Return the order of each round of one experiment, its placebo included; the same alone and among others."""
    rng = random.Random(f"{seed}/{experiment.id}")  # noqa: S311 – an order, not a secret.
    runnable = [s for s in experiment.scenarios if s.id not in experiment.unavailable]
    items: list[tuple[str, Copy]] = [(scenario.id, "main") for scenario in runnable]
    if any(scenario.id == experiment.placebo for scenario in runnable):
        items.append((experiment.placebo, "placebo"))
    most = ROUNDS[profile]
    limit = {scenario.id: scenario.rounds.get(profile, most) for scenario in runnable}
    return [
        [item for item in row if limit[item[0]] >= number]
        for number, row in enumerate(balanced(items, most, rng), start=1)
    ]


def duration_s(experiments: Sequence[PlannedExperiment], slots: Sequence[Slot]) -> float:
    """Return about how many seconds the trials of `slots` take."""
    scenarios: dict[tuple[str, str], Scenario] = {(e.id, s.id): s for e in experiments for s in e.scenarios}
    conditions = [scenarios[slot.experiment, slot.scenario].conditions for slot in slots]
    return sum(c.batches * waits_s(c) + AROUND_A_TRIAL_S for c in conditions)


def waits_s(conditions: Conditions) -> float:
    """Return about how long a batch takes."""
    return conditions.duration_s or LOADED_S if isinstance(conditions, Answering) else floor_s(conditions)
