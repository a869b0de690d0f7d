"""Before the first lead: one card aside, face down, where the contract says so."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Final

from boston_rules.actions import DISCARDS, Action, Discard
from boston_rules.cards import Cards, listed, lists
from boston_rules.contract import Contract
from boston_rules.errors import CardNotHeld, IllegalAction
from boston_rules.questions.question import Opening, Question, QuestionRule
from boston_rules.state import State, public_hands
from boston_rules.table import History
from boston_rules.variant import Variant

__all__ = ["DISCARDING", "Discarding", "LayingAside", "discards_of"]

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
        """The phase that the rule brings."""
        return (Discarding,)

    def ask(self, opening: Opening) -> State:
        """Eldest begins."""
        return Discarding(opening, opening.deal.table.eldest)


DISCARDING: Final = LayingAside()


def discards_of(history: History) -> tuple[tuple[int, int], ...]:
    """Seat and card of each discard."""
    return tuple(
        (seat, action.card.index) for seat, action in history if isinstance(action, Discard)
    )


class Discarding(Question):
    """A player lays one card aside, unseen by the others to the end of the deal."""

    __slots__ = ()
    name: ClassVar[str] = "discarding"

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands without the discards."""
        masks = list(self.deal.hands)
        for seat, card in discards_of(self.history):
            masks[seat] ^= 1 << card
        return public_hands(tuple(masks))

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every card."""
        return tuple(DISCARDS)

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
        opening = self.opening.said(self.actor, action)
        following = (self.actor + 1) % self.table.variant.seats
        if following == self.table.eldest:
            return opening.proceed()
        return Discarding(opening, following)
