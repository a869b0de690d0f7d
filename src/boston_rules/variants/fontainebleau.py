"""The Fontainebleau family."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

from attrs import frozen

from boston_rules.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.core.sources import Cite, Source
from boston_rules.deal.questions.asking import AskAndAccept
from boston_rules.rules.bidding import BiddingRule, OutOfBidding, UntilAllPass
from boston_rules.rules.binding import FollowSuit
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import AtLeast, Exactly, Ladder, NamedSuit, NoTrumps, Step
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw, WhistLaw
from boston_rules.rules.leads import EldestLeads
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.passed_out import FewestTakesPool, PassedOutRule
from boston_rules.rules.payments import (
    BySuit,
    EvenShares,
    Flat,
    Honours,
    OvertrickEach,
    Payments,
    SuitRow,
    UndertrickEach,
)
from boston_rules.rules.pool import AnyBid, DealerAntes, PaysLikeOpponent, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking, SuitRanking
from boston_rules.rules.trumps import PlainTrumps, TrumpRule
from boston_rules.rules.variant import Variant, option
from boston_rules.variants.tellings import CATS, ENC, FOSTER, PKW, cite

__all__ = ["LADDER", "T1", "T1_SPECIAL", "Fontainebleau", "last_pool_option"]

_BIDS: Final = "list of bids; Boston de Fontainebleau, 2"
_PLAYING = cite((ENC, CATS, PKW), "The play; play of the hand; The Play")
_FOLLOW = FollowSuit(source=_PLAYING)
_LEAD = EldestLeads(source=_PLAYING)


def _tricks(key: str, tricks: int, name: str, french: str, *, partnered: bool = True) -> Step:
    return Step(
        key=key,
        name=name,
        french=french,
        goal=AtLeast(tricks),
        suit=NamedSuit(),
        partnered=partnered,
        exposed="before-lead" if key.endswith("-table") else "no",
        play=_FOLLOW,
        lead=_LEAD,
        source=cite((ENC, CATS, PKW), _BIDS, "R3" if key.endswith("-table") else ""),
    )


def _special(key: str, tricks: int, name: str, french: str, *, discard: bool) -> Step:
    rulings = [*(["R2"] if discard else []), *(["R3"] if key.endswith("-table") else [])]
    return Step(
        key=key,
        name=name,
        french=french,
        goal=Exactly(tricks),
        suit=NoTrumps(),
        discard=discard,
        exposed="before-lead" if key.endswith("-table") else "no",
        play=_FOLLOW,
        lead=_LEAD,
        source=cite((ENC, CATS, PKW), _BIDS, ", ".join(rulings)),
    )


LADDER: Final = Ladder(
    (
        _tricks("5", 5, "Simple Boston", "Boston simple"),
        _tricks("6", 6, "Six Levées", "Six levées"),
        _special("little-misere", 0, "Little Misère", "Petite misère", discard=True),
        _tricks("7", 7, "Seven Levées", "Sept levées"),
        _special("piccolissimo", 1, "Piccolissimo", "Piccolissimo", discard=True),
        _tricks("8", 8, "Eight Levées", "Huit levées"),
        _special("grand-misere", 0, "Grand Misère", "Grande misère", discard=False),
        _tricks("9", 9, "Nine Levées", "Neuf levées"),
        _special(
            "little-misere-table",
            0,
            "Little Misère on the Table",
            "Petite misère sur table",
            discard=True,
        ),
        _tricks("10", 10, "Ten Levées", "Dix levées"),
        _special(
            "grand-misere-table",
            0,
            "Grand Misère on the Table",
            "Grande misère sur table",
            discard=False,
        ),
        _tricks("11", 11, "Eleven Levées", "Onze levées", partnered=False),
        _tricks("12", 12, "Twelve Levées", "Douze levées", partnered=False),
        _tricks("13", 13, "Grand Boston", "Chelem", partnered=False),
        _tricks("13-table", 13, "Grand Boston on the Table", "Chelem sur table", partnered=False),
    ),
    source=cite((ENC, CATS, PKW), _BIDS, "R4"),
)
"""The fifteen bids on which the tellings agree."""

T1: Final[tuple[SuitRow, ...]] = (
    ("5", (10, 10, 20, 30)),
    ("6", (30, 30, 40, 50)),
    ("7", (50, 50, 60, 70)),
    ("8", (70, 70, 80, 90)),
    ("9", (90, 90, 100, 110)),
    ("10", (110, 110, 120, 130)),
    ("11", (130, 130, 140, 150)),
    ("12", (150, 150, 160, 170)),
    ("13", (400, 400, 450, 500)),
    ("13-table", (600, 600, 700, 800)),
)
"""Chips per opponent by trump suit, in columns ♠ ♣ ♥ ♦."""

T1_SPECIAL: Final = (
    ("little-misere", 75),
    ("piccolissimo", 100),
    ("grand-misere", 150),
    ("little-misere-table", 200),
    ("grand-misere-table", 250),
)
"""Chips per opponent for the bids without trumps."""

_PAYMENTS = cite((CATS, FOSTER), "payment table; p. 177, payments")
_PRICES = (BySuit(T1, source=_PAYMENTS), Flat(T1_SPECIAL, source=_PAYMENTS))
_BY_HONOURS = Honours(three=10, four=20, source=cite(ENC, "The play, worked examples", "R7"))


def last_pool_option(source: Cite) -> Any:
    """The option that says who divides the pool where the last bid fails."""
    return option(
        "adversaries",
        sets="session.last_pool",
        values={"adversaries": "adversaries", "all": "all"},
        source=source,
    )


@frozen(kw_only=True, cache_hash=True)
class Fontainebleau(Variant):
    """Boston de Fontainebleau after the old law code that ENC retells.

    >>> from boston_rules.variants import Fontainebleau
    >>> Fontainebleau(deals=24).session.deals
    24
    """

    slug: ClassVar[str] = "fontainebleau"
    title: ClassVar[str] = "Boston de Fontainebleau"
    about: ClassVar[str] = (
        "fifteen bids, a whister who may be asked for, honours, a pack that is never shuffled "
        "again, and a pool fed by the dealer and by losses"
    )
    sources: ClassVar[tuple[Source, ...]] = (ENC, CATS, FOSTER, PKW)

    dealing: DealingRule = DealingRule(
        packets=(4, 4, 5),
        shuffle="first-deal",
        cutters="all",
        cuts_optional=True,
        source=cite(ENC, "The game; laws of the game, 2 and 4", "R10, R11, P1, P51, L12"),
    )
    suits: SuitRanking = FixedRanking(
        (DIAMONDS, HEARTS, CLUBS, SPADES), source=cite(ENC, "note to the list of bids")
    )
    ladder: Ladder = LADDER
    bidding: BiddingRule = UntilAllPass(
        OutOfBidding(), source=cite(ENC, "laws of the game, 6 and 7", "R5, R6")
    )
    partners: PartnerRule | None = AskAndAccept(
        extra=3, source=cite(ENC, "list of bids, 1", "P11, P51")
    )
    trumps: TrumpRule = PlainTrumps(source=cite(ENC, "The game; The play"))
    payments: Payments = Payments(
        won=(
            *_PRICES,
            OvertrickEach(5, source=cite(ENC, "The play, worked examples")),
            _BY_HONOURS,
        ),
        lost=(
            *_PRICES,
            UndertrickEach(5, source=cite(ENC, "The play, worked examples")),
            _BY_HONOURS,
        ),
        shares=EvenShares(
            source=cite(
                (ENC, CATS), "list of bids, 1; winning the hand and scoring", "R8, R13, R14"
            )
        ),
    )
    pool: PoolRule | None = PoolRule(
        ante=DealerAntes(50, source=cite(ENC, "laws of the game, 3")),
        taken_by=AnyBid(source=cite(ENC, "The play")),
        lost=PaysLikeOpponent(source=cite(ENC, "The play, worked examples")),
    )
    passed_out: PassedOutRule = FewestTakesPool(
        source=cite(ENC, "The play; laws of the game, 8", "R8, P22")
    )
    session: SessionRule = SessionRule(
        deals=12,
        starting_chips=1600,
        last_pool="adversaries",
        source=cite(
            (ENC, FOSTER),
            "The game; p. 175, number of deals; p. 178, the pool",
            "R9, P7, P8, P51",
        ),
    )
    laws: Laws = Laws(
        MisdealLaw(fine=50, excused=True, source=cite(ENC, "laws of the game, 5")),
        RevokeLaw("tricks", source=cite(ENC, "laws of the game, 9 and 10", "P41")),
        WhistLaw(
            source=cite(
                (ENC, FOSTER),
                "laws of the game, 10 and 11; English Whist Laws, 62 and 78",
                "LW1, LW2, LW3, LW4, LW5",
            )
        ),
    )

    last_pool: Literal["adversaries", "all"] = last_pool_option(
        cite((ENC, FOSTER), "The play; p. 178, the pool", "R9, P7")
    )
    """Option. When the last bid fails, its *adversaries* divide the pool, or *all* four do."""
