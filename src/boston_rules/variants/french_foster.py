"""French Boston as R. F. Foster tells it: a demande whose suit nobody is told, and doubles."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from attrs import evolve, frozen

from boston_rules.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.core.sources import Source
from boston_rules.deal.questions.accepting import InAuction
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.rules.bidding import BiddingRule, OutOfBidding, UntilAllPass
from boston_rules.rules.binding import FollowSuit, FreeDiscards
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import (
    AtLeast,
    BelleOrPetite,
    BelleSuit,
    Ladder,
    Step,
    SuitCall,
)
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw, WhistLaw
from boston_rules.rules.leads import EldestLeads
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.passed_out import PassedOutRule, ThrownIn
from boston_rules.rules.payments import (
    Flat,
    Honours,
    OvertrickEach,
    Payments,
    Quotas,
    ScoredSlam,
    SlamRule,
    SuitFactor,
)
from boston_rules.rules.polls import ConcessionPoll
from boston_rules.rules.pool import AnyBid, DealerAntes, DoublesPool, PoolRule
from boston_rules.rules.sessions import BostonBonus, SessionRule
from boston_rules.rules.suits import FixedRanking, SuitRanking
from boston_rules.rules.trumps import BostonJack, TrumpRule
from boston_rules.rules.variant import option
from boston_rules.variants.nantes import FACTORS, FRENCH_LADDER, French
from boston_rules.variants.tellings import FOSTER, LIBRARY, cite

__all__ = ["FrenchFoster"]


_PLAYING = cite(FOSTER, "p. 181, playing")
_FREE = FreeDiscards(10, source=_PLAYING)


def _demande(key: str, name: str, french: str, suit: SuitCall, over: str = "") -> Step:
    return Step(
        key=key,
        name=name,
        french=french,
        goal=AtLeast(5),
        suit=suit,
        partnered=True,
        lays_card=True,
        only_over=over,
        play=FollowSuit(source=_PLAYING),
        lead=EldestLeads(source=_PLAYING),
        source=cite(FOSTER, "p. 180, announcements; pp. 180-181, bidding", "G15, G16"),
    )


def _ruling(step: Step) -> str:
    rulings = {
        "R2": step.discard,
        "R3": step.is_exposed,
        "R40": step.key.startswith("neuf"),
        "F3": step.is_misere,
        "F13": step.goal.counted,
        "G2": step.is_misere,
    }
    return ", ".join(ruling for ruling, holds in rulings.items() if holds)


_LADDER = Ladder(
    (
        _demande("demande", "Demande", "Demande", BelleOrPetite()),
        _demande(
            "demande-belle",
            "Demande in Belle",
            "Demande en Belle",
            BelleSuit(beside_petite=True),
            over="demande",
        ),
        *(
            evolve(
                step,
                play=_FREE if step.holding else FollowSuit(source=_PLAYING),
                lead=EldestLeads(source=_PLAYING),
                breaks_off=step.is_misere,
                source=cite(FOSTER, "p. 180, announcements; p. 169, playing", _ruling(step)),
            )
            for step in FRENCH_LADDER.steps[2:]
        ),
    ),
    source=cite(FOSTER, "p. 180, announcements"),
)

_DEMANDES = ("demande", "demande-belle")
_NEUFS = ("neuf", "neuf-petite", "neuf-belle")
_TABLE = cite(FOSTER, "p. 182, payments")
_WITH_NEUF = cite(FOSTER, "p. 182, payments", "R40, F13")

_PRICES = Flat(
    (
        *((key, 4) for key in _DEMANDES),
        ("petite-independance", 6),
        ("grande-independance", 8),
        *((key, 12) for key in _NEUFS),
        ("petite-misere", 16),
        ("grande-misere", 32),
        ("quatre-as", 32),
        ("petite-misere-table", 64),
        ("grande-misere-table", 64),
    ),
    source=_WITH_NEUF,
)
_OVERTRICKS = OvertrickEach(
    rows=(
        *((key, 1) for key in _DEMANDES),
        ("petite-independance", 2),
        ("grande-independance", 4),
        *((key, 4) for key in _NEUFS),
    ),
    source=_WITH_NEUF,
)
_HONOURS = Honours(
    rows=(
        *((key, (3, 4)) for key in _DEMANDES),
        ("petite-independance", (4, 6)),
        ("grande-independance", (6, 8)),
        *((key, (6, 8)) for key in _NEUFS),
    ),
    source=_WITH_NEUF,
)
_SLAMS: Final = SlamRule(
    50,
    100,
    200,
    factors=FACTORS,
    extras=(SuitFactor(FACTORS, (_HONOURS,)),),
    breaks_off=True,
    source=cite(FOSTER, "p. 182, payments", "P34, G1, G17"),
)
_JACK = cite(FOSTER, "p. 179, cards", "R37, P36")


@frozen(kw_only=True, cache_hash=True)
class FrenchFoster(French):
    """French Boston after Foster: the turn goes to the right, and a demande hides its suit.

    >>> from boston_rules.variants import FrenchFoster
    >>> variant = FrenchFoster(packets=4, play_out=True)
    >>> variant.dealing.turn_order, variant.dealing.packets, variant.session.most_deals
    ('right', (4, 4, 4, 1), 80)
    """

    slug: ClassVar[str] = "french-foster"
    title: ClassVar[str] = "French Boston (Foster)"
    about: ClassVar[str] = (
        "the turn to the right, a demande whose suit nobody is told before the auction is over, "
        "slams that are scored without being declared, and everything paid twice in the last deals"
    )
    sources: ClassVar[tuple[Source, ...]] = (FOSTER, LIBRARY)

    dealing: DealingRule = DealingRule(
        packets=(1,) * 13,
        shuffle="each-deal",
        cutters="dealer-right",
        least_cut=4,
        turn="last-card",
        fixes_belle=True,
        turn_order="right",
        source=cite(FOSTER, "p. 179, dealing; Whist Family Laws, 10", "F12, G5, G18"),
    )
    suits: SuitRanking = FixedRanking(
        (HEARTS, DIAMONDS, CLUBS, SPADES), source=cite(FOSTER, "pp. 179-180, rank of the suits")
    )
    ladder: Ladder = _LADDER
    bidding: BiddingRule = UntilAllPass(
        OutOfBidding(),
        misere_after_accepting=False,
        in_laid_suit=("petite-independance",),
        source=cite(FOSTER, "pp. 180-181, bidding", "G16"),
    )
    partners: PartnerRule | None = InAuction(
        extra=3, source=cite(FOSTER, "pp. 180-181, bidding", "G16")
    )
    trumps: TrumpRule = BostonJack("turned", source=_JACK)
    payments: Payments = Payments(
        won=(
            ScoredSlam(
                keys=_DEMANDES,
                alone=8,
                petite=24,
                belle=48,
                parts=(SuitFactor(FACTORS, (_PRICES, _OVERTRICKS, _HONOURS), source=_TABLE),),
                source=cite(FOSTER, "pp. 181-182, slams", "G17"),
            ),
        ),
        lost=(SuitFactor(FACTORS, (_PRICES,), source=cite(FOSTER, "p. 182, payments", "R42")),),
        shares=Quotas(5, 3, source=cite(FOSTER, "p. 181, gathering tricks", "R42, P35")),
    )
    boston_bonus: BostonBonus | None = BostonBonus(
        2, source=cite(FOSTER, "p. 182, payments", "P36")
    )
    concession: ConcessionPoll | None = ConcessionRule(
        source=cite(FOSTER, "p. 178, the pool", "G4")
    )
    pool: PoolRule | None = PoolRule(
        ante=DealerAntes(
            10, late_deals=8, late_chips=20, source=cite(FOSTER, "p. 179, the pool", "G18, G19")
        ),
        taken_by=AnyBid(source=cite(FOSTER, "p. 180, objects")),
        lost=DoublesPool(source=cite(FOSTER, "p. 180, objects", "R12, G18")),
    )
    passed_out: PassedOutRule = ThrownIn(source=cite(FOSTER, "p. 181, all pass", "P5"))
    session: SessionRule = SessionRule(
        deals=40,
        starting_chips=1000,
        late_deals=8,
        late_stakes=2,
        source=cite(FOSTER, "p. 179, dealing; p. 165, counters", "R9, G18, G19"),
    )
    laws: Laws = Laws(
        MisdealLaw(loses_deal=True, source=cite(FOSTER, "p. 179, dealing", "G18")),
        RevokeLaw("deal", offender_pays=True, source=cite(FOSTER, "p. 182, revokes", "LW3, G23")),
        WhistLaw(
            spares_declarer=True,
            misere_fine=40,
            source=cite(FOSTER, "p. 170, cards played in error; p. 182, revokes", "LW2, LW4, LW6"),
        ),
    )

    boston_jack: Literal["trumps", "turned"] = option(
        "turned",
        sets=("trumps.exchange", "trumps.source"),
        values={"trumps": ("trumps", cite(LIBRARY, "", "P36")), "turned": ("turned", _JACK)},
        source=cite(FOSTER, "p. 179, cards", "P36"),
    )
    """Option. Diamonds *turned* (FOSTER) or as *trumps* give the jack's place to J♥."""
    packets: Literal[1, 3, 4] = option(
        1,
        sets="dealing.packets",
        values={1: (1,) * 13, 3: (3, 3, 3, 3, 1), 4: (4, 4, 4, 1)},
        source=cite(FOSTER, "p. 179, dealing"),
    )
    """Option. Cards are dealt one, three or four at a time, the last ones singly."""
    slams: Literal["scored", "declared"] = option(
        "scored",
        sets="payments.slams",
        values={"scored": None, "declared": _SLAMS},
        source=cite(FOSTER, "p. 182, payments", "P34, G17"),
    )
    """Option. Slams are only *scored*, by the tricks taken, or may be *declared* besides."""
    play_out: bool = option(
        False,
        sets="session.play_out",
        values={False: 0, True: 40},
        source=cite(FOSTER, "p. 179, the pool; p. 179, dealing", "G19"),
    )
    """Option. After the last deal further ones follow until the pool is empty."""
