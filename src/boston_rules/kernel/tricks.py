"""What may be played, who wins, and playouts by chance.

Shifts are by table: a compiler that keeps integers in machine words must not be trusted with
``1 << card``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = [
    "BIT",
    "highest",
    "legal_mask",
    "lowest",
    "nth_card",
    "random_playout",
    "random_step",
    "tricks_of",
    "winner_of",
]

BIT: Final[tuple[int, ...]] = tuple(2**card for card in range(52))
"""The mask of each card alone."""

_WORD: Final = 0xFFFFFFFFFFFFFFFF
_HALF: Final = 0x100000000


def lowest(mask: int) -> int:
    """The lowest card of a mask that is not empty.

    >>> lowest(0b1100), highest(0b1100)
    (2, 3)
    """
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """The highest card of a mask that is not empty."""
    return mask.bit_length() - 1


def legal_mask(hand: int, led: int, follow: Sequence[int]) -> int:
    """The cards that may be played: of the suit led if any is held, else all.

    Args:
        hand: the cards held.
        led: the card led; -1 for the leader himself.
        follow: by card led, the cards that follow it.
    """
    if led < 0:
        return hand
    following = hand & follow[led]
    return following if following else hand


def winner_of(trick: Sequence[int], leader: int, seats: int, power: Sequence[Sequence[int]]) -> int:
    """The seat that wins a trick, or is winning one that is not complete.

    Args:
        trick: the cards in the order played, at least one.
        leader: who led.
        seats: players at the table.
        power: ``power[card led][card]``; the highest wins.
    """
    row = power[trick[0]]
    place = 0
    best = row[trick[0]]
    for at in range(1, len(trick)):
        if row[trick[at]] > best:
            best = row[trick[at]]
            place = at
    return (leader + place) % seats


def random_step(state: int) -> int:
    """The next state of a small generator of 64 bits (xorshift); a state is never 0.

    >>> random_step(1)
    1082269761
    """
    state ^= (state << 13) & _WORD
    state ^= state >> 7
    return state ^ ((state << 17) & _WORD)


def nth_card(mask: int, place: int) -> int:
    """The card with so many lower ones in a mask.

    >>> nth_card(0b101010, 2)
    5
    """
    for _ in range(place):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def tricks_of(won: int, seat: int) -> int:
    """The tricks of a seat in a count of four bits a seat."""
    return won >> 4 * seat & 15


def random_playout(
    hands: Sequence[int],
    leader: int,
    follow: Sequence[int],
    power: Sequence[Sequence[int]],
    random: int,
    trick: Sequence[int] = (),
    record: list[int] | None = None,
) -> tuple[int, int]:
    """The rest of a deal by chance: every card that may be played is as likely as the others.

    Everybody follows suit: a declarer who need not is unknown here.

    Args:
        hands: what each seat holds; all the same number before a trick.
        leader: who leads, or has led ``trick``.
        follow: by card led, the cards that follow it.
        power: by card led and card, what wins.
        random: the state of the generator, not 0.
        trick: the cards of the current trick, no longer in the hands.
        record: takes every card played, in order, where given.

    Returns:
        Tricks won from here on, four bits a seat, and the state of the generator afterwards.

    >>> follow = (0b1111,) * 4
    >>> power = ((1, 2, 3, 4),) * 4
    >>> random_playout((1, 2, 4, 8), 0, follow, power, 7)[0] == 1 << 4 * 3
    True
    """
    held = list(hands)
    seats = len(held)
    left = 0
    for hand in held:
        left += hand.bit_count()
    cards = list(trick)
    won = 0
    seat = (leader + len(cards)) % seats
    while left > 0:
        hand = held[seat]
        may = hand
        if cards:
            following = hand & follow[cards[0]]
            if following:
                may = following
        count = may.bit_count()
        if count > 1:
            random = random_step(random)
            card = nth_card(may, (random >> 32) * count // _HALF)
        else:
            card = may.bit_length() - 1
        held[seat] = hand ^ BIT[card]
        left -= 1
        cards.append(card)
        if record is not None:
            record.append(card)
        if len(cards) == seats:
            leader = winner_of(cards, leader, seats, power)
            won += BIT[4 * leader]
            cards = []
            seat = leader
        else:
            seat += 1
            if seat == seats:
                seat = 0
    return won, random
