"""What stacked bars of phases show: all of a unit's time in its order, also without colours and on a phone."""

import json
from dataclasses import replace
from html import unescape
from itertools import pairwise
from typing import Any

import pytest

from bench.report.figures import Phase, Phased, phases

THREADS = Phased(
    "1,000 threads",
    "threads",
    (
        Phase("being created", 0.2, "0.2 s"),
        Phase("start lag", 0.001, "1 ms"),
        Phase("asleep as asked", 1, "1 s"),
        Phase("join tail", 0.3, "0.3 s"),
    ),
)
TASKS = Phased("1,000 tasks", "asyncio", (Phase("asleep as asked", 1, "1 s"),))
UNIT = "Time, s"


def draw(*rows: Phased) -> dict[str, Any]:
    return phases(rows, axis=UNIT)


def spans(drawing: dict[str, Any]) -> list[tuple[float, float]]:
    return [(bar["base"][0], bar["base"][0] + bar["x"][0]) for bar in drawing["data"]]


def texts(drawing: dict[str, Any]) -> list[str]:
    return [unescape(annotation["text"]) for annotation in drawing["layout"]["annotations"]]


def test_each_phase_begins_where_the_one_before_ended() -> None:
    drawn = spans(draw(THREADS))
    assert drawn[0][0] == 0
    assert all(one[1] == pytest.approx(other[0]) for one, other in pairwise(drawn))
    assert drawn[-1][1] == pytest.approx(1.501)


def test_neighbours_are_told_apart_without_colour() -> None:
    looks = [json.dumps(bar["marker"]) for bar in draw(THREADS)["data"]]
    assert all(one != other for one, other in pairwise(looks))


def test_every_phase_stands_in_words_however_short() -> None:
    said = " ".join(texts(draw(THREADS))).replace("<br>", " ").replace("\u00a0", " ")
    for place, one in enumerate(THREADS.phases, start=1):
        assert f"{place} {one.name}: {one.words}" in said


def test_a_number_stands_only_where_it_touches_no_other() -> None:
    for drawing in (draw(THREADS), draw(THREADS)["narrow"]):
        assert [text for text in texts(drawing) if text.isdigit()] == ["1", "3", "4"]


def test_every_row_has_its_model_as_colour_and_no_other() -> None:
    drawing = draw(THREADS, TASKS)
    assert [bar["meta"]["colour"] for bar in drawing["data"]] == ["threads"] * 4 + ["asyncio"]
    assert "#" not in json.dumps({name: drawing[name] for name in ("data", "layout", "narrow")})


def test_rows_do_not_cover_each_other_nor_their_texts() -> None:
    for drawing in (draw(THREADS, TASKS), draw(THREADS, TASKS)["narrow"]):
        first, *_, last = drawing["data"]
        feet = [one["y"] for one in drawing["layout"]["annotations"] if one["text"].startswith("1,000")]
        assert first["y"][0] + first["width"][0] / 2 < feet[1] - 17
        assert last["y"][0] + last["width"][0] / 2 < drawing["layout"]["yaxis"]["range"][0]


def test_the_axis_begins_at_zero_and_holds_the_longest_row() -> None:
    low, high = draw(THREADS, TASKS)["layout"]["xaxis"]["range"]
    assert low == 0
    assert high > 1.501


def test_a_phase_shorter_than_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter than nothing"):
        draw(replace(THREADS, phases=(Phase("start lag", -0.1, ""),)))


def test_a_text_from_a_stranger_is_escaped() -> None:
    document = draw(replace(THREADS, label="<b>threads</b>"))
    assert "<b>" not in json.dumps(document)
