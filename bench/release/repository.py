"""What a release does with git: a clone to work in, commits, and one push of all branches or none."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import tool
from bench.errors import AskedError, ToolError

MAIN, PAGES = "main", "gh-pages"
AUTHOR = {"user.name": "release", "user.email": "release@invalid", "commit.gpgsign": "false"}
"""Who commits results and pages: nobody in person. Given to git from outside, since no configuration is changed."""


def environment() -> dict[str, str]:
    """Return the variables with which git and what calls it are started."""
    config = {f"GIT_CONFIG_KEY_{n}": name for n, name in enumerate(AUTHOR)}
    config |= {f"GIT_CONFIG_VALUE_{n}": value for n, value in enumerate(AUTHOR.values())}
    return {**os.environ, **config, "GIT_CONFIG_COUNT": str(len(AUTHOR)), "GIT_TERMINAL_PROMPT": "0"}


@dataclass(frozen=True)
class Repository:
    """A folder with a clone."""

    folder: Path

    def git(self, *arguments: str) -> str:
        """Return what git says, or raise `ToolError` with its complaint."""
        code, said, complaint = self.tried(*arguments)
        if code:
            raise ToolError(f"git {arguments[0]}: {complaint.strip() or said.strip()}")
        return said.strip()

    def tried(self, *arguments: str) -> tuple[int, str, str]:
        """Return git's exit code, and what it says."""
        return tool.ask(["git", *arguments], cwd=self.folder, env=environment())

    def head(self, remote: str, branch: str) -> str | None:
        """Return the commit of a branch at `remote`, brought here; `None` if there is no such branch."""
        if not self.git("ls-remote", remote, f"refs/heads/{branch}"):
            return None
        self.git("fetch", "--quiet", remote, f"refs/heads/{branch}")
        return self.git("rev-parse", "FETCH_HEAD")

    def clone(self, folder: Path, main: str, pages: str | None) -> "Repository":
        """Return a clone in `folder` whose branches stand at the given commits."""
        self.git("clone", "--quiet", "--no-checkout", "--shared", str(self.folder), str(folder))
        made = Repository(folder)
        made.git("checkout", "--quiet", "-B", MAIN, main)
        if pages:
            made.git("branch", "--force", PAGES, pages)
        return made

    def commit(self, path: str, message: str) -> None:
        """Commit what is new under `path`, if anything is."""
        self.git("add", "--", path)
        if self.tried("diff", "--cached", "--quiet")[0]:
            self.git("commit", "--quiet", "--message", message)

    def push(self, work: "Repository", remote: str, before: dict[str, str | None]) -> None:
        """Bring the branches of `work` to `remote`, both or neither, if they are there as they were `before`."""
        self.git("fetch", "--quiet", "--no-tags", str(work.folder), *(f"+{b}:refs/release/{b}" for b in (MAIN, PAGES)))
        leases = [f"--force-with-lease=refs/heads/{branch}:{commit or ''}" for branch, commit in before.items()]
        branches = [f"refs/release/{branch}:refs/heads/{branch}" for branch in (MAIN, PAGES)]
        code, _, complaint = self.tried("push", "--quiet", "--atomic", *leases, remote, *branches)
        if code:
            raise ToolError(f"{remote} has changed meanwhile, or refuses; nothing was published: {complaint.strip()}")


def versions(repository: Repository, pages: str | None) -> list[str]:
    """Return the versions that a commit of the pages holds, the newest first."""
    code, text, _ = repository.tried("show", f"{pages}:versions.json") if pages else (1, "", "")
    found: list[dict[str, Any]] = [] if code else json.loads(text)
    return [str(one["version"]) for one in found]


def refuse_published(version: str, known: list[str]) -> None:
    """Raise `AskedError` if `version` is among the known ones: what was cited must not change."""
    if version in known:
        raise AskedError(f"version {version} is published already; name another one, or say --replace")
