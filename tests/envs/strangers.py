"""Relatives of the two games of ``examples/``, with rules that these do not have."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, frozen
from tests.cousins.games import SOLO, Kleurenwiezen, SoloWhist, Troel
from tests.strangers import Between

import boston_rules as br
from boston_rules.core.actions import Action, Contest, Pass
from boston_rules.core.contract import Contract
from boston_rules.core.errors import IllegalAction
from boston_rules.deal.opening import Opening
from boston_rules.deal.questions.question import Question, QuestionRule
from boston_rules.deal.state import State
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.polls import AnyQuestion as PollQuestion
from boston_rules.rules.suits import Turn

__all__ = ["STRANGERS", "Challenge", "ColourGame", "SoloGame"]


@frozen(kw_only=True)
class SoloGame(SoloWhist):
    """Solo Whist in which a misère is for one to three tricks."""

    slug: ClassVar[str] = "test-solo"
    ladder: Ladder = evolve(
        SOLO.ladder,
        steps=tuple(
            evolve(step, goal=Between(1, 3)) if step.key == "misere" else step
            for step in SOLO.ladder
        ),
    )


@frozen
class TargetTroel(Troel):
    """Three aces make a troel for eight tricks or nine, as the partner's seat has it."""

    def contract(self, hands: tuple[int, ...], turn: Turn) -> Contract | None:
        """The contract of the aces, with its target."""
        made = super().contract(hands, turn)
        if made is None or not isinstance(made.partner, int):
            return None
        return evolve(made, target=8 + made.partner % 2)


@br.register_rule
@frozen
class Challenge(QuestionRule):
    """After the auction the player at the declarer's left may challenge him for twice the price."""

    def arises(self, variant: br.Variant, contract: Contract) -> bool:
        """Where the stakes are plain."""
        return contract.stakes == 1

    def contracts(self, variant: br.Variant, contract: Contract) -> tuple[Contract, ...]:
        """As it is, or for twice the price."""
        return contract, evolve(contract, stakes=2)

    def ask(self, opening: Opening) -> State:
        """The player at the declarer's left is asked."""
        return Challenging(opening, (opening.contract.declarer + 1) % 4)

    def phases(self) -> tuple[type[State], ...]:
        """The one phase."""
        return (Challenging,)

    def words(self) -> str:
        """The rule in English."""
        return "the player at the declarer's left may double the stakes"


class Challenging(Question):
    """A player may challenge; the phase does not say which actions it admits."""

    __slots__ = ()
    phase: ClassVar[str] = "challenging"

    def answers_with(self, hand: int) -> tuple[Action, ...]:
        """Pass, or challenge."""
        return (Pass(), Contest())

    def refuse_openly(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        return None if type(action) in (Pass, Contest) else self.wrong_phase(action)

    def advance(self, action: Action) -> State:
        """The play, with the stakes that it has now."""
        opening = self.opening.said(self.actor, action)
        if type(action) is Pass:
            return opening.proceed()
        return opening.proceed(evolve(opening.contract, stakes=2))


@frozen(kw_only=True)
class ColourGame(Kleurenwiezen):
    """Kleurenwiezen in which the declarer may be challenged."""

    slug: ClassVar[str] = "test-colour"
    dealt: TargetTroel = TargetTroel()
    questions: tuple[PollQuestion, ...] = (Challenge(),)


STRANGERS: tuple[type[br.Variant], ...] = (SoloGame, ColourGame)
