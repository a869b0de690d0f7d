"""The card to be rid of, where tricks are to be avoided."""

from __future__ import annotations

from boston_rules.bots.simple.situation import Situation
from boston_rules.bots.strategy import ducking
from boston_rules.core.cardplay.bits import number_of

__all__ = ["most_dangerous"]


def most_dangerous(situation: Situation, mask: int) -> int:
    """The card of a mask that is best got rid of."""
    order = situation.order
    bit = ducking.most_dangerous(situation.known, order.mask(mask))
    return order.cards[number_of(bit)]
