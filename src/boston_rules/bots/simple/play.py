"""Card play of those who want tricks: the declarer's side and its opponents."""

from __future__ import annotations

from boston_rules.bots.simple.sight import Sight

__all__ = ["cheapest", "follow_to_win", "lead_to_win", "throw_away"]


def follow_to_win(sight: Sight) -> int:
    """Second hand low, third hand high, last hand as cheaply as possible.

    A trick that an ally is winning for good is left to him.
    """
    assert sight.best is not None, "there is a trick to follow to"
    best, winner = sight.best, sight.winner
    winning = [card for row in sight.rows_of(sight.legal) for card in row if sight.beats(card)]
    if not winning:
        return throw_away(sight)
    rivals = [seat for seat in sight.later if seat not in sight.allies]
    if winner in sight.allies and (not rivals or sight.holds_up(best)):
        return throw_away(sight)
    led = sight.suit(sight.played[0])
    follows = sight.suit(winning[0]) == led
    if not rivals:
        return cheapest(sight, winning)
    sure = [card for card in winning if sight.holds_up(card)]
    if sure or not follows:
        return cheapest(sight, sure or winning)
    if winner in sight.allies:
        # The ally may hold, and a card that may be beaten too is worth the effort only when it
        # takes a better one to beat it.
        top = winning[-1]
        gain = sight.order.above[best] & ~sight.order.above[top] & sight.unseen
        return cheapest(sight, [top]) if gain.bit_count() > 1 else throw_away(sight)
    if len(sight.later) == 1:
        return sight.lowest_equal(winning[-1], sight.legal)
    return throw_away(sight)


def cheapest(sight: Sight, cards: list[int]) -> int:
    """The card of least worth among some that do the same."""
    level = sight.table.power
    return min(cards, key=lambda card: (sight.suit(card) == sight.trump, level[card][card]))


def throw_away(sight: Sight) -> int:
    """The card that is missed least: low, of a suit without a future, and no guard of an honour."""
    found = sight.rows_of(sight.legal)
    plain = [row for row in found if sight.suit(row[0]) != sight.trump]
    return min(plain or found, key=lambda row: _keep(sight, row))[0]


def _keep(sight: Sight, row: list[int]) -> float:
    """How much the lowest card of a plain suit is worth keeping."""
    lowest = row[0]
    worth = sight.table.power[lowest][lowest] / 10
    top_rivals = sight.higher(row[-1])
    if sight.is_master(lowest):
        worth += 4
    elif top_rivals == len(row) - 1 and top_rivals <= 2:
        worth += 2  # the last guard of a king or a queen
    if sight.has_trumps():
        worth += (len(row) - 3) * 0.3  # short suits can be ruffed soon
    elif not top_rivals:
        worth += len(row) * 0.2  # a long suit may be cashed
    return worth


# Leads.


def lead_to_win(sight: Sight) -> int:
    """The declarer draws trumps and cashes; his opponents cash, and lead where he is not void."""
    if sight.trump is not None and sight.seat in sight.side:
        card = _draw_trumps(sight)
        if card is not None:
            return card
    card = _cash(sight)
    if card is not None:
        return card
    return _open_suit(sight)


def _draw_trumps(sight: Sight) -> int | None:
    """The trump to lead while opponents have some to draw and it is worth it."""
    assert sight.trump is not None
    out = sight.trumps_out()
    mine = sight.row(sight.trump, sight.hand)
    if not out or not mine:
        return None
    top = mine[-1]
    higher = sight.higher(top)
    if sight.seat != sight.declarer:
        # The partner of the declarer leads trumps to him, high ones first, and stops early.
        if out <= 3 and higher:
            return None
        return top if not higher or len(mine) <= 2 else mine[0]
    if not higher:
        return top
    if len(mine) <= 2 or (out == higher and out <= 2):
        return None
    if len(mine) <= out // 2:
        return None
    # The top of a sequence forces a higher one out; otherwise a low one does as well.
    return top if sight.touching(mine[-2], top) else mine[0]


def _cash(sight: Sight) -> int | None:
    """The safest winner outside trumps, if there is one; the trumps when nothing else is left."""
    rivals = sight.opponents()
    ruffs = sight.trumps_out() > 0
    found = []
    for row in sight.rows_of(sight.legal):
        suit = sight.suit(row[0])
        if suit == sight.trump or not sight.is_master(row[-1]):
            continue
        if not (ruffs and any(sight.may_ruff(seat, suit) for seat in rivals)):
            left = (sight.unseen & sight.table.suit_masks[suit]).bit_count()
            # While ruffs threaten, the suit they have most of; then the one that is soon run.
            found.append((-left if ruffs else left, row[-1]))
    if found:
        return min(found)[1]
    if sight.trump is not None and not sight.hand & ~sight.table.suit_masks[sight.trump]:
        row = sight.row(sight.trump)
        return row[-1] if sight.is_master(row[-1]) else row[0]
    return None


def _open_suit(sight: Sight) -> int:
    """A lead without a winner: where it does the least harm or may do some good."""
    leads = [_lead_of(sight, row) for row in sight.rows_of(sight.legal)]
    return max(leads, key=lambda lead: lead[0])[1]


def _lead_of(sight: Sight, row: list[int]) -> tuple[float, int]:
    """How good it is to open a suit without its best card, and with which card."""
    suit, top, higher = sight.suit(row[0]), row[-1], sight.higher(row[-1])
    if suit == sight.trump:
        return -3.0, row[0] if higher else top
    score, card = 0.0, row[0]
    if len(row) > 1:
        if higher <= 2 and sight.touching(row[-2], top):
            score, card = 1.5, top  # the top of a sequence
        elif higher == 1:
            score = -1.5  # away from a king
    elif sight.seat != sight.declarer and sight.has_trumps():
        score = 1.5  # for a ruff
    rivals = sight.opponents()
    friends = [seat for seat in sight.allies if seat != sight.seat]
    score -= 2.5 * any(sight.may_ruff(seat, suit) for seat in rivals)
    score += 2.0 * any(sight.may_ruff(seat, suit) for seat in friends)
    return score, card
