"""Before the first lead: one card aside, face down, where the contract says so."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final

from boston_rules.core.actions import DISCARDS, Action, Discard
from boston_rules.core.cards import listed, lists
from boston_rules.core.contract import Contract
from boston_rules.core.errors import CardNotHeld, IllegalAction
from boston_rules.core.hidden import HOLE
from boston_rules.core.saying import say, say_as
from boston_rules.deal.questions.question import Question, QuestionRule
from boston_rules.deal.state import State
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.opening import Opening

__all__ = ["DISCARDING", "Discarding", "LayingAside"]

_discards: Final = cache(lambda: lists(DISCARDS))


class LayingAside(QuestionRule):
    """All players lay a card aside in turn from eldest, where the step of the ladder says so."""

    __slots__ = ()
    by_contract: ClassVar[bool] = True

    def can_arise(self, variant: Variant) -> bool:
        """Where a step of the ladder has discards."""
        return any(step.discard for step in variant.ladder)

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """By the step of the ladder."""
        return variant.ladder[contract.key].discard

    def phases(self) -> tuple[type[State], ...]:
        return (Discarding,)

    def ask(self, opening: Opening) -> State:
        """Eldest begins."""
        return Discarding(opening, opening.deal.table.eldest)


DISCARDING: Final = LayingAside()


class Discarding(Question):
    """A player lays one card aside, unseen by the others to the end of the deal."""

    __slots__ = ()
    phase: ClassVar[str] = say_as("phase", "discarding")

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every card."""
        return tuple(DISCARDS)

    def answers_with(self, hand: int) -> tuple[Action, ...]:
        """Any card of the hand."""
        return listed(_discards(), hand)

    def refuse_openly(self, action: Action) -> IllegalAction | None:
        """Anything but a discard; only in another's view its card may be hidden."""
        if type(action) is not Discard:
            return self.wrong_phase(action)
        if action.card is HOLE and self.sees(self.actor):
            return self.refusal(CardNotHeld, action, say("a card that is held is laid aside"))
        return None

    def refuse_hand(self, action: Action) -> IllegalAction | None:
        """The card must be held."""
        assert type(action) is Discard, "nothing else is done in this phase"
        if action.card is HOLE or not self.deal.lacks(self.actor, 1 << action.card.index):
            return None
        source = self.table.variant.ladder[self.opening.contract.key].source
        reason = say("you do not hold {card}", card=action.card)
        return self.refusal(CardNotHeld, action, reason, source)

    def rule_of(self, action: Action) -> object:
        """The bid, with which a card is laid aside."""
        return self.table.variant.ladder[self.opening.contract.key]

    def advance(self, action: Discard) -> State:
        """The next discard, or the play."""
        opening = self.opening.said(self.actor, action)
        following = (self.actor + 1) % self.table.variant.seats
        if following == self.table.eldest:
            return opening.proceed()
        return Discarding(opening, following)
