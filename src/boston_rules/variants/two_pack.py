"""The two-pack family: American Boston and Boston Whist."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from boston_rules.rules.bidding import BiddingRule, ReturnWith
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import (
    AtLeast,
    ClassCall,
    Exactly,
    Ladder,
    NoTrumps,
    Step,
    SuitCall,
)
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.passed_out import MostPaysEach, PassedOutRule
from boston_rules.rules.payments import ByTricks, Flat, Payments
from boston_rules.rules.pool import AtOrAbove, DoublesPool, EachAntes, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.sources import Source
from boston_rules.rules.suits import SuitRanking, TurnedRanking
from boston_rules.variant import Variant
from boston_rules.variants.tellings import CATS, DGM, FOSTER, PKW, cite

__all__ = ["L1", "MISERES", "W1", "American", "two_pack_ladder"]


def two_pack_ladder(suit: SuitCall) -> Ladder:
    """The thirteen bids on which the tellings agree; they differ in how trumps are named."""

    def tricks(number: int, name: str) -> Step:
        return Step(
            key=str(number),
            name=name,
            french="",
            goal=AtLeast(number),
            suit=suit,
            source=cite((CATS, PKW, DGM), "list of bids"),
        )

    def misere(key: str, name: str, french: str, *, discard: bool) -> Step:
        spread = key.endswith("spread")
        rulings = ("R2, " if discard else "") + ("R3, R26" if spread and discard else "R3")
        return Step(
            key=key,
            name=name,
            french=french,
            goal=Exactly(0),
            suit=NoTrumps(),
            discard=discard,
            exposed="before-lead" if spread else "no",
            source=cite((CATS, PKW, DGM), "list of bids", rulings if spread or discard else ""),
        )

    return Ladder(
        (
            tricks(5, "Boston"),
            tricks(6, "Six"),
            tricks(7, "Seven"),
            misere("little-misere", "Little Misère", "Petite misère", discard=True),
            tricks(8, "Eight"),
            tricks(9, "Nine"),
            misere("grand-misere", "Grand Misère", "Grande misère", discard=False),
            tricks(10, "Ten"),
            tricks(11, "Eleven"),
            misere("little-spread", "Little Spread", "Petite misère ouverte", discard=True),
            tricks(12, "Twelve"),
            misere("grand-spread", "Grand Spread", "Grande misère ouverte", discard=False),
            tricks(13, "Grand Slam"),
        ),
        source=cite((CATS, PKW, DGM), "list of bids", "R4"),
    )


MISERES: Final = (
    ("little-misere", 20),
    ("grand-misere", 40),
    ("little-spread", 80),
    ("grand-spread", 160),
)
"""Chips per opponent for the misères, won or lost."""

W1: Final = (
    ("5", (12, 12, 13, 13, 14, 14, 14, 15, 15)),
    ("6", (15, 16, 16, 17, 18, 19, 20, 20)),
    ("7", (18, 20, 21, 22, 23, 24, 26)),
    ("8", (23, 24, 26, 28, 29, 31)),
    ("9", (32, 34, 36, 39, 41)),
    ("10", (42, 45, 48, 52)),
    ("11", (63, 68, 72)),
    ("12", (106, 114)),
    ("13", (166,)),
)
"""Chips per opponent for a bid made with 0, 1, 2 … tricks over."""

L1: Final = (
    ("5", (11, 21, 31, 41, 50)),
    ("6", (15, 24, 35, 45, 55, 66)),
    ("7", (19, 29, 40, 50, 60, 72, 82)),
    ("8", (23, 34, 46, 56, 67, 78, 89, 110)),
    ("9", (33, 44, 57, 68, 82, 92, 103, 115, 127)),
    ("10", (44, 56, 70, 82, 94, 107, 119, 132, 145, 157)),
    ("11", (67, 80, 95, 109, 123, 138, 151, 165, 180, 194, 208)),
    ("12", (113, 130, 148, 165, 182, 200, 217, 234, 252, 270, 286, 304)),
    ("13", (177, 198, 222, 241, 262, 284, 305, 326, 348, 369, 390, 412, 433)),
)
"""Chips to each opponent for a bid short by 1, 2, 3 … tricks."""

_MISERE_PRICES = Flat(MISERES, source=cite(CATS, "American Boston, payment of misères"))


@frozen(kw_only=True, cache_hash=True)
class American(Variant):
    """American Boston with preference suits turned from a second pack.

    >>> American().ladder["grand-spread"].name
    'Grand Spread'
    """

    slug: ClassVar[str] = "american"
    title: ClassVar[str] = "American Boston"
    about: ClassVar[str] = (
        "a second pack ranks the suits, trumps are named after the auction, everybody plays "
        "alone, and what is won depends on every trick"
    )
    sources: ClassVar[tuple[Source, ...]] = (CATS, FOSTER, PKW, DGM)

    dealing: DealingRule = DealingRule(
        packets=(1,) * 13,
        shuffle="first-deal",
        cutters="all",
        turn="second-pack",
        source=cite(CATS, "American Boston, the deal", "R10, R11, P1"),
    )
    suits: SuitRanking = TurnedRanking(source=cite(CATS, "American Boston, preference suits"))
    ladder: Ladder = two_pack_ladder(ClassCall())
    bidding: BiddingRule = BiddingRule(
        ReturnWith(("little-misere", "grand-misere")),
        source=cite(CATS, "American Boston, bidding", "R6, R28, P3, P24"),
    )
    payments: Payments = Payments(
        won=(ByTricks(W1, source=cite((CATS, FOSTER), "tricks won by tricks bid")), _MISERE_PRICES),
        lost=(
            ByTricks(L1, source=cite((CATS, FOSTER), "tricks short by tricks bid", "P42")),
            _MISERE_PRICES,
        ),
    )
    pool: PoolRule = PoolRule(
        ante=EachAntes(5, source=cite(CATS, "chip distribution")),
        taken_by=AtOrAbove("7", source=cite(CATS, "American Boston, scoring", "R21")),
        lost=DoublesPool(source=cite(CATS, "American Boston, scoring", "R12, P30")),
    )
    passed_out: PassedOutRule = MostPaysEach(
        5, source=cite(CATS, "American Boston, all pass", "R30, P25")
    )
    session: SessionRule = SessionRule(
        deals=12, starting_chips=1600, source=cite(CATS, "end of the game", "R9, P8")
    )
    laws: Laws = Laws(
        MisdealLaw(source=cite(CATS, "", "R31")),
        RevokeLaw("that-trick", fine=40, source=cite(DGM, "Penalties", "R31")),
    )
