"""The verbs list, plan and run, in the words of the modules that do it; each returns the exit code."""

import signal
from pathlib import Path

from rich.console import Console

from bench import catalog, progress
from bench.harness import plan
from bench.harness.machine import raise_open_files
from bench.harness.reaper import Reaper
from bench.harness.run import build, check_unchanged, conduct, new_run, planned, whole_machine, why_not
from bench.harness.spawn import spawn
from bench.model import Failed, Profile, Run
from bench.results import store

OUT = Console(soft_wrap=True, highlight=False, markup=False)


def show_catalog() -> int:
    """Print implementations with their workloads, and experiments."""
    for implementation in catalog.implementations().values():
        reason = why_not(implementation.name)
        OUT.print(f"{implementation.kind}/{implementation.name}: {implementation.source.summary}")
        if reason:
            OUT.print(f"  cannot run here: {reason}")
        for workload in implementation.source.workloads:
            OUT.print(f"  {workload.name}: {workload.summary}")
    for experiment in catalog.all_experiments().values():
        OUT.print(f"experiment {experiment.id} ({experiment.kind}): {experiment.question}")
    return 0


def show_plan(asked: list[str], profile: Profile, seed: int | None) -> int:
    """Print every trial in its order, and how long they take together."""
    experiments = planned(catalog.chosen_experiments(asked), profile)
    slots = plan.order(experiments, profile, seed or 0)
    for slot in slots:
        placebo = " (placebo)" if slot.copy == "placebo" else ""
        OUT.print(f"round {slot.round}: {slot.experiment}/{slot.scenario}{placebo}")
    for experiment in experiments:
        for scenario, reason in experiment.unavailable.items():
            OUT.print(f"not measured: {experiment.id}/{scenario}: {reason}")
    OUT.print(f"{len(slots)} trials, about {progress.in_words(plan.duration_s(experiments, slots))}")
    return 0


def run(asked: list[str], profile: Profile, seed: int | None, output: Path | None) -> int:
    """Measure into a new folder."""
    with whole_machine():
        raise_open_files()
        planned_run = new_run(catalog.chosen_experiments(asked), profile, seed)
        prepare(planned_run)
        return finish(store.create(output or where(profile) / planned_run.id, planned_run))


def where(profile: Profile) -> Path:
    """Return the folder of runs; smoke runs are no results and stay out of ``data/``."""
    return Path("build/runs") if profile == "smoke" else Path("data")


def prepare(planned_run: Run) -> None:
    """Build what the run needs; the first time takes a while."""
    OUT.print("building the server and the programs in Go (once; up to half a minute)")
    build(planned_run)


def resume(folder: Path) -> int:
    """Measure what is missing in `folder`."""
    with whole_machine():
        opened = store.reopen(folder)
        raise_open_files()
        check_unchanged(opened.run)
        prepare(opened.run)
        return finish(opened)


def finish(opened: store.Store) -> int:
    """Go through the rest of the plan, keeping each trial as it comes."""
    run_ = opened.run
    OUT.print(f"{opened.folder}: {len(run_.order)} trials, {len(opened.done)} done before")
    reaper = Reaper()
    for name in ("SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            signal.signal(number, interrupted)
    try:
        with progress.telling(OUT, len(run_.order), len(opened.done)) as tell:
            for trial in conduct(run_, opened.done, lambda slot, scenario: spawn(slot, scenario, reaper)):
                opened.append(trial)
                left = [slot for slot in run_.order if slot not in opened.done]
                tell(trial, plan.duration_s(run_.experiments, left))
    except KeyboardInterrupt:
        OUT.print(f"stopped; go on with: nox -s bench -- --resume {opened.folder}")
        raise
    finally:
        reaper.close()
    return summary(opened.folder)


def interrupted(*_: object) -> None:
    """Let a signal to end the run do what Ctrl-C does."""
    raise KeyboardInterrupt


def summary(folder: Path) -> int:
    """Print what failed; 1 if anything did that should not."""
    results = store.load(folder)
    expected = {(e.id, s.id): s.may_fail for e in results.run.experiments for s in e.scenarios}
    failures = faults = 0
    for trial in results.trials:
        if isinstance(trial.outcome, Failed):
            OUT.print(f"failed: {progress.line(trial)}")
            failures += 1
            faults += trial.outcome.status not in {"skipped", expected[trial.slot.experiment, trial.slot.scenario]}
    OUT.print(f"{folder}: complete, {failures} failed, {faults} of them unexpectedly")
    return 1 if faults else 0
