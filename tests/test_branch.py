"""How the branch of pages is weighed, and what the releases are made of that it is weighed with."""

import json
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from bench.catalog import ROOT
from bench.model import Failed, Measured
from bench.release.published import Release
from bench.release.repository import PAGES, Repository
from bench.report.instrument import self_page
from bench.report.validation import validated
from bench.results import store
from bench.results.store import Results
from bench.selfcheck import branch
from tests import made_up

SHARED = random.Random(1).randbytes(100_000)
PUBLISHED = json.loads((ROOT / "data" / "branch.json").read_text(encoding="utf-8"))


@pytest.fixture
def found(tmp_path: Path) -> Results:
    """A run of which the last trial failed."""
    run = made_up.a_run()
    *most, last = made_up.trials(run)
    return store.load(made_up.stored(tmp_path / "data", run, [*most, made_up.with_outcome(last, made_up.failed())]))


def test_a_made_up_run_is_another_run_of_the_same_plan_and_passes_every_check(found: Results, tmp_path: Path) -> None:
    branch.made_up(3, found, tmp_path / "results")
    [folder] = store.folders(tmp_path / "results")
    assert validated(folder)
    run = store.load(folder).run
    assert run.id != found.run.id
    assert (run.started - found.run.started).days == 4
    assert (run.machine, run.order, run.experiments) == (found.run.machine, found.run.order, found.run.experiments)


def test_every_time_of_a_trial_is_longer_by_the_same_part_and_nothing_else_changes(found: Results) -> None:
    for before, after in zip(found.trials, branch.longer(found.trials, random.Random(1)), strict=True):
        assert before.slot == after.slot
        if isinstance(before.outcome, Failed):
            assert after == before
            continue
        assert isinstance(before.outcome, Measured)
        assert isinstance(after.outcome, Measured)
        factor = after.outcome.setup_s / before.outcome.setup_s
        assert 1 < factor <= 1.1
        assert after.outcome.usage.process_s == pytest.approx(before.outcome.usage.process_s * factor)
        batches = zip(before.outcome.batches, after.outcome.batches, strict=True)
        assert [new.work_s / old.work_s for old, new in batches] == pytest.approx([factor] * len(after.outcome.batches))
        assert after.outcome.usage.threads == before.outcome.usage.threads
        assert after.outcome.surroundings == before.outcome.surroundings


def test_no_two_trials_or_releases_are_alike(found: Results, tmp_path: Path) -> None:
    for number in (0, 1):
        branch.made_up(number, found, tmp_path / "results")
    trials = [one for folder in store.folders(tmp_path / "results") for one in store.load(folder).trials]
    setups = [one.outcome.setup_s for one in trials if isinstance(one.outcome, Measured)]
    assert len(set(setups)) == len(setups) == 2 * (len(found.trials) - 1)


def test_seconds_are_found_wherever_they_are() -> None:
    document = {"load": {"latency": {"p50_s": 2.0, "p90_s": None}}, "phases": {"asleep": 1.0}, "steal": 0.5, "n": 2}
    longer = {"load": {"latency": {"p50_s": 4.0, "p90_s": None}}, "phases": {"asleep": 2.0}, "steal": 0.5, "n": 2}
    assert branch.times(document, 2) == longer


@pytest.fixture
def publish(tmp_path: Path) -> Callable[[str], None]:
    """Put a version on a branch of pages: one file that all versions have, and one of its own."""
    pages = Repository(tmp_path / "pages")
    pages.folder.mkdir()
    pages.git("init", "--quiet", "--initial-branch", PAGES)

    def published(version: str) -> None:
        folder = pages.folder / version
        folder.mkdir()
        (folder / "library.js").write_bytes(SHARED)
        (folder / "page.html").write_text(version * 10)
        pages.git("add", version)
        pages.git("commit", "--quiet", "--message", version)

    return published


def test_what_every_version_has_weighs_once(publish: Callable[[str], None], tmp_path: Path) -> None:
    publish("0.1.0")
    first = branch.weighed(str(tmp_path / "pages"), tmp_path / "first.git")
    publish("0.2.0")
    second = branch.weighed(str(tmp_path / "pages"), tmp_path / "second.git")
    assert first["files_bytes"] == first["distinct_bytes"] == 100_050
    assert (second["files_bytes"], second["distinct_bytes"]) == (200_100, 100_100)
    assert 100_000 < first["git_bytes"] < second["git_bytes"] < 110_000


def test_each_release_brings_every_run_again(
    found: Results, publish: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def release(asked: Release, _: object) -> None:
        brought.append([store.load(folder).run.id for folder in store.folders(asked.results)])
        publish(asked.version)

    brought: list[list[str]] = []
    monkeypatch.setattr(branch, "release", release)
    monkeypatch.setattr(branch, "rehearsal", lambda *_: str(tmp_path / "pages"))
    document = branch.growth(2, tmp_path / "data")
    assert brought == [[f"{found.run.id}-again-0"], [f"{found.run.id}-again-1"]]
    assert (document["runs"], document["trials"]) == (1, len(found.trials))
    assert [one["distinct_bytes"] for one in document["releases"]] == [100_050, 100_100]


def test_the_page_says_what_a_release_adds_once_it_is_kept() -> None:
    simulation = {"worlds": {}, "repetitions": 1, "seed": 1, "family": 1}
    weights = [(2.0, 10.0, 10.0), (2.5, 20.0, 16.0), (3.6, 30.0, 22.0)]
    names = ("git_bytes", "files_bytes", "distinct_bytes")
    releases = [dict(zip(names, (round(value * 1e6) for value in one), strict=True)) for one in weights]
    page = self_page(simulation, None, None, {"runs": 4, "trials": 2_348, "releases": releases})
    page = page.replace("\N{NO-BREAK SPACE}", " ")
    assert "a release adds at most 1.1 MB, its results included; the first one takes 2 MB" in page.replace(".0 ", " ")
    assert "3 releases" in page
    assert "(2,348 trials)" in page
    assert "30 MB of files,\n10 MB for each version" in page
    assert "Of each version 4 MB" in page.replace(".0 ", " ")
    assert "What a release adds" not in self_page(simulation, None, None, None)


def test_a_release_adds_three_megabytes_at_most() -> None:
    kept = [one["git_bytes"] for one in PUBLISHED["releases"]]
    assert len(kept) == branch.RELEASES
    assert all(after - before <= 3_000_000 for before, after in pairwise(kept))
