"""Releases from recorded results of three machines, at a scratch remote: what they publish, refuse, and survive."""

import functools
import http.server
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, sync_playwright

from bench.catalog import ROOT
from bench.errors import AskedError, DataError, StoreError, ToolError
from bench.release import published
from bench.release.merged import merge
from bench.release.published import Release, rehearsal, release
from bench.release.repository import MAIN, PAGES, Repository, versions
from tests import made_up
from tests.conftest import Quiet
from tests.test_site_browser import ARGUMENTS, CHROMIUM

MACHINES = [msgspec.structs.replace(made_up.MACHINE, cpu=f"Imagined CPU {n}") for n in (1, 2, 3)]
NUMBERS = ("0.1.0", "0.2.0", "0.3.0")


def recorded(folder: Path, seed: int) -> Path:
    """Write a run of one machine, as CI hands it over, and return the folder of all results."""
    made_up.stored(folder, made_up.a_run(seed=seed, machine=MACHINES[seed % 3], day=seed))
    return folder


def at(scratch: Path, version: str, results: Path, **changed: Any) -> Release:
    work, remote = scratch / "work", str(scratch / "remote.git")
    given: dict[str, Any] = {
        "version": version,
        "results": results,
        "here": Repository(ROOT),
        "remote": remote,
        "work": work,
    }
    return Release(**given | changed)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three releases, each with the results of one more machine."""
    folder = tmp_path_factory.mktemp("releases")
    rehearsal(Repository(ROOT), folder / "remote.git")
    for seed, number in enumerate(NUMBERS):
        release(at(folder, f"v{number}", recorded(folder / f"results-{seed}", seed)), lambda _: None)
    return folder


@pytest.fixture(scope="module")
def remote(scratch: Path) -> Repository:
    return Repository(scratch / "remote.git")


@pytest.fixture
def untouched(remote: Repository) -> Iterator[None]:
    """Whatever the test does, the remote must be as it was."""
    before = remote.git("show-ref")
    yield
    assert remote.git("show-ref") == before


def test_every_version_is_there_and_the_newest_is_the_latest(remote: Repository) -> None:
    assert versions(remote, PAGES) == list(reversed(NUMBERS))
    assert remote.git("show", f"{PAGES}:latest") == NUMBERS[-1]


def test_the_results_of_each_machine_are_on_the_main_branch_once(remote: Repository) -> None:
    kept = remote.git("ls-tree", "--name-only", f"{MAIN}:data").split()
    assert [name for name in kept if name.startswith("made-up-")] == [f"made-up-standard-{seed}" for seed in range(3)]
    assert "data" not in remote.git("ls-tree", "--name-only", PAGES).split()


def test_an_old_version_stays_as_it_was(remote: Repository) -> None:
    first = remote.git("log", "--format=%H", "--reverse", PAGES).split()[0]
    assert remote.git("rev-parse", f"{first}:0.1.0") == remote.git("rev-parse", f"{PAGES}:0.1.0")


@pytest.mark.usefixtures("untouched")
def test_a_version_is_published_once(scratch: Path) -> None:
    with pytest.raises(AskedError, match="version 0.3.0 is published already; name another one, or say --replace"):
        release(at(scratch, "0.3.0", scratch / "results-2"), print)


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("version", ["", "one", "1.0", "1.0.0/../x", "-f", "1.0.0 ", "latest"])
def test_what_is_no_version_is_refused(scratch: Path, version: str) -> None:
    with pytest.raises(AskedError, match="is no version; write one like 1.2.0"):
        release(at(scratch, version, scratch / "results-2"), print)


@pytest.mark.usefixtures("untouched")
def test_a_release_that_is_interrupted_has_published_nothing(
    scratch: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("merge", "built"):
        monkeypatch.setattr(published, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            release(at(scratch, "0.4.0", recorded(tmp_path / step, 4), work=tmp_path / "work"), print)


@pytest.mark.usefixtures("untouched")
def test_of_two_releases_at_once_the_second_fails_and_publishes_nothing(
    scratch: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def overtaken(work: Path, _: str) -> None:
        clone = Repository(work)
        clone.git("update-ref", f"refs/heads/{PAGES}", clone.git("rev-parse", "HEAD"))
        before[0] = clone.git("rev-parse", f"{MAIN}~1")

    before = [""]
    monkeypatch.setattr(published, "built", overtaken)
    push = Repository.push

    def late(self: Repository, work: Repository, remote: str, _: dict[str, str | None]) -> None:
        push(self, work, remote, {MAIN: before[0], PAGES: before[0]})

    monkeypatch.setattr(Repository, "push", late)
    with pytest.raises(ToolError, match="has changed meanwhile, or refuses; nothing was published"):
        release(at(scratch, "0.4.0", recorded(tmp_path / "results", 4), work=tmp_path / "work"), print)


@pytest.mark.usefixtures("untouched")
def test_a_remote_without_a_main_branch_is_named(scratch: Path, tmp_path: Path) -> None:
    Repository(tmp_path).git("init", "--quiet", "--bare", "empty.git")
    with pytest.raises(AskedError, match="empty.git has no branch main to release from"):
        release(at(scratch, "0.4.0", scratch / "results-2", remote=str(tmp_path / "empty.git")), print)


def test_a_run_that_is_there_already_is_left_alone(tmp_path: Path) -> None:
    results, data = recorded(tmp_path / "results", 1), tmp_path / "data"
    assert [folder.name for folder in merge(results, data)] == ["made-up-standard-1"]
    assert merge(results, data) == []


def with_other_trials(folder: Path) -> None:
    lines = (folder / "trials.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "trials.jsonl").write_bytes(b"".join(lines[:-1]))


def test_a_run_is_never_changed_by_another_of_its_name(tmp_path: Path) -> None:
    results, data = recorded(tmp_path / "results", 1), tmp_path / "data"
    merge(results, data)
    with_other_trials(results / "made-up-standard-1")
    with pytest.raises(DataError, match="holds another run of this name; results are never changed"):
        merge(results, data)


def of_a_dirty_tree(folder: Path) -> None:
    text = (folder / "run.json").read_text().replace('"dirty":false', '"dirty":true')
    (folder / "run.json").write_text(text)


def smoke(folder: Path) -> None:
    shutil.rmtree(folder)
    made_up.stored(folder.parent, made_up.a_run("smoke"))


def with_a_file_more(folder: Path) -> None:
    (folder / "run.sh").touch()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (with_a_file_more, "holds 'run.sh'; a run folder holds run.json and trials.jsonl, and nothing else"),
        (of_a_dirty_tree, "the code that measured was not committed; measure again from a commit"),
        (smoke, "a smoke run is no result"),
        (shutil.rmtree, "no run folder is there"),
    ],
)
def test_what_is_no_result_is_not_published(tmp_path: Path, spoil: Callable[[Path], None], reason: str) -> None:
    results = recorded(tmp_path / "results", 1)
    spoil(results / "made-up-standard-1")
    with pytest.raises(DataError, match=reason):
        merge(results, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_results_that_cannot_be_kept_are_named(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(StoreError, match="Not a directory"):
        merge(recorded(tmp_path / "results", 1), tmp_path / "data")


# ── As a reader sees them ────────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def address(remote: Repository, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the published branch while the tests run."""
    folder = tmp_path_factory.mktemp("published")
    Repository(folder).git("clone", "--quiet", "--branch", PAGES, str(remote.folder), str(folder / "site"))
    handler = functools.partial(Quiet, directory=str(folder / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine to read the site with")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


def test_a_reader_is_led_to_the_newest_version_and_can_choose_another(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(address)
    page.wait_for_url(f"{address}latest/")
    page.locator(".md-version__current").wait_for()
    shown = page.locator(".md-version__link").all_text_contents()
    assert [text.removesuffix("latest") for text in shown] == list(reversed(NUMBERS))
    assert not page.locator("[data-md-component=outdated]").is_visible()
    page.close()


def test_a_deep_link_into_an_old_version_still_works_and_says_how_old_it_is(browser: Browser, address: str) -> None:
    page, complaints = browser.new_page(), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{address}0.1.0/clients/waiting/")
    assert page.locator("h1").count() == 1
    figure = page.locator("figure.chart").first
    figure.scroll_into_view_if_needed()
    page.locator("figure.chart[data-drawn=true]").first.wait_for()
    banner = page.locator("[data-md-component=outdated]")
    banner.wait_for()
    assert complaints == []
    banner.get_by_role("link").click()
    page.wait_for_url(f"{address}latest/")
    page.close()
