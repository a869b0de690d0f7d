"""After the first trick the opponents may agree to pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from attrs import field, frozen

from boston_rules.core.actions import Action, Concede, Contest
from boston_rules.core.errors import IllegalAction
from boston_rules.core.events import Event
from boston_rules.core.making import maker
from boston_rules.core.saying import joined, say, say_as
from boston_rules.core.sources import ADDED, Cite, cited
from boston_rules.deal.interlude import Interlude
from boston_rules.deal.state import State
from boston_rules.rules.ladder import Ladder, Step
from boston_rules.rules.polls import ConcessionPoll
from boston_rules.rules.pool import AnyBid, BidRange
from boston_rules.rules.rule import LEFT
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.tricks import Playing

__all__ = ["Conceding", "ConcessionRule"]

_ANSWERS: Final = (Concede(), Contest())


@frozen
class ConcessionRule(ConcessionPoll):
    """After the first trick the opponents may agree to pay."""

    pool_bids: BidRange = field(default=AnyBid(), metadata=ADDED)
    """The bids that take the pool when they are conceded, of those that take it at all."""
    source: Cite | None = cited()

    def takes_pool(self, step: Step, ladder: Ladder) -> bool:
        """Whether a bid that takes the pool when made takes it when conceded, too.

        >>> import boston_rules as br
        >>> from boston_rules.deal.questions.conceding import ConcessionRule
        >>> from boston_rules.rules.pool import AtOrAbove
        >>> rule, ladder = ConcessionRule(AtOrAbove("7")), br.get_variant("american").ladder
        >>> [rule.takes_pool(ladder[key], ladder) for key in ("6", "little-misere")]
        [False, True]
        """
        return self.pool_bids.covers(step, ladder)

    def ask(self, play: Playing, /) -> State:
        """The first of them is asked."""
        asked = play.opponents
        return _conceding(play, asked[0], asked[1:], ())

    def phases(self) -> tuple[type[State], ...]:
        return (Conceding,)

    def words(self) -> str:
        if self.pool_bids == AnyBid():
            return say(
                "after the first trick each opponent is asked in turn from the declarer's {left} "
                "whether to pay; if all agree the contract counts as made without overtricks, pool "
                "included, and the deal ends; one refusal ends the asking",
                left=LEFT,
            )
        only = say("the pool then goes to {bids}, to no other", bids=self.pool_bids.words())
        return joined("; ", (self.words_without_pool(), only))

    def words_without_pool(self) -> str:
        """The rule in English, in a game without a pool."""
        return say(
            "after the first trick each opponent is asked in turn from the declarer's {left} "
            "whether to pay; if all agree the contract counts as made without overtricks and the "
            "deal ends; one refusal ends the asking",
            left=LEFT,
        )


@frozen
class Conceding(Interlude):
    """After the first trick an opponent says whether he pays without further play."""

    phase: ClassVar[str] = say_as("phase", "conceding")

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

    def rule_of(self, action: Action) -> object:
        """The rule of concessions."""
        return self.table.variant.concession

    def moved_by(self, event: Event) -> State:
        """One refusal ends the asking; if all concede the deal ends."""
        answers = (*self.answers, event)
        if type(event.action) is Contest:
            return self.play.contested(answers)
        if self.waiting:
            return _conceding(self.play, self.waiting[0], self.waiting[1:], answers)
        return self.play.conceded(answers)


_conceding: Final = maker(Conceding)
