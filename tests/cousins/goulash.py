"""Games in which a deal leaves something to the next, written as a third party would.

After hands thrown in a goulash: the pack is not shuffled but gathered, and dealt in packets of
five, five and three at double stakes. At another table a contract lost doubles the next antes.
"""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

import boston_rules as br
from boston_rules.rules.carryover import PLAIN, AfterThrownIn, Conditions
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import AtLeast, Exactly
from boston_rules.rules.ladder import Ladder, NamedSuit, NoTrumps, Step
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.rules.payments import Flat, OvertrickEach, Payments, UndertrickEach
from boston_rules.rules.pool import DoublesPool, EachAntes, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking

CLUB: Final = br.Source("GOU", "Boston with goulashes, as a club plays it", "1931")
FLAT: Final = Flat((("six", 4), ("nullo", 10), ("nine", 12)))
EACH: Final = (("six", 1), ("nine", 3))
GOULASH: Final = Conditions("goulash", stakes=2, gathered=True, packets=(5, 5, 3))


@br.register
@frozen(kw_only=True, cache_hash=True)
class GoulashBoston(br.Variant):
    """Three bids, everybody alone; a goulash follows hands that are thrown in."""

    slug: ClassVar[str] = "goulash-boston"
    title: ClassVar[str] = "Goulash Boston"
    about: ClassVar[str] = "a goulash at double stakes follows hands that are thrown in"
    sources: ClassVar[tuple[br.Source, ...]] = (CLUB,)

    dealing: DealingRule = DealingRule(packets=(4, 4, 5), cutters="dealer-right")
    suits: FixedRanking = FixedRanking((br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES))
    ladder: Ladder = Ladder(
        (
            Step(key="six", name="Six", goal=AtLeast(6), suit=NamedSuit()),
            Step(key="nullo", name="Nullo", goal=Exactly(0), suit=NoTrumps()),
            Step(key="nine", name="Nine", goal=AtLeast(9), suit=NamedSuit()),
        )
    )
    payments: Payments = Payments(
        won=(FLAT, OvertrickEach(rows=EACH)), lost=(FLAT, UndertrickEach(rows=EACH))
    )
    pool: None = None
    passed_out: ThrownIn = ThrownIn()
    carryover: AfterThrownIn = AfterThrownIn(GOULASH, source=br.Cite(CLUB, "goulash"))
    session: SessionRule = SessionRule(deals=8)


@br.register_rule
@frozen
class PaidForByTheNext:
    """A contract lost doubles the antes of the next deal, and a second one trebles them."""

    source: br.Cite | None = None
    possible: ClassVar[tuple[Conditions, ...]] = (
        PLAIN,
        Conditions("double antes", antes=2),
        Conditions("treble antes", antes=3, packets=(6, 7)),
    )

    def following(
        self,
        conditions: Conditions,
        contract: br.Contract | None,
        *,
        played: bool,
        made: bool | None,
    ) -> Conditions:
        if made is not False:
            return PLAIN
        return self.possible[min(self.possible.index(conditions) + 1, 2)]

    def words(self) -> str:
        return "a contract lost doubles the antes of the next deal, and a second one trebles them"


POOLED: Final = PoolRule(ante=EachAntes(5), lost=DoublesPool())
"""The pool of a table at which lost contracts are paid for by the next deal."""
