"""Following suit, winning a trick, and random playouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from boston_rules.core.cardplay.bits import (
    BIT,
    COMPILED,
    check_position,
    count_of,
    number_of,
    two_to,
)
from boston_rules.core.cardplay.ranked import Ranked

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = [
    "LAST_STATE",
    "cards_beating",
    "choice_of",
    "lacking",
    "may_play",
    "nth_bit",
    "random_playout",
    "random_step",
    "tricks_of",
    "void_shown",
    "voids_in_trick",
    "winning_place",
]

_FACTOR: Final = 1073740155
_LOW: Final = 0xFFFFFFFF

LAST_STATE: Final = _FACTOR * 2**32 - 2
"""The highest state of the small generator; the lowest is 1."""


def may_play(hand: i64, follow: i64) -> i64:
    """The cards that may be played to a lead: those that follow suit if any are held, else all.

    Where a play rule binds otherwise, :func:`choice_of` and :func:`lacking` take the place of this
    function and of :func:`void_shown`.

    Args:
        hand: the cards held.
        follow: the cards that follow the card led.

    >>> may_play(0b0110, 0b1100), may_play(0b0011, 0b1100)
    (4, 3)
    """
    following = hand & follow
    return following if following else hand


def void_shown(bit: i64, follow: i64) -> i64:
    """The cards that a player shows not to hold by playing a card, if he had to follow suit.

    The converse of :func:`may_play`: whoever plays a card that does not follow holds none that do.

    Args:
        bit: the card played.
        follow: the cards that follow the card led.

    >>> void_shown(0b0100, 0b1100), void_shown(0b0001, 0b1100)
    (0, 12)
    """
    return 0 if bit & follow else follow


def choice_of(hand: i64, masks: Sequence[int]) -> i64:
    """The cards that may be played under a rule: of the first set of which any are held, else all.

    Args:
        hand: the cards held.
        masks: sets of cards, the most binding first.

    >>> choice_of(0b0110, (0b1000, 0b0100)), choice_of(0b0110, ())
    (4, 6)
    """
    for each in masks:
        mask: i64 = each
        if hand & mask:
            return hand & mask
    return hand


def lacking(bit: i64, masks: Sequence[int]) -> i64:
    """The cards that a player shows not to hold by playing a card under a rule.

    The converse of :func:`choice_of`.

    Args:
        bit: the card played.
        masks: the sets of cards that bound him, the most binding first.

    >>> lacking(0b0100, (0b1000, 0b0100)), lacking(0b0001, ())
    (8, 0)
    """
    found: i64 = 0
    for each in masks:
        mask: i64 = each
        if bit & mask:
            break
        found |= mask
    return found


def voids_in_trick(cards: Sequence[int], leader: i64, seats: i64, follow: i64) -> i64:
    """The seats that have shown, by a card of a trick, to hold none that follow the lead.

    Args:
        cards: the cards in the order played.
        leader: who led.
        seats: how many play.
        follow: the cards that follow the card led.

    >>> voids_in_trick((0, 13, 1, 14), 2, 4, 0x1FFF)
    10
    """
    found: i64 = 0
    seat = leader
    for card in cards:
        if seat == seats:
            seat = 0
        if not BIT[card] & follow:
            found |= BIT[seat]
        seat += 1
    return found


def winning_place(cards: Sequence[int], power: Sequence[Sequence[int]]) -> int:
    """The place in a trick of the card that wins it, or is winning it so far; 0 is the leader's.

    Args:
        cards: the cards in the order played, at least one.
        power: ``power[card led][card]``; the highest wins.

    >>> winning_place((0, 2, 1), ((1, 2, 3), (0, 0, 0), (0, 0, 0)))
    1
    """
    row = power[cards[0]]
    if len(cards) == 4:
        # A whole trick, without a loop: the engine asks at the end of every trick.
        one, two, three, four = cards
        first = row[one]
        second = row[two]
        third = row[three]
        last = row[four]
        if second > first:
            if third > second:
                return 3 if last > third else 2
            return 3 if last > second else 1
        if third > first:
            return 3 if last > third else 2
        return 3 if last > first else 0
    most = 0  # the card led has more
    best = 0
    for card in cards:
        strength = row[card]
        if strength > most:
            most = strength
            best = card
    return cards.index(best)


def cards_beating(best: i64, led: i64, trumps: i64) -> i64:
    """The cards that would take a trick from the card that is winning it.

    What :func:`winning_place` decides, for ranked cards.

    Args:
        best: the card that is winning the trick.
        led: the cards of the suit led.
        trumps: the trumps, 0 without.

    >>> cards_beating(0b0001, 0b0011, 0b1100), cards_beating(0b0100, 0b0011, 0b1100)
    (14, 8)
    """
    if best & trumps:
        return trumps & -(best + best)
    return led & -(best + best) | trumps


def random_step(state: i64) -> i64:
    """The next state of a small generator, for playouts and nothing else.

    Multiply with carry: no number on the way has more than 62 bits, and the states 1 to
    :data:`LAST_STATE` form two rings of more than 2**60 each. The 32 bits that are drawn from a
    state are the exclusive or of its halves.

    >>> random_step(1)
    1073740155
    """
    return _FACTOR * (state & _LOW) + (state >> 32)


def nth_bit(mask: i64, place: i64) -> i64:
    """The card with so many lower ones in a mask, as a mask; 0 if there are not so many.

    >>> bin(nth_bit(0b101010, 2))
    '0b100000'
    """
    while place > 0 and mask:
        mask &= mask - 1
        place -= 1
    return mask & -mask


def tricks_of(won: i64, seat: i64) -> i64:
    """The tricks of a seat in a count of four bits a seat.

    >>> [tricks_of(0x2047, seat) for seat in range(4)]
    [7, 4, 0, 2]
    """
    return won >> 4 * seat & 15


def random_playout(
    order: Ranked,
    hands: Sequence[int],
    leader: i64,
    random: i64,
    trick: Sequence[int] = (),
    record: list[int] | None = None,
) -> tuple[int, int]:
    """The rest of a deal by chance: every card that may be played is as likely as the others.

    Everybody follows suit: a declarer who need not is unknown here.

    Args:
        order: the trick table, in whose ranked numbers all cards are.
        hands: what each of three or four seats holds; all the same number before a trick.
        leader: who leads, or has led ``trick``.
        random: the state of the generator, 1 to :data:`LAST_STATE`.
        trick: the cards of the current trick, no longer in the hands.
        record: takes every card played, in order, where given.

    Returns:
        Tricks won from here on, four bits a seat, and the state of the generator afterwards.

    Raises:
        ValueError: the hands, the trick or the leader are of no position.

    >>> lanes = tuple(0x1FFF * 2 ** (13 * suit) for suit in range(4))
    >>> order = Ranked(lanes, [[card % 13] * 52 for card in range(52)], -1)
    >>> random_playout(order, (1, 2, 4, 8), 0, 7)[0] == 1 << 4 * 3
    True
    """
    check_position(hands, leader, trick, 1)
    seats: i64 = len(hands)
    given: i64 = len(trick)
    trumps = order.trumps
    # The hands stand in the order of play: the leader's first.
    a: i64 = hands[leader]
    b: i64 = hands[(leader + 1) % seats]
    c: i64 = hands[(leader + 2) % seats]
    d: i64 = hands[(leader + 3) % seats] if seats > 3 else 0
    if given:
        a |= BIT[trick[0]]
        if given > 1:
            b |= BIT[trick[1]]
        if given > 2:
            c |= BIT[trick[2]]
    won: i64 = 0
    # The loop repeats what may_play and cards_beating decide: calling them would make a playout
    # about 15 % slower in plain Python. tests/cardplay/test_playouts.py holds it to the functions.
    while a:
        lane: i64 = 0
        led: i64 = 0
        best: i64 = 0
        place: i64 = 0
        step: i64 = 0
        while step < seats:
            may = a & led
            if not may:
                may = a
            if step < given:
                may = BIT[trick[step]]
            elif may & (may - 1):
                random = _FACTOR * (random & _LOW) + (random >> 32)
                if COMPILED:
                    count = count_of(may)
                else:
                    cards: int = may
                    count = cards.bit_count()
                nth = ((random ^ random >> 32) & _LOW) * count >> 32
                while nth:
                    may &= may - 1
                    nth -= 1
            bit = may & -may
            if record is not None and step >= given:
                record.append(number_of(bit))
            if bit & lane:
                if bit > best:
                    best = bit
                    place = step
            elif not step:
                best = bit
                lane = led = order.lane_of(bit)
            elif bit & trumps:
                best = bit
                lane = trumps
                place = step
            a ^= bit
            if seats == 4:
                a, b, c, d = b, c, d, a
            else:
                a, b, c = b, c, a
            step += 1
        given = 0
        leader = (leader + place) % seats
        won += two_to(4 * leader)
        while place:
            if seats == 4:
                a, b, c, d = b, c, d, a
            else:
                a, b, c = b, c, a
            place -= 1
    return won, random
