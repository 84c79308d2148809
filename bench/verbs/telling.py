"""The verbs report and check; each returns the exit code."""

from pathlib import Path

from rich.console import Console

from bench.errors import BenchError, DataError
from bench.harness import plan
from bench.harness.machine import machine
from bench.harness.measure import now
from bench.report import site, validation
from bench.report.escape import visible
from bench.report.profiles import validated_profiles
from bench.results import files, store

OUT = Console(soft_wrap=True, highlight=False, markup=False)


def report(data: Path, output: Path) -> int:
    """Make the pages of the site."""
    start = now()
    pages = site.write(data, output, machine())
    OUT.print(f"{output}: {pages} pages in {now() - start:.1f} s")
    return 0


def check(folders: list[Path]) -> int:
    """Validate run folders, claims and profiles; 2 if anything is wrong."""
    wrong = 0
    for folder in [found for given in folders for found in store.folders(given) or [given]]:
        try:
            said = f"{validation.validated(folder)}{order_checked(store.load(folder))}"
        except BenchError as error:
            said = str(error)
            wrong += 1
        OUT.print(visible(f"{folder}: {said}"))
    OUT.print(validation.validated_claims())
    OUT.print(validated_profiles())
    return 2 if wrong else 0


def order_checked(results: store.Results) -> str:
    """Raise `DataError` unless a run's order is what its seed gives; return what to say where that cannot be told.

    The order is one of the things that the number of the method stands for. It is worked out here, and not in the
    report, which must not need what measures.
    """
    run, where = results.run, results.folder / files.RUN
    if run.method > plan.METHOD:
        raise DataError(f"{where}: method is {run.method}; this version knows those up to {plan.METHOD}")
    if run.method < plan.METHOD:
        return f"; its order is of method {run.method} and was not checked"
    if run.order != plan.order(run.experiments, run.profile, run.seed):
        raise DataError(f"{where}: the order is not the one that seed {run.seed} gives; was it made by hand?")
    return ""
