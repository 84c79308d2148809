"""When the locked versions were published: ``python -m bench.release.dates`` reads it from ``build/pylock.toml``.

The document is printed; ``nox -s lock`` keeps it as ``requirements/published.json``. What was in that file stays in
it, since older runs have older versions. Names, versions and dates only: where a package came from is nobody's
business here. It needs nothing but the standard library, as the session has nothing else.
"""

import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).parents[2]
LOCKED = ROOT / "build" / "pylock.toml"
KNOWN = ROOT / "requirements" / "published.json"
Dates: TypeAlias = Mapping[str, Mapping[str, str]]
"""By name and version, the day as in 2026-11-21."""


def dates(locked: Mapping[str, Any]) -> Dates:
    """Return the day on which the first file of each locked version appeared, where the lock tells."""
    found: dict[str, dict[str, str]] = {}
    for package in locked.get("packages", []):
        files = [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
        if appeared := [one["upload-time"] for one in files if "upload-time" in one]:
            found[package["name"]] = {package["version"]: f"{min(appeared):%Y-%m-%d}"}
    return found


def together(known: Dates, new: Dates) -> Dates:
    """Return all that is known: a version that is there already keeps its day."""
    names = sorted(known.keys() | new.keys())
    return {name: dict(sorted({**new.get(name, {}), **known.get(name, {})}.items())) for name in names}


def main() -> str:
    """Return the document, ready to be kept."""
    known: Dates = json.loads(KNOWN.read_text(encoding="utf-8")) if KNOWN.exists() else {}
    locked = tomllib.loads(LOCKED.read_text(encoding="utf-8"))
    return json.dumps(together(known, dates(locked)), indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(main())
