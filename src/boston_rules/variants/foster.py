"""Foster's Complete Hoyle: what its games share, and American Boston as it tells it."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from attrs import evolve, frozen

from boston_rules.core.sources import Source
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.rules.bidding import BiddingRule, ReturnWith, UntilAllPass
from boston_rules.rules.binding import FollowSuit
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import ClassCall, Ladder, Step
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw, WhistLaw
from boston_rules.rules.leads import EldestLeads
from boston_rules.rules.passed_out import LastTrickTakesPool, MostPaysEach, PassedOutRule
from boston_rules.rules.payments import ByTricks, Flat, Payments
from boston_rules.rules.polls import ConcessionPoll
from boston_rules.rules.pool import AnyBid, AtOrAbove, DoublesPool, EachAntes, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import SuitRanking, TurnedRanking
from boston_rules.rules.trumps import PlainTrumps, TrumpRule
from boston_rules.rules.variant import Variant, option
from boston_rules.variants.tellings import FOSTER, cite
from boston_rules.variants.two_pack import L1, L2, MISERES, W1, W2, two_pack_ladder

__all__ = ["LAWS", "TWO_PACKS", "AmericanFoster"]

TWO_PACKS: Final = DealingRule(
    packets=(4, 4, 5),
    packs=2,
    shuffle="first-deal",
    sorts_misdeal=True,
    cutters="all",
    cuts_optional=True,
    dealer_must_cut=True,
    least_cut=4,
    source=cite(
        FOSTER,
        "pp. 166-167, dealing; Whist Family Laws, 8 and 10",
        "F1, F2, G3, G5, R10, P2, P4",
    ),
)
"""Two packs that are dealt in turn and never shuffled again."""

_BIDS: Final = "pp. 167-168, announcements"
LAWS: Final = Laws(
    MisdealLaw(
        fine=10, source=cite(FOSTER, "p. 165, the pool; pp. 166-167, dealing", "F2, G9, LW7")
    ),
    RevokeLaw(
        "deal",
        fine=40,
        each_other=50,
        source=cite(
            FOSTER, "pp. 169-170, revokes; Whist Family Laws, 30", "LW3, F14, G23, G24, G28"
        ),
    ),
    WhistLaw(
        spares_declarer=True,
        misere_fine=40,
        source=cite(
            FOSTER,
            "p. 170, cards played in error; Whist Family Laws, 20",
            "LW2, LW4, LW6, G25, G26",
        ),
    ),
)
"""The law of whist as Foster applies it to his games."""

_PLAY: Final = "p. 169, playing"
_FOLLOW: Final = FollowSuit(source=cite(FOSTER, _PLAY))
_LEAD: Final = EldestLeads(source=cite(FOSTER, _PLAY))


def _step(step: Step) -> Step:
    misere, slam = step.is_misere, step.key == "13"
    rulings = ["R2"] * step.discard + ["R3"] * step.is_exposed + ["F3", "G1"] * (misere or slam)
    return evolve(
        step,
        breaks_off=misere or slam,
        play=_FOLLOW,
        lead=_LEAD,
        source=cite(FOSTER, f"{_BIDS}; {_PLAY}" if misere else _BIDS, ", ".join(rulings)),
    )


LADDER: Final = Ladder(
    tuple(map(_step, two_pack_ladder(ClassCall()))), source=cite(FOSTER, _BIDS, "R4")
)

_PRICES: Final = "p. 171, payments"
_OF_MISERES: Final = "p. 172, payment of misères"
_DECIMAL: Final = "p. 172, American decimal system"
_MISERES: Final = Flat(MISERES, source=cite(FOSTER, _OF_MISERES))
_WITH_OVERTRICKS: Final = Payments(
    won=(ByTricks(W1, source=cite(FOSTER, _PRICES)), _MISERES),
    lost=(ByTricks(L1, source=cite(FOSTER, _PRICES, "P42")), _MISERES),
)
_WITHOUT: Final = Payments(
    won=(Flat(W2, source=cite(FOSTER, _PRICES, "G8")), _MISERES),
    lost=(ByTricks(L2, source=cite(FOSTER, _DECIMAL, "G8")), _MISERES),
)
_END: Final = "p. 173, winning the pool"


@frozen(kw_only=True, cache_hash=True)
class AmericanFoster(Variant):
    """American Boston as Foster tells it, with two packs, a still pack and "I pay".

    >>> from boston_rules.variants import AmericanFoster
    >>> AmericanFoster(overtricks=False).payments.won[0].rows[0]
    ('5', 10)
    """

    slug: ClassVar[str] = "american-foster"
    title: ClassVar[str] = "American Boston (Foster)"
    about: ClassVar[str] = (
        "two packs that are never shuffled again, a still pack cut for the preference suit, a pool "
        "that is filled when it is empty, and opponents who may pay after the first trick"
    )
    sources: ClassVar[tuple[Source, ...]] = (FOSTER,)

    dealing: DealingRule = evolve(
        TWO_PACKS,
        turn="still-pack",
        source=cite(
            FOSTER,
            "pp. 166-167, dealing; p. 167, making the trump; Whist Family Laws, 8 and 10",
            "F1, F2, F5, G3, G5, G9, G29, R10, P2, P4, P44",
        ),
    )
    trumps: TrumpRule = PlainTrumps(source=cite(FOSTER, "pp. 167-168, announcements"))
    suits: SuitRanking = TurnedRanking(source=cite(FOSTER, "p. 167, making the trump"))
    ladder: Ladder = LADDER
    bidding: BiddingRule = UntilAllPass(
        ReturnWith(tuple(key for key, _ in MISERES)),
        source=cite(FOSTER, "pp. 168-169, bidding", "R6, P3, P24, G9"),
    )
    concession: ConcessionPoll | None = ConcessionRule(
        AtOrAbove("7"), source=cite(FOSTER, "p. 173, winning the pool", "G1, G4, G8")
    )
    payments: Payments = _WITH_OVERTRICKS
    pool: PoolRule | None = PoolRule(
        taken_by=AnyBid(source=cite(FOSTER, _END, "G8")),
        ante=EachAntes(10, source=cite(FOSTER, "p. 165, the pool", "P6")),
        ante_when_empty=True,
        lost=DoublesPool(source=cite(FOSTER, _END, "R12, P30")),
        cap=250,
        source=cite(FOSTER, "p. 165, the pool; p. 173, winning the pool", "F4, G6, G8, P9"),
    )
    passed_out: PassedOutRule = MostPaysEach(
        10, source=cite(FOSTER, "p. 169, all pass; pp. 172-173, misère partout")
    )
    session: SessionRule = SessionRule(
        deals=12,
        starting_chips=1000,
        source=cite(
            FOSTER, "p. 165, counters; pp. 165-166, cutting; p. 173, winning the pool", "R9"
        ),
    )
    laws: Laws = LAWS

    overtricks: bool = option(
        True,
        sets="payments",
        values={True: _WITH_OVERTRICKS, False: _WITHOUT},
        source=cite(FOSTER, _PRICES, "G8"),
    )
    """Option. Whether tricks above a bid are paid; without them prices are round."""

    end: Literal["divide", "grand"] = option(
        "divide",
        sets="session.grand",
        values={
            "divide": None,
            "grand": LastTrickTakesPool(source=cite(FOSTER, "p. 173, winning the pool", "G7")),
        },
        source=cite(FOSTER, "p. 173, winning the pool", "R9, G7"),
    )
    """Option. Whether the pool is divided after the last deal, or played for in a grand."""
