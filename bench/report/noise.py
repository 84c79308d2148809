"""What a difference of nothing looks like: the placebos of all experiments."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from bench.catalog import all_experiments
from bench.report.comparisons import Comparison, compare, noise_floor
from bench.report.escape import Trusted, plain
from bench.report.findings import Findings, times
from bench.report.pairing import paired
from bench.report.words import NBSP, significant


@dataclass(frozen=True, kw_only=True)
class Placebo:
    """One experiment's placebo: a scenario against a second copy of itself."""

    experiment: str
    title: str
    """Of the scenario."""
    comparison: Comparison
    noise: float


def placebos(found: Iterable[Findings]) -> list[Placebo]:
    """Return the placebo of every experiment that has one, the quietest first."""
    kept = [one for findings in found if (one := placebo(findings))]
    return sorted(kept, key=lambda one: (one.noise, one.experiment))


def placebo(findings: Findings) -> Placebo | None:
    """Compare an experiment's placebo with its original."""
    name = findings.planned.placebo
    measure = findings.planned.measure
    pairs = paired(*(times(findings, name, copy, measure=measure) for copy in ("placebo", "main")))
    compared, noise = compare({name: pairs}, 0.0).get(name) if pairs else None, noise_floor(pairs)
    if compared is None or noise is None:
        return None
    title = findings.scenarios[name].scenario.title
    return Placebo(experiment=findings.planned.id, title=title, comparison=compared, noise=noise)


def cells(one: Placebo) -> dict[str, str]:
    """Return a placebo as the cells of a table."""
    found, experiment = one.comparison, all_experiments()[one.experiment]
    limits = "–" if found.low is None or found.high is None else f"{exact(found.low)} to {exact(found.high)}"
    return {
        "experiment": Trusted(f"[{plain(experiment.title)}](../{experiment.kind}/{experiment.id}.md)"),
        "scenario": one.title,
        "ratio": exact(found.ratio),
        "limits": limits,
        "noise": percent(one.noise),
        "n": str(found.n),
        "verdict": found.verdict,
    }


def answer(kept: list[Placebo]) -> str:
    """Return the smallest difference that can be shown, in a sentence."""
    middle, worst = median(one.noise for one in kept), kept[-1]
    noisiest = all_experiments()[worst.experiment].title
    return (
        f"Two copies of the same code differed by at most {percent(kept[0].noise)} in the quietest experiment, by "
        f"{percent(middle)} in the one in the middle, and by {percent(worst.noise)} in the noisiest, {noisiest}: no "
        "smaller difference is called one."
    )


def exact(ratio: float) -> str:
    """Return a ratio near 1 with the digits in which it differs from it."""
    return f"{ratio:.3f}"


def percent(share: float) -> str:
    """Return a share in per cent."""
    return f"{significant(abs(share) * 100, 2)}{NBSP}%"
