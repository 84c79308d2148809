"""Coverage and false alarms of the statistics, by simulation: `python -m bench.selfcheck.simulation`.

The document is printed; it is kept as `data/simulation.json`. Each world, with each number of rounds, has the
rates of our method (`ours`, see `selfcheck.rates`), their Monte Carlo standard errors, and the share of equal
code that three naive methods call different (`naive`).
"""

import json
import sys
from random import Random

import numpy as np

from bench.harness.order import balanced
from bench.selfcheck import naive
from bench.selfcheck.rates import COPY, FAMILY, PLACEBO, SCENARIOS, Rates, rates
from bench.selfcheck.worlds import UNEQUAL, WORLDS, Array

REPETITIONS = 2000
SEED = 20260101
ROUNDS = (6, 12)


def simulate(repetitions: int = REPETITIONS, seed: int = SEED) -> dict[str, object]:
    """Run every world with every number of rounds; the same arguments always give the same document."""
    names = [*WORLDS, UNEQUAL]
    return {
        "family": len(FAMILY),
        "repetitions": repetitions,
        "seed": seed,
        "worlds": {name: {str(rounds): _world(name, rounds, repetitions, seed) for rounds in ROUNDS} for name in names},
    }


def _world(name: str, rounds: int, repetitions: int, seed: int) -> dict[str, Rates]:
    rng = np.random.default_rng([seed, rounds, *name.encode()])
    noise = WORLDS.get(name, WORLDS["lognormal"])(rng, (repetitions, rounds, SCENARIOS))
    ordered = in_order(noise, Random(seed))  # noqa: S311 - an order, not a secret.
    if name == UNEQUAL:
        ordered *= np.isin(np.arange(SCENARIOS), (PLACEBO, COPY), invert=True) * 2 + 1
    each = [rates(np.exp(one)) for one in ordered]
    ours = {key: [one[key] for one in each] for key in each[0]}
    return {
        "errors": {key: round(float(np.std(some)) / len(some) ** 0.5, 4) for key, some in ours.items()},
        "naive": {
            "fixed order": round(naive.fixed_order(noise), 4),
            "pooled requests": round(naive.pooled_requests(ordered, rng), 4),
            "sequential blocks": round(naive.sequential_blocks(noise), 4),
        },
        "ours": {key: round(float(np.mean(some)), 4) for key, some in ours.items()},
    }


def in_order(noise: Array, rng: Random) -> Array:
    """Turn the last axis from places into scenarios: each has the noise of the places that its order has."""
    repetitions, rounds, places = noise.shape
    order = np.array([balanced(range(places), rounds, rng) for _ in range(repetitions)])
    ordered = np.empty_like(noise)
    np.put_along_axis(ordered, order, noise, axis=2)
    return ordered


if __name__ == "__main__":
    sys.stdout.write(json.dumps(simulate(), indent=2, sort_keys=True) + "\n")
