"""False alarms of the comparison of two runs, by simulation: `python -m bench.selfcheck.two_runs`.

The document is printed; it is kept as `data/two_runs.json`. Both runs measure equal code, on the same made-up machine
on two days, and are judged as `python -m bench compare` does. Then three scenarios are slowed down in the later one.
The world `another day` is the quiet one, but each run as a whole is slower or faster by 3 %, more or less.
"""

import json
import sys
from random import Random

import numpy as np

from bench.report.comparisons import Comparison, noise_floor
from bench.report.independent import compare_runs
from bench.selfcheck.rates import ALL, COPY, PLACEBO, SCENARIOS, SLOWDOWNS, Rates
from bench.selfcheck.simulation import ROUNDS, SEED, in_order
from bench.selfcheck.worlds import WORLDS, Array

REPETITIONS = 1000
ANOTHER_DAY = "another day"
DAY = 0.03
"""Standard deviation of the logarithm of what a run as a whole is slower."""


def simulate(repetitions: int = REPETITIONS, seed: int = SEED) -> dict[str, object]:
    """Compare two runs in every world, with every number of rounds; the same arguments give the same document."""
    names = [*WORLDS, ANOTHER_DAY]
    return {
        "family": len(ALL),
        "repetitions": repetitions,
        "seed": seed,
        "worlds": {name: {str(rounds): world(name, rounds, repetitions, seed) for rounds in ROUNDS} for name in names},
    }


def world(name: str, rounds: int, repetitions: int, seed: int) -> Rates:
    """Return the rates of one world."""
    rng = np.random.default_rng([seed, rounds, *name.encode()])
    order = Random(seed)  # noqa: S311 - an order, not a secret.
    runs = [a_run(name, rounds, repetitions, rng, order) for _ in range(2)]
    each = [rates(before, after) for before, after in zip(*runs, strict=True)]
    return {key: round(float(np.mean([one[key] for one in each])), 4) for key in each[0]}


def a_run(name: str, rounds: int, repetitions: int, rng: np.random.Generator, order: Random) -> Array:
    """Return the times of one run, for each repetition, round and scenario."""
    noise = WORLDS.get(name, WORLDS["lognormal"])(rng, (repetitions, rounds, SCENARIOS))
    day = rng.normal(0, DAY, (repetitions, 1, 1)) * (name == ANOTHER_DAY)
    times: Array = np.exp(in_order(noise, order) + day)
    return times


def rates(before: Array, after: Array) -> Rates:
    """Judge two runs of equal code, then with known slowdowns in the later one."""
    equal = compared(before, after)
    factors = np.array([1 + SLOWDOWNS.get(scenario, 0) for scenario in range(SCENARIOS)])
    slowed = compared(before, after * factors)
    covered = [(one.low or 0) <= 1 <= (one.high or 0) for one in equal.values()]
    return {
        "coverage": sum(covered) / len(covered),
        "different, equal code, any of the family": float(any(one.verdict == "different" for one in equal.values())),
        "equivalent, equal code": sum(one.verdict == "equivalent" for one in equal.values()) / len(equal),
    } | {
        f"different, {share:.0%} slower": float(slowed[f"made-up/{scenario}"].verdict == "different")
        for scenario, share in SLOWDOWNS.items()
    }


def compared(before: Array, after: Array) -> dict[str, Comparison]:
    """Compare all scenarios of two runs, with the noise of the noisier one."""
    noise = max(
        noise_floor(list(zip(run[:, COPY].tolist(), run[:, PLACEBO].tolist(), strict=True))) or 0
        for run in (before, after)
    )
    times = {f"made-up/{scenario}": (by_round(before[:, scenario]), by_round(after[:, scenario])) for scenario in ALL}
    return compare_runs(times, dict.fromkeys(times, noise))


def by_round(values: Array) -> dict[int, float]:
    """Return times by the number of their round."""
    return dict(enumerate(values.tolist(), start=1))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(simulate(), indent=2, sort_keys=True) + "\n")
