"""Shuffle v1: Fisher-Yates from the end, worked out by hand."""

from __future__ import annotations

import random
from itertools import permutations, product

from boston_rules.core.cardplay.shuffling import mix


class Told(random.Random):
    """A generator that draws what it is told to."""

    def __new__(cls, draws: tuple[float, ...]) -> Told:
        return super().__new__(cls)

    def __init__(self, draws: tuple[float, ...]) -> None:
        super().__init__()
        self._draws = iter(draws)

    def random(self) -> float:
        return next(self._draws)


def test_a_card_is_drawn_for_the_last_place_first() -> None:
    # Of four: the second (to the end), of the three left the first, of the two left the second.
    assert mix([0, 1, 2, 3], Told((0.25, 0.0, 0.5))) == [2, 3, 0, 1]


def test_every_order_is_as_likely_as_any_other() -> None:
    """Each card left is drawn by an equal part of the numbers from 0 to 1."""
    parts = [[(part + 0.5) / size for part in range(size)] for size in (4, 3, 2)]
    orders = [tuple(mix([0, 1, 2, 3], Told(draws))) for draws in product(*parts)]
    assert sorted(orders) == sorted(permutations(range(4)))
