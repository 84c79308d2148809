"""What can be measured: the files in the folders of implementations and of experiments.

A folder is its own registry. Implementations are read, not imported, so that a file whose library is missing
is still listed, with the reason why it cannot run.
"""

import hashlib
import importlib
import importlib.metadata
import pkgutil
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import get_args

from bench import experiments
from bench.errors import AskedError
from bench.model import Experiment, Kind
from bench.source import Source, read_go, read_python
from bench.workload import Concurrency

ROOT = Path(__file__).parents[1]
KINDS: tuple[Kind, ...] = get_args(Kind)
URLLIB3 = {"requests", "urllib3"}
"""Distributions that work by urllib3."""
BY_ANOTHER = "urllib3-future has overwritten urllib3; install it again, built with URLLIB3_NO_OVERRIDE=1"
BESIDE = re.compile(rb"^from bench\.planets\.(\w+) import", re.MULTILINE)
"""What an application imports of its own folder."""


@dataclass(frozen=True, kw_only=True)
class Implementation:
    """One file: one model of concurrency with one library."""

    name: str
    kind: Kind
    path: Path
    source: Source
    digest: str
    """sha256 of the file and, for a server, of its application too, with what that imports of its own folder."""

    @property
    def concurrency(self) -> Concurrency:
        """How it does many things at once."""
        return self.source.concurrency

    def missing(self) -> str | None:
        """Why this cannot run with the Python that reads this, or `None`."""
        if sys.version_info < self.source.python:
            return f"needs Python {'.'.join(map(str, self.source.python))}"
        absent = [package for package in self.source.packages if version(package) is None]
        if absent:
            return f"not installed: {', '.join(absent)}"
        return BY_ANOTHER if URLLIB3.intersection(self.source.packages) and overwritten() else None


@cache
def version(distribution: str) -> str | None:
    """Return the installed version of `distribution`, or `None`."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


@cache
def overwritten() -> bool:
    """Tell whether urllib3-future has put its own code where urllib3 was, which it does unless told not to."""
    if version("urllib3-future") is None:
        return False
    files = importlib.metadata.files("urllib3-future") or ()
    return any(file.as_posix() == "urllib3/__init__.py" for file in files)


@cache
def implementations() -> dict[str, Implementation]:
    """Return every implementation found, by name, in order of kind and name."""
    return {found.name: found for kind in KINDS for found in _in_folder(kind)}


def _in_folder(kind: Kind) -> Iterator[Implementation]:
    for path in sorted((ROOT / "bench" / kind).glob("[!_]*.*")):
        if read := {".py": read_python, ".go": read_go}.get(path.suffix):
            text = path.read_bytes()
            source = read(path.relative_to(ROOT).as_posix(), text.decode())
            digest = hashlib.sha256(text + _application(source)).hexdigest()
            yield Implementation(name=path.stem, kind=kind, path=path, source=source, digest=digest)


def _application(source: Source) -> bytes:
    """Return the text of the application that a server serves, and of what that imports of its own folder."""
    waiting = [ROOT / source.application] if source.application else []
    texts: dict[Path, bytes] = {}
    while waiting:
        path = waiting.pop()
        if path not in texts:
            texts[path] = path.read_bytes()
            waiting += [path.with_name(f"{name.decode()}.py") for name in BESIDE.findall(texts[path])]
    return b"".join(texts[path] for path in sorted(texts))


@cache
def all_experiments() -> dict[str, Experiment]:
    """Return every experiment found, by id, in the order of the report."""
    modules = pkgutil.iter_modules(experiments.__path__, f"{experiments.__name__}.")
    found: list[Experiment] = [importlib.import_module(module.name).EXPERIMENT for module in modules]
    found.sort(key=lambda experiment: (KINDS.index(experiment.kind), experiment.order, experiment.id))
    return {experiment.id: experiment for experiment in found}


def chosen_experiments(asked: list[str]) -> list[Experiment]:
    """Return the experiments named or, where none is named, all; a name may also be a kind."""
    known = all_experiments()
    chosen: dict[str, Experiment] = {}
    for name in asked or list(known):
        of_kind = {id_: e for id_, e in known.items() if name in {id_, e.kind}}
        if not of_kind:
            raise AskedError(f"no experiment is called {name!r}; known are: {', '.join(known)}")
        chosen |= of_kind
    return list(chosen.values())
