"""One release from its beginning to its end; nothing is published before the last step, and that step is one push."""

import os
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import tool
from bench.errors import AskedError, ToolError
from bench.release.merged import merge
from bench.release.repository import MAIN, PAGES, Repository, environment, refuse_published, versions

BENCH = ("-m", "bench")
MIKE = ("-c", "import sys; from mike.driver import main; sys.exit(main())")
VERSION = re.compile(r"v?(\d+\.\d+\.\d+(?:[-.]?[a-z0-9]+)*)")


@dataclass(frozen=True, kw_only=True)
class Release:
    """What is to be published, from where, and where to."""

    version: str
    results: Path
    """Where the new run folders are."""
    here: Repository
    remote: str
    """A name or an address that git knows."""
    work: Path
    """A folder that is made anew for it."""
    replace: bool = False
    """Whether a version that is published already may be published again."""


def release(asked: Release, tell: Callable[[str], None]) -> str:
    """Publish a version and return its name, without a leading v.

    What was interrupted is done again from its beginning: until the push, the remote has seen nothing of it.
    """
    name = named(asked.version)
    before = {branch: asked.here.head(asked.remote, branch) for branch in (MAIN, PAGES)}
    main = before[MAIN]
    if main is None:
        raise AskedError(f"{asked.remote} has no branch {MAIN} to release from")
    if not asked.replace:
        refuse_published(name, versions(asked.here, before[PAGES]))
    shutil.rmtree(asked.work, ignore_errors=True)
    clone = asked.here.clone(asked.work, main, before[PAGES])
    for folder in merge(asked.results.resolve(), asked.work / "data"):
        tell(f"added {folder.relative_to(asked.work)}")
    clone.commit("data", f"Results of {name}")
    tell("checking all results, and building the site")
    built(asked.work, name)
    asked.here.push(clone, asked.remote, before)
    tell(f"published {name}; there are now: {', '.join(versions(clone, PAGES))}")
    return name


def built(work: Path, name: str) -> None:
    """Check all results in the clone, and put the site that is made of them on the branch of pages."""
    run(work, BENCH, "check")
    run(work, BENCH, "report")
    run(work, MIKE, "deploy", "--branch", PAGES, "--update-aliases", name, "latest", VERSIONS="mike")
    run(work, MIKE, "set-default", "--branch", PAGES, "--allow-empty", "latest")


def named(version: str) -> str:
    """Return the name of a version without a leading v."""
    found = VERSION.fullmatch(version)
    if not found:
        raise AskedError(f"{version!r} is no version; write one like 1.2.0")
    return found[1]


def made(folder: Path) -> Path:
    """Return `folder`, which is there from now on."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def rehearsal(here: Repository, folder: Path) -> str:
    """Return a remote to rehearse at: a bare clone with the commit that is checked out as its main branch."""
    shutil.rmtree(folder, ignore_errors=True)
    here.git("clone", "--quiet", "--bare", "--shared", str(here.folder), str(folder))
    remote = Repository(folder)
    remote.git("update-ref", f"refs/heads/{MAIN}", here.git("rev-parse", "HEAD"))
    return str(folder)


def run(work: Path, program: Sequence[str], *arguments: str, **variables: str) -> None:
    """Run a program of this environment in the clone, with its code; raise `ToolError` with its last words."""
    place = str(Path(sys.executable).parent)
    known = environment() | {"PATH": os.pathsep.join([place, os.environ.get("PATH", "")])} | variables
    code, said, complaint = tool.ask([sys.executable, *program, *arguments], cwd=work, env=known)
    if code:
        last = (complaint.strip() or said.strip()).splitlines()[-5:]
        raise ToolError(f"{arguments[0]}: " + "; ".join(last))
