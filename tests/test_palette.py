"""Colours that can be seen on both backgrounds, and told apart by every reader."""

from importlib.resources import files
from itertools import combinations
from math import dist
from typing import TypeAlias, get_args

import pytest

from bench.report.palette import MARKS, palette
from bench.workload import Concurrency

Vector: TypeAlias = tuple[float, ...]
Matrix: TypeAlias = tuple[Vector, ...]

BACKGROUNDS = {"light": "#FFFFFF", "dark": "#1E2129"}
SAME: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
PROTANOPIA: Matrix = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA: Matrix = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
# Ottosson 2020: linear RGB to the responses of cones, and their cube roots to OKLab.
CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def linear(colour: str) -> Vector:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def times(matrix: Matrix, vector: Vector) -> Vector:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def contrast(one: str, other: str) -> float:
    """As the Web Content Accessibility Guidelines define it."""
    luminance = ((0.2126, 0.7152, 0.0722),)
    dark, light = sorted(times(luminance, linear(colour))[0] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def seen(colour: str, vision: Matrix) -> Vector:
    cones = times(CONES, times(vision, linear(colour)))
    return times(OKLAB, tuple(max(cone, 0) ** (1 / 3) for cone in cones))


def test_each_concurrency_model_has_a_mark_of_its_own() -> None:
    assert set(MARKS) == set(get_args(Concurrency))
    for second_mark in ("symbol", "dash"):
        assert len({getattr(mark, second_mark) for mark in MARKS.values()}) == len(MARKS)


def test_the_diamond_is_left_to_published_figures() -> None:
    assert not any("diamond" in mark.symbol for mark in MARKS.values())


def test_the_backgrounds_are_those_of_the_theme() -> None:
    styles = files("material") / "templates" / "assets" / "stylesheets"
    css = "".join(file.read_text(encoding="utf-8") for file in styles.iterdir() if file.name.endswith(".css"))
    assert "--md-default-bg-color:#fff" in css
    assert "--md-default-bg-color:hsla(var(--md-hue),15%,14%,1)" in css.replace(", ", ",")
    assert "--md-hue:225deg" in css


@pytest.mark.parametrize(("scheme", "least"), [("light", 3.0), ("dark", 4.5)])
def test_every_colour_stands_out_from_its_background(scheme: str, least: float) -> None:
    faint = {
        name: contrast(colour, BACKGROUNDS[scheme])
        for name, colour in palette()[scheme].items()
        if contrast(colour, BACKGROUNDS[scheme]) < least
    }
    assert faint == {}


@pytest.mark.parametrize("vision", [SAME, PROTANOPIA, DEUTERANOPIA], ids=["usual", "protanopia", "deuteranopia"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_reader_can_tell_two_colours_apart(scheme: str, vision: Matrix) -> None:
    alike = [
        (one, other)
        for (one, first), (other, second) in combinations(palette()[scheme].items(), 2)
        if dist(seen(first, vision), seen(second, vision)) < 0.07
    ]
    assert alike == []
