"""The same pages, built by Zensical, say the same as those built by MkDocs."""

import html.parser
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench.catalog import ROOT

TEXTS = {"h1", "h2", "h3", "td", "th", "figcaption"}


class Said(html.parser.HTMLParser):
    """Collects what an article says in headings, tables and figures, and which charts it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.within: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.inside = self.inside or tag == "article"
        if self.inside and tag in TEXTS:
            self.within.append(tag)
            self.found.append((tag, ""))
        if "data-chart" in given:
            self.found.append(("chart", given["data-chart"] or ""))

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "article"
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if self.within:
            tag, text = self.found[-1]
            self.found[-1] = (tag, text + data)


def said(page: Path) -> list[tuple[str, str]]:
    """Return what a page says; the sign of a permanent link is the theme's own."""
    reader = Said()
    reader.feed(page.read_text())
    return [(tag, " ".join(text.replace("¶", "").split())) for tag, text in reader.found]


@pytest.fixture(scope="module")
def other(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as Zensical builds it, in a folder of its own: it takes no paths that are not relative."""
    folder = tmp_path_factory.mktemp("zensical")
    shutil.copytree(pages, folder / "build" / "docs")
    shutil.copytree(ROOT / "docs" / "overrides", folder / "docs" / "overrides")
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")
    subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], check=True, cwd=folder)
    return folder / "site"


def names(site: Path) -> list[str]:
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("index.html"))


def test_both_build_the_same_pages(built: Path, other: Path) -> None:
    assert names(built)
    assert names(other) == names(built)


def test_every_page_has_the_same_headings_tables_and_charts(built: Path, other: Path) -> None:
    seen = 0
    for name in names(built):
        found = said(built / name)
        assert said(other / name) == found, name
        seen += len(found)
    assert seen > 1000


def test_both_carry_the_data_and_the_charts(built: Path, other: Path) -> None:
    for folder in ("data", "charts"):
        there = {path.name: path.read_bytes() for path in (built / folder).iterdir()}
        assert there
        assert {path.name: path.read_bytes() for path in (other / folder).iterdir()} == there
