"""The menu of the site: every page is in it once, in the order in which questions come up."""

import json
from pathlib import Path
from typing import Any

from bench.report.navigation import navigation


def menu(*pages: str) -> list[Any]:
    found: list[Any] = json.loads(navigation(pages, {"b": "Second", "a": "First"}, ["two", "one"]))["nav"]
    return found


def test_experiments_come_in_their_own_order_behind_the_page_of_their_kind() -> None:
    assert menu("index.md", "a/one.md", "a/index.md", "a/two.md") == [
        "index.md",
        {"First": ["a/index.md", "a/two.md", "a/one.md"]},
    ]


def test_sections_come_in_their_own_order_and_a_folder_without_a_title_last() -> None:
    found = menu("index.md", "method/add.md", "method/use.md", "a/one.md", "b/two.md")
    assert [next(iter(section)) for section in found[1:]] == ["Second", "First", "Method"]
    assert found[-1] == {"Method": ["method/use.md", "method/add.md"]}


def test_pages_of_the_top_come_last_but_for_the_start() -> None:
    assert menu("other.md", "claims.md", "index.md", "a/one.md")[-2:] == ["claims.md", "other.md"]


def test_the_menu_of_the_site_has_every_page_once(pages: Path) -> None:
    found = json.loads((pages / "nav.yml").read_text())["nav"]
    named = [name for one in found for name in ([one] if isinstance(one, str) else next(iter(one.values())))]
    there = {path.relative_to(pages).as_posix() for path in pages.rglob("*.md") if "assets" not in path.parts}
    assert sorted(named) == sorted(there)
