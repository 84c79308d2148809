"""Made-up machines, each noisy in its own way. Nothing here reads a clock.

A world gives the noise of every trial, as the logarithm of the factor on its time, for many repetitions of an
experiment at once. The axes are repetition, round, and place in the round; time runs along the last two.
"""

from collections.abc import Callable
from math import sqrt
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Shape: TypeAlias = tuple[int, int, int]
World: TypeAlias = Callable[[np.random.Generator, Shape], Array]

NOISE = 0.02
"""Standard deviation of a trial's log time on a quiet machine."""


def lognormal(rng: np.random.Generator, shape: Shape) -> Array:
    """Give the noise of a quiet machine: independent, 2 %."""
    return rng.normal(0, NOISE, shape)


def bursts(rng: np.random.Generator, shape: Shape) -> Array:
    """Let a neighbour slow three trials in a row by 10 to 100 %, each differently: 9 % of all trials."""
    repetitions, rounds, places = shape
    starts = rng.random((repetitions, rounds * places + 2)) < 0.03  # noqa: PLR2004 - see the docstring.
    hit = (starts[:, 2:] | starts[:, 1:-1] | starts[:, :-2]).reshape(shape)
    return lognormal(rng, shape) + hit * rng.uniform(0.1, 0.7, shape)


def drift(rng: np.random.Generator, shape: Shape) -> Array:
    """Let the machine's speed wander by 5 %, as heat makes it: AR(1) with 0.95 from trial to trial."""
    repetitions, rounds, places = shape
    keep, size = 0.95, 0.05
    steps = np.empty((repetitions, rounds * places))
    state = rng.normal(0, size, repetitions)
    for trial in range(rounds * places):
        steps[:, trial] = state
        state = keep * state + rng.normal(0, size * sqrt(1 - keep**2), repetitions)
    return lognormal(rng, shape) + steps.reshape(shape)


def positions(rng: np.random.Generator, shape: Shape) -> Array:
    """Make the first trial of a round 10 % longer, and each later place 0.5 % longer than the one before."""
    effects = 0.005 * np.arange(shape[2])
    effects[0] = 0.1
    noise = lognormal(rng, shape)
    noise += effects
    return noise


WORLDS = MappingProxyType({world.__name__: world for world in (lognormal, bursts, drift, positions)})
UNEQUAL = "unequal"
"""A fifth world: `lognormal`, but what is compared is three times as noisy as the placebo."""
