"""What a line chart shows, and that no name covers another, nothing breaks out and nothing changes without cause."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import ceil, inf, log10
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.report.figures import Point, Series, lines
from bench.report.figures.axis import place
from bench.report.figures.counts import count_axis, numbered
from bench.report.figures.ends import spread
from bench.report.figures.row import LINE
from bench.report.palette import MARKS

NUMBERS = (1, 2, 5, 10, 20, 30, 50, 75, 100, 150, 200)
STEPS = [(float(number), ceil(100 / number) * 0.2) for number in range(1, 201)]
THREADS = Series(
    "threads",
    "threads",
    tuple(Point(number, least * 1.1, least * 1.05, least * 1.2) for number, least in STEPS if number in NUMBERS),
    ((10, 8.5, 8.5), (100, 0.5, 1.2)),
)
AIOHTTP = Series("aiohttp", "asyncio", (Point(10, 0.21, 0.2, 0.22), Point(200, 0.3, 0.28, 0.33)))
GO = Series("Go", "go", (Point(10, 0.2, None, None), Point(100, 0.21, None, None)))
SERIES = (THREADS, AIOHTTP, GO)


def draw(*series: Series, floor: list[tuple[float, float]] = STEPS) -> dict[str, Any]:
    return lines(series, floor=floor, floor_label="no schedule is faster", x_axis="threads", y_axis="time, s")


def drawn(document: dict[str, Any], colour: str) -> list[dict[str, Any]]:
    """All marks of a colour but the leaders, which are the thin lines."""
    traces = [trace for trace in document["data"] if trace["meta"]["colour"] == colour]
    return [trace for trace in traces if trace.get("line", {}).get("width") != 1]


def leaders(drawing: dict[str, Any]) -> list[dict[str, Any]]:
    return [trace for trace in drawing["data"] if trace["line"]["width"] == 1]


def names(drawing: dict[str, Any]) -> list[dict[str, Any]]:
    """The names at the ends of the lines, from the top down; all but the first text are names."""
    return [annotation for annotation in drawing["layout"]["annotations"] if annotation["x"] == 1]


def plot_height(drawing: dict[str, Any]) -> float:
    layout = drawing["layout"]
    return float(layout["height"] - layout["margin"]["t"] - layout["margin"]["b"])


def keys(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from part
        part = list(part.values())
    if isinstance(part, list | tuple):
        for each in part:
            yield from keys(each)


def many(count: int, label: str = "series") -> list[Series]:
    points = [(Point(10, 1 + 1e-3 * each, None, None),) for each in range(count)]
    return [Series(f"{label} {each}", "asyncio", there) for each, there in enumerate(points)]


def test_a_line_runs_through_the_medians_from_the_smallest_n_to_the_largest() -> None:
    line = drawn(draw(replace(THREADS, points=THREADS.points[::-1])), "threads")[-1]
    assert line["x"] == list(NUMBERS)
    assert line["y"] == [point.median for point in THREADS.points]


def test_a_line_has_the_marker_and_the_dash_of_its_model() -> None:
    line = drawn(draw(*SERIES), "go")[-1]
    assert line["mode"] == "lines+markers"
    assert (line["marker"]["symbol"], line["line"]["dash"]) == (MARKS["go"].symbol, MARKS["go"].dash)


def test_twelve_intervals_or_fewer_are_bars() -> None:
    (line,) = drawn(draw(AIOHTTP), "asyncio")
    assert line["error_y"]["array"] == pytest.approx([0.01, 0.03])
    assert line["error_y"]["arrayminus"] == pytest.approx([0.01, 0.02])


def test_more_intervals_are_a_band_under_the_line() -> None:
    points = tuple(Point(number, 2, 1, 3) for number in range(1, 14))
    band, line = drawn(draw(Series("a", "go", points), floor=[]), "go")
    assert band["fill"] == "toself"
    assert band["x"] == [*range(1, 14), *range(13, 0, -1)]
    assert band["y"] == [1] * 13 + [3] * 13
    assert "error_y" not in line


def test_an_unknown_interval_is_never_bridged_by_a_band() -> None:
    points = (*(Point(number, 2, 1, 3) for number in range(1, 14)), Point(14, 2, None, None))
    (line,) = drawn(draw(Series("a", "go", points), floor=[]), "go")
    assert line["error_y"]["array"] == [1] * 13 + [0]


def test_medians_without_intervals_have_no_bars() -> None:
    assert "error_y" not in drawn(draw(GO), "go")[-1]


@pytest.mark.parametrize("count", [2, 13])
def test_an_interval_without_an_upper_limit_runs_to_the_end_of_the_axis(count: int) -> None:
    document = draw(Series("a", "go", tuple(Point(1 + each, 2, 1, inf) for each in range(count))), floor=[])
    first, *_ = drawn(document, "go")
    top = max(first["y"]) if "fill" in first else 2 + first["error_y"]["array"][-1]
    assert top == pytest.approx(document["layout"]["yaxis"]["range"][1])
    assert "interval 1 to no upper limit" in drawn(document, "go")[-1]["hovertext"][0]
    json.dumps(document, allow_nan=False)


def test_published_figures_are_hollow_diamonds_and_only_the_ends_of_a_range_are_joined() -> None:
    published = drawn(draw(THREADS), "threads")[0]
    assert published["marker"]["symbol"] == "diamond-open"
    assert published["x"] == [10, None, 100, 100, None]
    assert published["y"] == [8.5, None, 0.5, 1.2, None]


def test_what_was_not_published_is_not_drawn() -> None:
    assert len(drawn(draw(GO), "go")) == 1


def test_a_published_figure_counts_for_both_axes() -> None:
    layout = draw(replace(GO, published=((1000, 90, 90),)), floor=[])["layout"]
    assert 10 ** layout["xaxis"]["range"][1] > 1000
    assert 10 ** layout["yaxis"]["range"][1] > 90


def test_hovering_tells_label_n_median_interval_and_unit() -> None:
    told = drawn(draw(AIOHTTP), "asyncio")[-1]["hovertext"][1].split("<br>")
    assert told == ["aiohttp", "threads: 200", "median 0.3, interval 0.28 to 0.33", "time, s"]
    assert drawn(draw(GO), "go")[-1]["hovertext"][0].split("<br>")[2] == "median 0.2"


def test_hovering_over_a_diamond_tells_what_was_published() -> None:
    single, _, low, high, _ = drawn(draw(THREADS), "threads")[0]["hovertext"]
    assert single.split("<br>") == ["threads", "threads: 10", "published: 8.5", "time, s"]
    assert low == high
    assert "published: 0.5 to 1.2" in low


def test_the_floor_is_a_dashed_line_through_its_points_in_the_colour_of_the_text() -> None:
    (floor,) = drawn(draw(GO), "text")
    assert list(zip(floor["x"], floor["y"], strict=True)) == STEPS
    assert floor["line"]["dash"] == "5px,3px"
    assert floor["mode"] == "lines"


def test_without_a_floor_there_is_neither_line_nor_name() -> None:
    document = draw(GO, floor=[])
    assert {trace["meta"]["colour"] for trace in document["data"]} == {"go"}
    assert [name["text"] for name in names(document)] == ["Go"]


def test_lines_are_named_at_the_right_in_the_order_of_their_ends() -> None:
    assert [name["text"] for name in names(draw(*SERIES))] == ["aiohttp", "threads", "Go", "no schedule is faster"]
    assert draw(*SERIES)["layout"]["showlegend"] is False


@pytest.mark.parametrize("floor", [STEPS, []])
def test_a_thin_line_leads_from_each_end_to_the_height_of_its_name(floor: list[tuple[float, float]]) -> None:
    document = draw(*SERIES, floor=floor)
    ends = {series.end for series in SERIES} | set(floor[-1:])
    assert {(leader["x"][0], leader["y"][0]) for leader in leaders(document)} == ends
    yaxis, written = document["layout"]["yaxis"], names(document)
    for leader, name in zip(leaders(document), written, strict=True):
        assert place(leader["x"][1], document["layout"]["xaxis"]) == pytest.approx(1)
        assert place(leader["y"][1], yaxis) == pytest.approx(name["y"])


def test_a_name_alone_stands_at_the_height_of_its_end() -> None:
    (leader,) = leaders(draw(GO, floor=[]))
    assert leader["y"] == pytest.approx([0.21, 0.21])


def test_the_plot_grows_until_it_holds_all_names() -> None:
    heights = [plot_height(draw(*many(count), floor=[])) for count in (1, 8, 30, 60)]
    assert heights[0] == heights[1] < heights[2] < heights[3]


@pytest.mark.parametrize("screen", ["wide", "narrow"])
@pytest.mark.parametrize("count", [2, 8, 40])
def test_names_of_lines_that_end_together_stand_below_each_other(screen: str, count: int) -> None:
    document = draw(*many(count, "a name of more than one line"), floor=[(10, 1)])
    drawing = document if screen == "wide" else document["narrow"]
    height, edge = plot_height(drawing), 0.0
    for name in names(drawing):
        half = LINE * (name["text"].count("<br>") + 1) / 2
        assert (1 - name["y"]) * height - half >= edge - 1e-6
        edge = (1 - name["y"]) * height + half
    assert edge <= height


BOXES = st.lists(st.tuples(st.floats(0, 400), st.integers(10, 60)), min_size=1, max_size=8)


@given(BOXES)
def test_boxes_are_spread_without_covering_each_other_or_leaving_the_room(boxes: list[tuple[float, int]]) -> None:
    wanted, heights = zip(*sorted(boxes), strict=True)
    room = max(400, sum(heights))
    edge = 0.0
    for centre, height in zip(spread(wanted, heights, room), heights, strict=True):
        assert centre - height / 2 >= edge - 1e-6
        edge = centre + height / 2
    assert edge <= room + 1e-6


def test_boxes_that_do_not_meet_stay_where_they_want_to_be_and_others_move_evenly() -> None:
    assert spread([50, 100, 102], [20, 20, 20], 200) == pytest.approx([50, 91, 111])


@pytest.mark.parametrize(("largest", "kind"), [(30, "linear"), (31, "log")])
def test_each_axis_is_logarithmic_by_itself_above_a_factor_of_30(largest: float, kind: str) -> None:
    wide = draw(Series("a", "go", (Point(1, 1, None, None), Point(largest, 2, None, None))), floor=[])["layout"]
    high = draw(Series("a", "go", (Point(1, 1, None, None), Point(2, largest, None, None))), floor=[])["layout"]
    assert (wide["xaxis"]["type"], wide["yaxis"]["type"]) == (kind, "linear")
    assert (high["xaxis"]["type"], high["yaxis"]["type"]) == ("linear", kind)


def test_both_axes_carry_their_units_and_say_when_they_are_logarithmic() -> None:
    layout = draw(THREADS)["layout"]
    assert layout["xaxis"]["title"]["text"] == "threads, log scale"
    assert layout["annotations"][0]["text"] == "time, s, log scale"
    assert draw(AIOHTTP, floor=[])["layout"]["annotations"][0]["text"] == "time, s"


def test_the_axis_of_n_has_measured_numbers_written_plainly() -> None:
    points = tuple(Point(number, 1, None, None) for number in (7, 70, 1400))
    axis = draw(Series("a", "go", points), floor=[(1, 1), (2000, 1)])["layout"]["xaxis"]
    assert list(axis["ticktext"]) == ["7", "70", "1,400"]


def test_a_phone_gets_fewer_numbers_the_rounder_ones_first() -> None:
    document = draw(THREADS)
    assert list(document["layout"]["xaxis"]["ticktext"]) == ["1", "2", "5", "10", "20", "30", "50", "100", "200"]
    assert list(document["narrow"]["layout"]["xaxis"]["ticktext"]) == ["1", "2", "5", "10", "50", "200"]


@given(st.sets(st.integers(1, 100_000), min_size=1, max_size=30), st.integers(150, 700))
def test_numbers_never_touch_and_both_ends_are_there(measured: set[int], width: int) -> None:
    both = {min(measured), 40 * max(measured)}
    every = sorted(measured | both)
    axis = numbered(count_axis(every, "threads"), every, width)
    centres = [place(tick, axis) * width for tick in axis["tickvals"]]
    halves = [len(text) * 7 / 2 for text in axis["ticktext"]]
    edges = [(centre - half, centre + half) for centre, half in zip(centres, halves, strict=True)]
    assert all(left[1] < right[0] for left, right in pairwise(edges))
    assert both <= set(axis["tickvals"])


def test_a_narrow_screen_gets_the_same_marks_with_more_lines_of_text() -> None:
    document = draw(replace(THREADS, label="requests in a pool of threads"), AIOHTTP)
    narrow = document["narrow"]
    same = [[trace for trace in part["data"] if trace["line"]["width"] != 1] for part in (document, narrow)]
    assert same[0] == same[1]
    broken = [sum(name["text"].count("<br>") for name in names(part)) for part in (document, narrow)]
    assert broken[0] < broken[1]
    assert narrow["layout"]["margin"]["r"] < document["layout"]["margin"]["r"]


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=200))
def test_a_name_of_any_length_leaves_a_phone_half_its_width(label: str) -> None:
    margin = draw(replace(GO, label=label))["narrow"]["layout"]["margin"]
    assert margin["l"] + margin["r"] <= 156


def test_the_same_series_in_any_order_give_the_same_bytes() -> None:
    twins = (*SERIES, replace(GO, colour="serial"), replace(GO, points=GO.points[1:]))
    shuffled = Random(1).sample(twins, len(twins))
    assert json.dumps(draw(*twins), sort_keys=True) == json.dumps(draw(*shuffled), sort_keys=True)
    assert json.dumps(draw(GO)) == json.dumps(draw(GO, floor=STEPS[::-1]))


def test_numbers_are_written_as_numbers() -> None:
    assert "bdata" not in json.dumps(draw(*SERIES), allow_nan=False)


def test_only_the_palette_holds_colours() -> None:
    document = draw(*SERIES)
    used = {trace["meta"]["colour"] for trace in document["data"] + document["narrow"]["data"]}
    assert used - {"text"} <= set(document["palette"]["light"])
    del document["palette"]
    assert [key for key in keys(document) if "color" in key] == []


def test_a_text_from_a_stranger_stays_text() -> None:
    evil = "<b>a&b</b>"
    series = replace(GO, label=evil, published=((10, 1, 2),))
    document = lines([series], floor=STEPS, floor_label=evil, x_axis=evil, y_axis=evil)
    assert "<" not in json.dumps(document).replace("<br>", "")
    assert [name["text"] for name in names(document)] == ["&lt;b&gt;a&amp;b&lt;/b&gt;"] * 2
    assert document["layout"]["xaxis"]["title"]["text"] == "&lt;b&gt;a&amp;b&lt;/b&gt;, log scale"


def test_all_values_are_on_the_axes() -> None:
    layout = draw(*SERIES)["layout"]
    first, last = layout["yaxis"]["range"]
    assert first < log10(0.2)
    assert last > log10(24)
    assert place(200, layout["xaxis"]) < 0.95
