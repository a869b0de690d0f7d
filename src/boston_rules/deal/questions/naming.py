"""The declarer names the trump suit where the bid left it open."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

from attrs import evolve

from boston_rules.core.actions import Action, NameTrump
from boston_rules.core.cards import Suit
from boston_rules.core.contract import Contract, Turn
from boston_rules.core.errors import BidUnavailable, IllegalAction
from boston_rules.core.saying import say, say_as
from boston_rules.deal.questions.question import Question, QuestionRule
from boston_rules.deal.state import State
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.opening import Opening

__all__ = ["NAMING", "Naming", "NamingTrumps"]


class NamingTrumps(QuestionRule):
    """A bid that names no suit leaves it to the declarer to name one, whatever it outbid."""

    __slots__ = ()
    by_contract: ClassVar[bool] = True

    def can_arise(self, variant: Variant) -> bool:
        """Where a step of the ladder leaves the suit open."""
        return any(_nameable(variant, turn) for turn in variant.dealing.turns())

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """Where the trump suit is still open."""
        return contract.trump is None and bool(_suits(variant, contract))

    def contracts(self, variant: Variant, contract: Contract) -> Iterator[Contract]:
        """In each suit that may be named."""
        for suit in _suits(variant, contract):
            yield _in_trumps(contract, suit)

    def phases(self) -> tuple[type[State], ...]:
        return (Naming,)

    def ask(self, opening: Opening) -> State:
        """The declarer names it."""
        return Naming(opening, opening.contract.declarer)


NAMING: Final = NamingTrumps()


class Naming(Question):
    """The declarer names one of the suits that his bid leaves open as trumps."""

    __slots__ = ()
    phase: ClassVar[str] = say_as("phase", "naming trumps")

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """A suit that any bid leaves open under any turned card."""
        turns = variant.dealing.turns()
        return _named(frozenset().union(*(_nameable(variant, turn) for turn in turns)))

    def answers_with(self, hand: int) -> tuple[Action, ...]:
        """The suits that the bid leaves open."""
        return _answers(self.table.variant, self.opening.contract)

    def refuse_openly(self, action: Action) -> IllegalAction | None:
        """A suit that the bid does not leave open."""
        if type(action) is not NameTrump:
            return self.wrong_phase(action)
        if action in self.answers_with(0):
            return None
        step = self.table.variant.ladder[self.opening.contract.key]
        reason = say(
            "{suit} may not be named: {rule}", suit=action.suit.symbol, rule=step.suit.words()
        )
        return self.refusal(BidUnavailable, action, reason, step.source)

    def rule_of(self, action: Action) -> object:
        """The bid, which leaves the suit open."""
        return self.table.variant.ladder[self.opening.contract.key]

    def advance(self, action: NameTrump) -> State:
        """What follows with the trump fixed."""
        opening = self.opening.said(self.actor, action)
        return opening.proceed(_in_trumps(opening.contract, action.suit))


def _suits(variant: Variant, contract: Contract) -> tuple[Suit, ...]:
    """The suits that the bid of a contract leaves open."""
    return variant.ladder[contract.key].named_later(contract.turn)


def _nameable(variant: Variant, turn: Turn) -> frozenset[Suit]:
    """The suits that any bid leaves open under a turned card."""
    return frozenset().union(*(step.named_later(turn) for step in variant.ladder))


@lru_cache(maxsize=4096)
def _answers(variant: Variant, contract: Contract) -> tuple[Action, ...]:
    return _named(frozenset(_suits(variant, contract)))


@lru_cache(maxsize=4096)
def _in_trumps(contract: Contract, suit: Suit) -> Contract:
    return evolve(contract, trump=suit)


@cache
def _named(suits: frozenset[Suit]) -> tuple[Action, ...]:
    """The actions that name some suits, in canonical order."""
    return tuple(NameTrump(suit) for suit in Suit if suit in suits)
