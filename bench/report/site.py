"""Writes the pages, and the data and charts beside them: the only module that does."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from bench.catalog import ROOT, all_experiments
from bench.errors import AskedError, StoreError
from bench.model import Machine
from bench.report.contents import KINDS, site_files
from bench.report.navigation import navigation
from bench.report.selection import load_all

DOCS = ROOT / "docs"
ASSETS = DOCS / "assets"
MARK = ".made-by-bench-report"
"""Tells a folder that may be replaced from one that holds something else."""


def write(data: Path, output: Path, here: Machine | None) -> int:
    """Make the site's pages in `output` from the runs under `data`; return how many.

    `here` is the machine that builds, whose run is shown first. `output` is replaced as a whole.
    """
    files = site_files(load_all(data), here)
    files["nav.yml"] = menu(files)
    if output.exists() and any(output.iterdir()) and not (output / MARK).exists():
        raise AskedError(f"{output} holds files that are not the report's; name another --output")
    try:
        replace(output, files)
    except OSError as error:
        raise StoreError(f"{output}: {error.strerror}; name another --output") from error
    return sum(path.suffix == ".md" for path in output.rglob("*"))


def menu(files: Mapping[str, str]) -> str:
    """Return the menu of the generated pages in `files` and of those written by hand."""
    by_hand = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if not path.is_relative_to(ASSETS)]
    pages_ = {*by_hand, *(name for name in files if name.endswith(".md"))}
    return navigation(pages_, {kind: title for kind, (title, _) in KINDS.items()}, list(all_experiments()))


def replace(output: Path, files: Mapping[str, str]) -> None:
    """Put the hand-written pages and `files` in the place of what was in `output`."""
    if output.exists():
        shutil.rmtree(output)
    shutil.copytree(DOCS, output)
    (output / MARK).touch()
    for name, text in files.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
