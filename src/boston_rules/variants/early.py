"""The early games: Mariland and Le Whisch Bostonien."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from boston_rules.core.sources import Source
from boston_rules.deal.questions.accepting import InAuction
from boston_rules.rules.bidding import BiddingRule, OutOfBidding, UntilAllPass
from boston_rules.rules.binding import FollowSuit
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import AtLeast, Ladder, NamedSuit, Step, TurnedSuit
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.leads import EldestLeads
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.passed_out import PassedOutRule, ThrownIn
from boston_rules.rules.payments import (
    EveryTrick,
    Flat,
    OvertrickEach,
    Payments,
    Quotas,
    RankFactor,
    UndertrickEach,
)
from boston_rules.rules.pool import AnyBid, DealerAntes, DoublesPool, EachAntes, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import SuitRanking, SuperPreferenceRanking, TurnedRanking
from boston_rules.rules.trumps import PlainTrumps, TrumpRule
from boston_rules.rules.variant import Variant, option
from boston_rules.variants.tellings import CATS, ENC, HGI, LIBRARY, cite

__all__ = ["Mariland", "WhischBostonien"]

_TRICK_NAMES = (
    *("Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen"),
)
_FACTORS = (1, 2, 3)
_LAWS = Laws(MisdealLaw(source=cite(LIBRARY, "", "N7")), RevokeLaw(source=cite(LIBRARY, "", "N7")))
_LIKE_WHIST = cite(LIBRARY, "", "N11")
_FOLLOW = FollowSuit(source=_LIKE_WHIST)
_LEAD = EldestLeads(source=_LIKE_WHIST)
_TRUMPS = PlainTrumps(source=_LIKE_WHIST)
_SUPER = SuperPreferenceRanking(source=cite(ENC, "Mariland"))
_MARILAND_PRICE = Flat(
    tuple((str(tricks), 2 * (tricks - 3)) for tricks in range(4, 14)),
    source=cite(LIBRARY, "", "R44, P38"),
)


@frozen(kw_only=True, cache_hash=True)
class Mariland(Variant):
    """Mariland: alone for four tricks or more, with superpreference for the session.

    What the telling leaves out, prices among it, is this library's own and replaceable.

    >>> from boston_rules.variants import Mariland
    >>> Mariland().ladder["4"].goal.tricks
    4
    """

    slug: ClassVar[str] = "mariland"
    title: ClassVar[str] = "Mariland"
    about: ClassVar[str] = (
        "always alone, from four tricks up, in a suit that ranks by the card turned today and the "
        "card turned in the first deal"
    )
    sources: ClassVar[tuple[Source, ...]] = (ENC, CATS, LIBRARY)

    dealing: DealingRule = DealingRule(
        packets=(1,) * 13,
        shuffle="each-deal",
        turn="last-card",
        fixes_belle=True,
        source=cite((ENC, LIBRARY), "Mariland", "R44"),
    )
    suits: SuitRanking = _SUPER
    ladder: Ladder = Ladder(
        tuple(
            Step(
                key=str(tricks),
                name=name,
                goal=AtLeast(tricks),
                suit=NamedSuit(),
                play=_FOLLOW,
                lead=_LEAD,
                source=cite(ENC, "Mariland"),
            )
            for tricks, name in enumerate(_TRICK_NAMES, start=4)
        ),
        source=cite(ENC, "Mariland", "R4"),
    )
    bidding: BiddingRule = UntilAllPass(OutOfBidding(), source=cite(LIBRARY, "", "R44"))
    trumps: TrumpRule = _TRUMPS
    payments: Payments = Payments(
        won=(
            RankFactor(
                _SUPER,
                _FACTORS,
                (_MARILAND_PRICE, OvertrickEach(1, source=cite(LIBRARY, "", "R44, P38"))),
                source=cite(LIBRARY, "", "R44, P38"),
            ),
        ),
        lost=(
            RankFactor(
                _SUPER,
                _FACTORS,
                (_MARILAND_PRICE, UndertrickEach(1, source=cite(LIBRARY, "", "R44, P38"))),
                source=cite(LIBRARY, "", "R44, P38"),
            ),
        ),
    )
    pool: PoolRule | None = PoolRule(
        ante=DealerAntes(10, source=cite(LIBRARY, "", "R44, P38")),
        taken_by=AnyBid(source=cite(LIBRARY, "", "R44")),
        lost=DoublesPool(source=cite(LIBRARY, "", "R44")),
    )
    passed_out: PassedOutRule = ThrownIn(source=cite(LIBRARY, "", "R44"))
    session: SessionRule = SessionRule(deals=40, source=cite(LIBRARY, "", "R9, R44"))
    laws: Laws = _LAWS

    prices: Payments | None = option(None, sets="payments", source=cite(LIBRARY, "", "R44"))
    """Option. Other payments than this library's own, whole with its shares."""


@frozen(kw_only=True, cache_hash=True)
class WhischBostonien(Variant):
    """Le Whisch Bostonien of 1783: one trump suit, a Demande with or without support.

    Prices are borrowed from Boston de Nantes and replaceable.

    >>> from boston_rules.variants import WhischBostonien
    >>> [step.key for step in WhischBostonien().ladder]
    ['demande', 'independance']
    """

    slug: ClassVar[str] = "whisch-bostonien"
    title: ClassVar[str] = "Le Whisch Bostonien"
    about: ClassVar[str] = (
        "the last card fixes the only trump; a Demande that another may support, "
        "or Indépendance alone"
    )
    sources: ClassVar[tuple[Source, ...]] = (ENC, HGI, CATS, LIBRARY)

    dealing: DealingRule = DealingRule(
        packets=(3, 3, 3, 4),
        shuffle="each-deal",
        turn="last-card",
        source=cite((ENC, LIBRARY), "Le Whisch Bostonien", "R45"),
    )
    suits: SuitRanking = TurnedRanking(source=cite(LIBRARY, "", "N9"))
    ladder: Ladder = Ladder(
        (
            Step(
                key="demande",
                name="Demande",
                french="Demande",
                goal=AtLeast(5),
                suit=TurnedSuit(),
                partnered=True,
                play=_FOLLOW,
                lead=_LEAD,
                source=cite(ENC, "Le Whisch Bostonien", "P39"),
            ),
            Step(
                key="independance",
                name="Independence",
                french="Indépendance",
                goal=AtLeast(8),
                suit=TurnedSuit(),
                play=_FOLLOW,
                lead=_LEAD,
                source=cite(ENC, "Le Whisch Bostonien", "P39"),
            ),
        ),
        source=cite(ENC, "Le Whisch Bostonien", "R4"),
    )
    bidding: BiddingRule = UntilAllPass(OutOfBidding(), source=cite(LIBRARY, "", "R45"))
    partners: PartnerRule | None = InAuction(
        extra=3, source=cite(ENC, "Le Whisch Bostonien", "P33, P39")
    )
    trumps: TrumpRule = _TRUMPS
    payments: Payments = Payments(
        won=(
            Flat(
                (("demande", 4), ("independance", 8)),
                source=cite(CATS, "French Boston, payment table", "R45"),
            ),
            OvertrickEach(
                rows=(("demande", 1), ("independance", 4)),
                source=cite(CATS, "French Boston, overtricks", "R45"),
            ),
            EveryTrick(
                alone=100,
                two=50,
                source=cite(
                    (ENC, CATS), "Le Whisch Bostonien; French Boston, payment table", "R45, P39"
                ),
            ),
        ),
        lost=(
            Flat(
                (("demande", 4), ("independance", 8)),
                source=cite(CATS, "French Boston, payment table", "R45"),
            ),
        ),
        shares=Quotas(5, 3, source=cite(CATS, "French Boston, scoring", "R45, P39")),
    )
    pool: PoolRule | None = PoolRule(
        ante=EachAntes(8, dealer_extra=4, source=cite(HGI, "Boston", "R45")),
        taken_by=AnyBid(source=cite(LIBRARY, "", "R45")),
        lost=DoublesPool(source=cite(CATS, "French Boston, scoring", "R45")),
    )
    passed_out: PassedOutRule = ThrownIn(source=cite(LIBRARY, "", "R45"))
    session: SessionRule = SessionRule(deals=12, source=cite(LIBRARY, "", "R9, R45, P51"))
    laws: Laws = _LAWS

    prices: Payments | None = option(None, sets="payments", source=cite(LIBRARY, "", "R45"))
    """Option. Other payments than the borrowed ones, whole with the quotas."""
