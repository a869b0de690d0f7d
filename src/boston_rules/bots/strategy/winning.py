"""Card play of those who want tricks: the declarer's side and its opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boston_rules.bots.strategy.knowledge import Knowledge
from boston_rules.core.cardplay.bits import count_of, top_of, two_to

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["establish", "win"]


def win(known: Knowledge) -> i64:
    """The card to lead or to follow with."""
    return _follow(known) if known.best else _lead(known)


def _follow(known: Knowledge) -> i64:
    """Second hand low, third hand high, last hand as cheaply as possible.

    A trick that an ally is winning for good is left to him.
    """
    winning = known.legal & known.beating
    if not winning:
        return _throw_away(known)
    rivals = known.later & known.rivals
    friendly = known.winner & known.allies
    if friendly and (not rivals or known.holds_up(known.best)):
        return _throw_away(known)
    if not rivals:
        return _cheapest(known, winning)
    sure: i64 = 0
    rest = winning
    while rest:
        bit = rest & -rest
        rest ^= bit
        if known.holds_up(bit):
            sure |= bit
    if sure:
        return _cheapest(known, sure)
    if not winning & -winning & known.order.lane(known.led):
        return _cheapest(known, winning)
    top = top_of(winning)
    if friendly:
        # The ally may hold, and a card that may be beaten too is worth the effort only when it
        # takes a better one to beat it.
        gain = known.order.above(known.best) & ~known.order.above(top) & known.unseen
        return top if gain & (gain - 1) else _throw_away(known)
    if not known.later & (known.later - 1):
        return known.lowest_equal(top)
    return _throw_away(known)


def _cheapest(known: Knowledge, winning: i64) -> i64:
    """The card of least worth among some that win the trick: of the suit led, or trumps."""
    plain = winning & ~known.order.trumps
    cards = plain if plain else winning
    return cards & -cards


def _throw_away(known: Knowledge) -> i64:
    """The card that is missed least: low, of a suit without a future, and no guard of an honour."""
    order = known.order
    cards = known.legal & ~order.trumps
    if not cards:
        cards = known.legal
    found: i64 = 0
    least = 0.0
    for suit in range(4):
        row = cards & order.lane(suit)
        if row:
            worth = _keep(known, row)
            if not found or worth < least:
                least = worth
                found = row & -row
    return found


def _keep(known: Knowledge, row: i64) -> float:
    """How much the lowest card of a plain suit is worth keeping."""
    lowest = row & -row
    length = count_of(row)
    worth = known.order.level(lowest) / 10
    top_rivals = known.higher(top_of(row))
    if known.is_master(lowest):
        worth += 4
    elif top_rivals == length - 1 and top_rivals <= 2:
        worth += 2  # the last guard of a king or a queen
    if known.has_trumps():
        worth += float(length - 3) * 0.3  # short suits can be ruffed soon
    elif not top_rivals:
        worth += float(length) * 0.2  # a long suit may be cashed
    return worth


# Leads.


def establish(known: Knowledge) -> i64:
    """The lead that sets up a long suit without trumps while the other suits are stopped, else 0.

    Tricks must be lost before the low cards of a long suit are good; the hand wins the lead again
    with its winners elsewhere, so these are kept.
    """
    found: i64 = 0
    most: i64 = 0
    entries: i64 = 0
    for suit in range(4):
        row = known.legal & known.order.lane(suit)
        if row and known.is_master(top_of(row)):
            entries |= two_to(suit)
    for suit in range(4):
        row = known.legal & known.order.lane(suit)
        out = known.unseen & known.order.lane(suit)
        if count_of(row) < 4 or not out:
            continue
        gain: i64 = 0
        lost: i64 = 0
        rest = row
        while rest:
            bit = top_of(rest)
            rest ^= bit
            if known.order.above(bit) & out:
                lost += 1
                out ^= top_of(out)
            else:
                gain += 1 if lost else 0
                out &= out - 1
            out &= out - 1
            out &= out - 1
        if lost and count_of(entries & ~two_to(suit)) >= lost and gain > most:
            most = gain
            top = top_of(row)
            second = top_of(row ^ top)
            high = known.is_master(top) or known.touching(second, top)
            found = top if high else row & -row
    return found


def _lead(known: Knowledge) -> i64:
    """The declarer draws trumps and cashes; his opponents cash, and lead where he is not void."""
    card: i64 = 0
    if known.order.trump >= 0 and known.side >> known.seat & 1:
        card = _draw_trumps(known)
    if not card:
        card = _cash(known)
    return card if card else _open_suit(known)


def _draw_trumps(known: Knowledge) -> i64:
    """The trump to lead while opponents have some to draw and it is worth it, else 0."""
    out = known.trumps_out()
    mine = known.order.trumps & known.legal
    if not out or not mine:
        return 0
    top = top_of(mine)
    length = count_of(mine)
    higher = known.higher(top)
    if known.seat != known.declarer:
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
    return top if known.touching(top_of(mine ^ top), top) else mine & -mine


def _cash(known: Knowledge) -> i64:
    """The safest winner outside trumps, if there is one; the trumps when nothing else is left."""
    order = known.order
    ruffs = known.trumps_out() > 0
    found: i64 = 0
    least: i64 = 0
    for suit in range(4):
        lane = order.lane(suit)
        row = known.legal & lane
        if not row or suit == order.trump:
            continue
        top = top_of(row)
        if not known.is_master(top) or (ruffs and known.ruffing(known.rivals, suit)):
            continue
        left = count_of(known.unseen & lane)
        if ruffs:
            # While ruffs threaten, the suit they have most of; else the one that is soon run.
            left = -left
        if not found or left < least:
            least = left
            found = top
    if found:
        return found
    if order.trump >= 0 and not known.hand & ~order.trumps:
        row = known.legal & order.trumps
        top = top_of(row)
        return top if known.is_master(top) else row & -row
    return 0


def _open_suit(known: Knowledge) -> i64:
    """A lead without a winner: where it does the least harm or may do some good."""
    found: i64 = 0
    most = 0.0
    for suit in range(4):
        row = known.legal & known.order.lane(suit)
        if row:
            score, card = _lead_of(known, row, suit)
            if not found or score > most:
                most = score
                found = card
    return found


def _lead_of(known: Knowledge, row: i64, suit: i64) -> tuple[float, i64]:
    """How good it is to open a suit without its best card, and with which card."""
    top = top_of(row)
    low = row & -row
    higher = known.higher(top)
    if suit == known.order.trump:
        return -3.0, low if higher else top
    score = 0.0
    card = low
    if low != top:
        if higher <= 2 and known.touching(top_of(row ^ top), top):
            score = 1.5  # the top of a sequence
            card = top
        elif higher == 1:
            score = -1.5  # away from a king
    elif known.seat != known.declarer and known.has_trumps():
        score = 1.5  # for a ruff
    if known.ruffing(known.rivals, suit):
        score -= 2.5
    if known.ruffing(known.allies & ~two_to(known.seat), suit):
        score += 2.0
    return score, card
