"""How fast the machine was in each round of two runs, told by all scenarios that both measured.

A machine may be slower on another day, or drift while it measures. Then all scenarios move alike, and the median of
their moves tells by how much; a few that were changed do not move it. What a scenario takes beyond the level of its
round is its own.
"""

from collections.abc import Iterable, Mapping
from math import exp, isfinite, log
from statistics import median
from typing import TypeAlias

Rounds: TypeAlias = Mapping[int, float]
"""A value by round; a time is `math.inf` for a failed trial."""
Times: TypeAlias = tuple[Rounds, Rounds]
"""Of a scenario: in the run before, and in the run after."""

FEWEST = 5
"""Scenarios of a round that can tell a level: if two of them changed, three still agree."""


def against_level(times: Mapping[str, Times]) -> dict[str, Times]:
    """Return times as they would be had the machine been equally fast in all rounds of both runs.

    The level is that of the round in the scenario's own experiment, which the part of its name before `/` tells; where
    too few scenarios are in that, it is that of the round in the whole run. A trial without either is left out.
    """
    experiments = {name.partition("/")[0] for name in times}
    whole = levels(times.values())
    own = {e: levels(both for name, both in times.items() if name.partition("/")[0] == e) for e in experiments}
    return {
        name: (
            leveled(before, {**whole[0], **own[name.partition("/")[0]][0]}),
            leveled(after, {**whole[1], **own[name.partition("/")[0]][1]}),
        )
        for name, (before, after) in times.items()
    }


def levels(times: Iterable[Times]) -> Times:
    """Return by which factor each round was slower than the middle of both runs; one of too few scenarios is absent."""
    moves: tuple[dict[int, list[float]], dict[int, list[float]]] = ({}, {})
    for both in times:
        if (middle := middle_of(both)) is None:
            continue
        for run, found in zip(both, moves, strict=True):
            for number, value in run.items():
                if isfinite(value):
                    found.setdefault(number, []).append(log(value) - middle)
    before, after = (
        {number: exp(median(some)) for number, some in found.items() if len(some) >= FEWEST} for found in moves
    )
    return before, after


def middle_of(both: Times) -> float | None:
    """Return the middle of a scenario's log times before and after, or `None` if it has none in one of the runs."""
    finite = [[log(value) for value in run.values() if isfinite(value)] for run in both]
    return sum(map(median, finite)) / 2 if all(finite) else None


def leveled(run: Rounds, level: Rounds) -> dict[int, float]:
    """Return times with the level of their round taken off."""
    return {number: value / level[number] for number, value in run.items() if number in level}
