"""Boston de Fontainebleau and Russian Boston as R. F. Foster tells them."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from attrs import evolve, frozen

from boston_rules.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.core.sources import Source
from boston_rules.deal.questions.asking import AskAndAccept, OfferedPartner
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.deal.questions.polls import ChicaneRule
from boston_rules.rules.bidding import BiddingRule, OutOfBidding, UntilAllPass
from boston_rules.rules.binding import FollowSuit
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import Ladder, NamedSuit, Step
from boston_rules.rules.laws import Laws
from boston_rules.rules.leads import EldestLeads
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.passed_out import FewestTakesPool, PassedOutRule
from boston_rules.rules.payments import (
    ByTarget,
    Flat,
    Honours,
    OvertrickEach,
    Payments,
    SharesBySeat,
    UndertrickEach,
)
from boston_rules.rules.polls import ChicanePoll, ConcessionPoll
from boston_rules.rules.pool import AnyBid, DealerAntes, PaysLikeOpponent, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking, SuitRanking
from boston_rules.rules.trumps import PlainTrumps, TrumpRule
from boston_rules.rules.variant import Variant, option
from boston_rules.variants.fontainebleau import LADDER, T1_SPECIAL, last_pool_option
from boston_rules.variants.foster import LAWS, TWO_PACKS
from boston_rules.variants.tellings import FOSTER, LIBRARY, cite

__all__ = ["FontainebleauFoster", "RussianFoster"]

_NAMES: Final = {
    "5": "Boston",
    "6": "Six Tricks",
    "7": "Seven Tricks",
    "8": "Eight Tricks",
    "9": "Nine Tricks",
    "little-misere-table": "Little Spread",
    "10": "Ten Tricks",
    "grand-misere-table": "Grand Spread",
    "11": "Eleven Tricks",
    "12": "Twelve Tricks",
    "13": "Slam",
    "13-table": "Spread Slam",
}

_FOLLOW: Final = FollowSuit(source=cite(FOSTER, "p. 177, playing"))
_LEAD: Final = EldestLeads(source=cite(FOSTER, "p. 177, playing"))


def _step(step: Step, *, grand: bool, partnered: str, solo: bool) -> Step:
    broken_off = not step.goal.counted or step.goal.tricks == 13
    rulings = ["R3"] * step.is_exposed + ["F3"] * broken_off + ["F6"] * grand
    with_partner = step.key in partnered.split()
    return evolve(
        step,
        name=_NAMES.get(step.key, step.name),
        suit=NamedSuit(grand=grand, solo=solo and with_partner) if step.has_trumps else step.suit,
        partnered=with_partner,
        breaks_off=broken_off,
        play=_FOLLOW,
        lead=_LEAD,
        source=cite(FOSTER, "p. 175, announcements; p. 177, playing", ", ".join(rulings)),
    )


def _ladder(*, grand: bool, partnered: str = "5 6 7 8 9 10", solo: bool = False) -> Ladder:
    steps = (_step(step, grand=grand, partnered=partnered, solo=solo) for step in LADDER)
    return Ladder(tuple(steps), source=cite(FOSTER, "p. 175, announcements", "R4"))


_RUSSIAN: Final = "6 7 8"
_LADDER, _GRAND_LADDER = _ladder(grand=False), _ladder(grand=True)
_RUSSIAN_LADDER, _RUSSIAN_GRAND_LADDER = (
    _ladder(grand=grand, partnered=_RUSSIAN, solo=True) for grand in (False, True)
)

_ROWS: Final = (
    (5, (10, 10, 20, 30, 40)),
    (6, (30, 30, 40, 50, 60)),
    (7, (50, 50, 60, 70, 80)),
    (8, (70, 70, 80, 90, 100)),
    (9, (90, 90, 100, 110, 120)),
    (10, (110, 110, 120, 130, 140)),
    (11, (130, 130, 140, 150, 160)),
    (12, (150, 150, 160, 170, 180)),
    (13, (170, 170, 180, 190, 200)),
)
"""Chips by tricks to be won, in columns ♠ ♣ ♥ ♦ and grand; the last row is a ten with a partner."""
_EUROPE: Final = (
    ("13", (400, 400, 450, 500, 550)),
    ("13-table", (600, 600, 700, 800, 900)),
)
_AMERICA: Final = (
    ("13", (250, 250, 300, 350, 400)),
    ("13-table", (350, 350, 400, 450, 500)),
)

_PRICES: Final = (
    ByTarget(_ROWS, _EUROPE, source=cite(FOSTER, "p. 177, payments", "F6, F8, G10")),
    Flat(T1_SPECIAL, source=cite(FOSTER, "p. 177, payments")),
)
_WON: Final = (*_PRICES, OvertrickEach(5, source=cite(FOSTER, "p. 177, payments")))
_WON_HONOURS: Final = (
    *_WON,
    Honours(three=10, four=20, source=cite(FOSTER, "p. 176, honours", "R7, G14")),
)


@frozen(kw_only=True, cache_hash=True)
class FontainebleauFoster(Variant):
    """Boston de Fontainebleau after Foster: two packs, and partners priced by what they must win.

    >>> from boston_rules.variants import FontainebleauFoster
    >>> FontainebleauFoster(grand=True).ladder["7"].suit.grand
    True
    """

    slug: ClassVar[str] = "fontainebleau-foster"
    title: ClassVar[str] = "Boston de Fontainebleau (Foster)"
    about: ClassVar[str] = (
        "two packs that are never shuffled again, partners priced by the tricks that they must win "
        "together, and opponents who may pay before the second trick"
    )
    sources: ClassVar[tuple[Source, ...]] = (FOSTER, LIBRARY)

    dealing: DealingRule = evolve(
        TWO_PACKS,
        source=cite(
            FOSTER,
            "p. 174, players; pp. 166-167, dealing; Whist Family Laws, 8 and 10",
            "R10, F1, F2, G3, G5",
        ),
    )
    suits: SuitRanking = FixedRanking(
        (DIAMONDS, HEARTS, CLUBS, SPADES), source=cite(FOSTER, "p. 174, players")
    )
    ladder: Ladder = _LADDER
    trumps: TrumpRule = PlainTrumps(source=cite(FOSTER, "p. 177, playing"))
    bidding: BiddingRule = UntilAllPass(
        OutOfBidding(), source=cite(FOSTER, "pp. 175-176, bidding", "R5, R6")
    )
    partners: PartnerRule | None = AskAndAccept(
        extra=3, source=cite(FOSTER, "p. 176, partners", "P51, F7")
    )
    concession: ConcessionPoll | None = ConcessionRule(
        source=cite(FOSTER, "p. 178, the pool", "G4, G14")
    )
    payments: Payments = Payments(
        won=_WON_HONOURS,
        lost=(*_PRICES, UndertrickEach(5, source=cite(FOSTER, "p. 177, payments", "G1"))),
        shares=SharesBySeat(source=cite(FOSTER, "p. 178, payments of partners", "R13, G11")),
    )
    pool: PoolRule | None = PoolRule(
        ante=DealerAntes(50, source=cite(FOSTER, "p. 174, the pool")),
        taken_by=AnyBid(source=cite(FOSTER, "p. 178, the pool")),
        lost=PaysLikeOpponent(source=cite(FOSTER, "p. 178, the pool")),
        source=cite(FOSTER, "p. 178, the pool"),
    )
    passed_out: PassedOutRule = FewestTakesPool(source=cite(FOSTER, "p. 176, all pass", "R8, G14"))
    session: SessionRule = SessionRule(
        deals=12,
        starting_chips=1000,
        last_pool="adversaries",
        source=cite(
            FOSTER,
            "p. 165, counters; p. 175, number of deals; p. 178, the pool",
            "R9, P7, G12, G32",
        ),
    )
    laws: Laws = LAWS

    grand: bool = option(
        False,
        sets="ladder",
        values={False: _LADDER, True: _GRAND_LADDER},
        source=cite((FOSTER, LIBRARY), "pp. 175-176, bidding", "F6, G10"),
    )
    """Option. Whether bids without trumps are admitted, at prices of this library's own."""
    # It puts all prices in their place, so it stands before what changes one of them.
    honours: bool = option(
        True,
        sets="payments.won",
        values={True: _WON_HONOURS, False: _WON},
        source=cite(FOSTER, "p. 176, honours"),
    )
    """Option. Whether honours are counted."""
    slams: Literal["europe", "america"] = option(
        "europe",
        sets=("payments.won.0.slams", "payments.lost.0.slams"),
        values={"europe": (_EUROPE, _EUROPE), "america": (_AMERICA, _AMERICA)},
        source=cite(FOSTER, "p. 178, Table No. 2"),
    )
    """Option. What slams cost: as in *europe*, or less, as in *america*."""
    last_pool: Literal["adversaries", "all"] = last_pool_option(
        cite(FOSTER, "p. 178, the pool", "R9, P7, G12")
    )
    """Option. When the last bid fails, its *adversaries* divide the pool, or *all* four do."""


@frozen(kw_only=True, cache_hash=True)
class RussianFoster(FontainebleauFoster):
    """Russian Boston after Foster: carte blanche, and a partner who cannot be refused.

    >>> from boston_rules.variants import RussianFoster
    >>> RussianFoster().partners.extra
    4
    """

    slug: ClassVar[str] = "russian-foster"
    title: ClassVar[str] = "Russian Boston (Foster)"
    about: ClassVar[str] = (
        "Boston de Fontainebleau after Foster with a bonus for a hand without trumps, and bids of "
        "six to eight that take a partner unless they are made alone"
    )

    ladder: Ladder = _RUSSIAN_LADDER
    partners: PartnerRule | None = OfferedPartner(
        extra=4, source=cite(FOSTER, "p. 183, Russian Boston", "F10, F11, G13")
    )
    chicane: ChicanePoll | None = ChicaneRule(
        10, source=cite(FOSTER, "p. 183, Russian Boston", "P20, F9, G10, G13")
    )

    grand: bool = option(
        False,
        sets="ladder",
        values={False: _RUSSIAN_LADDER, True: _RUSSIAN_GRAND_LADDER},
        source=cite((FOSTER, LIBRARY), "pp. 175-176, bidding", "F6, G10"),
    )
    """Option. Whether bids without trumps are admitted, at prices of this library's own."""
