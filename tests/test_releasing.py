"""The verb release as a user types it: in a clone of this repository that has no results yet."""

import shutil
from pathlib import Path
from typing import Any

import filelock
import pytest

from bench.__main__ import main
from bench.catalog import ROOT
from bench.release.published import Release
from bench.release.repository import MAIN, PAGES, Repository, versions
from bench.results import store
from bench.verbs import releasing
from tests import made_up


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A clone without the committed runs, so that its site is made from the released one alone."""
    clone = Repository(tmp_path_factory.mktemp("repository") / "clone")
    Repository(ROOT).git("clone", "--quiet", "--shared", str(ROOT), str(clone.folder))
    for folder in store.folders(clone.folder / "data"):
        shutil.rmtree(folder)
    clone.git("commit", "--quiet", "--all", "--allow-empty", "--message", "No results yet")
    return clone


@pytest.fixture
def clone(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """The clone, as the one that the verb works for."""
    monkeypatch.setattr(releasing, "ROOT", repository.folder)
    monkeypatch.setattr(releasing, "SCRATCH", repository.folder / "build" / "release")
    return repository


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Release]:
    """What would be released; nothing is."""
    log: list[Release] = []
    monkeypatch.setattr(releasing, "release", lambda asked, _: log.append(asked))
    return log


@pytest.fixture
def results(tmp_path: Path) -> str:
    return str(made_up.stored(tmp_path / "results", made_up.a_run()).parent)


def test_without_a_remote_a_release_is_rehearsed_and_changes_nothing_but_its_scratch_folder(
    clone: Repository, results: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = clone.git("show-ref"), clone.git("status", "--porcelain")
    assert main(["release", "v1.2.0", "--results", results]) == 0
    said = capsys.readouterr().out
    assert "added data/made-up-standard-7\n" in said
    assert "published 1.2.0; there are now: 1.2.0\n" in said
    assert said.endswith(
        f"a rehearsal: nothing left this machine; look at it with: mike serve, in {scratch(clone)}/work\n"
    )
    remote = Repository(scratch(clone) / "remote.git")
    assert versions(remote, PAGES) == ["1.2.0"]
    assert "made-up-standard-7" in remote.git("ls-tree", "--name-only", f"{MAIN}:data").split()
    heads = [line for line in clone.git("show-ref").splitlines() if " refs/release/" not in line]
    assert ("\n".join(heads), clone.git("status", "--porcelain")) == before


def scratch(clone: Repository) -> Path:
    return clone.folder / "build" / "release"


def test_a_rehearsal_begins_with_a_remote_that_has_the_commit_here_and_no_versions(
    clone: Repository, asked: list[Release], results: str
) -> None:
    for _ in range(2):
        assert main(["release", "1.0.0", "--results", results]) == 0
        remote = Repository(Path(asked[-1].remote))
        assert remote.git("rev-parse", MAIN) == clone.git("rev-parse", "HEAD")
        assert not remote.git("branch", "--list", PAGES)
        remote.git("branch", PAGES, MAIN)


def test_with_a_remote_the_release_goes_there(
    clone: Repository, asked: list[Release], results: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words: list[Any] = ["release", "1.0.0", "--results", results, "--push", "origin"]
    assert main(words) == 0
    assert main([*words, "--replace"]) == 0
    assert [(one.remote, one.replace, one.here) for one in asked] == [("origin", False, clone), ("origin", True, clone)]
    assert "rehearsal" not in capsys.readouterr().out


@pytest.mark.usefixtures("asked")
def test_of_two_releases_at_once_the_second_ends_with_a_word_why(
    clone: Repository, asked: list[Release], results: str, capsys: pytest.CaptureFixture[str]
) -> None:
    scratch(clone).mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(scratch(clone) / "lock"):
        assert main(["release", "1.0.0", "--results", results]) == 2
    assert asked == []
    assert "another release is being made here; start again when it has ended" in capsys.readouterr().err
    assert main(["release", "1.0.0", "--results", results]) == 0


def test_results_that_are_not_there_are_named(
    clone: Repository, asked: list[Release], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["release", "1.0.0", "--results", str(clone.folder / "nowhere")]) == 2
    assert asked == []
    assert "nowhere: no such folder; name the one with the run folders to release" in capsys.readouterr().err
