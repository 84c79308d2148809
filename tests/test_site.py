"""The built site: every number in tables and charts is read back and compared with the data beside it."""

import html
import html.parser
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.catalog import all_experiments
from bench.report.words import limits as limits_in_words
from bench.report.words import mebibytes, seconds, significant


class Tables(html.parser.HTMLParser):
    """Collects the rows of every table, by the text of their cells."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in {"td", "th"}:
            self.tables[-1][-1].append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in {"td", "th"}

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.tables[-1][-1][-1] += data


def tables(page: Path) -> list[list[dict[str, str]]]:
    parser = Tables()
    parser.feed(page.read_text())
    return [[dict(zip(table[0], row, strict=True)) for row in table[1:]] for table in parser.tables]


@pytest.fixture(scope="session")
def rows(built: Path) -> dict[str, dict[str, Any]]:
    document = json.loads((built / "data" / "waiting.json").read_text())
    return {row["scenario"]: row for row in document["rows"]}


@pytest.fixture(scope="session")
def page(built: Path) -> Path:
    return built / "clients" / "waiting" / "index.html"


def number_tables(page: Path) -> Iterator[tuple[str, list[dict[str, str]]]]:
    found = [table for table in tables(page) if "Times the floor" in table[0]]
    yield from zip(("like for like", "as published"), found[:2], strict=True)


def test_every_number_of_the_tables_is_that_of_the_data(page: Path, rows: dict[str, dict[str, Any]]) -> None:
    seen = 0
    for tier, table in number_tables(page):
        of_tier = {row["title"]: row for row in rows.values() if row["tier"] == tier}
        assert {line["Way"] for line in table} == set(of_tier)
        for line in table:
            row = of_tier[line["Way"]]
            assert line["Rank"] == str(row["rank"] or "–")
            assert line["Time"] == seconds(row["time_median_s"])
            assert line["Times the floor"] == significant(row["time_median_s"] / row["floor_s"])
            assert line["n"] == str(row["n"])
            assert line["CPU"] == seconds(row["cpu_median_s"])
            assert line["CPU a request"] == seconds(row["cpu_per_request_median_s"])
            assert line["Memory"] == mebibytes(row["peak_memory_bytes"])
            warm = row["warm_median_s"]
            assert line["Warm"] == ("–" if warm is None else seconds(warm))
            limits = row["time_low_s"], row["time_high_s"]
            few = "1 trial, no interval" if row["n"] == 1 else f"{row['n']} trials, no interval"
            assert line["Interval"] == (few if None in limits else limits_in_words(*limits))
            seen += 1
    assert seen == len(rows)


def test_the_fastest_stand_first(page: Path, rows: dict[str, dict[str, Any]]) -> None:
    by_title = {(row["tier"], row["title"]): row["time_median_s"] for row in rows.values()}
    for tier, table in number_tables(page):
        times = [by_title[tier, line["Way"]] for line in table]
        assert times == sorted(times)


def test_every_dot_of_the_charts_is_that_of_the_data(built: Path, rows: dict[str, dict[str, Any]]) -> None:
    for name, tier in (("speed", "like for like"), ("published", "as published")):
        document = json.loads((built / "charts" / f"waiting-{name}.json").read_text())
        text = json.dumps(document)
        shown = next(figure.scenarios for figure in all_experiments()["waiting"].figures if figure.id == name)
        for row in rows.values():
            if row["tier"] == tier and row["scenario"] in (shown or rows):
                assert json.dumps(row["time_median_s"]) in text
        others = [row["time_median_s"] for row in rows.values() if row["tier"] != tier]
        drawn = {value for trace in document["data"] for value in trace["x"]}
        assert not drawn & set(others)


def test_every_claim_of_the_page_is_that_of_the_data(built: Path) -> None:
    claims = json.loads((built / "claims.json").read_text())
    lines = [line for table in tables(built / "claims" / "index.html") for line in table]
    assert len(lines) == len(claims)
    for line, claim in zip(lines, claims, strict=True):
        assert line["Verdict"] == claim["verdict"]
        assert line["Claim"] == ": ".join(part for part in (claim["workload"], claim["text"]) if part and part != "any")
        if "trials failed" in line["Repeated as published"]:
            assert claim["id"] == "connection-reset"
            continue
        median = claim["measured"]["median"]
        assert line["Repeated as published"].partition("(")[0] == ("–" if median is None else seconds(median))
        fair = claim["like_for_like"]["median"]
        assert line["Like for like"].partition("(")[0] == ("–" if fair is None else seconds(fair))


def test_claims_have_all_that_a_program_needs(built: Path) -> None:
    claims = json.loads((built / "claims.json").read_text())
    for claim in claims:
        assert {"post", "id", "published", "measured", "unit", "scenario", "verdict", "cause"} <= set(claim)
    assert {claim["verdict"] for claim in claims} <= {
        "reproduced",
        "not reproduced",
        "true for another reason",
        "cannot be tested here",
        "pending",
    }


def test_the_answer_is_the_first_thing_on_the_start_page_and_on_the_experiments(built: Path, page: Path) -> None:
    for text in ((built / "index.html").read_text(), page.read_text()):
        first = text.index('class="answer"')
        assert text.index("<h1") < first < text.index("<figure")


def test_the_numbers_of_the_answer_are_those_of_the_data(page: Path, rows: dict[str, dict[str, Any]]) -> None:
    answer = page.read_text().split('class="answer">')[1].split("</p>")[0]
    for name in ("aiohttp", "threads-session", "loop"):
        assert seconds(rows[name]["time_median_s"]) in answer


def test_without_javascript_each_chart_has_its_finding_and_a_table(page: Path) -> None:
    text = page.read_text()
    assert text.count('<figure class="chart"') == text.count('<p class="chart-title">') == text.count("<figcaption>")
    assert "<table>" in text


def test_a_strangers_text_is_shown_letter_by_letter(page: Path) -> None:
    text = page.read_text()
    assert "<script>alert(1)" not in text
    assert "<img src=x" not in text
    assert "<script>alert(1)</script> | **Other** [x](y) `CPU`, 8 cores" in html.unescape(text)
