"""Solo Whist, a relative of Boston, added from outside: one file, public names only."""

from typing import ClassVar

from attrs import frozen

import boston_rules as br
from boston_rules.deal.questions.accepting import InAuction, RaiseHigher
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import AtLeast, Exactly, Goal
from boston_rules.rules.ladder import Ladder, NamedAfterwards, NoTrumps, Step, SuitCall, TurnedSuit
from boston_rules.rules.leads import DeclarerLeads
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.rules.payments import Flat, OvertrickEach, Payments, UndertrickEach
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import EqualSuits

CLUB = br.Source("CLUB", "English Solo Whist as a club plays it")


def step(key: str, name: str, goal: Goal, suit: SuitCall, **more: object) -> Step:
    """A step of the ladder, called alike in every language."""
    return Step(key=key, name=name, french=name, goal=goal, suit=suit, **more)  # type: ignore[arg-type]


LADDER = Ladder(
    (
        step("prop", "Prop and Cop", AtLeast(8), TurnedSuit(), partnered=True),
        step("solo", "Solo", AtLeast(5), TurnedSuit()),
        step("misere", "Misère", Exactly(0), NoTrumps()),
        step("abundance", "Abundance", AtLeast(9), NamedAfterwards()),
        step("royal-abundance", "Royal Abundance", AtLeast(9), TurnedSuit()),
        step(
            "misere-ouverte", "Misère Ouverte", Exactly(0), NoTrumps(), exposed="after-first-trick"
        ),
        step(
            "declared-abundance",
            "Declared Abundance",
            AtLeast(13),
            NoTrumps(),
            lead=DeclarerLeads(),
        ),
    ),
    source=br.Cite(CLUB, "bids"),
)
"""The seven bids, lowest first."""

PRICES = Flat(
    (
        ("prop", 10),
        ("solo", 10),
        ("misere", 15),
        ("abundance", 15),
        ("royal-abundance", 15),
        ("misere-ouverte", 30),
        ("declared-abundance", 60),
    ),
    source=br.Cite(CLUB, "payments"),
)
EACH_TRICK = (("prop", 2), ("solo", 2), ("abundance", 3), ("royal-abundance", 3))
"""Chips for each trick over or under, by contract."""


@br.register
@frozen(kw_only=True, cache_hash=True)
class SoloWhist(br.Variant):
    """Solo Whist: a proposal may be accepted, overcalled or raised.

    >>> solo = br.get_variant("solo-whist")
    >>> bill = br.settle(
    ...     solo, br.Contract("abundance", 1, trump=br.CLUBS), br.Outcome((1, 11, 1, 0))
    ... )
    >>> bill.deltas
    (-21, 63, -21, -21)
    """

    slug: ClassVar[str] = "solo-whist"
    title: ClassVar[str] = "Solo Whist"
    about: ClassVar[str] = "a proposal for eight tricks that another player may accept"
    sources: ClassVar[tuple[br.Source, ...]] = (CLUB,)

    dealing: DealingRule = DealingRule(
        packets=(3, 3, 3, 3, 1), turn="last-card", source=br.Cite(CLUB, "deal")
    )
    suits: EqualSuits = EqualSuits()
    ladder: Ladder = LADDER
    partners: InAuction = InAuction(
        extra=0,
        after_pass="eldest",
        unaccepted=RaiseHigher(),
        source=br.Cite(CLUB, "auction"),
    )
    payments: Payments = Payments(
        won=(PRICES, OvertrickEach(rows=EACH_TRICK)),
        lost=(PRICES, UndertrickEach(rows=EACH_TRICK)),
    )
    pool: None = None
    passed_out: ThrownIn = ThrownIn(source=br.Cite(CLUB, "auction"))
    session: SessionRule = SessionRule(deals=16, source=br.Cite(CLUB, "session"))


HANDS = (
    "AS KS QS JS TS 9S 8S AH KH 2D 3D 2C 3C",
    "AC KC QC JC TC 9C 8C 7C 6C AD KD 2H 3H",
    "7S 6S 5S 4S QH JH TH 9H 8H QD JD TD 9D",
    "3S 2S 7H 6H 5H 4H 8D 7D 6D 5D 4D 5C 4C",
)


def main() -> None:
    variant = br.get_variant("solo-whist")
    print(variant.title, "-", variant.about)
    for each in variant.ladder:
        print(f"  {each.name}: {each.words()}")

    # Seat 1 proposes, nobody accepts, and he raises to an abundance in clubs.
    state = br.start(variant, dealer=3, hands=HANDS, turned=br.parse_card("4D"))
    for token in ("pass", "bid prop", "pass", "pass", "pass", "bid abundance", "trump C"):
        state = br.apply(state, br.parse_action(token, variant))
    while state.actor is not None:
        state = br.apply(state, br.legal_actions(state)[-1])
    print(state.settlement)


if __name__ == "__main__":
    main()
