"""The pack: shuffled, and dealt from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import TYPE_CHECKING, Final

from boston_rules.core.cardplay.bits import BIT

if TYPE_CHECKING:
    import random

__all__ = ["dealt", "mix"]


_STEPS: Final = tuple(
    tuple((last, last + 1.0) for last in range(size - 1, 0, -1)) for size in range(53)
)
"""By the number of cards, each place from the end with the number of cards down to it."""


def mix(cards: list[int], rng: random.Random) -> list[int]:
    """The list of at most 52 card indices itself, shuffled in place by "shuffle v1".

    Fisher-Yates from the end on ``rng.random()``, the same on every version of Python.

    >>> from boston_rules.core.cardplay.shuffling import mix
    >>> from random import Random
    >>> mix(list(range(8)), Random(1))
    [0, 2, 3, 6, 7, 4, 5, 1]
    """
    uniform = rng.random
    for last, size in _STEPS[len(cards)]:
        other = floor(uniform() * size)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def dealt(
    seed: int, dealer: int, seats: int = 4, packets: Sequence[int] = (1,) * 13
) -> tuple[int, int, int, int]:
    """The hands of a deal from a seed, as masks, where nobody cuts.

    Args:
        seed: of the generator that shuffles.
        dealer: the seat dealt to last.
        seats: with three, a fourth hand is dealt before the dealer's and laid aside.
        packets: their sizes, 13 in all, each dealt to every hand in turn before the next.

    Returns:
        The hand of each seat; with three seats the dead hand comes last.

    >>> [hand.bit_count() for hand in dealt(1, 0)]
    [13, 13, 13, 13]
    """
    from random import Random  # the engine is given a generator

    pack = mix(list(range(52)), Random(seed))
    turn = [(dealer + 1 + step) % seats for step in range(seats)]
    if seats == 3:
        turn = [turn[0], turn[1], 3, turn[2]]
    hands = [0, 0, 0, 0]
    top = 0
    for size in packets:
        for seat in turn:
            hand = 0
            for card in pack[top : top + size]:
                hand |= BIT[card]
            hands[seat] |= hand
            top += size
    return hands[0], hands[1], hands[2], hands[3]
