"""Card play of those who want tricks: the declarer's side and its opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boston_rules.kernel.bits import count_of, top_of, two_to
from boston_rules.kernel.sight import Sight

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["win"]


def win(see: Sight) -> i64:
    """The card to lead or to follow with."""
    return _follow(see) if see.best else _lead(see)


def _follow(see: Sight) -> i64:
    """Second hand low, third hand high, last hand as cheaply as possible.

    A trick that an ally is winning for good is left to him.
    """
    winning = see.legal & see.beating
    if not winning:
        return _throw_away(see)
    rivals = see.later & see.rivals
    friendly = see.winner & see.allies
    if friendly and (not rivals or see.holds_up(see.best)):
        return _throw_away(see)
    if not rivals:
        return _cheapest(see, winning)
    sure: i64 = 0
    rest = winning
    while rest:
        bit = rest & -rest
        rest ^= bit
        if see.holds_up(bit):
            sure |= bit
    if sure:
        return _cheapest(see, sure)
    if not winning & -winning & see.order.lane(see.led):
        return _cheapest(see, winning)
    top = top_of(winning)
    if friendly:
        # The ally may hold, and a card that may be beaten too is worth the effort only when it
        # takes a better one to beat it.
        gain = see.order.above(see.best) & ~see.order.above(top) & see.unseen
        return top if gain & (gain - 1) else _throw_away(see)
    if not see.later & (see.later - 1):
        return see.lowest_equal(top)
    return _throw_away(see)


def _cheapest(see: Sight, winning: i64) -> i64:
    """The card of least worth among some that win the trick: of the suit led, or trumps."""
    plain = winning & ~see.order.trumps
    cards = plain if plain else winning
    return cards & -cards


def _throw_away(see: Sight) -> i64:
    """The card that is missed least: low, of a suit without a future, and no guard of an honour."""
    order = see.order
    cards = see.legal & ~order.trumps
    if not cards:
        cards = see.legal
    found: i64 = 0
    least = 0.0
    for suit in range(4):
        row = cards & order.lane(suit)
        if row:
            worth = _keep(see, row)
            if not found or worth < least:
                least = worth
                found = row & -row
    return found


def _keep(see: Sight, row: i64) -> float:
    """How much the lowest card of a plain suit is worth keeping."""
    lowest = row & -row
    length = count_of(row)
    worth = see.order.level(lowest) / 10
    top_rivals = see.higher(top_of(row))
    if see.is_master(lowest):
        worth += 4
    elif top_rivals == length - 1 and top_rivals <= 2:
        worth += 2  # the last guard of a king or a queen
    if see.has_trumps():
        worth += float(length - 3) * 0.3  # short suits can be ruffed soon
    elif not top_rivals:
        worth += float(length) * 0.2  # a long suit may be cashed
    return worth


# Leads.


def _lead(see: Sight) -> i64:
    """The declarer draws trumps and cashes; his opponents cash, and lead where he is not void."""
    card: i64 = 0
    if see.order.trump >= 0 and see.side >> see.seat & 1:
        card = _draw_trumps(see)
    if not card:
        card = _cash(see)
    return card if card else _open_suit(see)


def _draw_trumps(see: Sight) -> i64:
    """The trump to lead while opponents have some to draw and it is worth it, else 0."""
    out = see.trumps_out()
    mine = see.order.trumps & see.hand
    if not out or not mine:
        return 0
    top = top_of(mine)
    length = count_of(mine)
    higher = see.higher(top)
    if see.seat != see.declarer:
        # The partner of the declarer leads trumps to him, high ones first, and stops early.
        if out <= 3 and higher:
            return 0
        return top if not higher or length <= 2 else mine & -mine
    if not higher:
        return top
    if length <= 2 or (out == higher and out <= 2):
        return 0
    if length <= out // 2:
        return 0
    # The top of a sequence forces a higher one out; otherwise a low one does as well.
    return top if see.touching(top_of(mine ^ top), top) else mine & -mine


def _cash(see: Sight) -> i64:
    """The safest winner outside trumps, if there is one; the trumps when nothing else is left."""
    order = see.order
    ruffs = see.trumps_out() > 0
    found: i64 = 0
    least: i64 = 0
    for suit in range(4):
        lane = order.lane(suit)
        row = see.legal & lane
        if not row or suit == order.trump:
            continue
        top = top_of(row)
        if not see.is_master(top) or (ruffs and see.ruffing(see.rivals, suit)):
            continue
        left = count_of(see.unseen & lane)
        if ruffs:
            # While ruffs threaten, the suit they have most of; else the one that is soon run.
            left = -left
        if not found or left < least:
            least = left
            found = top
    if found:
        return found
    if order.trump >= 0 and not see.hand & ~order.trumps:
        row = see.legal & order.trumps
        top = top_of(row)
        return top if see.is_master(top) else row & -row
    return 0


def _open_suit(see: Sight) -> i64:
    """A lead without a winner: where it does the least harm or may do some good."""
    found: i64 = 0
    most = 0.0
    for suit in range(4):
        row = see.legal & see.order.lane(suit)
        if row:
            score, card = _lead_of(see, row, suit)
            if not found or score > most:
                most = score
                found = card
    return found


def _lead_of(see: Sight, row: i64, suit: i64) -> tuple[float, i64]:
    """How good it is to open a suit without its best card, and with which card."""
    top = top_of(row)
    low = row & -row
    higher = see.higher(top)
    if suit == see.order.trump:
        return -3.0, low if higher else top
    score = 0.0
    card = low
    if low != top:
        if higher <= 2 and see.touching(top_of(row ^ top), top):
            score = 1.5  # the top of a sequence
            card = top
        elif higher == 1:
            score = -1.5  # away from a king
    elif see.seat != see.declarer and see.has_trumps():
        score = 1.5  # for a ruff
    if see.ruffing(see.rivals, suit):
        score -= 2.5
    if see.ruffing(see.allies & ~two_to(see.seat), suit):
        score += 2.0
    return score, card
