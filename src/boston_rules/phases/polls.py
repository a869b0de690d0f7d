"""Questions before the first lead: chicane, and whether a small bid is conceded."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from boston_rules.actions import Action, Chicane, Concede, Contest, Pass
from boston_rules.contract import Contract
from boston_rules.errors import HoldsTrump, IllegalAction
from boston_rules.phases.discarding import lay_aside
from boston_rules.phases.setting import terms_at
from boston_rules.phases.state import Dealt, State
from boston_rules.phases.table import Deal, History
from boston_rules.phases.tricks import concede_deal

__all__ = ["AnsweringBid", "AskingChicane", "poll"]

_DECLARES: Final = (Pass(), Chicane())
_ANSWERS: Final = (Concede(), Contest())


def poll(deal: Deal, history: History, contract: Contract) -> State:
    """The questions that the contract raises, then what follows them."""
    if terms_at(deal, contract).polls_chicane:
        return AskingChicane(deal, history, contract, deal.table.eldest)
    return _ask_about_bid(deal, history, contract, ())


def _ask_about_bid(
    deal: Deal, history: History, contract: Contract, chicane: tuple[int, ...]
) -> State:
    terms = terms_at(deal, contract)
    if terms.contested:
        asked = terms.opponents
        return AnsweringBid(deal, history, contract, asked[0], asked[1:], chicane)
    return lay_aside(deal, history, contract, chicane)


@frozen(cache_hash=True)
class AskingChicane(Dealt):
    """A player may declare chicane. Everybody is asked, so that the asking tells nothing."""

    name: ClassVar[str] = "chicane"
    contract: Contract
    actor: int
    declared: tuple[int, ...] = ()
    """Seats that have declared."""

    def _void(self) -> bool:
        table = self.table.variant.trumps.table(self.contract.trump, self.contract.turned)
        trump = self.contract.trump
        return trump is not None and not self.deal.hands[self.actor] & table.suit_masks[trump]

    def legal(self) -> tuple[Action, ...]:
        """Pass, and chicane without a trump as dealt."""
        return _DECLARES if self._void() else _DECLARES[:1]

    def refuse(self, action: Action) -> IllegalAction | None:
        """Chicane is for a hand dealt no trump."""
        if type(action) is Pass:
            return None
        if type(action) is not Chicane:
            return self.wrong_phase(action)
        if not self._void():
            rule = self.table.variant.chicane
            source = None if rule is None else rule.source
            return self.refusal(HoldsTrump, action, "you were dealt a trump", source)
        return None

    def advance(self, action: Action) -> State:
        """The next player is asked, or the questions are over."""
        history = (*self.history, (self.actor, action))
        declared = self.declared
        if type(action) is Chicane:
            declared = (*declared, self.actor)
        following = (self.actor + 1) % self.table.variant.seats
        if following != self.table.eldest:
            return AskingChicane(self.deal, history, self.contract, following, declared)
        return _ask_about_bid(self.deal, history, self.contract, declared)


@frozen(cache_hash=True)
class AnsweringBid(Dealt):
    """An opponent concedes a small bid, or makes the declarer play it."""

    name: ClassVar[str] = "contesting the bid"
    contract: Contract
    actor: int
    waiting: tuple[int, ...]
    """Who is asked after this player."""
    chicane: tuple[int, ...] = ()
    """Seats that have declared chicane."""

    def legal(self) -> tuple[Action, ...]:
        """Concede or contest."""
        return _ANSWERS

    def refuse(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        return None if type(action) in (Concede, Contest) else self.wrong_phase(action)

    def advance(self, action: Action) -> State:
        """One refusal and it is played; if all concede the deal ends."""
        history = (*self.history, (self.actor, action))
        if type(action) is Contest:
            return lay_aside(self.deal, history, self.contract, self.chicane)
        if self.waiting:
            following, waiting = self.waiting[0], self.waiting[1:]
            return AnsweringBid(self.deal, history, self.contract, following, waiting, self.chicane)
        return concede_deal(self.deal, history, self.contract, self.chicane)
