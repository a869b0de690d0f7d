"""A called ace among aces and kings, a dead hand, and a contract that two black aces make."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen
from tests.cousins.danish_whist import CallAnAce, CalledAce
from tests.cousins.small_boston import Spades

import boston_rules as br
from boston_rules.deal.questions.question import Told
from boston_rules.rules.bidding import OneRound
from boston_rules.rules.cases import Payments
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import AtLeast
from boston_rules.rules.ladder import Ladder, NoTrumps, Step
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.rules.payments import Flat
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import EqualSuits, Turn

__all__ = ["BlackAces", "SmallAlliance"]

_ACES: Final = br.Cards.parse("AS AC")
_PRICE: Final = Flat((("1", 2), ("pair", 6)))


@br.register_rule
@frozen
class BlackAces:
    """Both black aces in one hand make a contract to win both tricks."""

    source: br.Cite | None = None
    keys: ClassVar[tuple[str, ...]] = ("pair",)

    def contract(self, hands: tuple[int, ...], turn: Turn) -> br.Contract | None:
        for seat, hand in enumerate(hands):
            if br.Cards.from_mask(hand) >= _ACES:
                return br.Contract("pair", seat)
        return None

    def known(self, contract: br.Contract) -> tuple[tuple[int, int], ...]:
        return ((contract.declarer, _ACES.mask),)

    def problems(self, contract: br.Contract) -> list[str]:
        return [] if contract.target is None else ["the target is that of the ladder"]

    def limit(self) -> tuple[int, int]:
        return _ACES.mask, 1

    def words(self) -> str:
        return "both black aces in one hand must win both tricks, without trumps"


@br.register_rule
@frozen
class CallAnyAce(CallAnAce):
    """The declarer calls an ace that he does not hold, which may lie in the dead hand."""

    def tells(
        self, variant: br.Variant, contract: br.Contract, seat: int, action: br.Action
    ) -> tuple[Told, ...]:
        told = super().tells(variant, contract, seat, action)
        return tuple(each._replace(held=0) for each in told)


@br.register
@frozen(kw_only=True, cache_hash=True)
class SmallAlliance(br.Variant):
    """One trick in spades, alone or with the holder of a called ace, who may be nobody."""

    slug: ClassVar[str] = "small-alliance"
    title: ClassVar[str] = "Small alliance"
    about: ClassVar[str] = "three players, a called ace and two black aces"
    sources: ClassVar[tuple[br.Source, ...]] = ()

    dealing: DealingRule = DealingRule(seats=3, pack=br.Cards.parse("AS KS AH KH AC KC AD KD"))
    suits: EqualSuits = EqualSuits()
    ladder: Ladder = Ladder(
        (
            Step(
                key="1",
                name="One",
                goal=AtLeast(1),
                suit=Spades(),
                partnered=True,
                holding=br.Cards.parse("KS"),
            ),
            Step(key="pair", name="Pair", goal=AtLeast(2), suit=NoTrumps(), biddable=False),
        )
    )
    bidding: OneRound = OneRound()
    partners: CalledAce = CalledAce()
    questions: tuple[CallAnyAce, ...] = (CallAnyAce(),)
    dealt: BlackAces = BlackAces()
    payments: Payments = Payments(won=(_PRICE,), lost=(_PRICE,))
    pool: None = None
    passed_out: ThrownIn = ThrownIn()
    session: SessionRule = SessionRule(deals=3)
