"""Kleurenwiezen, Belgian colour whist, added from outside: one file, public names only.

It has a contract that the cards make without an auction, and stakes that one deal leaves to the
next. The library has a slot for each; the first is filled with a rule of its own.
"""

import random
from typing import ClassVar

from attrs import frozen

import boston_rules as br
from boston_rules.deal.questions.accepting import InAuction, RaiseTo
from boston_rules.rules.carryover import AfterThrownIn, Conditions
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import AtLeast, Exactly, Goal
from boston_rules.rules.ladder import Ladder, NamedAfterwards, NamedSuit, NoTrumps, Step, SuitCall
from boston_rules.rules.leads import DeclarerLeads, PartnerLeads
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.rules.payments import Case, Flat, OvertrickEach, Payments, Price, UndertrickEach
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking, Turn

CAFE = br.Source("CAFE", "Kleurenwiezen as a Belgian café plays it, without joint misère")
AUCTION = br.Cite(CAFE, "auction")
ACES = br.Cards.parse("AS AH AD AC")
HEARTS = br.Cards.parse("KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H").sorted()
"""The hearts below the ace, from high to low."""


@br.register_rule
@frozen
class Troel:
    """Three aces, or four, make a contract with the holder of the fourth, or of a high heart."""

    source: br.Cite | None = br.Cite(CAFE, "troel")
    keys: ClassVar[tuple[str, ...]] = ("troel",)

    def contract(self, hands: tuple[int, ...], turn: Turn) -> br.Contract | None:
        """The holder of the aces declares; trumps are the suit of the partner's card."""
        sets = [br.Cards.from_mask(hand) for hand in hands]
        for seat, hand in enumerate(sets):
            if len(hand & ACES) >= 3:
                among, target = (HEARTS, 9) if hand >= ACES else (ACES, None)
                called = next(card for card in among if card not in hand)
                partner = next(other for other, held in enumerate(sets) if called in held)
                trump = called.suit
                return br.Contract("troel", seat, trump, partner, target=target, called=called)
        return None

    def known(self, contract: br.Contract) -> tuple[tuple[int, int], ...]:
        """The aces, the partner's card, and the hearts above it that the declarer must hold."""
        called, partner = contract.called, contract.partner
        assert called is not None
        assert isinstance(partner, int)
        above = HEARTS[: HEARTS.index(called)] if called in HEARTS else ()
        aces = ACES - br.Cards([called])
        return (contract.declarer, (aces | br.Cards(above)).mask), (partner, 1 << called.index)

    def problems(self, contract: br.Contract) -> list[str]:
        """The target is 8 or 9."""
        if contract.target in (None, 8, 9):
            return []
        return [f"a troel is for 8 tricks, or with four aces for 9, not {contract.target!r}"]

    def limit(self) -> tuple[int, int]:
        """With an auction nobody was dealt three aces."""
        return ACES.mask, 2

    def words(self) -> str:
        return (
            "three aces in one hand make a troel with the holder of the fourth, to win 8 tricks; "
            "four aces one with the holder of the highest heart not held, to win 9; trumps are "
            "the suit of the partner's card"
        )


@br.register_rule
@frozen
class DoubledByAll:
    """Other prices, doubled when the side wins every trick in one of the contracts."""

    keys: tuple[str, ...]
    parts: tuple[Price, ...]

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        lines = tuple(line for part in self.parts for line in part.lines(case))
        if case.taken < case.total or case.step.key not in self.keys:
            return lines
        return tuple(br.Line(2 * line.chips, f"{line.reason}, all tricks") for line in lines)

    def words(self) -> str:
        inner = "; ".join(part.words() for part in self.parts)
        return f"{inner}; doubled in {' and '.join(self.keys)} when all tricks are won"


@br.register_rule
@frozen
class CardSuit(NamedSuit):
    """Trumps are the suit of the partner's card."""

    def words(self) -> str:
        return "the suit of the partner's card is trumps"


def step(key: str, goal: Goal, suit: SuitCall, **more: object) -> Step:
    """A step of the ladder, called alike in every language."""
    name = key.replace("-", " ").title()
    return Step(key=key, name=name, french=name, goal=goal, suit=suit, **more)  # type: ignore[arg-type]


LADDER = Ladder(
    (
        step("vraag", AtLeast(8), NamedSuit(), partnered=True),
        step("alleen", AtLeast(6), NamedSuit(), biddable=False),
        step("abondance-9", AtLeast(9), NamedAfterwards()),
        step("miserie", Exactly(0), NoTrumps()),
        *(step(f"abondance-{least}", AtLeast(least), NamedAfterwards()) for least in (10, 11, 12)),
        step("open-miserie", Exactly(0), NoTrumps(), exposed="after-first-trick"),
        step("solo-13", AtLeast(13), NamedSuit(), lead=DeclarerLeads()),
        step("troel", AtLeast(8), CardSuit(), partnered=True, biddable=False, lead=PartnerLeads()),
    ),
    source=br.Cite(CAFE, "bids"),
)
"""The bids, lowest first; troel is never bid, and alleen only instead of an unaccepted vraag."""
PRICES = Flat(
    (
        *(("vraag", 2), ("troel", 4), ("alleen", 3), ("abondance-9", 5), ("abondance-10", 6)),
        *(("abondance-11", 8), ("abondance-12", 10), ("miserie", 6), ("open-miserie", 12)),
        ("solo-13", 25),
    ),
    source=br.Cite(CAFE, "payments"),
)
EACH_TRICK = (("vraag", 1), ("troel", 2), ("alleen", 1))
"""Chips for each trick over or under, by contract."""


@br.register
@frozen(kw_only=True, cache_hash=True)
class Kleurenwiezen(br.Variant):
    """Belgian colour whist: vraag and troel, stakes doubled after a deal thrown in.

    >>> contract = br.Contract("vraag", declarer=0, trump=br.HEARTS, partner=2, stakes=2)
    >>> br.settle(br.get_variant("kleurenwiezen"), contract, br.Outcome((7, 2, 3, 1))).deltas
    (8, -8, 8, -8)
    """

    slug: ClassVar[str] = "kleurenwiezen"
    title: ClassVar[str] = "Kleurenwiezen (Belgian colour whist)"
    about: ClassVar[str] = "a suit asked for eight tricks, aces that make a contract by themselves"
    sources: ClassVar[tuple[br.Source, ...]] = (CAFE,)

    dealing: DealingRule = DealingRule(
        packets=(4, 4, 5), shuffle="first-deal", cutters="dealer-right"
    )
    suits: FixedRanking = FixedRanking((br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES))
    ladder: Ladder = LADDER
    partners: InAuction = InAuction(extra=0, unaccepted=RaiseTo("alleen"), source=AUCTION)
    dealt: Troel = Troel()
    carryover: AfterThrownIn = AfterThrownIn(Conditions("doubled", stakes=2), source=AUCTION)
    payments: Payments = Payments(
        won=(DoubledByAll(("vraag", "troel"), (PRICES, OvertrickEach(rows=EACH_TRICK))),),
        lost=(PRICES, UndertrickEach(rows=EACH_TRICK)),
    )
    pool: None = None
    passed_out: ThrownIn = ThrownIn(source=AUCTION)
    session: SessionRule = SessionRule(deals=16)


def main() -> None:
    rng = random.Random(22)  # who deals seat 0 all four aces
    state = br.start(br.get_variant("kleurenwiezen"))
    while state.actor is not None:
        if state.actor == br.CHANCE:
            action = br.draw_chance(state, rng)
        else:
            action = rng.choice(br.legal_actions(state))
        state = br.apply(state, action)
    print(f"{state.contract}; seat {state.tricks[0].leader} led")
    print(state.settlement)


if __name__ == "__main__":
    main()
