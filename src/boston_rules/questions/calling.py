"""The declarer calls a card whose holder is his unknown partner."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Final

from attrs import evolve, frozen

from boston_rules.actions import CALLS, Action, Call, Solo
from boston_rules.cards import FULL_PACK, listed, lists
from boston_rules.contract import Contract
from boston_rules.errors import CalledCardHeld, IllegalAction
from boston_rules.questions.question import Opening, Question, QuestionRule, Told
from boston_rules.rules.checked import figure
from boston_rules.rules.partners import UsualPartnerRule
from boston_rules.rules.sources import Cite, cited
from boston_rules.state import State
from boston_rules.variant import Variant

__all__ = ["CalledCard", "Calling"]

_calls: Final = cache(lambda: lists(CALLS))


@frozen
class CalledCard(UsualPartnerRule, QuestionRule):
    """The declarer may call a card he does not hold; its holder is his unknown partner."""

    extra: int = figure(3)
    """Tricks more that the bid asks of two."""
    source: Cite | None = cited()
    by_contract: ClassVar[bool] = True
    chosen: ClassVar[bool] = True
    """Whether the declarer decides after the auction if he wants a partner."""

    def unknown_card(self, said: tuple[Action, ...]) -> int | None:
        """The card called."""
        for action in said:
            if isinstance(action, Call):
                return action.card.index
        return None

    def can_arise(self, variant: Variant) -> bool:
        """Where a step of the ladder is partnered."""
        return any(step.partnered for step in variant.ladder)

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """In every partnered contract."""
        return contract.partner is None and variant.ladder[contract.key].partnered

    def ask(self, opening: Opening) -> State:
        """The declarer calls."""
        return Calling(opening, opening.contract.declarer)

    def phases(self) -> tuple[type[State], ...]:
        """The phase that the rule brings."""
        return (Calling,)

    def tells(
        self, variant: Variant, contract: Contract, seat: int, action: Action
    ) -> tuple[Told, ...]:
        """The caller does not hold the card; the partner, once he is known, was dealt it."""
        if not isinstance(action, Call):
            return ()
        card = 1 << action.card.index
        told = (Told(seat, lacks=card, held=card),)
        return told if contract.partner is None else (*told, Told(contract.partner, holds=card))

    def words(self) -> str:
        """The rule in English."""
        return (
            "the declarer of a partnered bid may call a card that he does not hold; whoever holds "
            "it is his partner, unknown to the others until the card is played, and the two must "
            f"win {self.extra} tricks more than the bid together; without a partner the bid itself "
            "is the target"
        )


class Calling(Question):
    """The declarer calls a card that he does not hold, or plays solo."""

    __slots__ = ()
    name: ClassVar[str] = "calling a card"

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every card, and solo."""
        return (*CALLS, Solo())

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
            rule = self.table.variant.partners
            source = None if rule is None else rule.source
            reason = f"you hold {action.card} yourself"
            return self.refusal(CalledCardHeld, action, reason, source)
        return None

    def advance(self, action: Action) -> State:
        """The holder is partner, and only he knows it."""
        opening = self.opening.said(self.actor, action)
        if not isinstance(action, Call):
            return opening.proceed()
        card = action.card.index
        hands = self.deal.hands
        holder = next((seat for seat, hand in enumerate(hands) if hand >> card & 1), None)
        return opening.proceed(evolve(self.contract, partner=holder))
