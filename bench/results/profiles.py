"""``profiles.json``: in which functions the time of a trial went, by a profiler. Never results: profiling slows."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from bench.errors import DataError, StoreError
from bench.model import Name, Natural, Number, Record, Seconds, Share, Text

FILE = "profiles.json"
Relative: TypeAlias = Annotated[str, Meta(pattern=r"^[^/\\][^\\:]*$", max_length=300)]
"""A path from the folder that it is imported from; never one of a machine."""


class Spent(Record, frozen=True, kw_only=True):
    """A function, and its share of the time."""

    function: Text
    file: Relative
    line: Number
    samples: Number
    """How often it was the innermost function; a sample stands for the time since the one before."""
    own: Share
    """The time in itself."""
    total: Share
    """The time in it and in what it calls."""


class Sampled(Record, frozen=True, kw_only=True):
    """One batch of one trial under a profiler, on exactly this code."""

    experiment: Name
    scenario: Name
    python: Text
    packages: dict[Name, Text]
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
    """sha256 of the implementation."""
    date: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
    work_s: Seconds
    """What the batch took with the profiler on."""
    unseen_threads: Number | None
    """Threads beside the one that was profiled; `None` where the system does not tell."""
    interval_s: Seconds
    samples: Natural
    functions: Annotated[tuple[Spent, ...], Meta(min_length=1)]
    """Those with most time in themselves, the largest first."""


def key(sampled: Sampled) -> tuple[str, str]:
    """Return what a profile is of; there is one of each."""
    return sampled.experiment, sampled.scenario


def read(path: Path) -> tuple[Sampled, ...]:
    """Read and check the profiles; a file that is not there holds none."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=tuple[Sampled, ...])
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(f"{path.name}: {error}; make it again with: python -m bench profile") from error
    keys = [key(one) for one in found]
    if keys != sorted(set(keys)):
        raise DataError(f"{path.name}: {keys} is not in order, or names a scenario twice; there is one profile of each")
    for one in found:
        if wrong := [spent.function for spent in one.functions if spent.own > spent.total]:
            name = f"{one.experiment}/{one.scenario}"
            raise DataError(f"{path.name}: {name}: {wrong[0]} takes more by itself than with what it calls")
    return found


def keep(path: Path, new: Iterable[Sampled]) -> None:
    """Put `new` in the place of the profiles of the same scenarios; all others stay as they are."""
    kept = {key(one): one for one in (*read(path), *new)}
    text = msgspec.json.format(msgspec.json.encode([kept[name] for name in sorted(kept)]), indent=1)
    beside = path.with_suffix(".new")
    try:
        beside.write_bytes(text + b"\n")
        beside.replace(path)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}; what was there before is kept") from error
