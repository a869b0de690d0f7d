"""Boston with the aces and jacks alone: two tricks in spades, with partners who sit opposite."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

import boston_rules as br
from boston_rules.rules.cases import Payments
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import AtLeast
from boston_rules.rules.ladder import Ladder, Step, SuitCall, SuitChoice
from boston_rules.rules.partners import FixedSides
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.rules.payments import Flat, OvertrickEach, UndertrickEach
from boston_rules.rules.pool import DealerAntes, PaysLikeOpponent, PoolRule
from boston_rules.rules.sessions import BostonBonus, SessionRule
from boston_rules.rules.suits import EqualSuits, SuitRanking, Turn
from boston_rules.rules.trumps import BostonJack

__all__ = ["SmallBoston", "Spades"]

_PRICE: Final = Flat((("1", 2), ("2", 6)))


@br.register_rule
@frozen
class Spades(SuitCall):
    """Spades are always trumps."""

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        return (SuitChoice(0, br.SPADES),)

    def words(self) -> str:
        return "spades are trumps"


@br.register
@frozen(kw_only=True, cache_hash=True)
class SmallBoston(br.Variant):
    """One trick or both, of eight cards of which the jack of diamonds is the highest."""

    slug: ClassVar[str] = "small-boston"
    title: ClassVar[str] = "Small Boston"
    about: ClassVar[str] = "two tricks in spades, with the partner opposite"
    sources: ClassVar[tuple[br.Source, ...]] = ()

    dealing: DealingRule = DealingRule(
        pack=br.Cards.parse("AS JS AH JH AC JC AD JD"),
        packets=(2,),
        shuffle="first-deal",
        cutters="dealer-right",
    )
    suits: EqualSuits = EqualSuits()
    ladder: Ladder = Ladder(
        (
            Step(
                key="1",
                name="One",
                goal=AtLeast(1),
                suit=Spades(),
                holding=br.Cards.parse("JS"),
            ),
            Step(
                key="2",
                name="Two",
                goal=AtLeast(2),
                suit=Spades(),
                holding=br.Cards.parse("JC JD"),
            ),
        )
    )
    partners: FixedSides = FixedSides()
    trumps: BostonJack = BostonJack()
    boston_bonus: BostonBonus = BostonBonus(1)
    payments: Payments = Payments(won=(_PRICE, OvertrickEach(1)), lost=(_PRICE, UndertrickEach(1)))
    pool: PoolRule = PoolRule(ante=DealerAntes(2), lost=PaysLikeOpponent())
    passed_out: ThrownIn = ThrownIn(1)
    session: SessionRule = SessionRule(deals=3)
