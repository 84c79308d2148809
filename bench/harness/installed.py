"""Loaders that others made, as far as this machine has them."""

import os
import re
import shutil
from collections.abc import Iterable
from functools import cache

from bench import tool
from bench.harness import golang

PROGRAMS = {"ab": "ab", "ab-l": "ab", "wrk": "wrk"}
"""Which program each loader is; the project's own is not among them."""
PACKAGES = {"ab": "apache2-utils", "wrk": "wrk"}
"""What Debian calls them."""
TELLS = {"ab": ("-V", r"Version (\S+)"), "wrk": ("-v", r"^wrk (\S+)")}
"""With what each tells its version, and how."""


def missing() -> dict[str, str]:
    """Return why each loader that cannot run here cannot."""
    absent = {loader for loader, program in PROGRAMS.items() if shutil.which(program) is None}
    found = {loader: f"{PROGRAMS[loader]} is not installed (Debian: {PACKAGES[PROGRAMS[loader]]})" for loader in absent}
    return found if golang.toolchain() else found | {"loader": "no Go toolchain"}


def versions(loaders: Iterable[str]) -> dict[str, str]:
    """Return the versions of the programs among `loaders` that are here, by program."""
    programs = sorted({PROGRAMS[loader] for loader in loaders if loader in PROGRAMS})
    return {program: found for program in programs if (found := version(program))}


@cache
def version(program: str) -> str | None:
    """Return the version of `ab` or `wrk`, or `None`."""
    option, pattern = TELLS[program]
    _, told, _ = tool.ask([program, option], env=os.environ)
    found = re.search(pattern, told)
    return found[1] if found else None
