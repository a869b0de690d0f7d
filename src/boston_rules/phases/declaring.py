"""After the auction: naming the trump suit where the bid left it open."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, frozen

from boston_rules.actions import Action, NameTrump
from boston_rules.cards import Suit
from boston_rules.contract import Contract
from boston_rules.errors import IllegalAction
from boston_rules.phases.polls import poll
from boston_rules.phases.setting import terms_at
from boston_rules.phases.state import Dealt, State
from boston_rules.phases.table import Deal, History

__all__ = ["Naming", "name_trump"]

_TRUMPS = tuple(NameTrump(suit) for suit in Suit)


def name_trump(deal: Deal, history: History, contract: Contract) -> State:
    """The naming phase where the bid left the trump open, else what follows it."""
    if terms_at(deal, contract).names_trump:
        return Naming(deal, history, contract)
    return poll(deal, history, contract)


@frozen(cache_hash=True)
class Naming(Dealt):
    """The declarer names any suit as trumps."""

    name: ClassVar[str] = "naming trumps"
    contract: Contract

    @property
    def actor(self) -> int:
        """The declarer."""
        return self.contract.declarer

    def legal(self) -> tuple[Action, ...]:
        """Any of the four suits."""
        return _TRUMPS

    def refuse(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        return None if type(action) is NameTrump else self.wrong_phase(action)

    def advance(self, action: NameTrump) -> State:
        """What follows with the trump fixed."""
        contract = evolve(self.contract, trump=action.suit)
        return poll(self.deal, (*self.history, (self.actor, action)), contract)
