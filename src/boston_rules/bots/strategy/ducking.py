"""Card play where tricks are to be avoided, or given to the one who must avoid them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boston_rules.bots.strategy.knowledge import Knowledge
from boston_rules.bots.strategy.winning import win
from boston_rules.core.cardplay.bits import count_of, top_of

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["danger", "duck", "force", "most_dangerous", "take_one"]


def danger(known: Knowledge, row: i64) -> float:
    """How likely a suit held takes a trick against its holder's will.

    The nth lowest card is safe while few of the cards below it are in other hands, and each round
    of the suit uses up some of them.
    """
    total = 0.0
    rate = 0.45
    place: i64 = 0
    while row and place < 4:
        bit = row & -row
        row ^= bit
        lower = known.lower(bit)
        if lower > 2 + place:
            total += rate * float(lower - 2 - place)
        place += 1
        rate = 0.25 if place == 1 else 0.2 if place == 2 else 0.12
    return total


def most_dangerous(known: Knowledge, mask: i64) -> i64:
    """The card of a mask that is best got rid of."""
    found: i64 = 0
    most = 0.0
    for suit in range(4):
        lane = known.order.lane(suit)
        row = mask & lane
        if row:
            top = top_of(row)
            held = known.hand & lane
            relief = danger(known, held)
            relief -= danger(known, held & ~top)
            relief += 0.02 * float(known.lower(top))
            if not found or relief > most:
                most = relief
                found = top
    return found


def duck(known: Knowledge) -> i64:
    """Take no trick: the highest card that loses, else the lowest; leads as low as possible."""
    if not known.best:
        return _safest_lead(known)
    lane = known.order.lane(known.led)
    losing = known.legal & ~known.beating
    if losing & ~lane:
        return most_dangerous(known, losing)
    if losing:
        return top_of(losing)
    row = known.legal & lane
    if not row:
        row = known.legal
    return row & -row if known.later else top_of(row)


def _safest_lead(known: Knowledge) -> i64:
    """The lowest card of the suit in which the others are most likely to have to beat it."""
    found: i64 = 0
    most = 0.0
    for suit in range(4):
        row = known.legal & known.order.lane(suit)
        if row:
            low = row & -row
            lower = known.lower(low)
            higher = known.higher(low)
            if not higher:
                safety = (-50.0 if lower else -49.0) - float(lower)
            else:
                safety = 0.2 * float(higher) / float(count_of(row)) - float(lower)
            if not found or safety > most:
                most = safety
                found = low
    return found


def force(known: Knowledge) -> i64:
    """Make the declarer take a trick he does not want."""
    if not known.best:
        return _forcing_lead(known)
    row = known.legal & known.order.lane(known.led)
    if not row:
        return _useless(known)
    if known.later >> known.declarer & 1:
        return _before_victim(known, row)
    if known.winner >> known.declarer & 1:
        # Stay under him with the highest such card; who cannot gets rid of a high one.
        under = row & ~known.beating
        return top_of(under if under else row)
    return top_of(row)


def _before_victim(known: Knowledge, row: i64) -> i64:
    """The victim is still to play: stay below what he must beat, if he can be caught at all."""
    order = known.order
    led = order.suit_of(known.best)
    if known.void_in(led) >> known.declarer & 1:
        return top_of(row)
    if known.shown:
        held = known.shown & order.lane(led)
        over = order.above(held & -held)
        under = row & ~over
        return top_of(row if over & known.best or not under else under)
    held_back = row & ~known.beating
    if held_back:
        # The trick is as high as it is already: the highest card that does not raise it goes.
        return top_of(held_back)
    return top_of(row) if known.lower(known.best) >= 4 else row & -row


def _useless(known: Knowledge) -> i64:
    """A discard: a high card that could only win, of a short suit rather than a long one."""
    found: i64 = 0
    most = 0.0
    for suit in range(4):
        row = known.legal & known.order.lane(suit)
        if row:
            top = top_of(row)
            score = float(known.lower(top)) + 3.0 / float(count_of(row))
            if not found or score > most:
                most = score
                found = top
    return found


def _forcing_lead(known: Knowledge) -> i64:
    """A low card of a suit that the victim may have to take."""
    found: i64 = 0
    most = 0.0
    for suit in range(4):
        lane = known.order.lane(suit)
        row = known.legal & lane
        if row:
            low = row & -row
            score = -float(known.lower(low))
            if known.void_in(suit) >> known.declarer & 1:
                score -= 20
            elif known.shown:
                held = known.shown & lane
                score += 5 if known.order.above(low) & held & -held else -5
            if not known.higher(low):
                score -= 8
            if not found or score > most:
                most = score
                found = low
    return found


def take_one(known: Knowledge, missing: i64, left: i64) -> i64:
    """A trick is still needed: take it with the highest card when that is safe, else wait.

    Args:
        known: of the declarer.
        missing: tricks still needed.
        left: cards in his hand.
    """
    found: i64 = 0
    most: i64 = 0
    rest = known.legal & known.beating
    while rest:
        bit = rest & -rest
        rest ^= bit
        if known.holds_up(bit):
            lower = known.lower(bit)
            if not found or lower > most:
                most = lower
                found = bit
    if found:
        return found
    if left <= missing + 2:
        return win(known)
    return duck(known)
