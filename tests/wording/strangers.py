"""Variants of a third party, with rules of its own and without the topics that Boston has."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen
from tests.strangers import DeclarersTricks

import boston_rules as br
from boston_rules.core.saying import BidKey, joined, say
from boston_rules.core.transfers import Line
from boston_rules.deal.opening import Opening
from boston_rules.deal.questions.accepting import InAuction, RaiseTo
from boston_rules.deal.questions.question import QuestionRule
from boston_rules.rules.carryover import AfterThrownIn, CarryoverRule, Conditions
from boston_rules.rules.cases import Case, Payments
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import AtLeast, Ladder, NamedSuit, NoTrumps, Step
from boston_rules.rules.leads import DeclarerLeads, FirstLead
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.passed_out import PassedOutRule, ThrownIn
from boston_rules.rules.polls import AnyQuestion
from boston_rules.rules.pool import PoolRule
from boston_rules.rules.suits import FixedRanking, SuitRanking, Turn

__all__ = ["ABSENT", "AtMost", "Company", "PerTrick", "Solitary"]

ABSENT = ("pool", "ante", "antes", "cuts", "cut", "turned", "belle", "honours")
"""Words of topics that neither of the variants has."""


@frozen
class AtMost(DeclarersTricks):
    """Win at most so many tricks."""

    most: int
    tricks: ClassVar[int] = 0

    def verdict(self, taken: int, left: int) -> bool | None:
        if taken > self.most:
            return False
        return None if taken + left > self.most else True

    def wants(self, taken: int) -> bool:
        return False

    def words(self) -> str:
        return f"win at most {self.most} tricks"


@frozen
class PerTrick:
    """So much for each trick won or missing, by contract."""

    rows: tuple[tuple[str, int], ...]

    def lines(self, case: Case) -> tuple[Line, ...]:
        each = dict(self.rows).get(case.step.key, 0)
        if case.step.goal.counted:
            return (Line(10 + each * (case.over + case.under), "the bid"),)
        return (Line(each * (14 - case.taken if case.made else case.taken), "few tricks"),)

    def words(self) -> str:
        rows = [joined(" ", (BidKey(key), each)) for key, each in self.rows]
        return say("for each trick: {rows}", rows=joined(", ", rows))


@frozen
class MiddleLeads:
    """Two seats from the declarer leads."""

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        return (declarer + 2) % seats

    def words(self) -> str:
        return "the player opposite leads"


@frozen
class Neighbours:
    """The player at the declarer's left is his partner."""

    extra: int = 2
    source: br.Cite | None = None
    chosen: ClassVar[bool] = False
    calls: ClassVar[bool] = False
    volunteers: ClassVar[bool] = False
    optional: ClassVar[bool] = False

    def opposite(self, declarer: int, seats: int) -> int | None:
        return (declarer + 1) % seats

    def may_accept(self, *, passed: bool, eldest: bool) -> bool:
        return False

    def problems(self, seats: int) -> list[str]:
        return []

    def words(self) -> str:
        return "the player at the declarer's left is his partner"


@frozen
class Toast(QuestionRule):
    """A question that never arises."""

    def arises(self, variant: br.Variant, contract: br.Contract) -> bool:
        return False

    def ask(self, opening: Opening) -> br.State:
        raise AssertionError("it never arises")

    def can_arise(self, variant: br.Variant) -> bool:
        return False

    def phases(self) -> tuple[type[br.State], ...]:
        return ()

    def words(self) -> str:
        return "the declarer proposes a toast"


@frozen
class FourAces:
    """Four aces in one hand are a contract of their own."""

    keys: ClassVar[tuple[str, ...]] = ("aces",)

    def contract(self, hands: tuple[int, ...], turn: Turn) -> br.Contract | None:
        aces = sum(1 << br.parse_card(f"A{suit}").index for suit in "SCHD")
        for seat, hand in enumerate(hands):
            if hand & aces == aces:
                partner = (seat + 2) % len(hands)
                return br.Contract("aces", seat, br.SPADES, partner=partner, target=9)
        return None

    def known(self, contract: br.Contract) -> tuple[tuple[int, int], ...]:
        aces = sum(1 << br.parse_card(f"A{suit}").index for suit in "SCHD")
        return ((contract.declarer, aces),)

    def problems(self, contract: br.Contract) -> list[str]:
        """Whatever is given."""
        return []

    def limit(self) -> tuple[int, int]:
        return sum(1 << br.parse_card(f"A{suit}").index for suit in "SCHD"), 3

    def words(self) -> str:
        return "four aces in one hand are played as aces, with the player opposite"


@frozen(kw_only=True)
class Company(br.Variant):
    """Partners, stakes and a contract of the deal; no pool, cuts or turned card."""

    slug: ClassVar[str] = "company"
    title: ClassVar[str] = "Company"
    about: ClassVar[str] = "a game of a third party"

    dealing: DealingRule = DealingRule(packets=(4, 4, 5))
    suits: SuitRanking = FixedRanking((br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES))
    ladder: Ladder = Ladder(
        (
            Step(key="aces", name="Aces", goal=AtLeast(8), partnered=True, biddable=False),
            Step(key="prop", name="Prop", goal=AtLeast(8), suit=NamedSuit(), partnered=True),
            Step(key="6", name="Six", goal=AtLeast(6), suit=NamedSuit(), biddable=False),
            Step(key="few", name="Few", goal=AtMost(2), suit=NoTrumps(), lead=MiddleLeads()),
        )
    )
    partners: PartnerRule | None = InAuction(extra=0, unaccepted=RaiseTo("6"))
    payments: Payments = Payments(
        won=(PerTrick((("aces", 4), ("prop", 2), ("6", 3), ("few", 1))),),
        lost=(PerTrick((("aces", 4), ("prop", 2), ("6", 3), ("few", 1))),),
    )
    questions: tuple[AnyQuestion, ...] = (Toast(),)
    dealt: FourAces | None = FourAces()
    carryover: CarryoverRule | None = AfterThrownIn(Conditions("doubled", stakes=2))
    pool: PoolRule | None = None
    passed_out: PassedOutRule = ThrownIn()


_LEAD: FirstLead = DeclarerLeads()


@frozen(kw_only=True)
class Solitary(br.Variant):
    """Everybody plays alone: no partner, no pool, no stakes."""

    slug: ClassVar[str] = "solitary"
    title: ClassVar[str] = "Solitary"
    about: ClassVar[str] = "another game of a third party"

    dealing: DealingRule = DealingRule()
    suits: SuitRanking = FixedRanking((br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES))
    ladder: Ladder = Ladder(
        (
            Step(key="few", name="Few", goal=AtMost(2), suit=NoTrumps(), lead=_LEAD),
            Step(key="7", name="Seven", goal=AtLeast(7), suit=NamedSuit()),
        )
    )
    payments: Payments = Payments(
        won=(PerTrick((("few", 1), ("7", 3))),), lost=(PerTrick((("few", 1), ("7", 3))),)
    )
    pool: PoolRule | None = None
    passed_out: PassedOutRule = ThrownIn()
