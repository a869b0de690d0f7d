"""Numbers for the cards in which a higher number of a suit is the better card."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["lanes_of", "moved", "ranking"]


def ranking(suits: Sequence[int], power: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """By card, its ranked number: suit by suit, in each from the weakest card up.

    Args:
        suits: the masks of the cards that count as each suit.
        power: by card led and card, what wins.

    >>> ranking((0b0011, 0b1100), ((1, 2, 0, 0), (1, 2, 0, 0), (0, 0, 2, 1), (0, 0, 2, 1)))
    (0, 1, 3, 2)
    """
    found = [0] * sum(mask.bit_count() for mask in suits)
    number = 0
    for mask in suits:
        cards = [card for card in range(len(found)) if mask >> card & 1]
        cards.sort(key=lambda card: power[card][card])
        for card in cards:
            found[card] = number
            number += 1
    return tuple(found)


def moved(mask: int, numbers: Sequence[int]) -> int:
    """A mask in other numbers.

    >>> bin(moved(0b0101, (0, 1, 3, 2)))
    '0b1001'
    """
    found = 0
    while mask:
        low = mask & -mask
        found |= 2 ** numbers[low.bit_length() - 1]
        mask ^= low
    return found


def lanes_of(suits: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of ranked cards: the mask of each suit, and by card the mask of its suit.

    Args:
        suits: the masks of the cards that count as each suit, in any numbering.

    >>> lanes_of((0b01, 0b10))
    ((1, 2), (1, 2))
    """
    lanes: list[int] = []
    follow: list[int] = []
    base = 0
    for mask in suits:
        size = mask.bit_count()
        lane = (2**size - 1) * 2**base
        lanes.append(lane)
        follow += [lane] * size
        base += size
    return tuple(lanes), tuple(follow)
