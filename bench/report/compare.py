"""Two runs, scenario by scenario: what changed from the one before to the one after."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bench.model import Run
from bench.report.compare_reasons import differing
from bench.report.comparisons import Comparison
from bench.report.comparisons import Verdict as Compared
from bench.report.evaluation import find
from bench.report.findings import Finding, Findings, times
from bench.report.independent import compare_runs
from bench.report.levels import Times
from bench.results.store import Results

Verdict: TypeAlias = Compared | Literal["not comparable"]


@dataclass(frozen=True, kw_only=True)
class Change:
    """A scenario in two runs."""

    experiment: str
    scenario: str
    title: str
    before: Finding | None
    after: Finding | None
    comparison: Comparison | None = None
    """A ratio above 1 is slower after; `None` if it cannot be compared, or failed in both runs."""
    reasons: tuple[str, ...] = ()
    """Why it cannot be compared."""

    @property
    def verdict(self) -> Verdict:
        """Return what is said of the scenario."""
        if self.reasons:
            return "not comparable"
        return self.comparison.verdict if self.comparison else "inconclusive"


def changes(before: Results, after: Results) -> list[Change]:
    """Return every scenario of two runs, in the order of the runs; all that can be compared are one family."""
    pairs = [both for name in experiments(before, after) for both in scenarios(name, before, after)]
    reasons = {key: tuple(why_not(one, other, before.run, after.run)) for key, one, other in pairs}
    samples: dict[str, Times] = {}
    bands: dict[str, float] = {}
    for key, one, other in pairs:
        if one and other and not reasons[key]:
            samples[key] = (by_round(one), by_round(other))
            bands[key] = max(one[0].band, other[0].band)
    compared = compare_runs(samples, bands)
    return [change(key, one, other, compared.get(key), reasons[key]) for key, one, other in pairs]


Side: TypeAlias = tuple[Findings, Finding]
"""A scenario in one run, with the experiment that it is of."""


def experiments(before: Results, after: Results) -> list[str]:
    """Return the experiments of two runs."""
    return list(dict.fromkeys(e.id for results in (before, after) for e in results.run.experiments))


def scenarios(experiment: str, before: Results, after: Results) -> Iterator[tuple[str, Side | None, Side | None]]:
    """Yield each scenario of an experiment, in both runs."""
    one, other = (side(experiment, results) for results in (before, after))
    for name in dict.fromkeys([*one, *other]):
        yield f"{experiment}/{name}", one.get(name), other.get(name)


def side(experiment: str, results: Results) -> Mapping[str, Side]:
    """Return the scenarios of an experiment that a run planned."""
    if experiment not in {planned.id for planned in results.run.experiments}:
        return {}
    findings = find(results, experiment)
    return {name: (findings, finding) for name, finding in findings.scenarios.items()}


def by_round(one: Side) -> dict[int, float]:
    """Return the times of a scenario; infinite where a trial failed."""
    findings, finding = one
    return times(findings, finding.scenario.id)


def why_not(one: Side | None, other: Side | None, before: Run, after: Run) -> Iterator[str]:
    """Yield what keeps a scenario from being compared."""
    for found, which in ((one, "before"), (other, "after")):
        if found is None:
            yield f"not planned {which}"
        elif not (found[1].trials or found[1].failures):
            name = found[1].scenario.id
            yield f"not measured {which}: {found[0].planned.unavailable.get(name, 'the run was stopped')}"
    if one and other:
        yield from differing(one[1].scenario, other[1].scenario, before, after)


def change(
    key: str, one: Side | None, other: Side | None, comparison: Comparison | None, reasons: tuple[str, ...]
) -> Change:
    """Return a scenario in two runs, as one record."""
    experiment, _, scenario = key.partition("/")
    known = other or one
    return Change(
        experiment=experiment,
        scenario=scenario,
        title=known[1].scenario.title if known else scenario,
        before=one and one[1],
        after=other and other[1],
        comparison=comparison,
        reasons=reasons,
    )
