"""Run folders of several machines, put among those that are kept."""

from pathlib import Path

from bench.errors import DataError
from bench.report.validation import validated
from bench.results import store


def merge(results: Path, data: Path) -> list[Path]:
    """Copy every run under `results` into `data` and return the new folders; what is there already stays as it is.

    Each is checked first, its physics included. A run that is there with other content is an error: results are
    appended, never changed.
    """
    found = sorted(path.parent for path in results.rglob(store.RUN))
    if not found:
        raise DataError(f"{results}: no run folder is there")
    for folder in found:
        refuse_unfit(folder)
    return [kept for folder in found if (kept := store.adopt(folder, data))]


def refuse_unfit(folder: Path) -> None:
    """Raise `DataError` unless a run may be published: valid, of code that was committed, and more than a smoke run."""
    validated(folder)
    run = store.load(folder).run
    if run.profile == "smoke":
        raise DataError(f"{folder}: a smoke run is no result")
    if run.environment.dirty is not False:
        raise DataError(f"{folder}: the code that measured was not committed; measure again from a commit")
