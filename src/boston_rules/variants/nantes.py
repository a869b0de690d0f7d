"""French Boston, or Boston de Nantes, and its relatives."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from attrs import frozen

from boston_rules.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Cards
from boston_rules.core.sources import Source
from boston_rules.deal.questions.accepting import InAuction
from boston_rules.rules.bidding import BiddingRule, OutOfBidding, UntilAllPass
from boston_rules.rules.binding import FollowSuit, FreeDiscards
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import (
    AtLeast,
    BelleSuit,
    Exactly,
    Ladder,
    NamedSuit,
    NoTrumps,
    PetiteSuit,
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
    SlamRule,
    SuitFactor,
)
from boston_rules.rules.pool import AnyBid, DealerAntes, DoublesPool, PoolRule
from boston_rules.rules.sessions import BostonBonus, SessionRule
from boston_rules.rules.suits import FixedRanking, SuitRanking
from boston_rules.rules.trumps import BostonJack, TrumpRule
from boston_rules.rules.variant import Variant, option
from boston_rules.variants.tellings import CATS, ENC, FOSTER, LIBRARY, cite

__all__ = ["FACTORS", "FRENCH_LADDER", "French"]

_PLAYING = cite((CATS, FOSTER), "play of the hand; p. 181, playing")
_FOLLOW = FollowSuit(source=_PLAYING)
_LEAD = EldestLeads(source=_PLAYING)


def _simple(key: str, name: str, french: str, suit: SuitCall) -> Step:
    return Step(
        key=key,
        name=name,
        french=french,
        goal=AtLeast(5),
        suit=suit,
        partnered=True,
        lays_card=True,
        play=_FOLLOW,
        lead=_LEAD,
        source=cite(CATS, "French Boston, list of bids", "R51, P32, P33"),
    )


def _tricks(
    key: str, name: str, french: str, tricks: int, suit: SuitCall, ruling: str = "P37"
) -> Step:
    return Step(
        key=key,
        name=name,
        french=french,
        goal=AtLeast(tricks),
        suit=suit,
        play=_FOLLOW,
        lead=_LEAD,
        source=cite(CATS, "French Boston, list of bids", ruling),
    )


def _misere(key: str, name: str, french: str, *, discard: bool) -> Step:
    table = key.endswith("-table")
    rulings = [*(["R2"] if discard else []), *(["R3", "R38"] if table else [])]
    return Step(
        key=key,
        name=name,
        french=french,
        goal=Exactly(0),
        suit=NoTrumps(),
        discard=discard,
        exposed="before-lead" if table else "no",
        play=_FOLLOW,
        lead=_LEAD,
        source=cite(CATS, "French Boston, list of bids", ", ".join(rulings)),
    )


FRENCH_LADDER: Final = Ladder(
    (
        _simple("simple-petite", "Simple in Petite", "Simple en Petite", PetiteSuit()),
        _simple("simple-belle", "Simple in Belle", "Simple en Belle", BelleSuit()),
        _tricks(
            "petite-independance", "Little Independence", "Petite Indépendance", 6, NamedSuit()
        ),
        _misere("petite-misere", "Little Misère", "Petite Misère", discard=True),
        _tricks("grande-independance", "Grand Independence", "Grande Indépendance", 8, NamedSuit()),
        _misere("grande-misere", "Grand Misère", "Grande Misère", discard=False),
        Step(
            key="quatre-as",
            name="Misère of the Four Aces",
            french="Misère des Quatre As",
            goal=Exactly(0),
            suit=NoTrumps(),
            play=FreeDiscards(
                10, source=cite((CATS, FOSTER), "French Boston, list of bids; p. 181, playing")
            ),
            lead=_LEAD,
            holding=Cards.parse("AS AH AC AD"),
            source=cite(CATS, "French Boston, list of bids", "P37"),
        ),
        _tricks("neuf", "Nine", "Neuf", 9, NamedSuit(), "R40, P37"),
        _tricks("neuf-petite", "Nine in Petite", "Neuf en Petite", 9, PetiteSuit(), "R40, P37"),
        _tricks("neuf-belle", "Nine in Belle", "Neuf en Belle", 9, BelleSuit(), "R40, P37"),
        _misere(
            "petite-misere-table",
            "Little Misère on the Table",
            "Petite Misère sur Table",
            discard=True,
        ),
        _misere(
            "grande-misere-table",
            "Grand Misère on the Table",
            "Grande Misère sur Table",
            discard=False,
        ),
    ),
    source=cite(CATS, "French Boston, list of bids", "R4, R38"),
)
"""The twelve bids of French Boston."""

FACTORS: Final = (1, 2, 4, 3)
"""What multiplies every price, by suit in columns ♠ ♣ ♥ ♦."""

_SIMPLES = ("simple-petite", "simple-belle")
_NEUFS = ("neuf", "neuf-petite", "neuf-belle")

_PRICES = Flat(
    (
        *((key, 4) for key in _SIMPLES),
        ("petite-independance", 6),
        ("grande-independance", 8),
        *((key, 12) for key in _NEUFS),
        ("petite-misere", 16),
        ("grande-misere", 32),
        ("quatre-as", 32),
        ("petite-misere-table", 64),
        ("grande-misere-table", 64),
    ),
    source=cite(CATS, "French Boston, payment table", "R38, R40"),
)
_OVERTRICKS = OvertrickEach(
    rows=(
        *((key, 1) for key in _SIMPLES),
        ("petite-independance", 2),
        ("grande-independance", 4),
        *((key, 4) for key in _NEUFS),
    ),
    source=cite(CATS, "French Boston, overtricks", "R40"),
)
_HONOURS = Honours(
    rows=(
        *((key, (3, 4)) for key in _SIMPLES),
        ("petite-independance", (4, 6)),
        ("grande-independance", (6, 8)),
        *((key, (6, 8)) for key in _NEUFS),
    ),
    source=cite(CATS, "French Boston, honours", "R40, R41"),
)
_JACK = cite(
    CATS, "French Boston, the Jack of Diamonds; rank of the cards; play of the hand", "R37, R41"
)
_JACK_TURNED = cite(FOSTER, "p. 179, cards", "R37, R41, P36")
_FACTOR_CITE = cite(CATS, "French Boston, payment table", "P49")


@frozen(kw_only=True, cache_hash=True)
class French(Variant):
    """French Boston, also Boston de Nantes, with belle, petite and the Boston jack.

    >>> from boston_rules.variants import French
    >>> French(boston_jack="turned").trumps.exchange
    'turned'
    """

    slug: ClassVar[str] = "french"
    title: ClassVar[str] = "French Boston (Boston de Nantes)"
    about: ClassVar[str] = (
        "belle for the session and petite for the deal, a jack of diamonds above the trump ace, "
        "a partner who accepts within the auction, slams, and a price for every suit"
    )
    sources: ClassVar[tuple[Source, ...]] = (CATS, ENC, FOSTER, LIBRARY)

    dealing: DealingRule = DealingRule(
        packets=(1,) * 13,
        shuffle="each-deal",
        turn="last-card",
        fixes_belle=True,
        source=cite(CATS, "French Boston, initial deal", "R36"),
    )
    suits: SuitRanking = FixedRanking(
        (HEARTS, DIAMONDS, CLUBS, SPADES), source=cite(CATS, "French Boston, suits")
    )
    ladder: Ladder = FRENCH_LADDER
    bidding: BiddingRule = UntilAllPass(
        OutOfBidding(),
        misere_after_tricks=False,
        source=cite(
            CATS, "French Boston, potential partnerships; French Boston, all pass", "R39, P33"
        ),
    )
    partners: PartnerRule | None = InAuction(
        extra=3, source=cite(CATS, "French Boston, potential partnerships", "R51, P33")
    )
    trumps: TrumpRule = BostonJack(source=_JACK)
    payments: Payments = Payments(
        won=(SuitFactor(FACTORS, (_PRICES, _OVERTRICKS, _HONOURS), source=_FACTOR_CITE),),
        lost=(SuitFactor(FACTORS, (_PRICES,), source=cite(CATS, "French Boston, scoring", "R42")),),
        shares=Quotas(5, 3, source=cite(CATS, "French Boston, scoring", "P35")),
        slams=SlamRule(
            50,
            100,
            200,
            factors=FACTORS,
            extras=(
                SuitFactor(FACTORS, (_HONOURS,), source=cite(CATS, "French Boston, slams", "P34")),
            ),
            source=cite(CATS, "French Boston, slams", "P34, G20"),
        ),
    )
    boston_bonus: BostonBonus | None = BostonBonus(
        2, source=cite(CATS, "French Boston, bonus for the Jack of Diamonds", "P36")
    )
    pool: PoolRule | None = PoolRule(
        ante=DealerAntes(
            10,
            late_deals=8,
            late_chips=20,
            source=cite(CATS, "French Boston, initial deal", "P37"),
        ),
        taken_by=AnyBid(
            source=cite(CATS, "French Boston, bonus for the Jack of Diamonds"),
        ),
        lost=DoublesPool(source=cite(CATS, "French Boston, scoring", "R12, P30")),
    )
    passed_out: PassedOutRule = ThrownIn(source=cite(CATS, "French Boston, all pass", "P5"))
    session: SessionRule = SessionRule(
        deals=40, source=cite(CATS, "French Boston, initial deal", "R9, R16")
    )
    laws: Laws = Laws(
        MisdealLaw(source=cite(LIBRARY, "", "N7")),
        RevokeLaw("tricks", source=cite(ENC, "laws of the game, 9 and 10", "R43, P41")),
        WhistLaw(
            source=cite(
                (ENC, FOSTER),
                "laws of the game, 10 and 11; English Whist Laws, 62 and 78",
                "LW1, LW2, LW3, LW4, LW5, G21",
            )
        ),
    )

    boston_jack: Literal["trumps", "turned"] = option(
        "trumps",
        sets=("trumps.exchange", "trumps.source"),
        values={"trumps": ("trumps", _JACK), "turned": ("turned", _JACK_TURNED)},
        source=cite((CATS, FOSTER), "French Boston, the Jack of Diamonds; p. 179, cards", "P36"),
    )
    """Option. Diamonds as *trumps* (CATS) or *turned* (FOSTER) give the jack's place to J♥."""
