"""How much the published branch grows: `python -m bench.selfcheck.branch` makes releases and weighs the branch.

Each has every committed run again, under another name and with every time made longer by a random part, so that
no file with results is like an earlier one. The document is printed; it is kept as ``data/branch.json``.
"""

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec

from bench.catalog import ROOT
from bench.model import Measured, Run, Trial
from bench.release.published import Release, rehearsal, release
from bench.release.repository import PAGES, Repository
from bench.results import store
from bench.results.store import Results

RELEASES = 20


def growth(releases: int, data: Path) -> dict[str, Any]:
    """Return what the branch of pages weighs after each of so many releases, each with the runs under `data` again."""
    runs = [store.load(folder) for folder in store.folders(data)]
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        remote = rehearsal(Repository(ROOT), scratch / "remote.git")
        weights = [after(number, runs, scratch, remote) for number in range(releases)]
    return {"runs": len(runs), "trials": sum(len(one.trials) for one in runs), "releases": weights}


def after(number: int, runs: list[Results], scratch: Path, remote: str) -> dict[str, int]:
    """Make one release and return what the branch weighs after it."""
    results = scratch / f"results-{number}"
    for found in runs:
        made_up(number, found, results)
    asked = Release(
        version=f"0.{number}.0", results=results, here=Repository(ROOT), remote=remote, work=scratch / "work"
    )
    release(asked, lambda _: None)
    weight = weighed(remote, scratch / f"pages-{number}.git")
    print(f"release {number + 1}: {weight}", file=sys.stderr, flush=True)
    return weight


def weighed(remote: str, alone: Path) -> dict[str, int]:
    """Return bytes of the branch of pages, which is cloned to `alone`.

    They are those that git keeps for all its commits, packed; and of the files of its last commit, unpacked: of all,
    and of those that differ.
    """
    options = ("--quiet", "--bare", "--no-local", "--single-branch", "--branch", PAGES)
    Repository(alone.parent).git("clone", *options, remote, str(alone))
    Repository(alone).git("gc", "--quiet")
    listed = [line.split()[2:4] for line in Repository(alone).git("ls-tree", "-r", "--long", PAGES).splitlines()]
    return {
        "git_bytes": sum(path.stat().st_size for path in (alone / "objects").rglob("*") if path.is_file()),
        "files_bytes": sum(int(size) for _, size in listed),
        "distinct_bytes": sum(int(size) for size in dict(listed).values()),
    }


def made_up(number: int, found: Results, results: Path) -> None:
    """Write a run as another one, whose every time is longer by up to a tenth."""
    run = renamed(found.run, number)
    opened = store.create(results / run.id, run)
    for trial in longer(found.trials, random.Random(f"{number} {run.id}")):  # noqa: S311 – noise, not a secret.
        opened.append(trial)


def renamed(run: Run, number: int) -> Run:
    """Return the plan of another run of the same machine, measured later."""
    started = run.started + timedelta(days=number + 1)
    environment = msgspec.structs.replace(run.environment, dirty=False)
    return msgspec.structs.replace(run, id=f"{run.id}-again-{number}", started=started, environment=environment)


def longer(trials: tuple[Trial, ...], rng: random.Random) -> Iterator[Trial]:
    """Yield each trial with longer times; a failed one stays as it is."""
    for trial in trials:
        outcome = trial.outcome
        if isinstance(outcome, Measured):
            stretched = times(msgspec.to_builtins(outcome), rng.uniform(1.0, 1.1))
            outcome = msgspec.convert(stretched, Measured)
        yield msgspec.structs.replace(trial, outcome=outcome)


def times(document: Any, factor: float, *, seconds: bool = False) -> Any:
    """Return an outcome in which everything that is in seconds takes `factor` times as long."""
    if isinstance(document, dict):
        return {
            name: times(one, factor, seconds=name.endswith(("_s", "phases")) or seconds)
            for name, one in document.items()
        }
    if isinstance(document, list | tuple):
        return [times(one, factor, seconds=seconds) for one in document]
    return document * factor if seconds and document is not None else document


if __name__ == "__main__":
    print(json.dumps(growth(RELEASES, ROOT / "data"), indent=1))
