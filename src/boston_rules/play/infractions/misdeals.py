"""Before the first call the seat that speaks first may call a misdeal."""

from __future__ import annotations

from typing import Final

from attrs import fields

from boston_rules.actions import Action, Misdeal
from boston_rules.errors import IllegalAction
from boston_rules.events import Event, Events, event_of, expected
from boston_rules.play.auction import Auction
from boston_rules.play.settled import throw_in
from boston_rules.state import State
from boston_rules.variant import Variant

__all__ = ["FirstCall", "first_call_of"]

_MISDEALS: Final = (Misdeal(), Misdeal(touched=True))


class FirstCall(Auction):
    """The first call of an auction, at which a misdeal can be called instead (P40)."""

    __slots__ = ()

    def redealt(self, events: Events) -> State:
        """The same dealer deals again."""
        raise NotImplementedError

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """The calls of an auction, and a misdeal."""
        return (*Auction.actions(variant), *_MISDEALS)

    def legal(self) -> tuple[Action, ...]:
        """The calls, then a misdeal."""
        calls = Auction.legal(self)
        return (*calls, *_MISDEALS) if calls else ()

    def lawful(self) -> tuple[Action, ...]:
        """The calls: nobody needs to call a misdeal."""
        return Auction.legal(self)

    def refuse(self, action: Action) -> IllegalAction | None:
        """As in the auction."""
        return None if type(action) is Misdeal else Auction.refuse(self, action)

    def after(self, action: Action) -> State:
        """The state after the action: a misdeal is dealt again, or ends the deal.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all, or a view.
        """
        if type(action) is not Misdeal:
            return Auction.after(self, action)
        self.check_full()
        return self._misdealt(event_of(self.actor, action))

    def told(self, event: Event) -> State:
        """The state after an event."""
        if type(event.action) is Misdeal:
            return self._misdealt(expected(event))
        return Auction.told(self, event)

    def _misdealt(self, event: Event) -> State:
        events = (*self.events, event)
        if self.table.variant.laws.misdeal.loses_deal:
            return throw_in(self.deal, (*self.said, event))
        return self.redealt(events)


def first_call_of(kind: type[FirstCall], state: Auction) -> Auction:
    """The same first call; by the table's law a misdeal can be called, unless too often."""
    law = state.table.variant.table_law
    if law is None:
        return state
    called = sum(type(event.action) is Misdeal for event in state.events)
    if called >= law.misdeals:
        return state
    return kind(*(getattr(state, attribute.name) for attribute in fields(Auction)))
