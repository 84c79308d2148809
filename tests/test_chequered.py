"""What a map shows: who wins where, also without colours and on a phone."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bench.report.figures import Square, chequered

WON = Square((0.0, "0 ms"), (0.0, "0 ms"), "asyncio", "aiohttp", "9.7k/s", "aiohttp, 3.4 times")
TIED = Square((0.2, "200 ms"), (0.0, "0 ms"), None, "tie", "500/s", "no clear difference: aiohttp, Flask")
ABOVE = Square((0.0, "0 ms"), (0.01, "10 ms"), "threads", "Flask in threads", "100/s", "Flask, 1.3 times")
SQUARES = (WON, TIED, ABOVE)
SCREENS = pytest.mark.parametrize("screen", ["wide", "narrow"])


def draw(*squares: Square, screen: str = "wide") -> dict[str, Any]:
    document = chequered(squares, x_axis="Wait", y_axis="CPU time")
    return document if screen == "wide" else dict(document["narrow"])


def bars(drawing: dict[str, Any]) -> list[dict[str, Any]]:
    return [trace for trace in drawing["data"] if trace["type"] == "bar"]


def middles(drawing: dict[str, Any]) -> list[tuple[float, float]]:
    return [(bar["base"][0] + bar["x"][0] / 2, bar["y"][0]) for bar in bars(drawing)]


def texts(drawing: dict[str, Any]) -> list[str]:
    return [trace["text"][0] for trace in drawing["data"] if trace["type"] == "scatter"]


def keys(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from part
        part = list(part.values())
    if isinstance(part, list | tuple):
        for each in part:
            yield from keys(each)


@SCREENS
def test_a_square_stands_where_its_conditions_meet_the_least_at_the_left_and_at_the_foot(screen: str) -> None:
    drawing = draw(*SQUARES, screen=screen)
    assert middles(drawing) == [pytest.approx(place) for place in [(0, 0), (1, 0), (0, 1)]]
    axes = drawing["layout"]
    assert list(axes["xaxis"]["ticktext"]) == ["0 ms", "200 ms"]
    assert list(axes["yaxis"]["ticktext"]) == ["0 ms", "10 ms"]


@SCREENS
def test_squares_do_not_cover_each_other(screen: str) -> None:
    for bar in bars(draw(*SQUARES, screen=screen)):
        assert 0 < bar["x"][0] < 1
        assert 0 < bar["width"][0] < 1


def test_a_pair_that_was_not_measured_stays_empty() -> None:
    assert (1, 1) not in middles(draw(*SQUARES))


def test_a_square_has_the_colour_of_its_winner_and_none_where_nobody_wins() -> None:
    assert [bar["meta"]["colour"] for bar in bars(draw(*SQUARES))] == ["asyncio", "text", "threads"]


def test_a_tie_is_told_without_colour_by_its_name_and_stripes() -> None:
    drawing = draw(*SQUARES)
    assert [bool(bar["marker"].get("pattern")) for bar in bars(drawing)] == [False, True, False]
    assert [text.split("<br>")[0] for text in texts(drawing)[:2]] == ["aiohttp", "tie"]


def test_a_square_tells_its_winner_and_its_value() -> None:
    assert texts(draw(WON)) == ["aiohttp<br>9.7k/s"]
    assert bars(draw(WON))[0]["hovertext"] == "0 ms, 0 ms<br>aiohttp, 3.4 times<br>9.7k/s"


def test_a_name_is_broken_for_a_phone() -> None:
    assert texts(draw(ABOVE, screen="narrow")) == ["Flask<br>in<br>threads<br>100/s"]


@SCREENS
def test_the_text_of_the_page_can_be_read_on_every_square(screen: str) -> None:
    assert all(bar["marker"]["opacity"] < 0.5 for bar in bars(draw(*SQUARES, screen=screen)))


def test_only_the_palette_holds_colours() -> None:
    document = draw(*SQUARES)
    del document["palette"]
    assert [key for key in keys(document) if "color" in key] == []


def test_a_text_from_a_stranger_stays_text() -> None:
    evil = "<a href='x'>a&b</a>"
    square = replace(WON, over=(0.0, evil), across=(0.0, evil), name=evil, words=evil, told=evil)
    document = chequered([square], x_axis=evil, y_axis=evil)
    assert "<" not in json.dumps(document).replace("<br>", "")


def test_the_plot_grows_with_its_rows() -> None:
    assert draw(*SQUARES)["layout"]["height"] > draw(WON)["layout"]["height"]
