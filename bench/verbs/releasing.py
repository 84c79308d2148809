"""The verb release, in the words of the modules that do it; it returns the exit code."""

from pathlib import Path

import filelock
from rich.console import Console

from bench.catalog import ROOT
from bench.errors import AskedError, BusyError
from bench.release.published import Release, made, rehearsal, release
from bench.release.repository import Repository

OUT = Console(soft_wrap=True, highlight=False, markup=False)
SCRATCH = ROOT / "build" / "release"


def publish(version: str, results: Path, push: str | None, *, replace: bool) -> int:
    """Release `version`: at `push`, or for a rehearsal at a scratch remote that is made for it."""
    if not results.is_dir():
        raise AskedError(f"{results}: no such folder; name the one with the run folders to release")
    try:
        with filelock.FileLock(made(SCRATCH) / "lock", blocking=False):
            here = Repository(ROOT)
            remote = push or rehearsal(here, SCRATCH / "remote.git")
            work = SCRATCH / "work"
            asked = Release(version=version, results=results, here=here, remote=remote, work=work, replace=replace)
            release(asked, OUT.print)
    except filelock.Timeout:
        raise BusyError("another release is being made here; start again when it has ended") from None
    if push is None:
        OUT.print(f"a rehearsal: nothing left this machine; look at it with: mike serve, in {SCRATCH / 'work'}")
    return 0
