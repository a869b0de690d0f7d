"""A game whose ends see cards, written as a third party would.

If nobody bids, the deal is played and the queen of spades and the last trick cost their takers
chips. In a contract the declarer's side is paid for the last trick as well, and loses more the more
queens it has taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from attrs import frozen

import boston_rules as br
from boston_rules.rules.counts import CardsTaken, LastTrick, PlayCount
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import AtLeast, Exactly
from boston_rules.rules.ladder import Ladder, NamedSuit, NoTrumps, Step
from boston_rules.rules.passed_out import PassedOut
from boston_rules.rules.payments import EachCounted, Flat, OvertrickEach, Payments
from boston_rules.rules.pool import PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import EqualSuits

HOUSE: Final = br.Source("LADY", "The black lady as played at home", "2026")
LADY: Final = CardsTaken(br.Cards.parse("QS"))
LAST: Final = LastTrick()


@br.register_rule
@frozen
class LongestRun:
    """How many tricks each seat has won in a row, at most: a count of somebody else's."""

    source: br.Cite | None = None
    total: ClassVar[int] = 13

    def by_seat(self, played: Sequence[br.Trick], seats: int) -> tuple[int, ...]:
        best, run = [0] * seats, 0
        for number, trick in enumerate(played):
            run = run + 1 if number and played[number - 1].winner == trick.winner else 1
            best[trick.winner] = max(best[trick.winner], run)
        return tuple(best)

    def words(self) -> str:
        return "the longest run of tricks"


@br.register_rule
@frozen
class LadyAndLast:
    """The taker of the queen of spades pays each other player, and so does who takes the end."""

    lady: int = 4
    last: int = 2
    played: ClassVar[bool] = True
    counts: ClassVar[tuple[PlayCount, ...]] = (LADY, LAST)
    source: br.Cite | None = None

    def transfers(self, end: PassedOut) -> tuple[br.Transfer, ...]:
        lines: dict[int, list[br.Line]] = {seat: [] for seat in end.clockwise}
        for what, chips in ((LADY, self.lady), (LAST, self.last)):
            for seat, number in enumerate(end.count(what)):
                if number:
                    lines[seat].append(br.Line(chips, what.words()))
        return tuple(
            br.Transfer(payer, payee, tuple(due))
            for payer, due in lines.items()
            for payee in end.clockwise
            if due and payee != payer
        )

    def words(self) -> str:
        return (
            f"if all pass the deal is played: who takes ♠Q pays {self.lady} to each other player, "
            f"who takes the last trick {self.last}"
        )


_STEPS: Final = tuple(
    Step(key=str(tricks), name=f"{tricks} tricks", goal=AtLeast(tricks), suit=NamedSuit())
    for tricks in range(5, 14)
)
_PRICES: Final = (*((str(tricks), tricks) for tricks in range(5, 14)), ("misere", 12))
_RUN: Final = LongestRun()


@br.register
@frozen(kw_only=True, cache_hash=True)
class BlackLady(br.Variant):
    """The queen of spades and the last trick have their price."""

    slug: ClassVar[str] = "black-lady"
    title: ClassVar[str] = "Black Lady Boston"
    about: ClassVar[str] = "cards that are taken and the last trick are paid for"
    sources: ClassVar[tuple[br.Source, ...]] = (HOUSE,)

    dealing: DealingRule = DealingRule()
    suits: EqualSuits = EqualSuits()
    ladder: Ladder = Ladder(
        (*_STEPS, Step(key="misere", name="Misère", goal=Exactly(0), suit=NoTrumps()))
    )
    payments: Payments = Payments(
        won=(Flat(_PRICES), OvertrickEach(1), EachCounted(LAST, 5), EachCounted(_RUN, 1)),
        lost=(Flat(_PRICES), EachCounted(LADY, 3)),
    )
    pool: PoolRule | None = None
    passed_out: LadyAndLast = LadyAndLast()
    session: SessionRule = SessionRule(deals=8)
