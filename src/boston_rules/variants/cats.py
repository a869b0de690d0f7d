"""Boston de Fontainebleau as one modern page tells it, with a called card."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from boston_rules.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.core.sources import Source
from boston_rules.deal.questions.calling import CalledCard
from boston_rules.rules.bidding import BiddingRule, OutOfBidding, UntilAllPass
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.passed_out import FewestTakesPool, PassedOutRule
from boston_rules.rules.payments import (
    BySuit,
    EvenShares,
    Flat,
    Honours,
    OvertrickEach,
    Payments,
    UndertrickEach,
)
from boston_rules.rules.pool import AtOrAbove, DoublesPool, EachAntes, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking, SuitRanking
from boston_rules.rules.trumps import PlainTrumps, TrumpRule
from boston_rules.rules.variant import Variant, option
from boston_rules.variants.fontainebleau import LADDER, T1, T1_SPECIAL
from boston_rules.variants.tellings import CATS, ENC, LIBRARY, PKW, cite

__all__ = ["FontainebleauCats"]

_T1 = BySuit(T1, source=cite(CATS, "payment table"))
_SPECIALS = Flat(T1_SPECIAL, source=cite(CATS, "payment table"))
_HONOURS = Honours(three=10, four=20, source=cite(CATS, "honours and overtricks", "R7"))
_UNDERTRICKS = UndertrickEach(5, source=cite(CATS, "contract not fulfilled"))

_LOST_BY_TABLE = (
    BySuit(tuple(row for row in T1 if row[0] != "13-table"), source=cite(CATS, "payment table")),
    Flat(
        (
            ("piccolissimo", 30),
            ("little-misere", 20),
            ("grand-misere", 40),
            ("little-misere-table", 80),
            ("grand-misere-table", 160),
            ("13-table", 225),
        ),
        source=cite(CATS, "table of bids not fulfilled", "R22, P16"),
    ),
    UndertrickEach(5, but=("13-table",), source=cite(CATS, "contract not fulfilled", "P16")),
    Honours(
        three=10,
        four=20,
        rows=(("13-table", (0, 0)),),
        source=cite(CATS, "contract not fulfilled", "R7, P16, P51"),
    ),
)
_LOST_HONOURS = Honours(three=10, four=20, source=cite(CATS, "contract not fulfilled", "R7, P51"))
_LOST_AS_WON = (_T1, _SPECIALS, _UNDERTRICKS, _LOST_HONOURS)


@frozen(kw_only=True, cache_hash=True)
class FontainebleauCats(Variant):
    """Boston after CatsAtCards: hearts first, a called card, a table for the lost misères.

    Its suit order is that telling's own; its payment table and every other source put diamonds
    first (R19).

    >>> from boston_rules.variants import FontainebleauCats
    >>> len(FontainebleauCats(special_losses="as-won").payments.lost)
    4
    """

    slug: ClassVar[str] = "fontainebleau-cats"
    title: ClassVar[str] = "Boston de Fontainebleau (CatsAtCards)"
    about: ClassVar[str] = (
        "the same fifteen bids with hearts first, a card called for an unknown partner, "
        "a pool for seven or better, and a table of its own for the special bids that are lost"
    )
    sources: ClassVar[tuple[Source, ...]] = (CATS, ENC, PKW, LIBRARY)

    dealing: DealingRule = DealingRule(
        packets=(1,) * 13,
        shuffle="first-deal",
        cutters="all",
        first_cutters="dealer-right",
        source=cite(CATS, "seating and first dealer; the deal", "R10, R11, P1"),
    )
    suits: SuitRanking = FixedRanking(
        (HEARTS, DIAMONDS, CLUBS, SPADES), source=cite(CATS, "suit ranking", "R19")
    )
    ladder: Ladder = LADDER
    bidding: BiddingRule = UntilAllPass(
        OutOfBidding(), source=cite(CATS, "the bidding", "R5, R6, P42")
    )
    partners: PartnerRule | None = CalledCard(
        extra=3, source=cite(CATS, "temporary partner", "R20, P11, P18")
    )
    trumps: TrumpRule = PlainTrumps(source=cite(CATS, "rank of the cards; play of the hand"))
    payments: Payments = Payments(
        won=(
            _T1,
            _SPECIALS,
            OvertrickEach(5, source=cite(CATS, "honours and overtricks")),
            _HONOURS,
        ),
        lost=_LOST_BY_TABLE,
        shares=EvenShares(source=cite(CATS, "winning the hand and scoring", "R8, R13, R14")),
    )
    pool: PoolRule | None = PoolRule(
        ante=EachAntes(5, source=cite(CATS, "the bidding", "P6")),
        taken_by=AtOrAbove("7", source=cite(CATS, "winning the hand and scoring", "R21")),
        lost=DoublesPool(
            AtOrAbove("7"), below=7, source=cite(CATS, "contract not fulfilled", "R12, R23, P17")
        ),
    )
    passed_out: PassedOutRule = FewestTakesPool(source=cite(CATS, "all pass", "R8, P22"))
    session: SessionRule = SessionRule(
        deals=12,
        starting_chips=1600,
        source=cite(CATS, "chip distribution; end of the game", "R9, P8"),
    )
    laws: Laws = Laws(
        MisdealLaw(source=cite(LIBRARY, "", "N7")),
        RevokeLaw("tricks", source=cite(ENC, "laws of the game, 9 and 10", "N7, P41")),
    )

    special_losses: Literal["table", "as-won"] = option(
        "table",
        sets="payments.lost",
        values={"table": _LOST_BY_TABLE, "as-won": _LOST_AS_WON},
        source=cite(CATS, "contract not fulfilled; table of bids not fulfilled", "R22, P16"),
    )
    """Option. Special bids that are lost cost their *table*, or what they would have *won*."""
