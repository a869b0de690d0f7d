"""Who is the declarer's partner, asked after the auction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from boston_rules.core.actions import Accept, Action, Ask, Decline, Pass, Solo
from boston_rules.core.contract import Contract
from boston_rules.core.saying import say_as, say_number
from boston_rules.core.sources import Cite, cited
from boston_rules.deal.questions.question import FixedAnswers, QuestionRule
from boston_rules.deal.state import State
from boston_rules.deal.table import partnered
from boston_rules.rules.checked import figure
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.rule import LEFT
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.opening import Opening

__all__ = ["AgreedPartner", "Answering", "AskAndAccept", "Asking", "OfferedPartner", "Offering"]


class AgreedPartner(PartnerRule, QuestionRule):
    """A partner who is any of the others, and agrees after the auction."""

    __slots__ = ()
    by_contract: ClassVar[bool] = True
    volunteers: ClassVar[bool] = True

    def can_arise(self, variant: Variant) -> bool:
        """Where a step of the ladder is partnered."""
        return any(step.partnered for step in variant.ladder)

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """In every partnered contract that was not bid alone."""
        alone = contract.alone or contract.partner is not None
        return not alone and variant.ladder[contract.key].partnered

    def contracts(self, variant: Variant, contract: Contract) -> Iterator[Contract]:
        """Alone, or with any other seat."""
        yield contract
        for seat in range(variant.seats):
            if seat != contract.declarer:
                yield partnered(contract, seat)


@frozen
class AskAndAccept(AgreedPartner):
    """The declarer may ask; the others are asked in turn and the first to accept is whister."""

    extra: int = figure(3)
    """Tricks more that the bid asks of two."""
    source: Cite | None = cited()
    chosen: ClassVar[bool] = True
    """Whether the declarer decides after the auction if he wants a partner."""

    def ask(self, opening: Opening) -> State:
        """The declarer says whether he asks."""
        return Asking(opening, opening.contract.declarer)

    def phases(self) -> tuple[type[State], ...]:
        """The phases that the rule brings."""
        return Asking, Answering

    def words(self) -> str:
        return say_number(
            "the declarer of a partnered bid may ask for a whister; the others are asked in turn "
            "from his {left}, the first to accept is his partner, and the two must win {number} "
            "trick more than the bid together; without a partner the bid itself is the target",
            "the declarer of a partnered bid may ask for a whister; the others are asked in turn "
            "from his {left}, the first to accept is his partner, and the two must win {number} "
            "tricks more than the bid together; without a partner the bid itself is the target",
            self.extra,
            left=LEFT,
        )


@frozen
class OfferedPartner(AgreedPartner):
    """The others may offer themselves in turn; who has not bid alone takes the first who does."""

    extra: int = figure(4)
    """Tricks more that the bid asks of two."""
    source: Cite | None = cited()

    def ask(self, opening: Opening) -> State:
        """The player at the declarer's left says whether he offers himself."""
        return Offering(opening, (opening.contract.declarer + 1) % opening.deal.table.variant.seats)

    def phases(self) -> tuple[type[State], ...]:
        """The phase that the rule brings."""
        return (Offering,)

    def words(self) -> str:
        """The rule in English."""
        return say_number(
            "unless a partnered bid was made alone, the others are asked in turn from the "
            "declarer's {left} whether they join him; he cannot refuse the first who does, and the "
            "two must win {number} trick more than the bid together; without a partner the bid "
            "itself is the target",
            "unless a partnered bid was made alone, the others are asked in turn from the "
            "declarer's {left} whether they join him; he cannot refuse the first who does, and the "
            "two must win {number} tricks more than the bid together; without a partner the bid "
            "itself is the target",
            self.extra,
            left=LEFT,
        )


class Asking(FixedAnswers):
    """The declarer asks for a partner, or plays solo."""

    __slots__ = ()
    phase: ClassVar[str] = say_as("phase", "asking for a partner")
    answers: ClassVar[tuple[Action, ...]] = (Ask(), Solo())

    def advance(self, action: Action) -> State:
        """The others are asked in turn, or the declarer plays alone."""
        opening = self.opening.said(self.actor, action)
        if type(action) is Solo:
            return opening.proceed()
        return Answering(opening, (self.actor + 1) % self.table.variant.seats)


class Answering(FixedAnswers):
    """A player who is asked accepts or declines to be partner."""

    __slots__ = ()
    phase: ClassVar[str] = say_as("phase", "answering the declarer")
    answers: ClassVar[tuple[Action, ...]] = (Accept(), Decline())

    def advance(self, action: Action) -> State:
        """The first to accept is partner; if none does the declarer plays alone."""
        opening = self.opening.said(self.actor, action)
        if type(action) is Accept:
            return opening.proceed(partnered(opening.contract, self.actor))
        following = (self.actor + 1) % self.table.variant.seats
        if following == opening.contract.declarer:
            return opening.proceed()
        return type(self)(opening, following)


class Offering(Answering):
    """A player offers himself as partner, or passes."""

    __slots__ = ()
    phase: ClassVar[str] = say_as("phase", "offering to join the declarer")
    answers: ClassVar[tuple[Action, ...]] = (Accept(), Pass())
