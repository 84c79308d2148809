"""How old a measured version was when it was measured: from ``requirements/published.json``, in words."""

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path

import msgspec

from bench.catalog import ROOT
from bench.errors import DataError

PUBLISHED = ROOT / "requirements" / "published.json"
UNKNOWN = "age unknown"
UNITS = ((730, 365.25, "year"), (61, 30.44, "month"), (14, 7.0, "week"), (0, 1.0, "day"))
"""From how many days on an age is told in a unit, its days, and its name."""


@cache
def published(path: Path = PUBLISHED) -> Mapping[str, Mapping[str, date]]:
    """Return the day on which each known version was published, by package and version; nothing without the file."""
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, date]])
    except msgspec.MsgspecError as error:
        raise DataError(f"{path.name}: {error}; make it again with: nox -s lock") from error


def aged(package: str, version: str, measured: date, known: Mapping[str, Mapping[str, date]]) -> str:
    """Return a version and how old it was when it was measured, as in ``3.14.5, 2 months old``."""
    of_package = known.get(re.sub(r"[-_.]+", "-", package).lower(), {})
    return f"{version}, {age(of_package.get(version), measured)}"


def age(appeared: date | None, measured: date) -> str:
    """Return how old something was, rounded; a version that appeared only later has no age."""
    if appeared is None or appeared > measured:
        return UNKNOWN
    days = (measured - appeared).days
    length, unit = next((length, unit) for least, length, unit in UNITS if days >= least)
    number = round(days / length)
    return f"{number} {unit} old" if number == 1 else f"{number} {unit}s old"
