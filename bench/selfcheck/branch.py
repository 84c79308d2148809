"""How much the published branch grows: `python -m bench.selfcheck.branch` makes releases and weighs the branch.

Each has the newest committed run again, under another name and with every time made longer by a random part, so that
no file with results is like an earlier one. The document is printed; it is kept as ``data/branch.json``.
"""

import json
import random
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

RELEASES = 20


def growth(releases: int) -> dict[str, Any]:
    """Return the bytes of the branch of pages as git keeps it, and of its files, after each of so many releases."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        remote = rehearsal(Repository(ROOT), scratch / "remote.git")
        weights = [weighed(number, scratch, remote) for number in range(releases)]
    return {"releases": weights}


def weighed(number: int, scratch: Path, remote: str) -> dict[str, int]:
    """Make one release and return what the branch weighs after it."""
    results = scratch / f"results-{number}"
    made_up(number, results)
    asked = Release(
        version=f"0.{number}.0", results=results, here=Repository(ROOT), remote=remote, work=scratch / "work"
    )
    release(asked, lambda _: None)
    alone = scratch / f"pages-{number}.git"
    options = ("--quiet", "--bare", "--no-local", "--single-branch", "--branch", PAGES)
    Repository(scratch).git("clone", *options, remote, str(alone))
    Repository(alone).git("gc", "--quiet")
    listed = Repository(alone).git("ls-tree", "-r", "--long", PAGES).splitlines()
    files = sum(int(line.split()[3]) for line in listed if line.split()[3] != "-")
    return {"git_bytes": sum(path.stat().st_size for path in alone.rglob("*") if path.is_file()), "files_bytes": files}


def made_up(number: int, results: Path) -> None:
    """Write the newest committed run as another one, whose every time is longer by up to a tenth."""
    newest = max((store.load(folder) for folder in store.folders(ROOT / "data")), key=lambda r: r.run.started)
    run = renamed(newest.run, number)
    opened = store.create(results / run.id, run)
    for trial in longer(newest.trials, random.Random(number)):  # noqa: S311 – noise, not a secret.
        opened.append(trial)


def renamed(run: Run, number: int) -> Run:
    """Return the plan of another run of the same machine, measured later."""
    started = run.started + timedelta(days=number + 1)
    environment = msgspec.structs.replace(run.environment, dirty=False)
    return msgspec.structs.replace(run, id=f"made-up-{number}", started=started, environment=environment)


def longer(trials: tuple[Trial, ...], rng: random.Random) -> Iterator[Trial]:
    """Yield each trial with longer times; a failed one stays as it is."""
    for trial in trials:
        outcome = trial.outcome
        if isinstance(outcome, Measured):
            times = rng.uniform(1.0, 1.1)
            batches = tuple(msgspec.structs.replace(b, work_s=b.work_s * times) for b in outcome.batches)
            outcome = msgspec.structs.replace(outcome, batches=batches)
        yield msgspec.structs.replace(trial, outcome=outcome)


if __name__ == "__main__":
    print(json.dumps(growth(RELEASES), indent=1))
