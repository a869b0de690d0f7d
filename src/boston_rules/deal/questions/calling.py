"""The declarer calls a card whose holder is his unknown partner."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final

from attrs import evolve, frozen

from boston_rules.core.actions import CALLS, Action, Call, Solo
from boston_rules.core.cards import listed, lists
from boston_rules.core.contract import Contract
from boston_rules.core.errors import CalledCardHeld, CardNotHeld, IllegalAction
from boston_rules.core.hidden import UNKNOWN
from boston_rules.core.saying import say, say_as, say_number
from boston_rules.core.sources import Cite, cited
from boston_rules.deal.questions.question import Question, QuestionRule, Told, held_by
from boston_rules.deal.state import State
from boston_rules.rules.checked import figure
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.opening import Opening

__all__ = ["CalledCard", "Calling"]

_calls: Final = cache(lambda: lists(CALLS))


@frozen
class CalledCard(PartnerRule, QuestionRule):
    """The declarer may call a card he does not hold; its holder is his unknown partner."""

    extra: int = figure(3)
    """Tricks more that the bid asks of two."""
    source: Cite | None = cited()
    by_contract: ClassVar[bool] = True
    chosen: ClassVar[bool] = True
    calls: ClassVar[bool] = True

    def can_arise(self, variant: Variant) -> bool:
        """Where a step of the ladder is partnered."""
        return any(step.partnered for step in variant.ladder)

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """In every partnered contract."""
        return contract.partner is None and variant.ladder[contract.key].partnered

    def ask(self, opening: Opening) -> State:
        """The declarer calls."""
        return Calling(opening, opening.contract.declarer)

    def contracts(self, variant: Variant, contract: Contract) -> Iterator[Contract]:
        """Alone, or with the holder of any card."""
        yield contract
        for card in variant.dealing.pack:
            yield from held_by(contract, card, variant.seats)

    def phases(self) -> tuple[type[State], ...]:
        return (Calling,)

    def tells(
        self, variant: Variant, contract: Contract, seat: int, action: Action
    ) -> tuple[Told, ...]:
        """The caller does not hold the card; the partner, once he is known, was dealt it."""
        if not isinstance(action, Call):
            return ()
        card = 1 << action.card.index
        told = (Told(seat, lacks=card),)
        partner = contract.partner
        return told if partner is None or partner is UNKNOWN else (*told, Told(partner, holds=card))

    def words(self) -> str:
        return say_number(
            "the declarer of a partnered bid may call a card that he does not hold; whoever holds "
            "it is his partner, unknown to the others until the card is played, and the two must "
            "win {number} trick more than the bid together; without a partner the bid itself "
            "is the target",
            "the declarer of a partnered bid may call a card that he does not hold; whoever holds "
            "it is his partner, unknown to the others until the card is played, and the two must "
            "win {number} tricks more than the bid together; without a partner the bid itself "
            "is the target",
            self.extra,
        )


class Calling(Question):
    """The declarer calls a card that he does not hold, or plays solo."""

    __slots__ = ()
    phase: ClassVar[str] = say_as("phase", "calling a card")

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every card, and solo."""
        return (*CALLS, Solo())

    def answers_with(self, hand: int) -> tuple[Action, ...]:
        """Every card of the game that is not held, then solo."""
        return (*listed(_calls(), self.table.variant.dealing.pack.mask ^ hand), Solo())

    def refuse_openly(self, action: Action) -> IllegalAction | None:
        """Anything but a card and solo."""
        return None if type(action) in (Call, Solo) else self.wrong_phase(action)

    def refuse_hand(self, action: Action) -> IllegalAction | None:
        """A called card is another player's."""
        if type(action) is not Call:
            return None
        if action.card not in self.table.variant.dealing.pack:
            return self.refusal(CardNotHeld, action, say("nobody holds {card}", card=action.card))
        if not self.deal.has(self.actor, 1 << action.card.index):
            return None
        rule = self.table.variant.partners
        source = None if rule is None else rule.source
        reason = say("you hold {card} yourself", card=action.card)
        return self.refusal(CalledCardHeld, action, reason, source)

    def advance(self, action: Action) -> State:
        """The holder is partner, and only he knows it."""
        opening = self.opening.said(self.actor, action)
        if not isinstance(action, Call):
            return opening.proceed()
        return opening.proceed(evolve(opening.contract, partner=UNKNOWN, called=action.card))
