"""The declarer names the trump suit where the bid left it open."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from attrs import evolve

from boston_rules.core.actions import Action, NameTrump
from boston_rules.core.cards import Suit
from boston_rules.core.contract import Contract
from boston_rules.deal.questions.question import FixedAnswers, QuestionRule
from boston_rules.deal.state import State
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.opening import Opening

__all__ = ["NAMING", "Naming", "NamingTrumps"]


class NamingTrumps(QuestionRule):
    """A bid that names no suit leaves it to the declarer to name one, whatever it outbid."""

    __slots__ = ()
    by_contract: ClassVar[bool] = True

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


class Naming(FixedAnswers):
    """The declarer names any suit as trumps."""

    __slots__ = ()
    phase: ClassVar[str] = "naming trumps"
    answers: ClassVar[tuple[Action, ...]] = tuple(NameTrump(suit) for suit in Suit)

    def advance(self, action: NameTrump) -> State:
        """What follows with the trump fixed."""
        opening = self.opening.said(self.actor, action)
        return opening.proceed(evolve(opening.contract, trump=action.suit))
