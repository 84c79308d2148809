"""The two files of a run folder, read: what they may be and hold."""

import stat
from collections.abc import Iterator
from pathlib import Path

from bench.errors import DataError
from bench.model import Run, Slot, Trial
from bench.results.consistency import check_trial
from bench.results.schema import decode

RUN, TRIALS = "run.json", "trials.jsonl"
LARGEST_BYTES = 50_000_000
"""No honest run is larger; a file that is, is refused before it is read."""
LONGEST_LINE = 65_536


def read(path: Path) -> bytes:
    """Return the content of a result file that has a sane size."""
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            raise DataError(f"{path}: not a file; a run folder holds {RUN} and {TRIALS}")
        if found.st_size > LARGEST_BYTES:
            raise DataError(f"{path}: {found.st_size:,} bytes; a run has at most {LARGEST_BYTES:,}")
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}; a run folder holds {RUN} and {TRIALS}") from error


def checked(lines: list[bytes], run: Run, path: Path) -> Iterator[Trial]:
    """Yield the trial of each line; each must be in the plan, and only once."""
    planned, seen = set(run.order), set[Slot]()
    scenarios = {(e.id, s.id): s for e in run.experiments for s in e.scenarios}
    for number, line in enumerate(lines, start=1):
        where = f"{path}:{number}"
        if len(line) > LONGEST_LINE:
            raise DataError(f"{where}: a line of {len(line):,} bytes; a trial has at most {LONGEST_LINE:,}")
        trial = decode(line, Trial, where)
        if trial.slot not in planned:
            raise DataError(f"{where}: {trial.slot} is not in the plan of {RUN}")
        if trial.slot in seen:
            raise DataError(f"{where}: {trial.slot} is there twice")
        check_trial(trial, scenarios[trial.slot.experiment, trial.slot.scenario], where)
        seen.add(trial.slot)
        yield trial
