"""Bits of masks, and whether the card play is compiled.

The numbers fit a machine word, so that a compiler can keep each in one. What mypyc has no
instruction for is done here: by arithmetic when compiled, by the methods of Python's integers when
not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # the word of the compiler; plain Python never asks for it
    from mypy_extensions import i64

__all__ = [
    "BIT",
    "COMPILED",
    "FULL",
    "check_mask",
    "check_position",
    "count_of",
    "indices",
    "number_of",
    "top_of",
    "two_to",
]

COMPILED: Final[bool] = not __file__.endswith(".py")
"""Whether machine code was loaded instead of this file."""

BIT: Final[tuple[int, ...]] = tuple(2**card for card in range(52))
"""The mask of each card alone."""

FULL: Final = 0xFFFFFFFFFFFFF
"""The mask of all 52 cards."""

_LANES: Final[list[tuple[tuple[int, ...], ...]]] = [
    tuple(
        [
            tuple([card for card in range(lane, min(lane + 7, 52)) if mask & 2 ** (card - lane)])
            for mask in range(128)
        ]
    )
    for lane in range(0, 52, 7)
]
"""The cards of every mask of seven cards, by seven cards that lie together."""

_TOP: Final[tuple[int, ...]] = (0, *[2**place for place in range(60)])


def indices(mask: i64) -> tuple[int, ...]:
    """The cards of a mask, lowest first.

    >>> from boston_rules.core.cardplay.bits import indices
    >>> indices(0b1011), indices(2**51)
    ((0, 1, 3), (51,))
    """
    return (
        _LANES[0][mask & 127]
        + _LANES[1][mask >> 7 & 127]
        + _LANES[2][mask >> 14 & 127]
        + _LANES[3][mask >> 21 & 127]
        + _LANES[4][mask >> 28 & 127]
        + _LANES[5][mask >> 35 & 127]
        + _LANES[6][mask >> 42 & 127]
        + _LANES[7][mask >> 49 & 127]
    )


def two_to(place: i64) -> i64:
    """The mask of a card, or of a seat.

    A shift of the literal one is cut to 32 bits by mypyc; a shift of a variable is not.

    >>> two_to(51) == 2**51
    True
    """
    one: i64 = place - place + 1
    return one << place


def count_of(mask: i64) -> i64:
    """The number of cards in a mask, which may have up to 60 bits.

    >>> count_of(0b1011), count_of(2**60 - 1)
    (3, 60)
    """
    if not COMPILED:
        cards: int = mask
        return cards.bit_count()
    mask -= mask >> 1 & 0x555555555555555
    mask = (mask & 0x333333333333333) + (mask >> 2 & 0x333333333333333)
    mask = mask + (mask >> 4) & 0xF0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127


def top_of(mask: i64) -> i64:
    """The highest card of a mask, as a mask; 0 if there is none.

    >>> bin(top_of(0b1011)), top_of(0)
    ('0b1000', 0)
    """
    if not COMPILED:
        cards: int = mask
        return _TOP[cards.bit_length()]
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    mask |= mask >> 16
    mask |= mask >> 32
    return mask ^ mask >> 1


def number_of(bit: i64) -> i64:
    """The card of a mask of one.

    >>> number_of(0b1000)
    3
    """
    if not COMPILED:
        card: int = bit
        return card.bit_length() - 1
    return count_of(bit - 1)


def check_mask(mask: int) -> None:
    """Refuse what is not a mask of cards: a loop over its bits might never end.

    Raises:
        ValueError: it is negative, or has a bit beyond the 52 cards.

    >>> check_mask(-1)
    Traceback (most recent call last):
        ...
    ValueError: a mask of cards has 52 bits and no sign
    """
    if mask < 0 or mask > FULL:
        raise ValueError("a mask of cards has 52 bits and no sign")


def check_position(hands: Sequence[int], leader: int, trick: Sequence[int], least: int) -> None:
    """Refuse hands and a trick that cannot be played out.

    Args:
        hands: what each of three or four seats holds.
        leader: who leads, or has led the trick.
        trick: the cards of the current trick, no longer in the hands.
        least: 0, or 1 where a trick that is complete does not count as one.

    Raises:
        ValueError: a mask is not one of cards, a card is there twice, a hand has too many cards or
            too few, there is no such leader, or the trick has too many cards.

    >>> check_position((1, 2, 4, 24), 0, (), 0)
    Traceback (most recent call last):
        ...
    ValueError: seat 3 holds 2 cards, expected 1
    """
    seats = len(hands)
    if seats not in (3, 4):
        raise ValueError(f"three or four hands are played, not {seats}")
    if leader < 0 or leader >= seats:
        raise ValueError(f"the leader is a seat 0 to {seats - 1}")
    if len(trick) > seats - least:
        raise ValueError(f"a trick that is going on has at most {seats - least} cards")
    seen = 0
    for hand in hands:
        check_mask(hand)
        if seen & hand:
            raise ValueError("two hands hold the same card")
        seen |= hand
    for card in trick:
        if card < 0 or card > 51 or seen & BIT[card]:
            raise ValueError("a card of the trick is no card, is held, or was played twice")
        seen |= BIT[card]
    # Whoever has played to a trick that goes on has a card less than the others.
    played = len(trick) if len(trick) < seats else 0
    due = count_of(hands[leader]) + (1 if played else 0)
    for place in range(seats):
        seat = (leader + place) % seats
        expected = due - 1 if place < played else due
        held = count_of(hands[seat])
        if held != expected:
            raise ValueError(f"seat {seat} holds {held} cards, expected {expected}")
