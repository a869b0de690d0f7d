"""The declarer names the trump suit where the bid left it open."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import evolve, frozen

from boston_rules.actions import Action, NameTrump
from boston_rules.cards import Suit
from boston_rules.contract import Contract
from boston_rules.errors import IllegalAction
from boston_rules.questions.question import Opening, Question, QuestionRule
from boston_rules.state import State
from boston_rules.variant import Variant

__all__ = ["NAMING", "Naming", "NamingTrumps"]

_TRUMPS: Final = tuple(NameTrump(suit) for suit in Suit)


@frozen
class NamingTrumps(QuestionRule):
    """A bid that names no suit leaves it to the declarer to name one, whatever it outbid."""

    def can_arise(self, variant: Variant) -> bool:
        """Where a step of the ladder leaves the suit open."""
        return any(step.suit.named_later for step in variant.ladder)

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """Where the trump suit is still open."""
        return contract.trump is None and variant.ladder[contract.key].suit.named_later

    def phases(self) -> tuple[type[State], ...]:
        """The phase that the rule brings."""
        return (Naming,)

    def ask(self, opening: Opening) -> State:
        """The declarer names it."""
        return Naming(opening, opening.contract.declarer)


NAMING: Final = NamingTrumps()


@frozen(cache_hash=True)
class Naming(Question):
    """The declarer names any suit as trumps."""

    name: ClassVar[str] = "naming trumps"

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """The four suits."""
        return _TRUMPS

    def legal(self) -> tuple[Action, ...]:
        """Any of the four suits."""
        return _TRUMPS

    def refuse(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        return None if type(action) is NameTrump else self.wrong_phase(action)

    def advance(self, action: NameTrump) -> State:
        """What follows with the trump fixed."""
        opening = self.opening.said(self.actor, action)
        return opening.proceed(evolve(self.contract, trump=action.suit))
