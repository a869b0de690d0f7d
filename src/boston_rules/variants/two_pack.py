"""The two-pack family: American Boston and Boston Whist."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from attrs import frozen

from boston_rules.core.sources import Source
from boston_rules.deal.questions.polls import ContestRule
from boston_rules.rules.bidding import BiddingRule, OutOfBidding, ReturnWith, UntilAllPass
from boston_rules.rules.binding import FollowSuit
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import (
    AtLeast,
    ClassCall,
    Exactly,
    Ladder,
    NamedSuit,
    NoTrumps,
    Step,
    SuitCall,
)
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.leads import EldestLeads
from boston_rules.rules.passed_out import MostPaysEach, PassedOutRule, ThrownIn
from boston_rules.rules.payments import ByTricks, Flat, Payments
from boston_rules.rules.polls import ContestPoll
from boston_rules.rules.pool import AtOrAbove, DoublesPool, EachAntes, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import SuitRanking, TurnedRanking
from boston_rules.rules.trumps import PlainTrumps, TrumpRule
from boston_rules.rules.variant import Variant, option
from boston_rules.variants.tellings import CATS, DGM, FOSTER, LIBRARY, PKW, cite

__all__ = [
    "DECIMAL",
    "L1",
    "L2",
    "MISERES",
    "W1",
    "W2",
    "American",
    "AmericanDecimal",
    "BostonWhist",
    "TwoPackHoyle",
    "two_pack_ladder",
]

_BIDS: Final = "American Boston, list of bids; list of bids; Bidding"
_FOLLOW = FollowSuit(
    source=cite((CATS, PKW, DGM), "American Boston, play; The Play; the play; Penalties")
)
_LEAD = EldestLeads(
    source=cite((CATS, PKW, DGM), "American Boston, play; The Play; the play; Winning Tricks")
)


def two_pack_ladder(suit: SuitCall) -> Ladder:
    """The thirteen bids on which the tellings agree; they differ in how trumps are named."""

    def tricks(number: int, name: str) -> Step:
        return Step(
            key=str(number),
            name=name,
            french="",
            goal=AtLeast(number),
            suit=suit,
            play=_FOLLOW,
            lead=_LEAD,
            source=cite((CATS, PKW, DGM), _BIDS),
        )

    def misere(key: str, name: str, french: str, *, discard: bool) -> Step:
        spread = key.endswith("spread")
        rulings = [*(["R2"] if discard else []), *(["R3"] if spread else [])]
        rulings += ["R26"] if spread and discard else []
        return Step(
            key=key,
            name=name,
            french=french,
            goal=Exactly(0),
            suit=NoTrumps(),
            discard=discard,
            exposed="before-lead" if spread else "no",
            play=_FOLLOW,
            lead=_LEAD,
            source=cite((CATS, PKW, DGM), _BIDS, ", ".join(rulings)),
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
        source=cite((CATS, PKW, DGM), _BIDS, "R4"),
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

W2: Final = (
    ("5", 10),
    ("6", 15),
    ("7", 20),
    ("8", 25),
    ("9", 35),
    ("10", 45),
    ("11", 65),
    ("12", 105),
    ("13", 170),
)
"""Chips per opponent for a bid made, whatever was taken over it."""

L2: Final = (
    ("5", (10, 20, 30, 40, 50)),
    ("6", (15, 25, 35, 45, 55, 65)),
    ("7", (20, 30, 40, 50, 60, 70, 80)),
    ("8", (25, 35, 45, 55, 70, 85, 100, 115)),
    ("9", (35, 45, 55, 65, 80, 95, 110, 125, 140)),
    ("10", (45, 55, 70, 80, 95, 110, 125, 140, 155, 170)),
    ("11", (70, 80, 95, 110, 125, 140, 155, 170, 185, 200, 220)),
    ("12", (120, 130, 145, 160, 180, 200, 220, 240, 260, 280, 300, 320)),
    ("13", (180, 200, 220, 240, 260, 280, 300, 320, 340, 360, 390, 420, 450)),
)
"""Chips to each opponent for a bid short by 1, 2, 3 … tricks."""

_WON: Final = "American Boston, tricks won by tricks bid; p. 171, payments"
_LOST: Final = "American Boston, tricks short by tricks bid; p. 171, payments"
_DECIMAL: Final = "American Boston, alternative scoring"
_MISERE_PRICES = Flat(MISERES, source=cite(CATS, "American Boston, payment of misères"))


@frozen(kw_only=True, cache_hash=True)
class American(Variant):
    """American Boston with preference suits turned from a second pack.

    >>> from boston_rules.variants import American
    >>> American().ladder["grand-spread"].name
    'Grand Spread'
    """

    slug: ClassVar[str] = "american"
    title: ClassVar[str] = "American Boston"
    about: ClassVar[str] = (
        "a second pack ranks the suits, trumps are named after the auction, everybody plays "
        "alone, and what is won depends on every trick"
    )
    sources: ClassVar[tuple[Source, ...]] = (CATS, FOSTER, PKW, DGM, LIBRARY)

    dealing: DealingRule = DealingRule(
        packets=(1,) * 13,
        shuffle="first-deal",
        cutters="all",
        first_cutters="dealer-right",
        turn="second-pack",
        source=cite(
            CATS, "seating and first dealer; American Boston, the deal", "R10, R11, R52, P1"
        ),
    )
    suits: SuitRanking = TurnedRanking(source=cite(CATS, "American Boston, preference suits"))
    ladder: Ladder = two_pack_ladder(ClassCall())
    bidding: BiddingRule = UntilAllPass(
        ReturnWith(("little-misere", "grand-misere")),
        source=cite(CATS, "American Boston, bidding; American Boston, play", "R6, R28, P3, P24"),
    )
    trumps: TrumpRule = PlainTrumps(source=cite(CATS, "rank of the cards; American Boston, play"))
    payments: Payments = Payments(
        won=(ByTricks(W1, source=cite((CATS, FOSTER), _WON)), _MISERE_PRICES),
        lost=(
            ByTricks(L1, source=cite((CATS, FOSTER), _LOST, "P42")),
            _MISERE_PRICES,
        ),
    )
    pool: PoolRule | None = PoolRule(
        ante=EachAntes(5, source=cite(CATS, "the bidding", "P6")),
        taken_by=AtOrAbove("7", source=cite(CATS, "American Boston, scoring", "R21")),
        lost=DoublesPool(source=cite(CATS, "American Boston, scoring", "R12, P30")),
    )
    passed_out: PassedOutRule = MostPaysEach(
        5, source=cite(CATS, "American Boston, all pass; American Boston, scoring", "R30, P25")
    )
    session: SessionRule = SessionRule(
        deals=12,
        starting_chips=1600,
        source=cite(CATS, "chip distribution; end of the game", "R9, P8"),
    )
    laws: Laws = Laws(
        MisdealLaw(source=cite(LIBRARY, "", "N7")),
        RevokeLaw("that-trick", fine=40, source=cite(DGM, "Penalties", "R31")),
    )


DECIMAL: Final = Payments(
    won=(Flat(W2, source=cite((CATS, DGM), f"{_DECIMAL}; Table 1")), _MISERE_PRICES),
    lost=(ByTricks(L2, source=cite((CATS, DGM), f"{_DECIMAL}; Table 2", "R27")), _MISERE_PRICES),
)
"""The round prices of the alternative scoring."""

_FIFTHS = Payments(
    won=(
        Flat(tuple((key, chips // 5) for key, chips in W2), source=cite(PKW, "Scoring")),
        Flat(tuple((key, chips // 5) for key, chips in MISERES), source=cite(PKW, "Scoring")),
    ),
    lost=(
        ByTricks(
            tuple((key, tuple(chips // 5 for chips in row)) for key, row in L2),
            source=cite(PKW, "Scoring", "R27"),
        ),
        Flat(tuple((key, chips // 5) for key, chips in MISERES), source=cite(PKW, "Scoring")),
    ),
)


@frozen(kw_only=True, cache_hash=True)
class AmericanDecimal(American):
    """American Boston with the round prices of the alternative scoring.

    >>> from boston_rules.variants import AmericanDecimal
    >>> AmericanDecimal().payments.won[0].rows[0]
    ('5', 10)
    """

    slug: ClassVar[str] = "american-decimal"
    title: ClassVar[str] = "American Boston (alternative scoring)"
    about: ClassVar[str] = "American Boston with round prices and nothing for overtricks"
    sources: ClassVar[tuple[Source, ...]] = (CATS, DGM, PKW, LIBRARY)

    payments: Payments = DECIMAL


@frozen(kw_only=True, cache_hash=True)
class BostonWhist(Variant):
    """Boston Whist, with the suit named in the bid and a pool of at most 250.

    >>> from boston_rules.variants import BostonWhist
    >>> BostonWhist().pool.cap
    250
    """

    slug: ClassVar[str] = "boston-whist"
    title: ClassVar[str] = "Boston Whist"
    about: ClassVar[str] = (
        "preference and colour from a second pack, the trump suit named in the bid, round prices "
        "and a capped pool"
    )
    sources: ClassVar[tuple[Source, ...]] = (DGM, PKW, CATS)

    dealing: DealingRule = DealingRule(
        packets=(3, 3, 3, 3, 1),
        shuffle="each-deal",
        turn="second-pack",
        source=cite(DGM, "The Deal; Color and Preference Suits", "R18, R52"),
    )
    suits: SuitRanking = TurnedRanking(source=cite(DGM, "Color and Preference Suits; Trumps"))
    ladder: Ladder = two_pack_ladder(NamedSuit())
    bidding: BiddingRule = UntilAllPass(
        OutOfBidding(), source=cite(DGM, "Bidding; Trumps", "R28, R29, P23")
    )
    trumps: TrumpRule = PlainTrumps(source=cite(DGM, "Winning Tricks"))
    payments: Payments = DECIMAL
    pool: PoolRule | None = PoolRule(
        ante=EachAntes(10, source=cite(DGM, "The Pool")),
        taken_by=AtOrAbove("7", source=cite(DGM, "Settlement", "R21")),
        lost=DoublesPool(source=cite(DGM, "Settlement", "R12, P30")),
        cap=250,
        source=cite(DGM, "The Pool", "P9"),
    )
    passed_out: PassedOutRule = ThrownIn(10, source=cite(DGM, "Bidding", "P5"))
    session: SessionRule = SessionRule(
        deals=12, source=cite(CATS, "end of the game", "R9, R16, P51")
    )
    laws: Laws = Laws(
        MisdealLaw(fine=10, source=cite(DGM, "The Deal", "R53")),
        RevokeLaw("that-trick", fine=40, source=cite(DGM, "Penalties", "R31")),
    )


_CONTEST = ContestRule(("5", "6"), pool_tricks=7, source=cite(PKW, "Scoring", "P26"))


@frozen(kw_only=True, cache_hash=True)
class TwoPackHoyle(Variant):
    """Boston after the American card books: small bids may be conceded or contested.

    >>> from boston_rules.variants import TwoPackHoyle
    >>> TwoPackHoyle(all_pass="general-misery").passed_out.per_trick
    10
    """

    slug: ClassVar[str] = "two-pack-hoyle"
    title: ClassVar[str] = "Boston (American card books)"
    about: ClassVar[str] = (
        "the two-pack game at a fifth of the prices, with a capped pool and small bids that the "
        "opponents concede or contest"
    )
    sources: ClassVar[tuple[Source, ...]] = (PKW, DGM, CATS)

    dealing: DealingRule = DealingRule(
        packets=(3, 3, 3, 3, 1),
        shuffle="each-deal",
        turn="second-pack",
        source=cite(PKW, "The Deal and Bid", "R18, R52"),
    )
    suits: SuitRanking = TurnedRanking(source=cite(PKW, "The Deal and Bid; list of bids"))
    ladder: Ladder = two_pack_ladder(NamedSuit())
    bidding: BiddingRule = UntilAllPass(
        OutOfBidding(), source=cite(PKW, "The Deal and Bid", "R28, R29, P23")
    )
    trumps: TrumpRule = PlainTrumps(source=cite(PKW, "The Play"))
    contest: ContestPoll | None = _CONTEST
    payments: Payments = _FIFTHS
    pool: PoolRule | None = PoolRule(
        ante=EachAntes(2, source=cite(PKW, "Scoring")),
        taken_by=AtOrAbove("7", source=cite(PKW, "Scoring", "R21")),
        lost=DoublesPool(AtOrAbove("7"), source=cite(PKW, "Scoring", "R12, P30")),
        cap=50,
        source=cite(PKW, "Scoring", "P9"),
    )
    passed_out: PassedOutRule = ThrownIn(2, source=cite(PKW, "Scoring", "P5"))
    session: SessionRule = SessionRule(
        deals=12, source=cite(CATS, "end of the game", "R9, R16, P51")
    )
    laws: Laws = Laws(
        MisdealLaw(fine=1, loses_deal=True, source=cite(PKW, "Scoring")),
        RevokeLaw("deal", fine=8, source=cite(PKW, "Scoring", "R32")),
    )

    all_pass: Literal["ante", "general-misery"] = option(
        "ante",
        sets="passed_out",
        values={
            "ante": ThrownIn(2, source=cite(PKW, "Scoring", "P5")),
            "general-misery": MostPaysEach(10, source=cite(PKW, "Scoring", "R30, P25")),
        },
        source=cite(PKW, "Scoring"),
    )
    """Option. When all pass they feed the pool (*ante*), or play a *general misery*."""

    concessions: bool = option(
        True,
        sets="contest",
        values={True: _CONTEST, False: None},
        source=cite(PKW, "Scoring", "P26"),
    )
    """Option. Whether bids of five and six may be conceded."""
