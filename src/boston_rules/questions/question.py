"""Questions between the auction and the first lead: the rule that asks and its phase.

A rule that asks something brings a phase, which is a :class:`Question`. What comes next it leaves
to the :class:`Opening` that it was given, so that it need not know the other rules.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from attrs import field, frozen

from boston_rules.actions import Action
from boston_rules.contract import Contract
from boston_rules.state import AfterDeal, State
from boston_rules.table import Deal, History
from boston_rules.variant import Variant

__all__ = ["Opening", "Question", "QuestionRule", "actions_of"]


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
    """A phase between the auction and the first lead: a player is asked something."""

    opening: Opening = field(repr=False)
    actor: int

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


def actions_of(history: History) -> tuple[Action, ...]:
    """The actions of a history without who took them."""
    return tuple([action for _, action in history])


@runtime_checkable
class QuestionRule(Protocol):
    """A rule that asks something between the auction and the first lead.

    Its phase stands beside it. It answers these too, for whoever lists what can happen in a game
    (:func:`~boston_rules.play.phases.phases_of`):

    ``phases()``
        its phases, as a tuple of classes; each says by ``actions(variant)`` what it can admit;
    ``can_arise(variant)``, optional
        whether the question can come up at all; a rule without it is taken to come up;
    ``most_answers(variant)``, optional
        how many answers it gets in a deal, at most; without it one from each seat in each phase.
    """

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """Whether the question is asked about a contract."""
        ...

    def ask(self, opening: Opening) -> State:
        """The phase in which it is asked."""
        ...
