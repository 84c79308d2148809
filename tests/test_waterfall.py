"""What a waterfall shows: which change made the difference, also without colours and on a phone."""

import json
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import pairwise
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.report.figures import Step, waterfall
from bench.report.figures.row import LINE

FIRST = Step("a new session each time", "serial", 1.73, None, 1.7, 1.77, "1.73 ms")
FALL = Step("one session", "serial", 1.31, -0.42, -0.47, -0.36, "−0.42 ms (1.31 ms left)")
RISE = Step("in 100 threads", "threads", 1.395, 0.085, -0.02, 0.17, "+85 µs (1.40 ms now)")
LAST = Step("aiohttp", "asyncio", 0.3, -1.095, None, None, "−1.1 ms (0.30 ms left)")
STEPS = (FIRST, FALL, RISE, LAST)
UNIT = "CPU time of the client per request, ms"
SCREENS = pytest.mark.parametrize("screen", ["wide", "narrow"])


def draw(*steps: Step) -> dict[str, Any]:
    return waterfall(steps, axis=UNIT)


def bars(drawing: dict[str, Any]) -> list[dict[str, Any]]:
    """From the top down; the last is the total that is left."""
    return sorted((trace for trace in drawing["data"] if trace["type"] == "bar"), key=lambda trace: trace["y"][0])


def span(bar: dict[str, Any]) -> tuple[float, float]:
    return bar["base"][0], bar["base"][0] + bar["x"][0]


def edges(bar: dict[str, Any]) -> tuple[float, float]:
    return bar["y"][0] - bar["width"][0] / 2, bar["y"][0] + bar["width"][0] / 2


def intervals(drawing: dict[str, Any]) -> list[dict[str, Any]]:
    return [trace for trace in drawing["data"] if trace["type"] == "scatter" and "marker" in trace]


def connectors(drawing: dict[str, Any]) -> list[tuple[float, float, float]]:
    (trace,) = (trace for trace in drawing["data"] if trace["type"] == "scatter" and "marker" not in trace)
    return list(zip(trace["x"][::3], trace["y"][::3], trace["y"][1::3], strict=True))


def texts(drawing: dict[str, Any]) -> list[str]:
    return [annotation["text"] for annotation in drawing["layout"]["annotations"]]


def in_lines(text: str) -> list[str]:
    return unescape(text).split("<br>")


def keys(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from part
        part = list(part.values())
    if isinstance(part, list | tuple):
        for each in part:
            yield from keys(each)


def test_each_bar_begins_where_the_one_before_ended_and_ends_at_its_own_total() -> None:
    spans = [span(bar) for bar in bars(draw(*STEPS))[:-1]]
    assert [end for _, end in spans] == pytest.approx([step.total for step in STEPS])
    assert all(above[1] == pytest.approx(below[0]) for above, below in pairwise(spans))


def test_the_first_and_the_last_total_are_bars_from_zero() -> None:
    first, *_, last = bars(draw(*STEPS))
    assert span(first) == (0, 1.73)
    assert span(last) == (0, 0.3)


def test_a_first_step_alone_is_one_bar() -> None:
    assert [span(bar) for bar in bars(draw(FIRST))] == [(0, 1.73)]


def test_a_fall_goes_to_the_left_and_a_rise_to_the_right() -> None:
    lengths = [bar["x"][0] for bar in bars(draw(*STEPS))]
    assert [length > 0 for length in lengths] == [True, False, True, False, True]


def test_a_rise_and_a_fall_are_told_apart_without_colour() -> None:
    document = draw(*STEPS)
    striped = [bool(bar["marker"].get("pattern", {}).get("shape")) for bar in bars(document)]
    assert striped == [False, False, True, False, False]
    assert [words[0] for words in texts(document)[1::2]] == ["1", "←", "→", "←"]


def test_what_changes_nothing_has_no_arrow() -> None:
    assert texts(draw(FIRST, replace(FIRST, change=0, words="0 ms")))[-1] == "0 ms"


def test_connectors_lead_from_the_foot_of_each_bar_to_the_head_of_the_next() -> None:
    document = draw(*STEPS)
    joints = [(span(above)[1], edges(above)[1], edges(below)[0]) for above, below in pairwise(bars(document))]
    for drawn, joint in zip(connectors(document), joints, strict=True):
        assert drawn == pytest.approx(joint)


def test_the_interval_of_a_change_lies_around_the_end_that_moved() -> None:
    first, fall, rise = (trace["x"] for trace in intervals(draw(*STEPS)))
    assert first == pytest.approx([1.7, 1.77])
    assert fall == pytest.approx([1.73 - 0.47, 1.73 - 0.36])
    assert rise == pytest.approx([1.31 - 0.02, 1.31 + 0.17])


@SCREENS
def test_an_interval_is_beside_the_bars_not_on_them(screen: str) -> None:
    document = draw(*STEPS[:-1], replace(LAST, low=-1.2, high=-1))
    drawing = document if screen == "wide" else document["narrow"]
    for interval in intervals(drawing):
        assert not any(top <= interval["y"][0] <= foot for top, foot in map(edges, bars(drawing)))


def test_an_unknown_interval_is_not_drawn() -> None:
    assert intervals(draw(replace(FIRST, low=None))) == []


def test_an_interval_without_limits_runs_over_the_axis_and_has_no_caps_there() -> None:
    document = draw(FIRST, replace(FALL, low=-inf, high=inf))
    _, unlimited = intervals(document)
    assert unlimited["x"] == document["layout"]["xaxis"]["range"]
    assert unlimited["marker"]["size"] == [0, 0]
    assert "interval no lower limit to no upper limit" in bars(document)[1]["hovertext"]
    json.dumps(document, allow_nan=False)


@pytest.mark.parametrize("factor", [1, 1000])
def test_the_axis_is_linear_from_zero_whatever_the_factor_between_totals(factor: float) -> None:
    axis = draw(FIRST, replace(LAST, total=1.73 / factor, change=1.73 / factor - 1.73))["layout"]["xaxis"]
    assert axis["type"] == "linear"
    assert axis["range"][0] == 0


def test_every_total_and_interval_is_on_the_axis() -> None:
    document = draw(*STEPS[:2], replace(RISE, high=0.9))
    assert document["layout"]["xaxis"]["range"][1] > 1.31 + 0.9


def test_a_median_of_changes_moves_neither_bars_nor_connectors() -> None:
    other = replace(FALL, change=-0.4)
    assert [span(bar) for bar in bars(draw(FIRST, other, RISE))] == [span(bar) for bar in bars(draw(*STEPS[:3]))]
    assert connectors(draw(FIRST, other)) == connectors(draw(FIRST, FALL))


def test_a_change_that_was_not_measured_has_no_arrow_and_no_interval() -> None:
    document = draw(FIRST, replace(FALL, change=None, words="1.31 ms"))
    assert span(bars(document)[1]) == pytest.approx((1.73, 1.31))
    assert texts(document)[-1] == "1.31 ms"
    assert len(intervals(document)) == 1
    assert "interval" not in bars(document)[1]["hovertext"]


@pytest.mark.parametrize("steps", [(FALL,), (FIRST, replace(FALL, total=-0.1, change=-1.83))])
def test_a_first_step_with_a_change_and_a_total_below_zero_are_refused(steps: tuple[Step, ...]) -> None:
    with pytest.raises(ValueError, match=steps[0].label):
        draw(*steps)


def test_a_change_has_the_colour_of_the_model_after_it() -> None:
    colours = [bar["meta"]["colour"] for bar in bars(draw(*STEPS))]
    assert colours == ["serial", "serial", "threads", "asyncio", "asyncio"]


def test_only_the_palette_holds_colours() -> None:
    document = draw(*STEPS)
    used = {trace["meta"]["colour"] for trace in document["data"] + document["narrow"]["data"]}
    assert used - {"text"} <= set(document["palette"]["light"])
    del document["palette"]
    assert [key for key in keys(document) if "color" in key] == []


def test_a_text_from_a_stranger_stays_text() -> None:
    evil = "<a href='x'>a&b</a>"
    document = waterfall([replace(FIRST, label=evil, words=evil)], axis=evil)
    assert "<" not in json.dumps(document).replace("<br>", "")
    written = "&lt;a href='x'&gt;a&amp;b&lt;/a&gt;"
    assert [*texts(document), document["layout"]["xaxis"]["title"]["text"]] == [written] * 3


def test_hovering_tells_both_totals_the_change_its_interval_and_the_unit() -> None:
    first, change = (bar["hovertext"].split("<br>") for bar in bars(draw(*STEPS))[:2])
    assert first == [FIRST.label, "1.73, interval 1.7 to 1.77", UNIT]
    assert change == ["one session", "from 1.73 to 1.31", "change −0.42, interval −0.47 to −0.36", UNIT]


def test_numbers_are_written_as_numbers() -> None:
    assert "bdata" not in json.dumps(draw(*STEPS), allow_nan=False)


SIGNS = st.characters(categories=["L", "N", "P", "Zs"])
TEXT = st.text(SIGNS, max_size=120)


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=4), TEXT)
def test_the_texts_of_a_phone_fit_into_its_width_and_between_the_bars(rows: list[tuple[str, str]], axis: str) -> None:
    changes = [replace(RISE, total=2 + each, change=1, label=one, words=two) for each, (one, two) in enumerate(rows)]
    narrow = waterfall([replace(FIRST, total=1), *changes], axis=axis)["narrow"]
    written = narrow["layout"]["annotations"]
    assert max(len(line) for text in [*texts(narrow), title(narrow)] for line in in_lines(text)) <= 40
    ends_above = [0, *(interval["y"][0] + 4 for interval in intervals(narrow))]
    for end, label, words, bar in zip(ends_above, written[::2], written[1::2], bars(narrow), strict=False):
        tops = [text["y"] - LINE * len(in_lines(text["text"])) for text in (label, words)]
        assert end <= min(tops)
        assert max(label["y"], words["y"]) < edges(bar)[0]
        assert label["y"] <= tops[1] or beside(label["text"], words["text"])


def beside(label: str, words: str) -> bool:
    return sum(max(map(len, in_lines(text))) for text in (label, words)) < 40


def title(drawing: dict[str, Any]) -> str:
    return str(drawing["layout"]["xaxis"]["title"]["text"])


@SCREENS
def test_nothing_is_drawn_below_the_plot(screen: str) -> None:
    document = draw(*STEPS)
    layout = (document if screen == "wide" else document["narrow"])["layout"]
    foot, top = layout["yaxis"]["range"]
    assert max(edges(bar)[1] for bar in bars(document if screen == "wide" else document["narrow"])) < foot
    assert layout["height"] == foot - top + layout["margin"]["t"] + layout["margin"]["b"]


def test_the_name_of_the_axis_gets_room_for_its_lines() -> None:
    long = waterfall(STEPS, axis="CPU time of the client per request, median of twenty trials, ms")["narrow"]
    assert len(in_lines(title(long))) == 2
    assert long["layout"]["margin"]["b"] == draw(FIRST)["layout"]["margin"]["b"] + LINE
