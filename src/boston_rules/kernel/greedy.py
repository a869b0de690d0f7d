"""Playouts in which everybody sees all hands and plays each trick as well as he can.

The players look one trick ahead and no further: who can win a trick for his side does so as
cheaply as possible, who cannot throws his lowest card, who must not win goes as high as he may
without winning. All cards are ranked (see :mod:`~boston_rules.kernel.ranked`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from boston_rules.kernel.ducking import discard, duck, force
from boston_rules.kernel.tricks import BIT, lowest

__all__ = ["ABOVE", "playout_avoiding", "playout_sides"]

ABOVE: Final[tuple[int, ...]] = tuple(2**52 - 2**card for card in range(53))
"""The masks of all cards from each card on; the last is empty."""

_TRUMP: Final = 64
"""What makes a trump stronger than all other cards."""


def playout_sides(
    hands: Sequence[int],
    leader: int,
    camp: int,
    lanes: Sequence[int],
    follow: Sequence[int],
    trumps: int,
    trick: Sequence[int] = (),
) -> int:
    """The rest of a deal between two sides that both want tricks.

    Args:
        hands: what each seat holds.
        leader: who leads, or has led ``trick``.
        camp: the declarer's side, as bits by seat.
        lanes: the masks of the suits.
        follow: by card led, the cards that follow it.
        trumps: the mask of the trumps, 0 without.
        trick: the cards of the current trick, no longer in the hands.

    Returns:
        Tricks won from here on, four bits a seat.

    >>> lanes = tuple(0x1FFF << 13 * suit for suit in range(4))
    >>> follow = tuple(lanes[card // 13] for card in range(52))
    >>> hex(playout_sides((0b1100, 0b11, 3 << 13, 3 << 26), 2, 0b0101, lanes, follow, lanes[0]))
    '0x2'
    """
    held = list(hands)
    seats = len(held)
    won = 0
    count = len(trick)
    while True:
        if count:
            lane = follow[trick[0]]
            best_seat = leader
            best = -1
            for place in range(count):
                card = trick[place]
                strength = -1
                if trumps & BIT[card]:
                    strength = card + _TRUMP
                elif lane & BIT[card]:
                    strength = card
                if strength > best:
                    best = strength
                    best_seat = (leader + place) % seats
        else:
            hand = held[leader]
            if not hand:
                return won
            card = hand.bit_length() - 1 if not hand & (hand - 1) else 0
            if hand & (hand - 1):
                card = _lead(held, leader, camp, lanes, trumps)
            held[leader] = hand ^ BIT[card]
            lane = follow[card]
            best = card + _TRUMP if trumps & BIT[card] else card
            best_seat = leader
            count = 1
        raised = _TRUMP if lane == trumps else 0
        seat = leader + count
        if seat >= seats:
            seat -= seats
        for place in range(count, seats):
            hand = held[seat]
            legal = hand & lane
            follows = legal
            if not follows:
                legal = hand
            if not legal & (legal - 1):
                card = legal.bit_length() - 1
            else:
                ours = camp >> seat & 1
                threat = -1
                help_ = -1
                other = seat
                for _ in range(place + 1, seats):
                    other += 1
                    if other == seats:
                        other = 0
                    cards = held[other]
                    playable = cards & lane
                    if playable:
                        strength = playable.bit_length() - 1 + raised
                    else:
                        playable = cards & trumps
                        strength = playable.bit_length() - 1 + _TRUMP if playable else -1
                    if (camp >> other & 1) == ours:
                        if strength > help_:
                            help_ = strength
                    elif strength > threat:
                        threat = strength
                held_by_us = (camp >> best_seat & 1) == ours
                need = threat if held_by_us or threat > best else best
                wins = 0
                if not (held_by_us and best > threat) and help_ <= need:
                    if follows:
                        if raised or need < _TRUMP:
                            wins = legal & ABOVE[need - raised + 1 if need >= raised else 0]
                    else:
                        wins = hand & trumps
                        if need >= _TRUMP:
                            wins &= ABOVE[need - _TRUMP + 1]
                if wins:
                    card = (wins & -wins).bit_length() - 1
                elif follows:
                    card = (legal & -legal).bit_length() - 1
                else:
                    card = _throw(legal, lanes, trumps)
            held[seat] = hand ^ BIT[card]
            strength = -1
            if trumps & BIT[card]:
                strength = card + _TRUMP
            elif lane & BIT[card]:
                strength = card
            if strength > best:
                best = strength
                best_seat = seat
            seat += 1
            if seat == seats:
                seat = 0
        won += BIT[4 * best_seat]
        leader = best_seat
        count = 0


def _throw(legal: int, lanes: Sequence[int], trumps: int) -> int:
    """The lowest card for its suit, and no trump while there is another."""
    plain = legal & ~trumps
    if not plain:
        return (legal & -legal).bit_length() - 1
    found = -1
    least = 99
    for lane in lanes:
        mine = plain & lane
        if mine:
            low = mine & -mine
            rank = (low.bit_length() << 1) - ((lane & -lane).bit_length() << 1)
            if mine == low:
                rank -= 1  # of equals the single one: it makes a void
            if rank < least:
                least = rank
                found = low.bit_length() - 1
    return found


def _lead(held: Sequence[int], leader: int, camp: int, lanes: Sequence[int], trumps: int) -> int:
    """Draw trumps as declarer, cash, lead to a partner's winner or ruff, else from length."""
    hand = held[leader]
    ours = camp >> leader & 1
    rivals = 0
    allies = 0
    for seat in range(len(held)):
        if (camp >> seat & 1) != ours:
            rivals |= held[seat]
        elif seat != leader:
            allies |= held[seat]
    mine = hand & trumps
    out = rivals & trumps
    if mine and out and ours and mine > out and mine & (mine - 1):
        return mine.bit_length() - 1
    found = -1
    found_score = -99
    for lane in lanes:
        own = hand & lane
        if not own or lane == trumps:
            continue
        theirs = rivals & lane
        friends = allies & lane
        ruffed = False
        if out:
            for seat in range(len(held)):
                if (camp >> seat & 1) != ours and held[seat] & trumps and not held[seat] & lane:
                    ruffed = True
        if own > theirs and not ruffed and (friends < own or not theirs):
            return own.bit_length() - 1
        if not ruffed and friends > theirs and friends > own:
            score = 20
        elif not ruffed and allies & trumps and _can_ruff(held, leader, camp, lane, trumps):
            score = 15
        else:
            above = theirs & ~((own & -own) - 1)
            below = theirs & (BIT[own.bit_length() - 1] - 1)
            score = below.bit_count() - 2 * above.bit_count()
            if ruffed:
                score -= 6
            elif own > theirs:
                score += 30
        if score > found_score:
            found_score = score
            found = (own & -own).bit_length() - 1
            if own > theirs and not ruffed:
                found = own.bit_length() - 1
    if mine and (found < 0 or (out and mine.bit_count() > out.bit_count())):
        if mine > out:
            return mine.bit_length() - 1
        return (mine & -mine).bit_length() - 1
    return found


def _can_ruff(held: Sequence[int], leader: int, camp: int, lane: int, trumps: int) -> bool:
    ours = camp >> leader & 1
    for seat in range(len(held)):
        ally = seat != leader and (camp >> seat & 1) == ours
        if ally and held[seat] & trumps and not held[seat] & lane:
            return True
    return False


def playout_avoiding(
    hands: Sequence[int],
    leader: int,
    victim: int,
    wanted: int,
    follow: Sequence[int],
    lanes: Sequence[int],
    trick: Sequence[int] = (),
    helpers: int = 0,
    free: int = 0,
) -> int:
    """The rest of a deal without trumps in which tricks are to be avoided.

    Args:
        hands: what each seat holds.
        leader: who leads, or has led ``trick``.
        victim: the declarer, whom the others try to give tricks; -1 when each plays for himself
            and avoids tricks.
        wanted: the tricks that the declarer still has to take.
        follow: by card led, the cards that follow it.
        lanes: the masks of the suits.
        trick: the cards of the current trick, no longer in the hands.
        helpers: seats that win tricks to spare the declarer, as bits.
        free: tricks, this one counted, in which the declarer need not follow suit.

    Returns:
        Tricks won from here on, four bits a seat. It ends as soon as the victim has won more than
        he wants, and the rest is not counted.

    >>> lanes = tuple(0x1FFF << 13 * suit for suit in range(4))
    >>> follow = tuple(lanes[card // 13] for card in range(52))
    >>> hex(playout_avoiding((0b1001, 0b0110), 0, 0, 0, follow, lanes))
    '0x11'
    """
    held = list(hands)
    seats = len(held)
    won = 0
    cards = list(trick)
    while True:
        if not cards:
            hand = held[leader]
            if not hand:
                return won
        while len(cards) < seats:
            seat = (leader + len(cards)) % seats
            lane = follow[cards[0]] if cards else 0
            if victim < 0:
                card = duck(held, seat, lane, cards, lanes)
            elif seat == victim:
                spare = held[seat] & ~lane
                if free > 0 and cards and spare:
                    card = discard(spare, held, seat, lanes)
                elif wanted > 0:
                    card = _take_one(held, seat, lane, cards, lanes)
                else:
                    card = duck(held, seat, lane, cards, lanes)
            elif helpers >> seat & 1:
                mine = held[seat] & lane if cards else held[seat]
                card = mine.bit_length() - 1 if mine else lowest(held[seat])
            else:
                card = force(held, seat, victim, leader, lane, cards, lanes)
            held[seat] ^= BIT[card]
            cards.append(card)
        lane = follow[cards[0]]
        best = -1
        place = 0
        for at in range(seats):
            if lane & BIT[cards[at]] and cards[at] > best:
                best = cards[at]
                place = at
        leader = (leader + place) % seats
        won += BIT[4 * leader]
        free -= 1
        if leader == victim:
            wanted -= 1
            if wanted < 0:
                return won
        cards.clear()


def _take_one(
    held: Sequence[int], seat: int, lane: int, cards: Sequence[int], lanes: Sequence[int]
) -> int:
    """The highest card that is sure to win, if there is one; else as one who ducks."""
    hand = held[seat]
    legal = hand & lane if cards else hand
    if cards and not legal:
        return duck(held, seat, lane, cards, lanes)
    best = -1
    for card in cards:
        if lane & BIT[card] and card > best:
            best = card
    later = 0
    seats = len(held)
    for step in range(1, seats - len(cards)):
        later |= held[(seat + step) % seats]
    found = -1
    height = -1
    for one in lanes:
        mine = legal & one
        if mine and mine.bit_length() - 1 > best and mine > later & one:
            top = mine.bit_length() - (one & -one).bit_length()
            if top > height:
                height = top
                found = mine.bit_length() - 1
    if found >= 0:
        return found
    return duck(held, seat, lane, cards, lanes)
