"""Before the first call the seat that speaks first may call a misdeal."""

from __future__ import annotations

from typing import Final

from attrs import fields

from boston_rules.actions import Action, Misdeal
from boston_rules.errors import IllegalAction
from boston_rules.play.auction import Auction
from boston_rules.play.settled import throw_in
from boston_rules.state import State
from boston_rules.table import History
from boston_rules.variant import Variant

__all__ = ["FirstCall", "first_call_of"]

_MISDEALS: Final = (Misdeal(), Misdeal(touched=True))


class FirstCall(Auction):
    """The first call of an auction, at which a misdeal can be called instead (P40)."""

    __slots__ = ()

    def redealt(self, history: History) -> State:
        """The same dealer deals again."""
        raise NotImplementedError

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """The calls of an auction, and a misdeal."""
        return (*Auction.actions(variant), *_MISDEALS)

    def legal(self) -> tuple[Action, ...]:
        """The calls, then a misdeal."""
        return (*Auction.legal(self), *_MISDEALS)

    def lawful(self, legal: tuple[Action, ...] | None = None) -> tuple[Action, ...]:
        """The calls: nobody needs to call a misdeal."""
        return Auction.legal(self)

    def refuse(self, action: Action) -> IllegalAction | None:
        """As in the auction."""
        return None if type(action) is Misdeal else Auction.refuse(self, action)

    def after(self, action: Action) -> State:
        """The state after the action: a misdeal is dealt again, or ends the deal.

        Raises:
            IllegalAction: the rules refuse the action.
        """
        if type(action) is not Misdeal:
            return Auction.after(self, action)
        history = (*self.history, (self.actor, action))
        if self.table.variant.laws.misdeal.loses_deal:
            return throw_in(self.deal, history)
        return self.redealt(history)


def first_call_of(kind: type[FirstCall], state: Auction) -> Auction:
    """The same first call, at which a misdeal can be called unless it has been too often."""
    law = state.table.variant.table_law
    called = sum(isinstance(action, Misdeal) for _, action in state.history)
    if law is None or called >= law.misdeals:
        return state
    return kind(*(getattr(state, attribute.name) for attribute in fields(Auction)))
