"""A question whose answers tell of aces: ``accept`` if a player was dealt so many, else ``pass``.

Each other player in turn tells the declarer; the auction has the same two words.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

import boston_rules as br
from boston_rules.core.errors import CardNotHeld
from boston_rules.deal.opening import Opening
from boston_rules.deal.questions.question import HandCount, Question, QuestionRule, Told

ACES = br.Cards.parse("AS AH AD AC").mask


@br.register_rule
@frozen
class TellAces(QuestionRule):
    """Everybody but the declarer says whether he was dealt ``least`` aces."""

    least: int = 2
    source: br.Cite | None = None

    def arises(self, variant: br.Variant, contract: br.Contract) -> bool:
        return True

    def ask(self, opening: Opening) -> br.State:
        declarer = opening.contract.declarer
        return TellingAces(opening, (declarer + 1) % 4, self.least)

    def phases(self) -> tuple[type[br.State], ...]:
        return (TellingAces,)

    def tells(
        self, variant: br.Variant, contract: br.Contract, seat: int, action: br.Action
    ) -> tuple[Told, ...]:
        if isinstance(action, br.Accept):
            return (Told(seat, counts=(HandCount(ACES, self.least),)),)
        return (Told(seat, counts=(HandCount(ACES, 0, self.least - 1),)),)

    def words(self) -> str:
        return f"the other players say whether they were dealt {self.least} aces"


@frozen(cache_hash=True)
class TellingAces(Question):
    """A player says whether he was dealt so many aces."""

    phase: ClassVar[str] = "telling aces"
    least: int

    @classmethod
    def actions(cls, variant: br.Variant) -> tuple[br.Action, ...]:
        return (br.Pass(), br.Accept())

    def _true(self, hand: int) -> br.Action:
        return br.Accept() if HandCount(ACES, self.least).holds_of(hand) else br.Pass()

    def answers_with(self, hand: int) -> tuple[br.Action, ...]:
        return (self._true(hand),)

    def refuse_openly(self, action: br.Action) -> br.IllegalAction | None:
        return None if isinstance(action, br.Pass | br.Accept) else self.wrong_phase(action)

    def refuse_hand(self, action: br.Action) -> br.IllegalAction | None:
        deal = self.deal
        if not deal.sees(self.actor) or action == self._true(deal.hands[self.actor]):
            return None
        return self.refusal(CardNotHeld, action, "say how many aces you were dealt")

    def advance(self, action: br.Action) -> br.State:
        opening, following = self.opening.said(self.actor, action), (self.actor + 1) % 4
        if following == opening.contract.declarer:
            return opening.proceed()
        return TellingAces(opening, following, self.least)
