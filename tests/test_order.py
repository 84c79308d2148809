"""The order of trials is complete, balanced, and the same for the same seed."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.harness.order import balanced, williams

SIZES = range(1, 14)


def rows_in_square(size: int) -> int:
    return size * (1 + size % 2)


@pytest.mark.parametrize("size", SIZES)
def test_a_square_has_as_many_rows_as_it_must(size: int) -> None:
    assert len(williams(size)) == rows_in_square(size)


@settings(deadline=None)
@given(st.integers(1, 20), st.integers(0, 50), st.integers())
def test_every_item_is_in_every_round_once(size: int, rounds: int, seed: int) -> None:
    order = balanced(range(size), rounds, Random(seed))
    assert len(order) == rounds
    assert all(sorted(row) == list(range(size)) for row in order)


@pytest.mark.parametrize("squares", [1, 3])
@pytest.mark.parametrize("size", SIZES)
def test_full_squares_put_every_item_at_every_position_equally_often(size: int, squares: int) -> None:
    order = balanced(range(size), squares * rows_in_square(size), Random(7))
    seen = Counter(place for row in order for place in enumerate(row))
    assert len(seen) == size**2
    assert set(seen.values()) == {squares * rows_in_square(size) // size}


@pytest.mark.parametrize("squares", [1, 3])
@pytest.mark.parametrize("size", [size for size in SIZES if size > 1])
def test_full_squares_put_every_item_directly_after_every_other_equally_often(size: int, squares: int) -> None:
    order = balanced(range(size), squares * rows_in_square(size), Random(7))
    seen = Counter(neighbours for row in order for neighbours in pairwise(row))
    assert len(seen) == size * (size - 1)
    assert set(seen.values()) == {squares * rows_in_square(size) // size}


def test_no_row_comes_twice_before_its_square_is_used_up() -> None:
    order = balanced(range(8), 6, Random(3))
    assert len({tuple(row) for row in order}) == 6
    assert max(Counter(place for row in order for place in enumerate(row)).values()) == 1


def test_each_square_has_new_labels() -> None:
    order = balanced(range(8), 16, Random(3))
    assert {tuple(row) for row in order[:8]} != {tuple(row) for row in order[8:]}


def test_the_same_seed_gives_the_same_order_and_another_seed_another() -> None:
    assert balanced("abcdefg", 9, Random(1)) == balanced("abcdefg", 9, Random(1))
    assert balanced("abcdefg", 9, Random(1)) != balanced("abcdefg", 9, Random(2))


def test_more_rounds_begin_as_fewer_do() -> None:
    assert balanced("abcdef", 20, Random(5))[:7] == balanced("abcdef", 7, Random(5))


def test_every_item_is_as_likely_as_any_other_to_come_first() -> None:
    firsts = Counter(balanced(range(4), 1, Random(seed))[0][0] for seed in range(4000))
    assert all(900 < often < 1100 for often in firsts.values())


def test_nothing_to_order_is_no_error() -> None:
    assert balanced([], 2, Random(1)) == [[], []]
    assert balanced(["one"], 3, Random(1)) == [["one"]] * 3
