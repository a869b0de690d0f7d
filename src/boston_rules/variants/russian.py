"""Boston de Fontainebleau after the American card books, and its Russian relatives."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import evolve, frozen

from boston_rules.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.core.sources import Source
from boston_rules.deal.questions.asking import AskAndAccept
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.deal.questions.polls import ChicaneRule
from boston_rules.rules.bidding import BiddingRule, OutOfBidding, UntilAllPass
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.partners import FixedSides, PartnerRule
from boston_rules.rules.passed_out import FewestTakesPool, PassedOutRule
from boston_rules.rules.payments import (
    BySuit,
    EvenShares,
    Flat,
    OvertrickEach,
    Payments,
    SuitRow,
)
from boston_rules.rules.polls import ChicanePoll, ConcessionPoll
from boston_rules.rules.pool import AnyBid, DealerAntes, PaysLikeOpponent, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking, SuitRanking
from boston_rules.rules.trumps import PlainTrumps, TrumpRule
from boston_rules.rules.variant import Variant, option
from boston_rules.variants.fontainebleau import LADDER
from boston_rules.variants.tellings import CATS, ENC, LIBRARY, PKW, WEB, borrowed, cite

__all__ = ["T2", "T2_SPECIAL", "FontainebleauHoyle", "Russian", "RussianPartnership"]

T2: Final[tuple[SuitRow, ...]] = (
    ("5", (2, 2, 4, 6)),
    ("6", (6, 6, 8, 10)),
    ("7", (10, 10, 12, 14)),
    ("8", (14, 14, 16, 18)),
    ("9", (18, 18, 20, 22)),
    ("10", (22, 22, 24, 26)),
    ("11", (26, 26, 28, 30)),
    ("12", (30, 30, 32, 34)),
    ("13", (50, 50, 60, 70)),
    ("13-table", (70, 70, 80, 90)),
)
"""Chips per opponent by trump suit, in columns ♠ ♣ ♥ ♦, won or lost."""

T2_SPECIAL: Final = (
    ("little-misere", 15),
    ("piccolissimo", 20),
    ("grand-misere", 30),
    ("little-misere-table", 40),
    ("grand-misere-table", 50),
)
"""Chips per opponent for the bids without trumps, won or lost."""

_PRICES = (
    BySuit(T2, source=cite(PKW, "price table", "P15, P42")),
    Flat(T2_SPECIAL, source=cite(PKW, "price table, no-trumps", "R24")),
)
_CONCESSION = ConcessionRule(source=cite(PKW, "Boston de Fontainebleau, 4", "P19"))


@frozen(kw_only=True, cache_hash=True)
class FontainebleauHoyle(Variant):
    """Boston de Fontainebleau as the American card books have it.

    >>> from boston_rules.variants import FontainebleauHoyle
    >>> FontainebleauHoyle(concessions=False).concession is None
    True
    """

    slug: ClassVar[str] = "fontainebleau-hoyle"
    title: ClassVar[str] = "Boston de Fontainebleau (American card books)"
    about: ClassVar[str] = (
        "small prices, the same won or lost, no honours, a pack shuffled for every deal, and "
        "opponents who may concede after the first trick"
    )
    sources: ClassVar[tuple[Source, ...]] = (PKW, ENC, CATS)

    dealing: DealingRule = DealingRule(
        packets=(3, 3, 3, 3, 1), shuffle="each-deal", source=cite(PKW, "The Deal and Bid", "R18")
    )
    suits: SuitRanking = FixedRanking(
        (DIAMONDS, HEARTS, CLUBS, SPADES), source=cite(PKW, "Boston de Fontainebleau, 1 and 3")
    )
    ladder: Ladder = LADDER
    bidding: BiddingRule = UntilAllPass(
        OutOfBidding(), source=cite(PKW, "Boston de Fontainebleau, 3", "R5, R6")
    )
    partners: PartnerRule | None = AskAndAccept(
        extra=3, source=cite(PKW, "Boston de Fontainebleau, 3", "P11, P51")
    )
    trumps: TrumpRule = PlainTrumps(source=cite(PKW, "The Play"))
    concession: ConcessionPoll | None = _CONCESSION
    payments: Payments = Payments(
        won=(*_PRICES, OvertrickEach(1, source=cite(PKW, "Boston de Fontainebleau, 2"))),
        lost=_PRICES,
        shares=EvenShares(source=cite(PKW, "Boston de Fontainebleau, 4", "R13, R14")),
    )
    pool: PoolRule | None = PoolRule(
        ante=DealerAntes(1, source=cite(PKW, "Boston de Fontainebleau, 4")),
        taken_by=AnyBid(source=cite(PKW, "Boston de Fontainebleau, 4")),
        lost=PaysLikeOpponent(source=cite(PKW, "Boston de Fontainebleau, 4")),
    )
    passed_out: PassedOutRule = FewestTakesPool(
        source=cite(PKW, "Boston de Fontainebleau, 4", "R8, P22")
    )
    session: SessionRule = SessionRule(
        deals=12, source=cite(CATS, "end of the game", "R9, R16, P51")
    )
    laws: Laws = Laws(
        MisdealLaw(fine=1, loses_deal=True, source=cite(PKW, "Scoring")),
        RevokeLaw("deal", fine=8, source=cite(PKW, "Scoring", "R32")),
    )

    concessions: bool = option(
        True,
        sets="concession",
        values={True: _CONCESSION, False: None},
        source=cite(PKW, "Boston de Fontainebleau, 4", "P19"),
    )
    """Option. Whether the opponents are asked to concede after the first trick."""


@frozen(kw_only=True, cache_hash=True)
class Russian(FontainebleauHoyle):
    """Russian Boston: chicane for a hand without trumps.

    >>> from boston_rules.variants import Russian
    >>> Russian().chicane.chips
    2
    """

    slug: ClassVar[str] = "russian"
    title: ClassVar[str] = "Russian Boston"
    about: ClassVar[str] = (
        "the game of the American card books with a bonus for a hand dealt no trump"
    )
    sources: ClassVar[tuple[Source, ...]] = (PKW, ENC, CATS)

    chicane: ChicanePoll | None = ChicaneRule(
        2, source=cite((PKW, ENC), "Russian Boston", "R25, P20")
    )


_HOYLE = FontainebleauHoyle()


@frozen(kw_only=True, cache_hash=True)
class RussianPartnership(FontainebleauHoyle):
    """Russian Boston with partners opposite each other throughout.

    >>> from boston_rules.variants import RussianPartnership
    >>> RussianPartnership().partners.opposite(1, 4)
    3
    """

    slug: ClassVar[str] = "russian-partnership"
    title: ClassVar[str] = "Russian Boston in partnerships"
    about: ClassVar[str] = "opposite players are partners, bid for their side and share the chips"
    sources: ClassVar[tuple[Source, ...]] = (WEB, PKW, ENC, CATS, LIBRARY)

    dealing: DealingRule = borrowed(_HOYLE.dealing, "P21")
    suits: SuitRanking = borrowed(_HOYLE.suits, "P21")
    ladder: Ladder = borrowed(_HOYLE.ladder, "P21")
    bidding: BiddingRule = borrowed(_HOYLE.bidding, "P21")
    partners: PartnerRule | None = FixedSides(
        extra=3, source=cite(WEB, "Common Variations, Russian Boston", "P21")
    )
    trumps: TrumpRule = borrowed(_HOYLE.trumps, "P21")
    concession: ConcessionPoll | None = borrowed(_HOYLE.concession, "P21")
    payments: Payments = evolve(
        borrowed(_HOYLE.payments, "P21"),
        shares=EvenShares(
            source=cite(
                (WEB, PKW),
                "Common Variations, Russian Boston; Boston de Fontainebleau, 4",
                "R13, R14, P21",
            )
        ),
    )
    pool: PoolRule | None = borrowed(_HOYLE.pool, "P21")
    passed_out: PassedOutRule = borrowed(_HOYLE.passed_out, "P21")
    session: SessionRule = borrowed(_HOYLE.session, "P21")
    laws: Laws = borrowed(_HOYLE.laws, "P21")
