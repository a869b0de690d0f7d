"""The table at which a record begins."""

from __future__ import annotations

from boston_rules.records.model import Start
from boston_rules.table import Table, open_table
from boston_rules.variant import Variant

__all__ = ["opening_table"]


def opening_table(start: Start | None, variant: Variant, dealer: int, number: int) -> Table:
    """The table of the first deal of a record, its antes paid."""
    if start is None:
        return open_table(variant, dealer=dealer, deal_number=number)
    return open_table(
        variant,
        start.purses,
        pool=start.pool,
        set_aside=start.set_aside,
        dealer=dealer,
        deal_number=number,
        stakes=start.stakes,
        belle=start.belle,
        pack=tuple(card.index for card in start.pack),
    )
