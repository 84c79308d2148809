"""Pages about what measures: its own errors, and the smallest difference that it can show."""

from collections.abc import Callable
from typing import Any

from bench.report.comparisons import MARGIN
from bench.report.escape import Trusted
from bench.report.noise import Placebo, answer, cells, percent
from bench.report.pages import TEMPLATES
from bench.report.weight import branch_words
from bench.report.words import kibibytes_each, seconds, significant

NOISE = {
    "title": "The smallest difference that can be shown",
    "page": Trusted("noise.md"),
    "about": "What do two copies of the same code differ by? The placebos of all experiments.",
}
"""What leads to the page of the placebos."""


def noise_page(kept: list[Placebo]) -> str:
    """Return the page of the placebos, of which there is at least one."""
    return TEMPLATES.get_template("noise.md.j2").render(
        answer=answer(kept), margin=percent(MARGIN), lines=[cells(one) for one in kept]
    )


def self_page(
    simulation: dict[str, Any],
    overhead: dict[str, Any] | None,
    parked: dict[str, Any] | None,
    branch: dict[str, Any] | None = None,
) -> str:
    """Return the page of what the harness knows of its own errors; the documents are those under ``data/``."""
    worlds = [(name, rounds, of) for name, world in simulation["worlds"].items() for rounds, of in world.items()]
    lines = [
        {
            "world": WORLDS.get(name, name),
            "rounds": rounds,
            "coverage": tenths(of["ours"]["coverage"]),
            "alarms": tenths(of["ours"]["different, equal code, any of the family"]),
            "found": [tenths(of["ours"][f"different, {slower} slower"]) for slower in ("5%", "10%", "25%")],
            "naive": [tenths(of["naive"][n]) for n in ("fixed order", "pooled requests", "sequential blocks")],
        }
        for name, rounds, of in sorted(worlds, key=lambda world: (world[0], int(world[1])))
    ]
    return TEMPLATES.get_template("self.md.j2").render(
        simulation=simulation,
        worlds=len(simulation["worlds"]),
        lines=lines,
        overhead=overhead and overhead_words(overhead),
        parked=parked and parked_words(parked),
        branch=branch and branch_words(branch),
    )


WORLDS = {
    "lognormal": "Plain noise",
    "bursts": "Bursts: a few trials are much slower",
    "drift": "Drift: the machine changes slowly",
    "positions": "Place: the same place in each round is slower",
    "unequal": "Unequal: some ways are noisier than the placebo",
}


def tenths(share: float) -> str:
    """Return a share in per cent."""
    return f"{share * 100:.1f} %"


def overhead_words(overhead: dict[str, Any]) -> dict[str, Any]:
    """Return what being measured costs, in words."""
    most, program = worst_of(overhead)
    return pairs_words(overhead, "s", lambda value: seconds(value, 4)) | {
        "answer": f"By at most {most}, of {program}.",
    }


def parked_words(parked: dict[str, Any]) -> dict[str, Any]:
    """Return how well the weight of a waiting unit agrees with one that was found from outside, in words."""
    most, program = worst_of(parked)
    few, many = parked["units"]
    return pairs_words(parked, "bytes", kibibytes_each) | {
        "answer": f"The two ways differ by at most {most}, for {program}.",
        "units": f"{few:,} to {many:,}",
    }


def worst_of(document: dict[str, Any]) -> tuple[str, str]:
    """Return by how much two ways of measuring differ at most, in per cent, and the program for which they do."""
    worst = max(document["programs"], key=lambda one: abs(one["ratio"] - 1))
    return f"{significant(abs(worst['ratio'] - 1) * 100, 2)} %", worst["program"]


def pairs_words(document: dict[str, Any], unit: str, words: Callable[[float], str]) -> dict[str, Any]:
    """Return the programs that were measured in two ways, one line each."""
    return {
        "rounds": str(document["rounds"]),
        "date": document["date"],
        "cpu": document["cpu"],
        "lines": [
            {
                "program": one["program"],
                "harness": words(one[f"harness_{unit}"]),
                "by_hand": words(one[f"by_hand_{unit}"]),
                "ratio": significant(one["ratio"], 4),
                "limits": f"{significant(one['ratio_low'], 4)} to {significant(one['ratio_high'], 4)}",
            }
            for one in document["programs"]
        ],
    }
