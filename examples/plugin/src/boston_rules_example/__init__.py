"""Parlour Boston: the plain game without misères, for a short evening."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from boston_rules import Cite, Source
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.payments import Flat, OvertrickEach, Payments, UndertrickEach
from boston_rules.rules.pool import AnyBid, DealerAntes, DoublesPool, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.variants import Classic
from boston_rules.variants.classic import CLASSIC_LADDER

__all__ = ["ParlourBoston"]

PARLOUR: Final = Source("PAR", "Parlour Boston, as played at home", "2026")

_PRICES: Final = Flat(
    tuple((str(tricks), 2 * tricks - 8) for tricks in range(5, 14)), source=Cite(PARLOUR)
)


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
        ante=DealerAntes(4, source=Cite(PARLOUR)),
        taken_by=AnyBid(),
        lost=DoublesPool(source=Cite(PARLOUR)),
    )
    session: SessionRule = SessionRule(deals=8, source=Cite(PARLOUR))
