"""A small game with every slot that the sixteen variants leave empty, and deals for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from attrs import frozen

import boston_rules as br
from boston_rules.deal.questions.accepting import InAuction, RaiseHigher
from boston_rules.rules.bidding import BiddingRule, UntilAllPass
from boston_rules.rules.carryover import AfterThrownIn, CarryoverRule, Conditions
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.dealt import DealtContract
from boston_rules.rules.goals import AtLeast, Exactly
from boston_rules.rules.ladder import Ladder, NamedAfterwards, NamedSuit, NoTrumps, Step
from boston_rules.rules.leads import DeclarerLeads, PartnerLeads
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.passed_out import PassedOutRule, ThrownIn
from boston_rules.rules.payments import Flat, OvertrickEach, Payments, UndertrickEach
from boston_rules.rules.pool import PoolRule
from boston_rules.rules.suits import FixedRanking, SuitRanking, Turn

__all__ = ["ACES", "FOUR_ACES", "ORDER", "FourAces", "House", "opened"]

ACES: Final = br.Cards.parse("AS AH AD AC")
ORDER: Final = tuple(br.parse_card(f"{rank}{suit}") for rank in "KQJT98765432" for suit in "SHDC")
"""The cards below the aces from the highest down, in each rank spades, hearts, diamonds, clubs."""


@frozen
class FourAces:
    """Four aces in one hand make a contract, with the holder of the highest other card he lacks."""

    keys: ClassVar[tuple[str, ...]] = ("aces",)

    def contract(self, hands: tuple[int, ...], turn: Turn) -> br.Contract | None:
        for seat, hand in enumerate(hands):
            if hand & ACES.mask == ACES.mask:
                called = next(card for card in ORDER if not hand >> card.index & 1)
                partner = next(at for at, held in enumerate(hands) if held >> called.index & 1)
                return br.Contract("aces", seat, called.suit, partner, target=9, called=called)
        return None

    def known(self, contract: br.Contract) -> tuple[tuple[int, int], ...]:
        assert contract.called is not None
        assert isinstance(contract.partner, int)
        above = br.Cards(ORDER[: ORDER.index(contract.called)])
        return (
            (contract.declarer, ACES.mask | above.mask),
            (contract.partner, 1 << contract.called.index),
        )

    def problems(self, contract: br.Contract) -> list[str]:
        """Whatever is given."""
        return []

    def limit(self) -> tuple[int, int]:
        return ACES.mask, 3

    def words(self) -> str:
        return "four aces in one hand make a contract"


def _step(key: str, goal: Any, suit: Any, **more: Any) -> Step:
    return Step(key=key, name=key, goal=goal, suit=suit, **more)


_PRICES: Final = Flat(
    (
        *(("ask", 2), ("alone", 3), ("nine", 5), ("misere", 6), ("open", 12)),
        *(("kings", 15), ("slam", 25), ("aces", 4)),
    )
)


@frozen(kw_only=True, cache_hash=True)
class House(br.Variant):
    """A proposal that is accepted or raised, a contract that the cards make, and no pool."""

    slug: ClassVar[str] = "house"
    title: ClassVar[str] = "House game"

    dealing: DealingRule = DealingRule()
    suits: SuitRanking = FixedRanking((br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES))
    ladder: Ladder = Ladder(
        (
            _step("ask", AtLeast(8), NamedSuit(), partnered=True),
            _step("alone", AtLeast(6), NamedSuit(), biddable=False),
            _step("nine", AtLeast(9), NamedAfterwards()),
            _step("misere", Exactly(0), NoTrumps(), lead=DeclarerLeads()),
            _step(
                "open", Exactly(0), NoTrumps(), exposed="after-first-trick", lead=DeclarerLeads()
            ),
            _step("kings", AtLeast(10), NoTrumps(), holding=br.Cards.parse("KS KH KD KC")),
            _step("slam", AtLeast(13), NamedSuit(), lead=DeclarerLeads()),
            _step(
                "aces", AtLeast(8), NamedSuit(),
                partnered=True, biddable=False, lead=PartnerLeads(),
            ),
        )
    )  # fmt: skip
    bidding: BiddingRule = UntilAllPass()
    partners: PartnerRule | None = InAuction(extra=0, after_pass="eldest", unaccepted=RaiseHigher())
    dealt: DealtContract | None = FourAces()
    carryover: CarryoverRule | None = AfterThrownIn(Conditions("doubled", stakes=2))
    payments: Payments = Payments(
        won=(_PRICES, OvertrickEach(1)), lost=(_PRICES, UndertrickEach(1))
    )
    pool: PoolRule | None = None
    passed_out: PassedOutRule = ThrownIn()


FOUR_ACES: Final = (
    "AS AH AC AD KS TH TC TD 6S 6H 6C 6D 2S",
    "QS KH KC KD 9S 9H 9C 9D 5S 5H 5C 5D 2H",
    "JS QH QC QD 8S 8H 8C 8D 4S 4H 4C 4D 2C",
    "TS JH JC JD 7S 7H 7C 7D 3S 3H 3C 3D 2D",
)
"""Seat 0 has the four aces and the king of spades; seat 1 has that of hearts."""


def opened(variant: br.Variant, hands: Iterable[str], dealer: int = 3) -> br.State:
    """A first deal given by hand."""
    return br.start(variant, dealer, hands=hands)
