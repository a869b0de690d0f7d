"""Card play where tricks are to be avoided, or given to the one who must avoid them."""

from __future__ import annotations

from boston_rules.bots.simple.estimate import danger_of_row
from boston_rules.bots.simple.sight import Sight, mask_of

__all__ = ["duck", "force", "most_dangerous"]


def most_dangerous(sight: Sight, mask: int) -> int:
    """The card of a mask that is best got rid of."""

    def relief(row: list[int]) -> float:
        top = row[-1]
        held = sight.row(sight.suit(top), sight.hand)
        rest = [card for card in held if card != top]
        gained = danger_of_row(held, sight.order, sight.unseen)
        gained -= danger_of_row(rest, sight.order, sight.unseen)
        return gained + 0.02 * sight.lower(top)

    return max(sight.rows_of(mask), key=relief)[-1]


def duck(sight: Sight) -> int:
    """Take no trick: the highest card that loses, else the lowest; leads as low as possible."""
    if sight.best is None:
        return _safest_lead(sight)
    led = sight.suit(sight.played[0])
    losing = [card for row in sight.rows_of(sight.legal) for card in row if not sight.beats(card)]
    if any(sight.suit(card) != led for card in losing):
        return most_dangerous(sight, mask_of(losing))
    if losing:
        return losing[-1]
    row = sight.row(led) or [card for row in sight.rows_of(sight.legal) for card in row]
    return row[0] if sight.later else row[-1]


def _safest_lead(sight: Sight) -> int:
    """The lowest card of the suit in which the others are most likely to have to beat it."""

    def safety(row: list[int]) -> float:
        lower, higher = sight.lower(row[0]), sight.higher(row[0])
        if not higher:
            return -50.0 + (lower == 0) - lower
        return -lower + 0.2 * higher / len(row)

    return max(sight.rows_of(sight.legal), key=safety)[0]


def force(sight: Sight, victim: int) -> int:
    """Make a seat take a trick it does not want."""
    if sight.best is None:
        return _forcing_lead(sight, victim)
    led = sight.suit(sight.played[0])
    row = sight.row(led)
    if not row:
        return _useless(sight)
    if victim in sight.later:
        return _before_victim(sight, sight.best, victim, row)
    if sight.winner == victim:
        # Stay under him with the highest such card; who cannot gets rid of a high one.
        under = [card for card in row if not sight.beats(card)]
        return under[-1] if under else row[-1]
    return row[-1]


def _before_victim(sight: Sight, best: int, victim: int, row: list[int]) -> int:
    """The victim is still to play: stay below what he must beat, if he can be caught at all."""
    led = sight.suit(best)
    if sight.void[victim] >> led & 1:
        return row[-1]
    shown = sight.exposed.get(victim)
    if shown is not None:
        over = sight.order.above[sight.row(led, shown)[0]]
        under = [card for card in row if not over >> card & 1]
        return row[-1] if over >> best & 1 or not under else under[-1]
    held_back = [card for card in row if not sight.beats(card)]
    if held_back:
        # The trick is as high as it is already: the highest card that does not raise it goes.
        return held_back[-1]
    return row[-1] if sight.lower(best) >= 4 else row[0]


def _useless(sight: Sight) -> int:
    """A discard: a high card that could only win, of a short suit rather than a long one."""
    rows = sight.rows_of(sight.legal)
    return max(rows, key=lambda row: sight.lower(row[-1]) + 3.0 / len(row))[-1]


def _forcing_lead(sight: Sight, victim: int) -> int:
    """A low card of a suit that the victim may have to take."""
    shown = sight.exposed.get(victim)

    def chance(row: list[int]) -> float:
        card = row[0]
        suit = sight.suit(card)
        score = -float(sight.lower(card))
        if sight.void[victim] >> suit & 1:
            score -= 20
        elif shown is not None:
            lowest = sight.row(suit, shown)[0]
            score += 5 if sight.order.above[card] >> lowest & 1 else -5
        return score if sight.higher(card) else score - 8

    return max(sight.rows_of(sight.legal), key=chance)[0]
