"""Boston as a plain modern rules page tells it: always alone, for a fixed schedule."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from attrs import frozen

from boston_rules.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.core.sources import Source
from boston_rules.rules.bidding import BiddingRule, FreeReturn, UntilAllPass
from boston_rules.rules.binding import FollowSuit
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import AtLeast, Exactly, Ladder, NamedSuit, NoTrumps, Step
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.leads import EldestLeads, LeftOfDeclarerLeads
from boston_rules.rules.passed_out import PassedOutRule, ThrownIn
from boston_rules.rules.payments import Flat, OvertrickEach, Payments, UndertrickEach
from boston_rules.rules.pool import AnyBid, DealerAntes, FeedsNothing, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking, SuitRanking
from boston_rules.rules.trumps import PlainTrumps, TrumpRule
from boston_rules.rules.variant import Variant, option
from boston_rules.variants.tellings import LIBRARY, WEB, cite

__all__ = ["CLASSIC_LADDER", "LONG_LADDER", "SHORT_LADDER", "Classic"]

_FOLLOW = FollowSuit(source=cite(WEB, "Gameplay, 2"))
_LEAD = EldestLeads(source=cite(WEB, "Gameplay, 1 and 4"))
_MISERE_LEAD = LeftOfDeclarerLeads(source=cite(WEB, "Gameplay, 1 and 4", "P31"))


def _tricks(number: int, name: str) -> Step:
    return Step(
        key=str(number),
        name=name,
        goal=AtLeast(number),
        suit=NamedSuit(),
        play=_FOLLOW,
        lead=_LEAD,
        source=cite(WEB, "The Bidding Ladder, 2 and 3" if number < 13 else "The Bidding Ladder, 7"),
    )


CLASSIC_LADDER: Final = Ladder(
    (
        _tricks(5, "Boston"),
        _tricks(6, "Six"),
        _tricks(7, "Seven"),
        Step(
            key="petite-misere",
            name="Little Misère",
            french="Petite Misère",
            goal=Exactly(0),
            suit=NoTrumps(),
            discard=True,
            play=_FOLLOW,
            lead=_MISERE_LEAD,
            source=cite(WEB, "The Bidding Ladder, 4; Gameplay, 1", "R2, P31"),
        ),
        _tricks(8, "Eight"),
        Step(
            key="grande-misere",
            name="Grand Misère",
            french="Grande Misère",
            goal=Exactly(0),
            suit=NoTrumps(),
            play=_FOLLOW,
            lead=_MISERE_LEAD,
            source=cite(WEB, "The Bidding Ladder, 5; Gameplay, 1", "P31"),
        ),
        _tricks(9, "Nine"),
        _tricks(10, "Ten"),
        Step(
            key="misere-ouverte",
            name="Open Misère",
            french="Misère Ouverte",
            goal=Exactly(0),
            suit=NoTrumps(),
            exposed="after-first-trick",
            play=_FOLLOW,
            lead=_MISERE_LEAD,
            source=cite(WEB, "The Bidding Ladder, 6; Gameplay, 1", "R3, P31"),
        ),
        _tricks(11, "Eleven"),
        _tricks(12, "Twelve"),
        _tricks(13, "Chelem"),
    ),
    source=cite(WEB, "The Bidding Ladder", "R4"),
)
"""The twelve bids of the page."""

_VARIATIONS = "Variations & House Rules"

SHORT_LADDER: Final = Ladder(
    tuple(step for step in CLASSIC_LADDER if step.key not in ("misere-ouverte", "11", "12", "13")),
    source=cite(WEB, _VARIATIONS, "R55"),
)
"""The bids of a shorter session: up to ten tricks, and no open misère."""

_PICCOLISSIMO = Step(
    key="piccolissimo",
    name="Piccolissimo",
    goal=Exactly(1),
    suit=NoTrumps(),
    discard=True,
    play=_FOLLOW,
    lead=_LEAD,
    source=cite((WEB, LIBRARY), _VARIATIONS, "R55"),
)
_CHELEM_OUVERT = Step(
    key="13-table",
    name="Open Chelem",
    french="Chelem Ouvert",
    goal=AtLeast(13),
    suit=NamedSuit(),
    exposed="after-first-trick",
    play=_FOLLOW,
    lead=_LEAD,
    source=cite((WEB, LIBRARY), _VARIATIONS, "R55"),
)
_BELOW_EIGHT = CLASSIC_LADDER.place("8")

LONG_LADDER: Final = Ladder(
    (
        *CLASSIC_LADDER.steps[:_BELOW_EIGHT],
        _PICCOLISSIMO,
        *CLASSIC_LADDER.steps[_BELOW_EIGHT:],
        _CHELEM_OUVERT,
    ),
    source=cite((WEB, LIBRARY), _VARIATIONS, "R55"),
)
"""The bids of a longer session; the places of the two that it adds are the library's own."""

_PRICES = Flat(
    (
        *(("5", 10), ("6", 15), ("7", 20), ("8", 40), ("9", 60), ("10", 90)),
        *(("11", 130), ("12", 180), ("13", 400)),
        *(("petite-misere", 20), ("grande-misere", 40), ("misere-ouverte", 90)),
    ),
    source=cite(WEB, "Scoring and Payments, 1, 3 and 4", "R34"),
)
_LONG_PRICES = Flat((("piccolissimo", 30), ("13-table", 800)), source=cite(LIBRARY, "", "R55"))
_WON = (_PRICES, OvertrickEach(5, source=cite(WEB, "Scoring and Payments, 2")))
_LOST = (_PRICES, UndertrickEach(5, source=cite(WEB, "Scoring and Payments, 3")))


@frozen(kw_only=True, cache_hash=True)
class Classic(Variant):
    """Boston alone against three, with a passed player free to come back.

    >>> from boston_rules.variants import Classic
    >>> Classic(first_to=500).session.first_to
    500
    """

    slug: ClassVar[str] = "classic"
    title: ClassVar[str] = "Classic Boston"
    about: ClassVar[str] = (
        "always alone against three, one price a bid, five for each trick over or under, "
        "and a player who has passed may come back"
    )
    sources: ClassVar[tuple[Source, ...]] = (WEB, LIBRARY)

    dealing: DealingRule = DealingRule(
        packets=(4, 4, 5),
        shuffle="each-deal",
        cutters="dealer-right",
        source=cite(WEB, "Setup and Deal, 2 and 3", "P1"),
    )
    suits: SuitRanking = FixedRanking(
        (DIAMONDS, HEARTS, CLUBS, SPADES), source=cite(WEB, "Card Deck; The Bidding Ladder, 8")
    )
    ladder: Ladder = CLASSIC_LADDER
    bidding: BiddingRule = UntilAllPass(
        FreeReturn(), source=cite(WEB, "The Bidding Ladder, 1", "R5, R6, P31")
    )
    trumps: TrumpRule = PlainTrumps(source=cite(WEB, "Card Deck; Gameplay, 3"))
    payments: Payments = Payments(won=_WON, lost=_LOST)
    pool: PoolRule | None = PoolRule(
        ante=DealerAntes(10, source=cite(WEB, "Setup and Deal, 1")),
        taken_by=AnyBid(source=cite(WEB, "Scoring and Payments, 5", "P31")),
        lost=FeedsNothing(source=cite(WEB, "Scoring and Payments, 3")),
    )
    passed_out: PassedOutRule = ThrownIn(5, source=cite(WEB, "The Bidding Ladder, 9", "R35, P31"))
    session: SessionRule = SessionRule(deals=16, source=cite(WEB, "Winning", "R9, R16, P31"))
    laws: Laws = Laws(
        MisdealLaw(source=cite(WEB, "Gameplay, 5")),
        RevokeLaw("tricks", fails_bid=True, source=cite(WEB, "Gameplay, 6", "P41")),
    )

    first_to: int | None = option(None, sets="session.first_to", source=cite(WEB, "Winning", "P31"))
    """Option. Chips that end the session, instead of a number of deals."""

    levels: Literal["standard", "short", "long"] = option(
        "standard",
        sets=("ladder", "payments.won", "payments.lost"),
        values={
            "standard": (CLASSIC_LADDER, _WON, _LOST),
            "short": (SHORT_LADDER, _WON, _LOST),
            "long": (LONG_LADDER, (_LONG_PRICES, *_WON), (_LONG_PRICES, *_LOST)),
        },
        source=cite(WEB, _VARIATIONS, "R55"),
    )
    """Option. *short* stops at ten and has no open misère; *long* adds Piccolissimo and an open
    Chelem, at prices of the library's own."""
