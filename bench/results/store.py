"""Run folders: ``run.json``, written once, and ``trials.jsonl``, appended line by line. The only writer of data."""

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from bench.errors import AskedError, DataError, StoreError
from bench.model import Run, Slot, Trial
from bench.results.consistency import check_plan
from bench.results.files import RUN, TRIALS, checked, read
from bench.results.schema import decode, encode, json_schema

CONTRIBUTED = "contributed"
"""The folder under ``data/`` for runs that others measured: where a run lies tells whose it is, and nothing in it."""


@dataclass(frozen=True, eq=False)
class Results:
    """A run folder, read; the same only as itself, so that what is made of it can be remembered."""

    folder: Path
    run: Run
    trials: tuple[Trial, ...]
    torn: bool = False
    """Whether the last line was cut off in the middle, as when the power fails; that trial is lost."""

    @property
    def contributed(self) -> bool:
        """Whether somebody else measured it, so that nobody here has seen it being measured."""
        return contributed(self.folder)


@dataclass
class Store:
    """A run folder that is being written."""

    folder: Path
    run: Run
    done: set[Slot] = field(default_factory=set)

    def append(self, trial: Trial) -> None:
        """Write `trial` to the disk before returning."""
        if trial.slot in self.done:
            raise StoreError(f"{self.folder / TRIALS}: {trial.slot} is there already")
        line = encode(trial)
        try:
            append(self.folder / TRIALS, line)
        except OSError as error:
            what = f"{self.folder / TRIALS}: {error.strerror}; all earlier trials are kept"
            raise StoreError(f"{what}: make room, then go on with --resume {self.folder}") from error
        self.done.add(trial.slot)


def create(folder: Path, run: Run) -> Store:
    """Make `folder` and write the plan into it; a folder that exists is left alone."""
    text = encode(run)
    try:
        folder.mkdir(parents=True, exist_ok=False)
    except FileExistsError:
        raise AskedError(f"{folder} exists; name another --output, or go on with it: --resume {folder}") from None
    except OSError as error:
        raise StoreError(f"{folder}: {error.strerror}; choose another --output") from error
    try:
        append(folder / RUN, text)
        (folder / TRIALS).touch()
    except OSError as error:
        shutil.rmtree(folder)
        raise StoreError(
            f"{folder}: {error.strerror}; nothing was measured, make room or choose another --output"
        ) from error
    return Store(folder, run)


def adopt(folder: Path, data: Path) -> Path | None:
    """Copy a run that was measured elsewhere into `data`; return its folder, or `None` if it was there already."""
    results = load(folder)
    kept = data / results.run.id
    if kept.exists():
        if any((kept / name).read_bytes() != (folder / name).read_bytes() for name in (RUN, TRIALS)):
            raise DataError(f"{folder}: {kept} holds another run of this name; results are never changed")
        return None
    try:
        kept.mkdir(parents=True)
        for name in (RUN, TRIALS):
            append(kept / name, read(folder / name))
    except OSError as error:
        shutil.rmtree(kept, ignore_errors=True)
        raise StoreError(f"{kept}: {error.strerror}; nothing of {folder} was kept") from error
    return kept


def reopen(folder: Path) -> Store:
    """Open `folder` to go on where its run stopped; a torn last line is cut off, as its trial is not known."""
    results = load(folder)
    if results.torn:
        path = folder / TRIALS
        os.truncate(path, path.read_bytes().rfind(b"\n") + 1)
    return Store(folder, results.run, {trial.slot for trial in results.trials})


def append(path: Path, text: bytes) -> None:
    """Append `text` to `path` whole and wait until the disk has it, or leave the file as it was."""
    with path.open("ab", buffering=0) as file:
        end = file.tell()
        try:
            rest = memoryview(text)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError:
            os.truncate(path, end)
            raise


def load(folder: Path) -> Results:
    """Read and check a run folder."""
    if folder.is_symlink():
        raise DataError(f"{folder}: a link; a run folder is one itself, with its files in it")
    run = decode(read(folder / RUN), Run, str(folder / RUN))
    check_plan(run, folder / RUN)
    text = read(folder / TRIALS)
    *lines, rest = text.split(b"\n")
    trials = tuple(checked(lines, run, folder / TRIALS))
    return Results(folder, run, trials, torn=bool(rest))


def write_schemas(data: Path) -> None:
    """Write the JSON Schemas of both files into `data`, where they are published beside the results."""
    for name, kind in (("run", Run), ("trial", Trial)):
        (data / f"{name}.schema.json").write_text(json_schema(kind))


def contributed(folder: Path) -> bool:
    """Tell whether a run folder lies among those of others, or is that place itself."""
    return CONTRIBUTED in folder.absolute().parts[-2:]


def folders(data: Path) -> list[Path]:
    """Return the run folders inside `data`, or `data` itself if it is one; whatever others sent counts as one."""
    others = data if data.name == CONTRIBUTED else data / CONTRIBUTED
    if others.is_symlink():
        raise DataError(f"{others}: a link; runs of others are in a folder, where it can be seen that they are theirs")
    sent = set(others.iterdir()) if others.is_dir() else set()
    if (data / RUN).exists():
        return [data]
    return sorted({path.parent for path in data.glob(f"*/{RUN}")} | sent)
