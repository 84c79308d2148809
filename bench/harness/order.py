"""The order of trials: random, and balanced over positions and over what ran just before.

A Williams square holds every item once at every position and every item once directly after every other. An
even number of items needs one square, an odd number a square and its mirror. Source: E. J. Williams (1949),
"Experimental designs balanced for the estimation of residual effects of treatments".
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import TypeVar

T = TypeVar("T")


def balanced(items: Sequence[T], rounds: int, rng: Random) -> list[list[T]]:
    """Put every item once into each round; the same state of `rng` always gives the same order.

    The balance is exact where `rounds` is a multiple of the number of items (of twice that number, if it is
    odd). With fewer rounds it is what a random part of a square has: nothing is over-represented by design.
    """
    return list(islice(_rows(items, rng), rounds))


def _rows(items: Sequence[T], rng: Random) -> Iterator[list[T]]:
    """Use up one square after another, each with new labels and with its rows shuffled."""
    while True:
        labels = rng.sample(items, len(items))
        square = williams(len(items))
        yield from ([labels[place] for place in row] for row in rng.sample(square, len(square)))


def williams(size: int) -> list[list[int]]:
    """Give the rows that together balance positions and neighbours: `size` of them, or twice that if odd."""
    zigzag = [(place + 1) // 2 if place % 2 else -(place // 2) for place in range(size)]
    square = [[(shift + step) % size for step in zigzag] for shift in range(max(size, 1))]
    mirror = [row[::-1] for row in square] if size % 2 else []
    return square + mirror
