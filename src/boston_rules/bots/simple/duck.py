"""The card to be rid of, where tricks are to be avoided."""

from __future__ import annotations

from boston_rules.bots.simple.sight import Sight
from boston_rules.kernel import ducking
from boston_rules.kernel.bits import number_of

__all__ = ["most_dangerous"]


def most_dangerous(sight: Sight, mask: int) -> int:
    """The card of a mask that is best got rid of."""
    order = sight.order
    bit = ducking.most_dangerous(sight.see, order.mask(mask))
    return order.cards[number_of(bit)]
