"""A seeded deal, the same for all variants."""

from __future__ import annotations

from attrs import frozen

import boston_rules as br
from boston_rules.deal.table import Deal
from boston_rules.simulate.streams import stream
from boston_rules.solver.positions import deal_with

__all__ = ["Dealt", "deal_of", "dealt"]


@frozen
class Dealt:
    """Four hands, and the cards that are turned."""

    hands: tuple[tuple[br.Card, ...], ...]
    """By seat, in the order received."""
    dealer: int
    """His last card is turned where the deal turns one of the pack."""
    second: br.Card
    """The card turned from a second pack."""
    belle: br.Suit
    """The suit that the first deal of the session has turned."""


def dealt(seed: int, number: int) -> Dealt:
    """One deal of a seed; the seats deal in turn.

    >>> deal = dealt(1, 6)
    >>> deal.dealer, deal == dealt(1, 6), deal == dealt(2, 6)
    (2, True, False)
    """
    rng = stream(seed, f"deal {number}", "cards")
    pack = br.shuffled(rng)
    hands = tuple(tuple(pack[13 * seat : 13 * seat + 13]) for seat in range(4))
    return Dealt(hands, number % 4, rng.choice(br.PACK), rng.choice(list(br.Suit)))


def deal_of(variant: br.Variant, cards: Dealt) -> Deal:
    """The deal at a table of a variant, with the pool of a first deal."""
    rule = variant.dealing
    turned = None
    if rule.turns_from_hand:
        turned = cards.hands[cards.dealer][-1]
    elif rule.turns_by_chance:
        turned = cards.second
    belle = cards.belle if rule.fixes_belle else None
    return deal_with(variant, cards.hands, cards.dealer, turned, belle)
