"""Card play where tricks are to be avoided, or given to the one who must avoid them."""

from __future__ import annotations

from boston_rules.bots.simple.sight import Sight

__all__ = ["danger", "duck", "force", "most_dangerous"]


def danger(row: list[int], sight: Sight) -> float:
    """How likely a suit held (from low to high) is to take a trick against its holder's will.

    The nth lowest card is safe when not many cards below it are in other hands, for each round
    takes up to three of them.
    """
    total = 0.0
    for place, card in enumerate(row[:4]):
        lower = (sight.order.below[card] & sight.unseen).bit_count()
        higher = (sight.order.above[card] & sight.unseen).bit_count()
        if lower + higher == 0:
            # Nobody else has the suit: harmless unless it is led, and it need not be.
            continue
        excess = max(0.0, lower - 1.0 - place * 0.5)
        total += excess * excess / (1 + place) * (lower / (lower + higher + 0.5))
    return total


def most_dangerous(sight: Sight, mask: int) -> int:
    """The card that is best got rid of."""
    best_score, best_card = -1.0, -1
    for suit in range(4):
        row = sight.row(suit, mask)
        if not row:
            continue
        top = row[-1]
        held = sight.row(suit, sight.hand)
        relief = danger(held, sight) - danger([card for card in held if card != top], sight)
        lower = (sight.order.below[top] & sight.unseen).bit_count()
        score = relief + 0.05 * lower
        if score > best_score:
            best_score, best_card = score, top
    return best_card


def duck(sight: Sight) -> int:
    """Take no trick: the highest card that loses, else the lowest; leads as low as possible."""
    if sight.best is None:
        return _safest_lead(sight)
    losing = [
        card for suit in range(4) for card in sight.row(suit) if not sight.beats(card)
    ]
    led = sight.suit(sight.played[0])
    if losing:
        following = [card for card in losing if sight.suit(card) == led]
        if following and len(following) == len(losing):
            return following[-1]
        return most_dangerous(sight, _mask(losing))
    row = sight.row(led) or [
        card for suit in range(4) for card in sight.row(suit)
    ]
    if not sight.later:
        return row[-1]
    return row[0]


def _mask(cards: list[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _safest_lead(sight: Sight) -> int:
    """The card that the others are most likely to have to beat."""
    best_score, best_card = -1000.0, -1
    for suit in range(4):
        row = sight.row(suit)
        if not row:
            continue
        card = row[0]
        lower = (sight.order.below[card] & sight.unseen).bit_count()
        higher = (sight.order.above[card] & sight.unseen).bit_count()
        if not higher:
            score = -50.0 + (lower == 0) - lower
        else:
            score = -float(lower) + 0.2 * higher / len(row)
        if score > best_score:
            best_score, best_card = score, card
    return best_card


def force(sight: Sight, victim: int) -> int:
    """Make a seat take a trick it does not want."""
    if sight.best is None:
        return _forcing_lead(sight, victim)
    led = sight.suit(sight.played[0])
    row = sight.row(led)
    if not row or not sight.table.follow[sight.played[0]] & sight.legal:
        return _useless(sight, victim)
    if victim in sight.later:
        return _before_victim(sight, victim, led, row)
    if sight.winner == victim:
        under = [card for card in row if not sight.beats(card)]
        # Stay under him with the highest such card; who cannot gets rid of a high one.
        return under[-1] if under else row[-1]
    return row[-1]


def _before_victim(sight: Sight, victim: int, led: int, row: list[int]) -> int:
    """The victim is still to play: stay below what he must beat, if he can be caught at all."""
    if sight.void[victim] >> led & 1:
        return row[-1]
    shown = sight.exposed.get(victim)
    if shown is not None:
        lowest = sight.row(led, shown)[0]
        over = sight.order.above[lowest]
        assert sight.best is not None
        if over >> sight.best & 1:
            return row[-1]
        under = [card for card in row if not over >> card & 1]
        return under[-1] if under else row[-1]
    assert sight.best is not None
    below = (sight.order.below[sight.best] & sight.unseen).bit_count()
    if not sight.beats(row[0]):
        # The trick is as high as it is already: get rid of the highest card that does not raise it.
        return [card for card in row if not sight.beats(card)][-1]
    if below >= 4:
        return row[-1]
    return row[0]


def _useless(sight: Sight, victim: int) -> int:
    """A discard: the highest card, of a suit that can no longer catch the victim if possible."""
    best_score, best_card = -1.0, -1
    for suit in range(4):
        row = sight.row(suit)
        if not row:
            continue
        top = row[-1]
        lower = (sight.order.below[top] & sight.unseen).bit_count()
        score = lower + 3.0 / len(row)
        if score > best_score:
            best_score, best_card = score, top
    return best_card


def _forcing_lead(sight: Sight, victim: int) -> int:
    """A low card of a suit that the victim may have to take."""
    best_score, best_card = -1000.0, -1
    shown = sight.exposed.get(victim)
    for suit in range(4):
        row = sight.row(suit)
        if not row:
            continue
        card = row[0]
        lower = (sight.order.below[card] & sight.unseen).bit_count()
        higher = (sight.order.above[card] & sight.unseen).bit_count()
        score = -float(lower)
        if sight.void[victim] >> suit & 1:
            score -= 20
        elif shown is not None:
            lowest = sight.row(suit, shown)[0]
            score = 5.0 - lower if sight.order.above[card] >> lowest & 1 else -5.0 - lower
        if not higher:
            score -= 8
        if score > best_score:
            best_score, best_card = score, card
    return best_card
