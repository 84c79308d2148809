"""The verbs report and check; each returns the exit code."""

from pathlib import Path

from rich.console import Console

from bench.errors import BenchError
from bench.harness.machine import machine
from bench.harness.measure import now
from bench.report import site, validation
from bench.report.profiles import validated_profiles
from bench.results import store

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
            OUT.print(f"{folder}: {validation.validated(folder)}")
        except BenchError as error:
            OUT.print(f"{folder}: {error}")
            wrong += 1
    OUT.print(validation.validated_claims())
    OUT.print(validated_profiles())
    return 2 if wrong else 0
