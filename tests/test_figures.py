"""What a dot plot shows, and that nothing in it overlaps, breaks out or changes without cause."""

import json
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import pairwise
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.report.figures import Row, dots
from bench.report.figures.axis import place
from bench.report.figures.breaks import broken
from bench.report.figures.row import LINE, heading

THREADS = Row("threads", "threads", 2, 0.39, 0.38, 0.41, (0.37, 0.39, 0.42), (8.5, 8.5), "0.39 s")
AIOHTTP = Row("aiohttp", "asyncio", 1, 0.21, 0.20, 0.22, (0.21, 0.22, 0.2), (0.45, 0.6), "0.21 s")
GO = Row("Go", "go", 1, 0.205, None, None, (0.205,), None, "0.205 s")
LOOP = Row("a loop", "serial", 3, 20.3, 20.2, 20.4, (20.3,), None, "20.3 s")
ROWS = (THREADS, LOOP, AIOHTTP, GO)


def draw(*rows: Row, floor: float | None = 0.2) -> dict[str, Any]:
    return dots(rows, floor=floor, floor_label="no client is faster", axis="seconds for 100 requests")


def texts(drawing: dict[str, Any]) -> list[str]:
    return [annotation["text"] for annotation in drawing["layout"]["annotations"]]


def drawn(document: dict[str, Any], row: Row) -> list[dict[str, Any]]:
    return [trace for trace in document["data"] if trace["meta"]["colour"] == row.colour]


def keys(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from part
        part = list(part.values())
    if isinstance(part, list | tuple):
        for each in part:
            yield from keys(each)


def test_rows_stand_best_first() -> None:
    labels = [text for text in texts(draw(*ROWS)) if text in {row.label for row in ROWS}]
    assert labels == ["Go", "aiohttp", "threads", "a loop"]


def test_rows_of_one_rank_are_joined_as_a_tie() -> None:
    document = draw(*ROWS)
    assert len(document["layout"]["shapes"]) == 1
    assert texts(document).count("tie") == 1


def test_a_row_alone_in_its_rank_is_no_tie() -> None:
    document = draw(THREADS, AIOHTTP)
    assert "shapes" not in document["layout"]
    assert "tie" not in texts(document)


def test_a_row_shows_its_trials_then_what_was_published_then_its_median() -> None:
    trials, published, median = drawn(draw(*ROWS), AIOHTTP)
    assert trials["x"] == [0.21, 0.22, 0.2]
    assert published["x"] == [0.45, 0.6]
    assert median["x"] == [0.21]


def test_the_bar_reaches_from_the_low_to_the_high_end_of_the_interval() -> None:
    bar = drawn(draw(AIOHTTP), AIOHTTP)[-1]["error_x"]
    assert bar["array"] == pytest.approx([0.01])
    assert bar["arrayminus"] == pytest.approx([0.01])


def test_a_median_without_an_interval_has_no_bar() -> None:
    assert "error_x" not in drawn(draw(GO), GO)[-1]
    assert "error_x" not in drawn(draw(replace(AIOHTTP, high=None)), AIOHTTP)[-1]


def test_an_interval_without_an_upper_limit_runs_to_the_end_of_the_axis() -> None:
    document = draw(replace(AIOHTTP, high=inf))
    median = drawn(document, AIOHTTP)[-1]
    end = document["layout"]["xaxis"]["range"][1]
    assert median["x"][0] + median["error_x"]["array"][0] == pytest.approx(end)
    assert "interval 0.2 to no upper limit" in median["hovertext"]
    json.dumps(document, allow_nan=False)


def test_a_published_figure_is_one_hollow_diamond() -> None:
    published = drawn(draw(THREADS), THREADS)[1]
    assert published["x"] == [8.5]
    assert published["marker"]["symbol"] == "diamond-open"


def test_what_was_not_published_is_not_drawn() -> None:
    assert len(drawn(draw(GO), GO)) == 2


def test_hovering_tells_label_median_interval_trials_and_unit() -> None:
    told = drawn(draw(AIOHTTP), AIOHTTP)[-1]["hovertext"].split("<br>")
    assert told == ["aiohttp", "median 0.21, interval 0.2 to 0.22", "3 trials", "seconds for 100 requests"]


def test_the_floor_is_a_named_line_over_the_whole_height() -> None:
    floor = draw(*ROWS)["data"][0]
    assert floor["x"] == [0.2, 0.2]
    assert floor["text"][0] == "no client is faster"
    assert sorted(floor["y"]) == sorted(draw(*ROWS)["layout"]["yaxis"]["range"])


def test_the_name_of_the_floor_stands_where_there_is_room() -> None:
    assert draw(LOOP, floor=0.2)["data"][0]["textposition"] == "top right"
    assert draw(LOOP, floor=20)["data"][0]["textposition"] == "top left"


def test_without_a_floor_there_is_no_line() -> None:
    assert {trace["meta"]["colour"] for trace in draw(GO, floor=None)["data"]} == {"go"}


@pytest.mark.parametrize(("slowest", "kind"), [(6.0, "linear"), (6.1, "log")])
def test_the_axis_is_logarithmic_above_a_factor_of_30(slowest: float, kind: str) -> None:
    rows = (GO, replace(GO, rank=2, median=slowest))
    assert draw(*rows)["layout"]["xaxis"]["type"] == kind


def test_a_published_figure_counts_for_the_axis() -> None:
    axis = draw(THREADS)["layout"]["xaxis"]
    assert axis["type"] == "log"
    assert 10 ** axis["range"][1] > 8.5


def test_a_logarithmic_axis_has_plain_numbers_and_says_what_it_is() -> None:
    axis = draw(*ROWS)["layout"]["xaxis"]
    assert list(axis["ticktext"]) == ["0.2", "0.5", "1", "2", "5", "10", "20"]
    assert axis["title"]["text"] == "seconds for 100 requests, log scale"


def test_a_linear_axis_starts_at_zero_and_carries_its_unit() -> None:
    axis = draw(GO)["layout"]["xaxis"]
    assert axis["range"][0] == 0
    assert axis["title"]["text"] == "seconds for 100 requests"


def test_a_value_of_zero_keeps_the_axis_linear() -> None:
    assert draw(LOOP, floor=0)["layout"]["xaxis"]["type"] == "linear"


@given(st.floats(1e-6, 1), st.floats(31, 1e7))
def test_a_logarithmic_axis_has_labels_but_never_so_many_that_they_touch(least: float, ratio: float) -> None:
    axis = draw(GO, replace(GO, median=least * ratio), floor=least)["layout"]["xaxis"]
    assert 1 < len(axis["ticktext"]) <= 9


def test_the_same_rows_in_any_order_give_the_same_bytes() -> None:
    shuffled = Random(1).sample(ROWS, len(ROWS))
    assert json.dumps(draw(*ROWS), sort_keys=True) == json.dumps(draw(*shuffled), sort_keys=True)


def test_numbers_are_written_as_numbers() -> None:
    written = json.dumps(draw(*ROWS), allow_nan=False)
    assert "bdata" not in written


def test_only_the_palette_holds_colours() -> None:
    document = draw(*ROWS)
    names = {trace["meta"]["colour"] for trace in document["data"] + document["narrow"]["data"]}
    assert names - {"text"} <= set(document["palette"]["light"])
    del document["palette"]
    assert [key for key in keys(document) if "color" in key] == []


def test_a_text_from_a_stranger_stays_text() -> None:
    evil = "<a href='x'>a&b</a>"
    document = dots([replace(GO, label=evil, words=evil)], floor=0.2, floor_label=evil, axis=evil)
    written = json.dumps(document).replace("<br>", "")
    assert "<" not in written
    assert texts(document) == ["&lt;a href='x'&gt;a&amp;b&lt;/a&gt;"] * 2


def test_the_plot_is_higher_for_each_row() -> None:
    heights = [draw(*ROWS[:number])["layout"]["height"] for number in (1, 2, 3, 4)]
    assert heights == sorted(set(heights))


def test_a_narrow_screen_gets_the_same_values_with_more_lines_of_text() -> None:
    long = replace(GO, label="a label that is too long for one line of a phone")
    document = draw(long, THREADS)
    wide, narrow = ([trace["x"] for trace in part["data"]] for part in (document, document["narrow"]))
    assert wide == narrow
    assert document["narrow"]["layout"]["height"] > document["layout"]["height"]


SIGNS = st.characters(categories=["L", "N", "P", "Zs"])
TEXT = st.text(SIGNS, max_size=40) | st.text(SIGNS, min_size=41, max_size=120)


@given(TEXT, TEXT, st.sampled_from([40, 74]))
def test_label_and_words_never_meet(label: str, words: str, columns: int) -> None:
    text = heading(replace(GO, label=label, words=words), columns)
    widths = [max(map(len, unescape(each).split("<br>"))) for each in (text.label, text.words)]
    assert (sum(widths) < columns - 1) if text.beside else (max(widths) <= columns)


@given(st.lists(TEXT, min_size=2, max_size=5), TEXT)
def test_texts_stand_below_the_row_above_and_below_each_other(labels: list[str], words: str) -> None:
    rows = [replace(GO, rank=rank, label=label, words=words) for rank, label in enumerate(labels)]
    layout = draw(*rows)["layout"]
    feet = [annotation["y"] for annotation in layout["annotations"]]
    tops = [foot - LINE * (text.count("<br>") + 1) for foot, text in zip(feet, texts({"layout": layout}), strict=True)]
    ends_above = [0, *(centre + LINE for centre in layout["yaxis"]["tickvals"])]
    for end, label, said in zip(ends_above, range(0, len(feet), 2), range(1, len(feet), 2), strict=False):
        assert min(tops[label], tops[said]) >= end
        assert feet[label] in {feet[said], tops[said]}


@given(st.floats(1e-6, 1e6), st.floats(31, 1e7))
def test_the_labels_of_a_logarithmic_axis_have_room_beside_each_other_on_a_phone_too(
    least: float, ratio: float
) -> None:
    document = draw(GO, replace(GO, median=least * ratio), floor=least)
    for drawing, width in ((document, 528), (document["narrow"], 280)):
        axis = drawing["layout"]["xaxis"]
        centres = [place(tick, axis) * width for tick in axis["tickvals"]]
        halves = [len(text) * 7 / 2 for text in axis["ticktext"]]
        edges = list(zip(centres, halves, strict=True))
        assert all(left + half < right - other for (left, half), (right, other) in pairwise(edges))


def test_a_phone_gets_fewer_labels_where_they_are_long() -> None:
    document = draw(replace(GO, median=29.0, trials=()), replace(GO, rank=2, median=10_000, trials=()), floor=None)
    assert "2,000" in document["layout"]["xaxis"]["ticktext"]
    assert list(document["narrow"]["layout"]["xaxis"]["ticktext"]) == ["30", "100", "300", "1,000", "3,000", "10,000"]


def test_a_linear_axis_writes_thousands_as_a_logarithmic_one_does() -> None:
    assert draw(GO)["layout"]["xaxis"]["separatethousands"]


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("one httpx.AsyncClient", 12, ["one httpx.", "AsyncClient"]),
        ("ThreadPoolExecutor(100)", 12, ["ThreadPool", "Executor", "(100)"]),
        ("one requests.Session in 100 threads", 12, ["one", "requests.", "Session in", "100 threads"]),
        ("aiohttp, no limit", 12, ["aiohttp, no", "limit"]),
        ("unpronounceable", 5, ["unpro", "nounc", "eable"]),
        ("", 5, [""]),
    ],
)
def test_a_name_that_has_no_room_is_broken_where_one_pauses(text: str, columns: int, lines: list[str]) -> None:
    assert broken(text, columns) == lines


def test_words_do_not_squeeze_a_name_until_it_breaks() -> None:
    row = replace(GO, label="ThreadPoolExecutor(100)", words="0.113 s, 2.26 × its floor")
    assert heading(row, 40).label == "ThreadPoolExecutor(100)"
    assert not heading(row, 40).beside


def test_a_label_stays_in_one_line_where_breaking_it_saves_none() -> None:
    row = replace(GO, label="requests.get in 30 threads", words="0.818 s, 1.02 × its floor")
    assert heading(row, 40).label_lines == 1
