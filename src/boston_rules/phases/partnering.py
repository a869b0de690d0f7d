"""After the auction: asking the table for a partner, or calling a card."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Final

from attrs import evolve, frozen

from boston_rules.actions import CALLS, Accept, Action, Ask, Call, Decline, Solo
from boston_rules.cards import FULL_PACK, listed, lists
from boston_rules.contract import Contract
from boston_rules.errors import CalledCardHeld, IllegalAction
from boston_rules.phases.declaring import name_trump
from boston_rules.phases.setting import terms_at
from boston_rules.phases.state import Dealt, State
from boston_rules.phases.table import Deal, History

__all__ = ["Answering", "Asking", "Calling", "find_partner"]

_ASKS: Final = (Ask(), Solo())
_ANSWERS: Final = (Accept(), Decline())
_calls: Final = cache(lambda: lists(CALLS))


def find_partner(deal: Deal, history: History, contract: Contract) -> State:
    """The partner phase where the contract allows one, else what follows it."""
    partnering = terms_at(deal, contract).partnering
    if partnering == "ask":
        return Asking(deal, history, contract)
    if partnering == "call":
        return Calling(deal, history, contract)
    return name_trump(deal, history, contract)


@frozen(cache_hash=True)
class Asking(Dealt):
    """The declarer asks for a partner, or plays solo."""

    name: ClassVar[str] = "asking for a partner"
    contract: Contract

    @property
    def actor(self) -> int:
        """The declarer."""
        return self.contract.declarer

    def legal(self) -> tuple[Action, ...]:
        """Ask or solo."""
        return _ASKS

    def refuse(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        return None if type(action) in (Ask, Solo) else self.wrong_phase(action)

    def advance(self, action: Action) -> State:
        """The others are asked in turn, or the declarer plays alone."""
        history = (*self.history, (self.actor, action))
        if type(action) is Solo:
            return name_trump(self.deal, history, self.contract)
        seats = self.table.variant.seats
        return Answering(self.deal, history, self.contract, (self.actor + 1) % seats)


@frozen(cache_hash=True)
class Answering(Dealt):
    """A player who is asked accepts or declines to be partner."""

    name: ClassVar[str] = "answering the declarer"
    contract: Contract
    actor: int

    def legal(self) -> tuple[Action, ...]:
        """Accept or decline."""
        return _ANSWERS

    def refuse(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        return None if type(action) in (Accept, Decline) else self.wrong_phase(action)

    def advance(self, action: Action) -> State:
        """The first to accept is partner; if none does the declarer plays alone."""
        history = (*self.history, (self.actor, action))
        if type(action) is Accept:
            contract = evolve(self.contract, partner=self.actor)
            return name_trump(self.deal, history, contract)
        following = (self.actor + 1) % self.table.variant.seats
        if following == self.contract.declarer:
            return name_trump(self.deal, history, self.contract)
        return Answering(self.deal, history, self.contract, following)


@frozen(cache_hash=True)
class Calling(Dealt):
    """The declarer calls a card that he does not hold, or plays solo."""

    name: ClassVar[str] = "calling a card"
    contract: Contract

    @property
    def actor(self) -> int:
        """The declarer."""
        return self.contract.declarer

    def legal(self) -> tuple[Action, ...]:
        """Every card not held, then solo."""
        own = self.deal.hands[self.actor]
        return (*listed(_calls(), FULL_PACK ^ own), Solo())

    def refuse(self, action: Action) -> IllegalAction | None:
        """A called card is another player's."""
        if type(action) is Solo:
            return None
        if type(action) is not Call:
            return self.wrong_phase(action)
        if self.deal.hands[self.actor] >> action.card.index & 1:
            source = self.table.variant.partners.source
            reason = f"you hold {action.card} yourself"
            return self.refusal(CalledCardHeld, action, reason, source)
        return None

    def advance(self, action: Action) -> State:
        """The holder is partner, and only he knows it."""
        history = (*self.history, (self.actor, action))
        if not isinstance(action, Call):
            return name_trump(self.deal, history, self.contract)
        card = action.card.index
        holder = next(seat for seat, hand in enumerate(self.deal.hands) if hand >> card & 1)
        return name_trump(self.deal, history, evolve(self.contract, partner=holder))
