"""In which functions the time goes: profiles kept under ``data/``, in words; only of code that is still the same."""

from collections.abc import Iterator
from typing import Any

from bench.catalog import ROOT, all_experiments, implementations
from bench.errors import DataError
from bench.model import Experiment, Scenario
from bench.report.words import NBSP, seconds
from bench.results.profiles import FILE, Sampled, Spent, read

PROFILES = ROOT / "data" / FILE


def profiles(experiment: Experiment) -> Iterator[dict[str, Any]]:
    """Yield the profile of each scenario that has one, in the order of the experiment."""
    kept = {one.scenario: one for one in read(PROFILES) if one.experiment == experiment.id}
    for scenario in experiment.scenarios:
        if (found := kept.get(scenario.id)) and is_of(found, scenario):
            yield {
                "title": scenario.title,
                "first": row(found.functions[0]),
                "code": [row(spent) for spent in found.functions[1:] if spent.line and not found.functions[0].line][:1],
                "samples": f"{found.samples:,}",
                "interval": seconds(found.interval_s, 2),
                "work": seconds(found.work_s),
                "unseen": unseen(found.unseen_threads),
                "software": software(found),
                "date": found.date,
                "rows": [row(spent) for spent in found.functions],
            }


def is_of(found: Sampled, scenario: Scenario) -> bool:
    """Tell whether a profile is of the code that the scenario has now; packages may differ, and are told."""
    implementation = implementations().get(scenario.implementation)
    return implementation is not None and implementation.digest == found.digest


def software(found: Sampled) -> str:
    """Return what ran, with versions."""
    return ", ".join(f"{name} {number}" for name, number in [*sorted(found.packages.items()), ("Python", found.python)])


def unseen(threads: int | None) -> str:
    """Return a sentence where work may have gone on that the profiler does not see."""
    if not threads:
        return ""
    return f"It does not see the {threads} other thread{'s' * (threads > 1)} of the process."


def row(spent: Spent) -> dict[str, str]:
    """Return a function's cells."""
    return {
        "function": spent.function,
        "place": f"{spent.file}:{spent.line}" if spent.line else spent.file,
        "own": percent(spent.own),
        "total": percent(spent.total),
    }


def percent(share: float) -> str:
    """Return a share in per cent: whole ones, but for the small."""
    return f"{share:.{0 if share >= 0.1 else 1}%}".replace("%", f"{NBSP}%")  # noqa: PLR2004


def validated_profiles() -> str:
    """Check the profiles, and that each is of a scenario; return how many there are."""
    found = read(PROFILES)
    known = {(e.id, s.id): s for e in all_experiments().values() for s in e.scenarios}
    if strange := [f"{one.experiment}/{one.scenario}" for one in found if (one.experiment, one.scenario) not in known]:
        raise DataError(f"{FILE}: {', '.join(strange)}: no experiment has this scenario; take the profile out")
    old = sum(not is_of(one, known[one.experiment, one.scenario]) for one in found)
    return (
        f"{FILE}: profiles of {len(found)} scenarios, {old} of them of code that has changed since, which no page shows"
    )
