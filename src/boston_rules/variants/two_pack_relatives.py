"""Relatives of the two-pack game: in partnerships, with a capped ladder, and the English one."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from boston_rules.core.sources import Source
from boston_rules.rules.bidding import BiddingRule, OutOfBidding, UntilAllPass
from boston_rules.rules.binding import FollowSuit
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import AtLeast, Ladder, NamedSuit, Step, TurnedSuit
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.leads import EldestLeads
from boston_rules.rules.partners import FixedSides, PartnerRule
from boston_rules.rules.passed_out import PassedOutRule, ThrownIn
from boston_rules.rules.payments import BidderAlone, ByTricks, Flat, Payments
from boston_rules.rules.pool import AtOrAbove, DoublesPool, EachAntes, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import SuitRanking, TurnedRanking
from boston_rules.rules.trumps import PlainTrumps, TrumpRule
from boston_rules.rules.variant import Variant, option
from boston_rules.variants.tellings import CATS, DGM, ENC, LIBRARY, PKW, WEB, borrowed, cite
from boston_rules.variants.two_pack import (
    L2,
    W2,
    AmericanDecimal,
    BostonWhist,
    two_pack_ladder,
)

__all__ = ["AmericanCapped", "AmericanPartnership", "EnglishBoston"]

_NAMES = (
    *("Boston", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"),
    "Grand Slam",
)
_WEB = "Common Variations, Boston Whist"
_WEB_AND_TRUMPS = f"{_WEB}; Trumps"
_DEAD_HAND = cite((WEB, DGM, LIBRARY), f"{_WEB}; The Deal", "R18, R33, P29")
_LIKE_WHIST = cite(LIBRARY, "", "N11")
_DECIMAL_GAME = AmericanDecimal()
_WHIST = BostonWhist()


@frozen(kw_only=True, cache_hash=True)
class AmericanPartnership(Variant):
    """American Boston in partnerships, with the turned suit as the only trump.

    >>> from boston_rules.variants import AmericanPartnership
    >>> AmericanPartnership().dealing.packets
    (5, 5, 3)
    """

    slug: ClassVar[str] = "american-partnership"
    title: ClassVar[str] = "American Boston in partnerships"
    about: ClassVar[str] = (
        "two fixed sides, the turned suit as the only trump, and bids of a number alone"
    )
    sources: ClassVar[tuple[Source, ...]] = (ENC, CATS, DGM, LIBRARY)

    dealing: DealingRule = DealingRule(
        packets=(5, 5, 3),
        shuffle="first-deal",
        turn="second-pack",
        source=cite(ENC, "American Boston", "R10, R48, P1, P27"),
    )
    suits: SuitRanking = TurnedRanking(source=cite(LIBRARY, "", "N9"))
    ladder: Ladder = Ladder(
        tuple(
            Step(
                key=str(tricks),
                name=name,
                goal=AtLeast(tricks),
                suit=TurnedSuit(),
                play=FollowSuit(source=_LIKE_WHIST),
                lead=EldestLeads(source=_LIKE_WHIST),
                source=cite(ENC, "American Boston"),
            )
            for tricks, name in enumerate(_NAMES, start=5)
        ),
        source=cite(ENC, "American Boston", "R4"),
    )
    bidding: BiddingRule = UntilAllPass(
        OutOfBidding(),
        partners_overcall=False,
        source=cite((ENC, LIBRARY), "American Boston", "R47, P27, L13"),
    )
    partners: PartnerRule | None = FixedSides(extra=0, source=cite(ENC, "American Boston", "P27"))
    trumps: TrumpRule = PlainTrumps(source=_LIKE_WHIST)
    payments: Payments = Payments(
        won=(
            Flat(
                W2, source=cite((CATS, DGM), "American Boston, alternative scoring; Table 1", "P27")
            ),
        ),
        lost=(
            ByTricks(
                L2,
                source=cite(
                    (CATS, DGM), "American Boston, alternative scoring; Table 2", "R27, P27"
                ),
            ),
        ),
        shares=BidderAlone(source=cite((ENC, LIBRARY), "American Boston", "R47, P27")),
    )
    pool: PoolRule | None = PoolRule(
        ante=EachAntes(5, source=cite(CATS, "the bidding", "P27")),
        taken_by=AtOrAbove("7", source=cite(CATS, "American Boston, scoring", "R21, P27")),
        lost=DoublesPool(source=cite(CATS, "American Boston, scoring", "R12, P27")),
    )
    passed_out: PassedOutRule = ThrownIn(source=cite(LIBRARY, "", "P27"))
    session: SessionRule = SessionRule(deals=12, source=cite(LIBRARY, "", "R9, P27, P51"))
    laws: Laws = Laws(
        MisdealLaw(source=cite(LIBRARY, "", "N7")), RevokeLaw(source=cite(LIBRARY, "", "N7"))
    )

    prices: Payments | None = option(
        None,
        sets="payments",
        keeps="shares",
        source=cite(ENC, "American Boston", "R47, P27"),
    )
    """Option. The payments that the players have agreed; who pays stays as it is (R47), unless
    they name a rule of shares that is not the even one."""


@frozen(kw_only=True, cache_hash=True)
class AmericanCapped(AmericanDecimal):
    """American Boston whose ladder ends at twelve, in the turned suit alone.

    >>> from boston_rules.variants import AmericanCapped
    >>> [step.key for step in AmericanCapped().ladder][-2:]
    ['little-spread', '12']
    """

    slug: ClassVar[str] = "american-capped"
    title: ClassVar[str] = "American Boston to twelve"
    about: ClassVar[str] = (
        "American Boston with the turned suit as the only trump and Twelve as the highest bid"
    )
    sources: ClassVar[tuple[Source, ...]] = (WEB, CATS, DGM, PKW, LIBRARY)

    dealing: DealingRule = borrowed(_DECIMAL_GAME.dealing, "P28")
    suits: SuitRanking = TurnedRanking(
        source=cite(WEB, "Common Variations, American Boston", "N9, P28")
    )
    ladder: Ladder = Ladder(
        tuple(
            borrowed(step, "P28")
            for step in two_pack_ladder(TurnedSuit())
            if step.key not in ("grand-spread", "13")
        ),
        source=cite(WEB, "Common Variations, American Boston", "P28"),
    )
    bidding: BiddingRule = borrowed(_DECIMAL_GAME.bidding, "P28")
    trumps: TrumpRule = borrowed(_DECIMAL_GAME.trumps, "P28")
    payments: Payments = borrowed(_DECIMAL_GAME.payments, "P28")
    pool: PoolRule | None = borrowed(_DECIMAL_GAME.pool, "P28")
    passed_out: PassedOutRule = ThrownIn(
        5, source=cite(WEB, "The Bidding Ladder, 9", "R49, P28, L13")
    )
    session: SessionRule = SessionRule(
        deals=12, source=cite((CATS, LIBRARY), "end of the game", "R9, R16, P28, P51")
    )
    laws: Laws = borrowed(_DECIMAL_GAME.laws, "P28")


@frozen(kw_only=True, cache_hash=True)
class EnglishBoston(BostonWhist):
    """English Boston: trumps only in preference or colour, for four or three players.

    >>> from boston_rules.variants import EnglishBoston
    >>> EnglishBoston(seats=3).dealing.turn
    'dead-hand'
    """

    slug: ClassVar[str] = "english-boston"
    title: ClassVar[str] = "English Boston"
    about: ClassVar[str] = (
        "Boston Whist with trumps in preference or colour alone, for 4 or 3 players"
    )
    sources: ClassVar[tuple[Source, ...]] = (WEB, DGM, CATS, PKW, LIBRARY)

    dealing: DealingRule = borrowed(_WHIST.dealing, "P29")
    suits: SuitRanking = TurnedRanking(source=cite((WEB, DGM), _WEB_AND_TRUMPS, "R50, P29"))
    ladder: Ladder = borrowed(two_pack_ladder(NamedSuit(preferred=True)), "P29")
    bidding: BiddingRule = UntilAllPass(
        OutOfBidding(), source=cite((WEB, DGM), _WEB_AND_TRUMPS, "R29, R50, P29")
    )
    trumps: TrumpRule = borrowed(_WHIST.trumps, "P29")
    payments: Payments = borrowed(_WHIST.payments, "P29")
    pool: PoolRule | None = borrowed(_WHIST.pool, "P29")
    passed_out: PassedOutRule = borrowed(_WHIST.passed_out, "P29")
    session: SessionRule = borrowed(_WHIST.session, "P29")
    laws: Laws = borrowed(_WHIST.laws, "P29")

    seats: Literal[4, 3] = option(
        4,
        sets=("dealing.seats", "dealing.turn", "dealing.source"),
        values={
            4: (4, "second-pack", borrowed(_WHIST.dealing, "P29").source),
            3: (3, "dead-hand", _DEAD_HAND),
        },
        source=cite(WEB, "Common Variations, Boston Whist", "R33, P29"),
    )
    """Option. Four players, or three with a dead hand whose last card is turned."""
