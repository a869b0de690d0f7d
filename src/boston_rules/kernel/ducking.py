"""How cards are played, all hands being seen, to win no trick or to make somebody win one.

There are no trumps; all cards are ranked (see :mod:`~boston_rules.kernel.ranked`).
"""

from __future__ import annotations

from collections.abc import Sequence

from boston_rules.kernel.tricks import BIT

__all__ = ["discard", "duck", "force"]


def _best(cards: Sequence[int], lane: int) -> int:
    best = -1
    for card in cards:
        if lane & BIT[card] and card > best:
            best = card
    return best


def duck(
    held: Sequence[int], seat: int, lane: int, cards: Sequence[int], lanes: Sequence[int]
) -> int:
    """The card of one who avoids tricks.

    Args:
        held: what each seat holds.
        seat: who plays.
        lane: the suit led, 0 for the leader.
        cards: the cards of the trick so far.
        lanes: the masks of the suits.
    """
    hand = held[seat]
    if not hand & (hand - 1):
        return hand.bit_length() - 1
    seats = len(held)
    later = [held[(seat + step) % seats] for step in range(1, seats - len(cards))]
    if not cards:
        return _safe_lead(hand, later, lanes)
    legal = hand & lane
    if not legal:
        return discard(hand, held, seat, lanes)
    ceiling = _best(cards, lane)
    for other in later:
        # Who must go above anyway takes it: his lowest card is a ceiling too.
        theirs = other & lane
        if theirs:
            low = (theirs & -theirs).bit_length() - 1
            if low > ceiling:
                ceiling = low
    under = legal & (BIT[ceiling] - 1) if ceiling >= 0 else 0
    if under:
        return under.bit_length() - 1
    return (legal & -legal).bit_length() - 1 if later else legal.bit_length() - 1


def _safe_lead(hand: int, later: Sequence[int], lanes: Sequence[int]) -> int:
    """The highest card that somebody must beat; else the lowest of the suit most held elsewhere."""
    found = -1
    found_score = -999
    for lane in lanes:
        mine = hand & lane
        if not mine:
            continue
        ceiling = -1
        others = 0
        for other in later:
            theirs = other & lane
            others |= theirs
            if theirs:
                low = (theirs & -theirs).bit_length() - 1
                if low > ceiling:
                    ceiling = low
        low_card = (mine & -mine).bit_length() - 1
        under = mine & (BIT[ceiling] - 1) if ceiling >= 0 else 0
        if under:
            card = under.bit_length() - 1
            score = 100 + (others & (BIT[card] - 1)).bit_count()
        else:
            card = low_card
            below = (others & (BIT[card] - 1)).bit_count()
            score = (others.bit_count() - below) - 3 * below
            if others.bit_count() == below:
                score -= 50
        if score > found_score:
            found_score = score
            found = card
    return found


def discard(hand: int, held: Sequence[int], seat: int, lanes: Sequence[int]) -> int:
    """The top of the suit whose lowest card has most cards below it in other hands.

    Args:
        hand: the cards to choose from.
        held: what each seat holds.
        seat: whose cards they are.
        lanes: the masks of the suits.
    """
    others = 0
    for other in range(len(held)):
        if other != seat:
            others |= held[other]
    found = -1
    found_score = -1
    for lane in lanes:
        mine = hand & lane
        if mine:
            low = mine & -mine
            top = mine.bit_length() - 1
            exposed = (others & lane & (low - 1)).bit_count()
            below = (others & lane & (BIT[top] - 1)).bit_count()
            score = 32 * exposed + 2 * below
            if score > found_score:
                found_score = score
                found = top
    return found


def force(
    held: Sequence[int],
    seat: int,
    victim: int,
    leader: int,
    lane: int,
    cards: Sequence[int],
    lanes: Sequence[int],
) -> int:
    """The card of one who tries to make the victim win the trick.

    Args:
        held: what each seat holds.
        seat: who plays.
        victim: who is to win.
        leader: who led the trick.
        lane: the suit led, 0 for the leader.
        cards: the cards of the trick so far.
        lanes: the masks of the suits.
    """
    hand = held[seat]
    if not hand & (hand - 1):
        return hand.bit_length() - 1
    if not cards:
        return _forcing_lead(held, seat, victim, lanes)
    legal = hand & lane
    if not legal:
        return _useless(hand, held[victim], lanes)
    best = _best(cards, lane)
    seats = len(held)
    place = (victim - leader) % seats
    if place < len(cards):
        if cards[place] == best:
            under = legal & (BIT[best] - 1)
            if under:
                return under.bit_length() - 1
        return legal.bit_length() - 1
    theirs = held[victim] & lane
    if not theirs:
        return legal.bit_length() - 1
    low = theirs & -theirs
    if low.bit_length() - 1 < best:
        return legal.bit_length() - 1
    under = legal & (low - 1)
    return under.bit_length() - 1 if under else legal.bit_length() - 1


def _useless(hand: int, victims: int, lanes: Sequence[int]) -> int:
    """The highest card for its suit, first where the victim holds nothing any more."""
    found = -1
    found_score = -1
    for lane in lanes:
        mine = hand & lane
        if mine:
            top = mine.bit_length() - 1
            score = 2 * (top + 1 - (lane & -lane).bit_length())
            if not victims & lane:
                score += 5
            if mine & (mine - 1) == 0:
                score += 1
            if score > found_score:
                found_score = score
                found = top
    return found


def _forcing_lead(held: Sequence[int], seat: int, victim: int, lanes: Sequence[int]) -> int:
    """A card of a suit in which the victim is caught at once; else where he is nearest to it."""
    hand = held[seat]
    found = -1
    found_score = -999
    for lane in lanes:
        mine = hand & lane
        if not mine:
            continue
        theirs = held[victim] & lane
        low_mine = mine & -mine
        if not theirs:
            # Nothing to be gained, but a partner may lead next.
            score = -60
            card = mine.bit_length() - 1
        else:
            low = theirs & -theirs
            under = mine & (low - 1)
            caught = under != 0
            for other in range(len(held)):
                if other != seat and other != victim:
                    guard = held[other] & lane
                    if guard and guard & -guard > low:
                        caught = False
            if caught:
                return under.bit_length() - 1
            card = low_mine.bit_length() - 1
            others = mine
            for other in range(len(held)):
                if other != victim:
                    others |= held[other] & lane
            # Rounds that bring the victim's cards above those of the others.
            score = 2 * (others & (low - 1)).bit_count() - 3 * theirs.bit_count()
            if not under:
                card = mine.bit_length() - 1
                score -= 8
        if score > found_score:
            found_score = score
            found = card
    return found
