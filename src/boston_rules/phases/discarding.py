"""Before the first lead: one card aside, face down, where the contract says so."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Final

from attrs import field, frozen

from boston_rules.actions import DISCARDS, Action, Discard
from boston_rules.cards import Cards, listed, lists
from boston_rules.contract import Contract
from boston_rules.errors import CardNotHeld, IllegalAction
from boston_rules.phases.setting import terms_at
from boston_rules.phases.state import Dealt, State, public_hands
from boston_rules.phases.table import Deal, History
from boston_rules.phases.tricks import play_contract

__all__ = ["Discarding", "lay_aside"]

_discards: Final = cache(lambda: lists(DISCARDS))


def lay_aside(deal: Deal, history: History, contract: Contract, chicane: tuple[int, ...]) -> State:
    """The discards where the contract has them, else the play."""
    if terms_at(deal, contract).discards:
        return Discarding(deal, history, contract, deal.table.eldest, chicane)
    return play_contract(deal, history, contract, (), chicane)


@frozen(cache_hash=True)
class Discarding(Dealt):
    """A player lays one card aside, unseen by the others to the end of the deal."""

    name: ClassVar[str] = "discarding"
    contract: Contract
    actor: int
    chicane: tuple[int, ...] = ()
    """Seats that have declared chicane."""
    discards: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """Seat and card of each discard so far."""

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands without the discards."""
        masks = list(self.deal.hands)
        for seat, card in self.discards:
            masks[seat] ^= 1 << card
        return public_hands(tuple(masks))

    def legal(self) -> tuple[Action, ...]:
        """Any card of the hand."""
        return listed(_discards(), self.deal.hands[self.actor])

    def refuse(self, action: Action) -> IllegalAction | None:
        """The card must be held."""
        if type(action) is not Discard:
            return self.wrong_phase(action)
        if not self.deal.hands[self.actor] >> action.card.index & 1:
            source = self.table.variant.ladder[self.contract.key].source
            return self.refusal(CardNotHeld, action, f"you do not hold {action.card}", source)
        return None

    def advance(self, action: Discard) -> State:
        """The next discard, or the play."""
        history = (*self.history, (self.actor, action))
        discards = (*self.discards, (self.actor, action.card.index))
        seats = self.table.variant.seats
        if len(discards) == seats:
            return play_contract(self.deal, history, self.contract, discards, self.chicane)
        following = (self.actor + 1) % seats
        return Discarding(self.deal, history, self.contract, following, self.chicane, discards)
