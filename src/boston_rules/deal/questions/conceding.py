"""After the first trick the opponents may agree to pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from attrs import evolve, field, frozen

from boston_rules.core.actions import Action, Concede, Contest
from boston_rules.core.cards import Cards
from boston_rules.core.contract import Contract
from boston_rules.core.errors import IllegalAction
from boston_rules.core.events import Event, Events, event_of, expected
from boston_rules.core.making import maker
from boston_rules.core.sources import Cite, cited
from boston_rules.deal.state import State
from boston_rules.deal.table import Deal, Table
from boston_rules.rules.polls import ConcessionPoll
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.tricks import Playing

__all__ = ["Conceding", "ConcessionRule"]

_ANSWERS: Final = (Concede(), Contest())


@frozen
class ConcessionRule(ConcessionPoll):
    """After the first trick the opponents may agree to pay."""

    source: Cite | None = cited()

    def ask(self, play: Playing, /) -> State:
        """The first of them is asked."""
        asked = play.opponents
        return _conceding(play, asked[0], asked[1:], ())

    def phases(self) -> tuple[type[State], ...]:
        return (Conceding,)

    def words(self) -> str:
        return self._words(", pool included,")

    def words_without_pool(self) -> str:
        """The rule in English, in a game without a pool."""
        return self._words("")

    def _words(self, pool: str) -> str:
        return (
            "after the first trick each opponent is asked in turn from the declarer's left whether "
            f"to pay; if all agree the contract counts as made without overtricks{pool} "
            "and the deal ends; one refusal ends the asking"
        )


@frozen
class Conceding(State):
    """After the first trick an opponent says whether he pays without further play."""

    phase: ClassVar[str] = "conceding"
    play: Playing
    """The play as it goes on if one refuses."""
    actor: int
    """The seat that is asked."""
    waiting: tuple[int, ...]
    """Who is asked after this player."""
    answers: Events = field(default=(), repr=False)
    """What was answered so far."""

    @property
    def table(self) -> Table:
        """What outlives the deal."""
        return self.play.table

    @property
    def deal(self) -> Deal:
        return self.play.deal

    @property
    def contract(self) -> Contract | None:
        return self.play.contract

    @property
    def hands(self) -> tuple[Cards, ...]:
        return self.play.hands

    @property
    def events(self) -> Events:
        """What has happened in this deal."""
        return self.play.events + self.answers

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Concede and contest."""
        return _ANSWERS

    def legal(self) -> tuple[Action, ...]:
        """Concede or contest."""
        return _ANSWERS if self.sees(self.actor) else ()

    def refuse(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        return None if type(action) in (Concede, Contest) else self.wrong_phase(action)

    def seen_by(self, viewer: int | None) -> Conceding:
        """The same as a viewer sees the play; the answers are public."""
        return evolve(self, play=self.play.seen_by(viewer))

    @property
    def said(self) -> Events:
        return self.play.said

    def over(self, deal: Deal, said: Events) -> Conceding:
        return evolve(self, play=self.play.over(deal, said))

    def advance(self, action: Action) -> State:
        """One refusal ends the asking; if all concede the deal ends."""
        return self._said(event_of(self.actor, action))

    def told(self, event: Event) -> State:
        return self._said(expected(event))

    def _said(self, event: Event) -> State:
        answers = (*self.answers, event)
        if type(event.action) is Contest:
            return self.play.contested(answers)
        if self.waiting:
            return _conceding(self.play, self.waiting[0], self.waiting[1:], answers)
        return self.play.conceded(answers)


_conceding: Final = maker(Conceding)
