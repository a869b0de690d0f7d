"""Kleurenwiezen, Belgian colour whist, added from outside: one file, public names only.

It has a contract that the cards make without an auction, and stakes that one deal leaves to the
next; both are rules that the library knows by the questions they answer.
"""

from typing import ClassVar

from attrs import frozen

import boston_rules as br
from boston_rules.questions.accepting import InAuction, RaiseTo
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.dealt import DealtContract
from boston_rules.rules.goals import AtLeast, Exactly, Goal
from boston_rules.rules.ladder import Ladder, NamedAfterwards, NamedSuit, NoTrumps, Step, SuitCall
from boston_rules.rules.leads import DeclarerLeads, PartnerLeads
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.passed_out import PassedOutRule, ThrownIn
from boston_rules.rules.payments import Case, Flat, OvertrickEach, Payments, Price, UndertrickEach
from boston_rules.rules.pool import PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.sources import cited
from boston_rules.rules.stakes import DoubledAfterThrownIn, StakesRule
from boston_rules.rules.suits import FixedRanking, SuitRanking, Turn

CAFE = br.Source("CAFE", "Kleurenwiezen as a Belgian café plays it, without joint misère")
ACES = br.Cards.parse("AS AH AD AC").mask
HEARTS = br.Cards.parse("KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H").sorted()[::-1]
"""The hearts below the ace, from high to low."""


@br.register_rule
@frozen
class Troel:
    """Three aces, or four, make a contract with the holder of the fourth, or of a high heart."""

    source: br.Cite | None = cited()
    keys: ClassVar[tuple[str, ...]] = ("troel",)

    def contract(self, hands: tuple[int, ...], turn: Turn) -> br.Contract | None:
        """The holder of the aces declares; trumps are the suit of the partner's card."""
        for seat, hand in enumerate(hands):
            aces = (hand & ACES).bit_count()
            if aces >= 3:
                among = br.Cards.from_mask(ACES) if aces == 3 else HEARTS
                called = next(card for card in among if not hand >> card.index & 1)
                partner = next(at for at, held in enumerate(hands) if held >> called.index & 1)
                target = 9 if aces == 4 else None
                return br.Contract(
                    "troel", seat, called.suit, partner, target=target, called=called
                )
        return None

    def known(self, contract: br.Contract) -> tuple[tuple[int, int], ...]:
        """The aces, the partner's card, and the hearts above it that the declarer must hold."""
        called, partner = contract.called, contract.partner
        assert called is not None and partner is not None, "a troel names its partner's card"
        cards = ACES & ~(1 << called.index)
        if called in HEARTS:
            cards |= sum(1 << card.index for card in HEARTS[: HEARTS.index(called)])
        return (contract.declarer, cards), (partner, 1 << called.index)

    def limit(self) -> tuple[int, int]:
        """With an auction nobody was dealt three aces."""
        return ACES, 2

    def words(self) -> str:
        """The rule in English."""
        return (
            "three aces in one hand, or four, make a troel without an auction: the partner holds "
            "the fourth ace, or the highest heart that is not in the hand with all four; trumps "
            "are the suit of that card; the target is 8, with four aces in one hand 9"
        )


@br.register_rule
@frozen
class DoubledByAll:
    """Other prices, doubled when the side wins every trick in one of the contracts."""

    keys: tuple[str, ...]
    parts: tuple[Price, ...]
    source: br.Cite | None = cited()

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        """The lines of the parts."""
        lines = tuple(line for part in self.parts for line in part.lines(case))
        if case.taken < 13 or case.step.key not in self.keys:
            return lines
        return tuple(br.Line(2 * line.chips, f"{line.reason}, all tricks") for line in lines)

    def words(self) -> str:
        """The rule in English."""
        inner = "; ".join(part.words() for part in self.parts)
        return f"{inner}; doubled in {' and '.join(self.keys)} when all tricks are won"


def step(key: str, name: str, goal: Goal, suit: SuitCall, **more: object) -> Step:
    """A step of the ladder, called alike in every language."""
    return Step(key=key, name=name, french=name, goal=goal, suit=suit, **more)  # type: ignore[arg-type]


def abondance(tricks: int) -> Step:
    """So many tricks alone, in a suit named after the auction."""
    return step(f"abondance-{tricks}", f"Abondance {tricks}", AtLeast(tricks), NamedAfterwards())


OPEN = "after-first-trick"
LADDER = Ladder(
    (
        step("vraag", "Vraag", AtLeast(8), NamedSuit(), partnered=True),
        step("alleen", "Alleen", AtLeast(6), NamedSuit(), biddable=False),
        abondance(9),
        step("miserie", "Miserie", Exactly(0), NoTrumps()),
        *map(abondance, (10, 11, 12)),
        step("open-miserie", "Open Miserie", Exactly(0), NoTrumps(), exposed=OPEN),
        step("solo-13", "Solo 13", AtLeast(13), NamedSuit(), lead=DeclarerLeads()),
        step(
            "troel", "Troel", AtLeast(8), NamedSuit(),
            partnered=True, biddable=False, lead=PartnerLeads(),
        ),
    ),
    source=br.Cite(CAFE, "bids"),
)  # fmt: skip
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
    """Belgian colour whist: vraag and troel, stakes doubled after a deal thrown in, no pool."""

    slug: ClassVar[str] = "kleurenwiezen"
    title: ClassVar[str] = "Kleurenwiezen (Belgian colour whist)"
    about: ClassVar[str] = "a suit asked for eight tricks, aces that make a contract by themselves"
    sources: ClassVar[tuple[br.Source, ...]] = (CAFE,)

    dealing: DealingRule = DealingRule(
        packets=(4, 4, 5), shuffle="first-deal", cutters="dealer-right", source=br.Cite(CAFE, "deal")
    )
    suits: SuitRanking = FixedRanking((br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES))
    ladder: Ladder = LADDER
    partners: PartnerRule | None = InAuction(
        extra=0, unaccepted=RaiseTo("alleen"), source=br.Cite(CAFE, "auction")
    )
    dealt: DealtContract | None = Troel(source=br.Cite(CAFE, "troel"))
    stakes: StakesRule | None = DoubledAfterThrownIn(source=br.Cite(CAFE, "auction"))
    payments: Payments = Payments(
        won=(DoubledByAll(("vraag", "troel"), (PRICES, OvertrickEach(rows=EACH_TRICK))),),
        lost=(PRICES, UndertrickEach(rows=EACH_TRICK)),
    )
    pool: PoolRule | None = None
    passed_out: PassedOutRule = ThrownIn(source=br.Cite(CAFE, "auction"))
    session: SessionRule = SessionRule(deals=16, source=br.Cite(CAFE, "session"))
