"""Games of a stranger: a ladder without a pool, goals and questions of his own."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import evolve, frozen
from tests.strangers import Between

import boston_rules as br
from boston_rules.core.transfers import Line
from boston_rules.deal.opening import Opening
from boston_rules.deal.questions.accepting import InAuction, RaiseHigher
from boston_rules.deal.questions.question import Question, QuestionRule
from boston_rules.deal.state import State
from boston_rules.rules.cases import Case, Payments
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import Exactly, Goal
from boston_rules.rules.ladder import (
    AtLeast,
    Ladder,
    NamedAfterwards,
    NoTrumps,
    Step,
    SuitCall,
    TurnedSuit,
)
from boston_rules.rules.leads import DeclarerLeads
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.rules.payments import Flat, OvertrickEach, UndertrickEach
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import TurnedRanking
from boston_rules.variants import Fontainebleau


@frozen
class AllThirteen:
    """Win every trick, for a price that counts nothing: no class of the library."""

    tricks: ClassVar[int] = 13
    most: ClassVar[None] = None
    counted: ClassVar[bool] = False

    def binds(self, side: tuple[int, ...]) -> tuple[int, ...]:
        """The whole side."""
        return side

    def with_partner(self, extra: int) -> AllThirteen:
        """The same."""
        return self

    def verdict(self, taken: int, left: int) -> bool | None:
        """Lost with the first trick that is lost."""
        if taken + left < 13:
            return False
        return None if left else True

    def over(self, taken: int) -> int:
        """None."""
        return 0

    def under(self, taken: int) -> int:
        """None are counted."""
        return 0

    def wants(self, taken: int) -> bool:
        """Always."""
        return True

    def words(self) -> str:
        """The goal in English."""
        return "win every trick"


@frozen
class Greetings(QuestionRule):
    """The declarer is asked whether he greets: a question that no bot knows."""

    source = None

    def arises(self, variant: br.Variant, contract: br.Contract) -> bool:
        """In every contract."""
        return True

    def ask(self, opening: Opening) -> State:
        """Before the first lead."""
        return Greeting(opening, opening.contract.declarer)

    def phases(self) -> tuple[type[State], ...]:
        """The phase."""
        return (Greeting,)

    def words(self) -> str:
        """The rule in English."""
        return "the declarer may greet"


@frozen(cache_hash=True)
class Greeting(Question):
    """The declarer greets, or does not; nothing comes of it."""

    phase: ClassVar[str] = "greeting"

    @classmethod
    def actions(cls, variant: br.Variant) -> tuple[br.Action, ...]:
        """Decline and accept."""
        return br.Decline(), br.Accept()

    def answers_with(self, hand: int) -> tuple[br.Action, ...]:
        """Decline or accept."""
        return br.Decline(), br.Accept()

    def refuse_openly(self, action: br.Action) -> br.IllegalAction | None:
        """Nothing else."""
        return None if action in self.answers_with(0) else self.wrong_phase(action)

    def advance(self, action: br.Action) -> State:
        """The play."""
        return self.opening.said(self.actor, action).proceed()


@frozen
class Plain:
    """One price for everything: no class of the library."""

    chips: int
    source = None
    reads: ClassVar[frozenset[str]] = frozenset()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """One line."""
        return (Line(self.chips, "flat"),)

    def words(self) -> str:
        """The price in English."""
        return f"{self.chips}"


def only(goal: Goal, suit: SuitCall | None = None, chips: int = 20) -> br.Variant:
    """Boston with a single contract."""
    step = Step(key="odd", name="Odd", goal=goal, suit=NoTrumps() if suit is None else suit)
    rules = Fontainebleau()
    prices = (Plain(chips),)
    return evolve(
        rules,
        ladder=Ladder((step,)),
        partners=None,
        payments=Payments(won=prices, lost=prices),
        dealing=DealingRule(packets=(1,) * 13, shuffle="each-deal"),
        passed_out=ThrownIn(),
        pool=None,
        boston_bonus=None,
        contest=None,
        concession=None,
        chicane=None,
    )


def _step(
    key: str,
    goal: Goal,
    suit: SuitCall,
    *,
    partnered: bool = False,
    exposed: Literal["no", "before-lead", "after-first-trick"] = "no",
    leads: bool = False,
) -> Step:
    plain = Step(key=key, name=key, goal=goal, suit=suit, partnered=partnered, exposed=exposed)
    return evolve(plain, lead=DeclarerLeads()) if leads else plain


_EACH = (("prop", 2), ("solo", 2), ("abundance", 3))
_FLAT = (
    ("prop", 10),
    ("solo", 10),
    ("misere", 15),
    ("abundance", 15),
    ("misere-ouverte", 30),
    ("declared-abundance", 60),
)


def whist_ladder() -> br.Variant:
    """A ladder like that of Solo Whist, without a pool."""
    return br.Variant(
        dealing=DealingRule(packets=(3, 3, 3, 3, 1), shuffle="each-deal", turn="last-card"),
        suits=TurnedRanking(),
        ladder=Ladder(
            (
                _step("prop", AtLeast(8), TurnedSuit(), partnered=True),
                _step("solo", AtLeast(5), TurnedSuit()),
                _step("misere", Exactly(0), NoTrumps()),
                _step("abundance", AtLeast(9), NamedAfterwards()),
                _step("misere-ouverte", Exactly(0), NoTrumps(), exposed="after-first-trick"),
                _step("declared-abundance", AtLeast(13), NoTrumps(), leads=True),
            )
        ),
        partners=InAuction(extra=0, after_pass="eldest", unaccepted=RaiseHigher()),
        payments=Payments(
            won=(Flat(_FLAT), OvertrickEach(0, _EACH)),
            lost=(Flat(_FLAT), UndertrickEach(2, ("declared-abundance",))),
        ),
        pool=None,
        passed_out=ThrownIn(),
        session=SessionRule(deals=16, starting_chips=0),
    )


__all__ = ["AllThirteen", "Between", "Greetings", "only", "whist_ladder"]
