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
    winning = [card for card in _cards(sight, sight.legal) if sight.beats(card)]
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


def _cards(sight: Sight, mask: int) -> list[int]:
    """The cards of a mask, by suit and from low to high."""
    return [card for suit in range(4) for card in sight.row(suit, mask)]


def throw_away(sight: Sight) -> int:
    """The card that is missed least: low, of a suit without a future, and no guard of an honour."""
    plain = [suit for suit in range(4) if suit != sight.trump]
    choices = []
    for suit in plain:
        row = sight.row(suit)
        if row:
            choices.append((_keep(sight, suit, row), row[0]))
    if choices:
        return min(choices)[1]
    assert sight.trump is not None
    return sight.row(sight.trump)[0]


def _keep(sight: Sight, suit: int, row: list[int]) -> float:
    """How much the lowest card of a plain suit is worth keeping."""
    above = sight.order.above
    unseen = sight.unseen
    lowest = row[0]
    worth = sight.table.power[lowest][lowest] / 10
    top_rivals = (above[row[-1]] & unseen).bit_count()
    if sight.is_master(lowest):
        worth += 4
    elif top_rivals == len(row) - 1 and top_rivals <= 2:
        worth += 2  # the last guard of a king or a queen
    if sight.trump is not None and sight.hand & sight.table.suit_masks[sight.trump]:
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
    higher = (sight.order.above[top] & sight.unseen).bit_count()
    if sight.seat != sight.declarer:
        # The partner of the declarer leads trumps to him, high ones first, and stops early.
        if out <= 3 and higher:
            return None
        return top if not higher or len(mine) <= 2 else mine[0]
    if not higher:
        return top
    if len(mine) <= 2 or (out == higher and out <= 2):
        return None
    # High cards force the higher ones out; without a sequence a low one does as well.
    next_best = mine[-2]
    between = sight.order.above[next_best] & ~sight.order.above[top] & sight.unseen
    if len(mine) > out // 2:
        return top if not between else mine[0]
    return None


def _cash(sight: Sight) -> int | None:
    """The safest winner outside trumps, if there is one."""
    rivals = sight.opponents()
    found = []
    for suit in range(4):
        row = sight.row(suit)
        if not row or not sight.is_master(row[-1]):
            continue
        if suit == sight.trump:
            continue
        if sight.trumps_out() and any(sight.may_ruff(seat, suit) for seat in rivals):
            continue
        left = (sight.unseen & sight.table.suit_masks[suit]).bit_count()
        found.append((-left if sight.trumps_out() else left, row[-1]))
    if found:
        return min(found)[1]
    if sight.trump is not None and not sight.hand & ~sight.table.suit_masks[sight.trump]:
        row = sight.row(sight.trump)
        return row[-1] if sight.is_master(row[-1]) else row[0]
    return None


def _open_suit(sight: Sight) -> int:
    """A lead without a winner: where it does the least harm or may do some good."""
    best_score, best_card = -100.0, -1
    rivals = sight.opponents()
    friends = [seat for seat in sight.allies if seat != sight.seat]
    trumps = 0
    if sight.trump is not None:
        trumps = (sight.hand & sight.table.suit_masks[sight.trump]).bit_count()
    for suit in range(4):
        row = sight.row(suit)
        if not row:
            continue
        top = row[-1]
        higher = (sight.order.above[top] & sight.unseen).bit_count()
        score = 0.0
        card = row[0]
        if suit == sight.trump:
            score -= 3
            if not higher:
                card = top
        else:
            if len(row) >= 2:
                second = row[-2]
                between = sight.order.above[second] & ~sight.order.above[top] & sight.unseen
                if higher <= 2 and not between:
                    score += 1.5  # the top of a sequence
                    card = top
                elif higher == 1:
                    score -= 1.5  # away from a king
            if trumps and len(row) == 1 and sight.seat != sight.declarer:
                score += 1.5  # for a ruff
            score -= 2.5 * any(sight.may_ruff(seat, suit) for seat in rivals)
            score += 2 * any(sight.may_ruff(seat, suit) for seat in friends)
        if score > best_score:
            best_score, best_card = score, card
    return best_card
