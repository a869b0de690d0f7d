"""Questions between the auction and the first lead: the rule that asks and its phase.

A rule that asks something brings a phase, which is a :class:`Question`. What comes next it leaves
to the :class:`Opening` that it was given, so that it need not know the other rules.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple, Protocol

from attrs import field, frozen

from boston_rules.actions import Action
from boston_rules.contract import Contract
from boston_rules.errors import IllegalAction
from boston_rules.rules.polls import Asks
from boston_rules.state import AfterDeal, State
from boston_rules.table import Deal, History
from boston_rules.variant import Variant

__all__ = ["FixedAnswers", "Opening", "Question", "QuestionRule", "Told", "actions_of"]


class Opening(Protocol):
    """How far a deal has come on the way from the auction to the first lead.

    A rule that asks something there is handed one, and gives it back when it has its answer.
    """

    @property
    def deal(self) -> Deal:
        """What the deal has fixed."""
        ...

    @property
    def history(self) -> History:
        """Every action of the deal so far."""
        ...

    @property
    def contract(self) -> Contract:
        """The contract as it stands."""
        ...

    @property
    def done(self) -> int:
        """How many of the rules that may ask have had their turn."""
        ...

    def over(self, deal: Deal, history: History) -> Opening:
        """The same with other cards and another history."""
        ...

    def said(self, seat: int, action: Action) -> Opening:
        """The same after an action."""
        ...

    def proceed(self, contract: Contract | None = None) -> State:
        """The next question, or the first lead, with the contract as the answer leaves it."""
        ...

    def concede(self) -> State:
        """The end of a deal whose contract all opponents have conceded."""
        ...

    def throw_in(self) -> State:
        """The end of a deal that is not played."""
        ...


@frozen(cache_hash=True)
class Question(AfterDeal):
    """A phase between the auction and the first lead: a player is asked something.

    A phase without fields of its own needs no decorator, only ``__slots__ = ()``.
    """

    opening: Opening = field(repr=False)
    """How far the deal has come, to go on from."""
    actor: int
    """The seat that is asked."""

    @property
    def deal(self) -> Deal:
        """What the deal has fixed."""
        return self.opening.deal

    @property
    def history(self) -> History:
        """Every action of the deal so far."""
        return self.opening.history

    @property
    def contract(self) -> Contract:
        """The contract as it stands."""
        return self.opening.contract

    def partner_known_to(self, seat: int | None) -> bool:
        """A called partner knows himself, and nobody else does."""
        contract = self.opening.contract
        if contract.partner is None or contract.partner == seat:
            return True
        rule = self.deal.table.variant.partners
        return rule is None or rule.unknown_card(actions_of(self.opening.history)) is None


class FixedAnswers(Question):
    """A question with a few answers, the same for whoever is asked."""

    __slots__ = ()
    answers: ClassVar[tuple[Action, ...]] = ()
    """The answers in canonical order."""

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """The answers."""
        return cls.answers

    def legal(self) -> tuple[Action, ...]:
        """Every answer."""
        return self.answers

    def refuse(self, action: Action) -> IllegalAction | None:
        """Anything else."""
        return None if action in self.answers else self.wrong_phase(action)


def actions_of(history: History) -> tuple[Action, ...]:
    """The actions of a history without who took them."""
    return tuple([action for _, action in history])


class Told(NamedTuple):
    """What an answer tells everybody of a hand as it was dealt. Sets of cards are masks."""

    seat: int
    """The seat that answered."""
    holds: int = 0
    """Cards that were surely dealt to the seat."""
    lacks: int = 0
    """Cards that surely were not."""
    held: int = 0
    """Cards that are surely in somebody's hand."""


class QuestionRule(Asks):
    """Base of every rule that asks something between the auction and the first lead.

    A rule of your own derives from it, says when its question arises, and brings the phase.
    """

    __slots__ = ()

    by_contract: ClassVar[bool] = False
    """Whether ``ask`` looks at nothing but the contract and who deals, neither at hands nor at the
    history; batches of tables then find again what it has asked at another table."""

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}()"

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """Whether the question is asked about a contract."""
        raise NotImplementedError

    def ask(self, opening: Opening) -> State:
        """The phase in which it is asked."""
        raise NotImplementedError

    def phases(self) -> tuple[type[State], ...]:
        """The classes of the phases that the rule brings.

        Each says by ``actions`` what can be done in it.
        """
        raise NotImplementedError

    def can_arise(self, variant: Variant) -> bool:
        """Whether the question can come up at all under these rules."""
        return True

    def most_answers(self, variant: Variant) -> int:
        """How many answers it gets in a deal, at most: one from each seat in each phase."""
        return len(self.phases()) * variant.seats

    def tells(
        self, variant: Variant, contract: Contract, seat: int, action: Action
    ) -> tuple[Told, ...]:
        """What an action taken in its phases tells everybody of the hands; mostly nothing."""
        return ()
