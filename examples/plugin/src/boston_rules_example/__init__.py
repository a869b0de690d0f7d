"""Parlour Boston: the plain game without misères, for a short evening, with an ante of its own."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from boston_rules import Cite, Source, register_rule
from boston_rules.core.sources import cited
from boston_rules.rules.checked import figure
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.payments import Flat, OvertrickEach, Payments, UndertrickEach
from boston_rules.rules.pool import AnyBid, DoublesPool, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.variants import Classic
from boston_rules.variants.classic import CLASSIC_LADDER

__all__ = ["ParlourBoston", "RisingAntes"]

PARLOUR: Final = Source("PAR", "Parlour Boston, as played at home", "2026")

_PRICES: Final = Flat(
    tuple((str(tricks), 2 * tricks - 8) for tricks in range(5, 14)), source=Cite(PARLOUR)
)


@register_rule
@frozen
class RisingAntes:
    """The dealer antes ``chips``, and one chip more each time that the deal comes round again.

    >>> RisingAntes(4).amounts(dealer=2, deal=5, deals=8, seats=4)
    (0, 0, 5, 0)
    """

    chips: int = figure(least=1)
    source: Cite | None = cited()

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        """The ante of each seat."""
        ante = self.chips + (deal - 1) // seats
        return tuple(ante if seat == dealer else 0 for seat in range(seats))

    def words(self) -> str:
        """The rule in English."""
        return f"the dealer antes {self.chips}, and one chip more in each later round of deals"


@frozen(kw_only=True, cache_hash=True)
class ParlourBoston(Classic):
    """Nine bids, small prices, eight deals.

    >>> [step.key for step in ParlourBoston().ladder]
    ['5', '6', '7', '8', '9', '10', '11', '12', '13']
    """

    slug: ClassVar[str] = "parlour"
    title: ClassVar[str] = "Parlour Boston"
    about: ClassVar[str] = "the plain game without misères, at two chips a trick above four"
    sources: ClassVar[tuple[Source, ...]] = (PARLOUR, *Classic.sources)

    ladder: Ladder = Ladder(
        tuple(step for step in CLASSIC_LADDER if step.has_trumps), source=Cite(PARLOUR)
    )
    payments: Payments = Payments(
        won=(_PRICES, OvertrickEach(1, source=Cite(PARLOUR))),
        lost=(_PRICES, UndertrickEach(1, source=Cite(PARLOUR))),
    )
    pool: PoolRule = PoolRule(
        ante=RisingAntes(4, source=Cite(PARLOUR)),
        taken_by=AnyBid(),
        lost=DoublesPool(source=Cite(PARLOUR)),
    )
    session: SessionRule = SessionRule(deals=8, source=Cite(PARLOUR))
