"""The verb profile: one trial of a scenario with a profiler on, kept apart from all results."""

import platform
from typing import Any

import msgspec
from rich.console import Console

from bench.catalog import ROOT, all_experiments, chosen_experiments, implementations, version
from bench.errors import AskedError, DataError, ToolError
from bench.harness import golang, meter
from bench.harness.machine import raise_open_files
from bench.harness.measure import date
from bench.harness.reaper import Reaper
from bench.harness.run import whole_machine, why_not
from bench.harness.serve import MOCK, ServerError
from bench.harness.spawn import NOT_OF_THE_PROTOCOL, attempt
from bench.model import Failed, Scenario
from bench.results import profiles

OUT = Console(soft_wrap=True, highlight=False, markup=False)
KEPT = ROOT / "data" / profiles.FILE
ONE_THREAD = {"serial", "asyncio", "event loop"}
"""What the profiler can see: it looks into one thread, of Python."""


def profile(experiment: str, names: list[str]) -> int:
    """Profile scenarios of an experiment, and keep each profile as soon as it is there."""
    scenarios = [scenario_of(experiment, name) for name in names]
    with whole_machine():
        raise_open_files()
        profiles.read(KEPT)
        golang.build(MOCK)
        reaper = Reaper()
        try:
            for scenario in scenarios:
                found = profiled(experiment, scenario, reaper)
                profiles.keep(KEPT, [found])
                OUT.print(f"{experiment}/{scenario.id}: {in_words(found)}")
        finally:
            reaper.close()
    return 0


def scenario_of(experiment: str, name: str) -> Scenario:
    """Return a scenario that can be profiled here, or say why it cannot."""
    if experiment not in all_experiments():
        chosen_experiments([experiment])
        raise AskedError(f"{experiment!r} is a kind; name one experiment: {', '.join(all_experiments())}")
    known = {scenario.id: scenario for scenario in all_experiments()[experiment].scenarios}
    if name not in known:
        raise AskedError(f"{experiment} has no scenario {name!r}; known are: {', '.join(known)}")
    check_one_thread(experiment, known[name])
    if reason := why_not(known[name].implementation):
        raise AskedError(f"{experiment}/{name} cannot run here: {reason}")
    return known[name]


def check_one_thread(experiment: str, scenario: Scenario) -> None:
    """Refuse what the profiler would not see, rather than keep a profile of a thread that only waits."""
    implementation = implementations()[scenario.implementation]
    found, language = implementation.concurrency, implementation.source.language
    if language != "python" or found not in ONE_THREAD:
        what = "is written in Go" if language == "go" else f"works with {found}"
        raise AskedError(
            f"{experiment}/{scenario.id}: {implementation.name} {what}, and the profiler sees one thread of Python "
            f"only; profile one of: {', '.join(sorted(ONE_THREAD))}"
        )


def profiled(experiment: str, scenario: Scenario, reaper: Reaper) -> profiles.Sampled:
    """Run one trial with the profiler around the batch that counts, and return where its time went."""
    implementation = implementations()[scenario.implementation]
    seen: dict[str, Any] = {}
    meter.wait_for_quiet()
    try:
        outcome = attempt(up_to_the_batch_that_counts(scenario), reaper, seen)
    except (ServerError, OSError, *NOT_OF_THE_PROTOCOL) as error:
        raise ToolError(f"{experiment}/{scenario.id}: {type(error).__name__}: {error}; nothing is kept") from error
    if isinstance(outcome, Failed):
        reason = " ".join(outcome.reason.split())
        raise ToolError(f"{experiment}/{scenario.id}: {outcome.status}: {reason}; nothing is kept")
    threads = outcome.usage.threads
    document = seen | {
        "experiment": experiment,
        "scenario": scenario.id,
        "python": platform.python_version(),
        "packages": {name: version(name) or "unknown" for name in implementation.source.packages},
        "digest": implementation.digest,
        "date": f"{date():%Y-%m-%d}",
        "work_s": outcome.batches[-1].work_s,
        "unseen_threads": None if threads is None else threads - 1,
    }
    try:
        return msgspec.convert(document, profiles.Sampled)
    except msgspec.ValidationError as error:
        raise DataError(f"{experiment}/{scenario.id}: what the profiler told is no profile: {error}") from error


def up_to_the_batch_that_counts(scenario: Scenario) -> Scenario:
    """Return the scenario with the batch whose time is its time as the last one, which is the one profiled."""
    batches = 1 if scenario.counts == "cold" else scenario.conditions.batches
    return msgspec.structs.replace(scenario, conditions=msgspec.structs.replace(scenario.conditions, batches=batches))


def in_words(found: profiles.Sampled) -> str:
    """Return the function with most time in itself, in a line."""
    first = found.functions[0]
    return f"{first.own:.0%} of the time in {first.function} ({first.file}), by {found.samples:,} samples; not a result"
