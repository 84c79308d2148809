"""Run folders of several machines, put among those that are kept."""

from pathlib import Path

from bench.errors import DataError
from bench.report.validation import refuse_unfit, validated
from bench.results import files, store


def merge(results: Path, data: Path) -> list[Path]:
    """Copy every run under `results` into `data` and return the new folders; what is there already stays as it is.

    Each is checked first, its physics included. A run that is there with other content is an error: results are
    appended, never changed.
    """
    found = sorted(path.parent for path in results.rglob(files.RUN))
    if not found:
        raise DataError(f"{results}: no run folder is there")
    for folder in found:
        if store.contributed(folder):
            raise DataError(f"{folder}: measured by others; a release adds what this project measured itself")
        validated(folder)
        refuse_unfit(store.load(folder))
    return [kept for folder in found if (kept := store.adopt(folder, data))]
