"""Questions before the first lead: chicane, and whether a small bid is conceded."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, ClassVar, Final

from attrs import frozen

from boston_rules.core.actions import Action, Chicane, Concede, Contest, Pass
from boston_rules.core.contract import Contract
from boston_rules.core.errors import HoldsTrump, IllegalAction
from boston_rules.core.events import Events
from boston_rules.core.saying import BidKey, listed, say, say_as, say_number
from boston_rules.core.sources import Cite, cited
from boston_rules.deal.questions.question import FixedAnswers, Question, QuestionRule, Told
from boston_rules.deal.state import State
from boston_rules.deal.table import Deal
from boston_rules.deal.terms import terms_of
from boston_rules.rules.checked import figure, names_of_bids
from boston_rules.rules.polls import ChicanePoll, ContestPoll
from boston_rules.rules.rule import LEFT
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.opening import Opening

__all__ = [
    "AnsweringBid",
    "AskingChicane",
    "ChicaneRule",
    "ContestRule",
]

_DECLARES: Final = (Pass(), Chicane())
_PASSES: Final = _DECLARES[:1]


@frozen
class ChicaneRule(QuestionRule, ChicanePoll):
    """Before the first lead a player dealt no trump may declare it, and collects."""

    chips: int = figure(2)
    """Chips from each other player."""
    source: Cite | None = cited()
    by_contract: ClassVar[bool] = True

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """Wherever there are trumps."""
        return contract.trump is not None

    def ask(self, opening: Opening) -> State:
        """Everybody is asked, so that the asking tells nothing."""
        return AskingChicane(opening, opening.deal.table.eldest)

    def phases(self) -> tuple[type[State], ...]:
        return (AskingChicane,)

    def tells(
        self, variant: Variant, contract: Contract, seat: int, action: Action
    ) -> tuple[Told, ...]:
        """Who declares chicane was dealt no trump."""
        if not isinstance(action, Chicane) or contract.trump is None:
            return ()
        table = variant.trumps.table(contract.trump, contract.turned)
        return (Told(seat, lacks=table.suit_masks[contract.trump]),)

    def declared(self, said: Events) -> tuple[int, ...]:
        return tuple([event.seat for event in said if type(event.action) is Chicane])

    def words(self) -> str:
        return say_number(
            "before the first lead every player is asked in turn from eldest; one dealt no trump "
            "may declare chicane and takes {number} chip from each other player, whoever wins",
            "before the first lead every player is asked in turn from eldest; one dealt no trump "
            "may declare chicane and takes {number} chips from each other player, whoever wins",
            self.chips,
        )


class AskingChicane(Question):
    """A player may declare chicane. Everybody is asked, so that the asking tells nothing."""

    __slots__ = ()
    phase: ClassVar[str] = say_as("phase", "chicane")

    @property
    def public(self) -> Hashable:
        """What everybody knows of it, on which alone depends what follows an answer."""
        table, opening = self.table, self.opening
        rule = table.variant.chicane
        assert rule is not None, "it asks"
        return (
            *(table.eldest, table.stakes, self.actor, opening.contract),
            *(self.deal.turn, opening.done, rule.declared(opening.events)),
        )

    def over(self, deal: Deal, said: Events) -> AskingChicane:
        return AskingChicane(self.opening.over(deal, said), self.actor)

    def _trumps(self) -> int:
        contract = self.opening.contract
        assert contract.trump is not None, "the question arises where there are trumps"
        table = self.table.variant.trumps.table(contract.trump, contract.turned)
        return table.suit_masks[contract.trump]

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Pass and chicane."""
        return _DECLARES

    def answers_with(self, hand: int) -> tuple[Action, ...]:
        """Pass, and chicane without a trump as dealt."""
        return _PASSES if hand & self._trumps() else _DECLARES

    def refuse_openly(self, action: Action) -> IllegalAction | None:
        """Anything but pass and chicane."""
        return None if type(action) in (Pass, Chicane) else self.wrong_phase(action)

    def refuse_hand(self, action: Action) -> IllegalAction | None:
        """Chicane is for a hand dealt no trump."""
        if type(action) is Pass or not self.deal.has(self.actor, self._trumps()):
            return None
        rule = self.table.variant.chicane
        source = None if rule is None else rule.source
        return self.refusal(HoldsTrump, action, say("you were dealt a trump"), source)

    def advance(self, action: Action) -> State:
        """The next player is asked, or the questions are over."""
        opening = self.opening.said(self.actor, action)
        following = (self.actor + 1) % self.table.variant.seats
        if following != self.table.eldest:
            return AskingChicane(opening, following)
        return opening.proceed()


@frozen
class ContestRule(QuestionRule, ContestPoll):
    """Small bids may be conceded before the first lead; one that is contested may win the pool."""

    keys: tuple[str, ...] = names_of_bids()
    """The bids about which the opponents are asked."""
    pool_tricks: int = figure(7)
    """Tricks with which a declarer who was made to play takes the pool as well."""
    source: Cite | None = cited()
    by_contract: ClassVar[bool] = True

    def covers(self, key: str) -> bool:
        return key in self.keys

    def takes_pool(self, taken: int) -> bool:
        return taken >= self.pool_tricks

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """About the bids named."""
        return self.covers(contract.key)

    def ask(self, opening: Opening) -> State:
        """The opponents are asked from the declarer's left."""
        asked = terms_of(opening.deal.table.variant, opening.contract).opponents
        return AnsweringBid(opening, asked[0], asked[1:])

    def phases(self) -> tuple[type[State], ...]:
        return (AnsweringBid,)

    def words(self) -> str:
        return say(
            "at {bids} the opponents are asked before the first lead, in turn from the declarer's "
            "{left}, whether they concede; if all do the declarer is paid as for making the bid "
            "exactly and the pool stays; if one refuses it is played, and a declarer who takes "
            "{tricks} tricks or more gets the pool too",
            bids=listed(map(BidKey, self.keys)),
            tricks=self.pool_tricks,
            left=LEFT,
        )

    def words_without_pool(self) -> str:
        """The rule in English, in a game without a pool."""
        return say(
            "at {bids} the opponents are asked before the first lead, in turn from the declarer's "
            "{left}, whether they concede; if all do the declarer is paid as for making the bid "
            "exactly; if one refuses it is played",
            bids=listed(map(BidKey, self.keys)),
            left=LEFT,
        )


@frozen(cache_hash=True)
class AnsweringBid(FixedAnswers):
    """An opponent concedes a small bid, or makes the declarer play it."""

    phase: ClassVar[str] = say_as("phase", "contesting the bid")
    answers: ClassVar[tuple[Action, ...]] = (Concede(), Contest())
    waiting: tuple[int, ...]
    """Who is asked after this player."""

    def advance(self, action: Action) -> State:
        """One refusal and it is played; if all concede the deal ends."""
        opening = self.opening.said(self.actor, action)
        if type(action) is Contest:
            return opening.proceed()
        if self.waiting:
            return AnsweringBid(opening, self.waiting[0], self.waiting[1:])
        return opening.concede()
