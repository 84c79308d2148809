"""How old a measured version was: what the lock keeps, and what the pages say."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import msgspec
import pytest

from bench.catalog import ROOT
from bench.errors import DataError
from bench.release import dates
from bench.report import ages
from bench.report.evaluation import find
from bench.report.provenance import facts
from bench.report.runs import runs_page
from bench.results import store
from tests import made_up

NOON = made_up.NOON.date()
LOCKED = """
[[packages]]
name = "aiohttp"
version = "3.14.5"
sdist = { url = "https://registry.invalid/b.tar.gz", upload-time = 2026-09-02T01:00:00Z }
wheels = [
    { url = "https://registry.invalid/a.whl", upload-time = 2026-09-01T23:00:00Z },
    { url = "https://registry.invalid/late.whl", upload-time = 2026-10-01T23:00:00Z },
]

[[packages]]
name = "undated"
version = "1.0"
wheels = [{ url = "https://registry.invalid/c.whl" }]
"""


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A file of days of its own, for the lock and for the report."""
    path = tmp_path / "published.json"
    monkeypatch.setattr(dates, "KNOWN", path)
    monkeypatch.setattr(dates, "LOCKED", tmp_path / "pylock.toml")
    (tmp_path / "pylock.toml").write_text(LOCKED)
    yield path
    ages.published.cache_clear()


def test_a_version_is_as_old_as_its_first_file_and_its_source_stays_unnamed(kept: Path) -> None:
    kept.write_text(dates.main())
    assert json.loads(kept.read_text()) == {"aiohttp": {"3.14.5": "2026-09-01"}}


def test_what_was_known_stays_known_with_its_day(kept: Path) -> None:
    older = {"aiohttp": {"3.13.0": "2026-01-01", "3.14.5": "2026-08-31"}, "gone": {"1.0": "2020-01-01"}}
    kept.write_text(json.dumps(older))
    assert json.loads(dates.main()) == older


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (0, "0 days old"),
        (1, "1 day old"),
        (13, "13 days old"),
        (14, "2 weeks old"),
        (60, "9 weeks old"),
        (61, "2 months old"),
        (729, "24 months old"),
        (730, "2 years old"),
        (-1, ages.UNKNOWN),
    ],
)
def test_an_age_is_told_in_words(days: int, words: str) -> None:
    assert ages.age(date.fromordinal(NOON.toordinal() - days), NOON) == words


def test_a_package_is_found_however_its_name_is_written() -> None:
    known = {"curl-cffi": {"0.16.3": date(2026, 10, 20)}}
    assert ages.aged("curl_cffi", "0.16.3", NOON, known) == "0.16.3, 12 days old"
    assert ages.aged("curl_cffi", "0.17", NOON, known) == f"0.17, {ages.UNKNOWN}"
    assert ages.aged("ab", "2.3", NOON, known) == f"2.3, {ages.UNKNOWN}"


def test_without_the_file_every_age_is_unknown(tmp_path: Path) -> None:
    assert ages.published(tmp_path / "published.json") == {}


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "published.json").write_text('{"aiohttp": {"3.14.5": "yesterday"}}')
    with pytest.raises(DataError, match=r"published.json: .* make it again with: nox -s lock"):
        ages.published(tmp_path / "published.json")


def test_the_pages_say_how_old_a_version_was_when_it_was_measured(
    kept: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept.write_text('{"aiohttp": {"3.14.5": "2026-10-01"}}')
    for module in ("runs", "provenance"):
        monkeypatch.setattr(f"bench.report.{module}.published", lambda: ages.published(kept))
    packages = {"aiohttp": "3.14.5", "wrk": "4.1.0"}
    environment = msgspec.structs.replace(made_up.an_environment(), packages=packages)
    results = store.load(made_up.stored(tmp_path, made_up.a_run(environment=environment)))
    page = runs_page([results], [])
    assert "| aiohttp | 3.14.5, 4 weeks old |" in page
    assert f"| wrk | 4.1.0, {ages.UNKNOWN} |" in page
    assert (
        dict(facts(find(results, "waiting")))["packages"] == f"aiohttp 3.14.5, 4 weeks old; wrk 4.1.0, {ages.UNKNOWN}"
    )


def test_every_locked_version_that_is_measured_has_its_day() -> None:
    known = ages.published()
    lines = [(ROOT / "requirements" / f"{group}.txt").read_text().splitlines() for group in ("bench", "niquests")]
    locked = [line.split()[0].split("==") for some in lines for line in some if line[:1].isalnum()]
    assert len(locked) > 50
    assert [name for name, version in locked if version not in known.get(name, {})] == []
