"""The tellings as former revisions had them, so that records of those are replayed by own rules."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve

from boston_rules.rules.bidding import BiddingRule
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.rules.payments import EvenShares
from boston_rules.variant import former_revision
from boston_rules.variants.cats import FontainebleauCats
from boston_rules.variants.fontainebleau import Fontainebleau
from boston_rules.variants.two_pack import American, AmericanDecimal
from boston_rules.variants.two_pack_relatives import AmericanCapped, AmericanPartnership

__all__ = [
    "American1",
    "AmericanCapped1",
    "AmericanDecimal1",
    "AmericanPartnership1",
    "Fontainebleau1",
    "FontainebleauCats1",
]

_AMERICAN = evolve(American().dealing, first_cutters=None)


@former_revision(dealing=evolve(Fontainebleau().dealing, cuts_optional=False))
class Fontainebleau1(Fontainebleau):
    """No cut could be declined."""

    revision: ClassVar[int] = 1


@former_revision(dealing=evolve(FontainebleauCats().dealing, first_cutters=None))
class FontainebleauCats1(FontainebleauCats):
    """All four cut for the first deal too."""

    revision: ClassVar[int] = 1


@former_revision(dealing=_AMERICAN)
class American1(American):
    """All four cut for the first deal too."""

    revision: ClassVar[int] = 1


@former_revision(dealing=_AMERICAN)
class AmericanDecimal1(AmericanDecimal):
    """All four cut for the first deal too."""

    revision: ClassVar[int] = 1


@former_revision(dealing=_AMERICAN, passed_out=ThrownIn())
class AmericanCapped1(AmericanCapped):
    """All four cut for the first deal too, and a passed-out deal cost nothing."""

    revision: ClassVar[int] = 1


@former_revision(
    dealing=evolve(AmericanPartnership().dealing, cutters="all"),
    bidding=BiddingRule(),
    payments=evolve(AmericanPartnership().payments, shares=EvenShares()),
)
class AmericanPartnership1(AmericanPartnership):
    """All four cut, a player could overcall his partner, and partners won and lost alike."""

    revision: ClassVar[int] = 1
