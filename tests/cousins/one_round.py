"""A table at which each player speaks once, written as a third party would."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

import boston_rules as br
from boston_rules.core.errors import MisereBarred
from boston_rules.deal.questions.accepting import InAuction
from boston_rules.rules.bidding import BiddingRule, Forbidden, OneRound
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import AtLeast, Exactly
from boston_rules.rules.ladder import Ladder, NamedSuit, NoTrumps, Step
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.rules.payments import Flat, OvertrickEach, Payments, UndertrickEach
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking

HOUSE: Final = br.Source("ONE", "Boston as played on the train, one round of bids", "2024")
FLAT: Final = Flat((("six", 4), ("seven", 6), ("nullo", 10), ("ten", 20)))
EACH: Final = (("six", 1), ("seven", 2), ("ten", 3))


@br.register
@frozen(kw_only=True, cache_hash=True)
class TrainBoston(br.Variant):
    """Four bids and one round of calls; while a six stands, who comes later may accept it."""

    slug: ClassVar[str] = "train-boston"
    title: ClassVar[str] = "Boston on the train"
    about: ClassVar[str] = "each player speaks once"
    sources: ClassVar[tuple[br.Source, ...]] = (HOUSE,)

    dealing: DealingRule = DealingRule(packets=(4, 4, 5))
    suits: FixedRanking = FixedRanking((br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES))
    ladder: Ladder = Ladder(
        (
            Step(key="six", name="Six", goal=AtLeast(6), suit=NamedSuit(), partnered=True),
            Step(key="seven", name="Seven", goal=AtLeast(7), suit=NamedSuit()),
            Step(key="nullo", name="Nullo", goal=Exactly(0), suit=NoTrumps()),
            Step(key="ten", name="Ten", goal=AtLeast(10), suit=NamedSuit()),
        )
    )
    bidding: OneRound = OneRound(source=br.Cite(HOUSE, "bids"))
    partners: InAuction = InAuction(extra=2)
    payments: Payments = Payments(
        won=(FLAT, OvertrickEach(rows=EACH)), lost=(FLAT, UndertrickEach(rows=EACH))
    )
    pool: None = None
    passed_out: ThrownIn = ThrownIn()
    session: SessionRule = SessionRule(deals=8)


@br.register_rule
@frozen
class DealerOpens(BiddingRule):
    """The dealer speaks first; who has passed once may come back with tricks, and then no more."""

    source: br.Cite | None = None

    def order(
        self, speaker: int, bidder: int | None, partner: int | None, seats: int
    ) -> tuple[int, ...]:
        return tuple((speaker + step) % seats for step in range(seats))

    def marked(self, mark: int, call: br.Action, step: Step | None) -> int:
        return min(mark + isinstance(call, br.Pass), 2)

    def asks(self, mark: int) -> bool:
        return mark < 2

    def forbids(self, step: Step, mark: int) -> Forbidden | None:
        if mark and step.is_misere:
            return MisereBarred, "who has passed may come back with tricks only"
        return None

    def words(self) -> str:
        return "the dealer speaks first; who has passed may come back with tricks, once"
