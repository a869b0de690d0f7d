"""Danish call-ace whist, written as a third party would, by what the guide to own rules says.

Esmakkerwhist with four players and 52 cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from attrs import evolve, frozen

import boston_rules as br
from boston_rules.core.errors import CalledCardHeld
from boston_rules.deal.opening import Opening
from boston_rules.deal.questions.question import Question, QuestionRule, Told, held_by
from boston_rules.rules.binding import PlayRule, ToPlay
from boston_rules.rules.cases import Case
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import AtLeast, Exactly
from boston_rules.rules.ladder import Ladder, NamedAfterwards, NoTrumps, Step
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.rules.payments import Flat, Payments
from boston_rules.rules.pool import PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import EqualSuits

HOUSE: Final = br.Source("ESM", "Esmakkerwhist as played at home", "2020")
ACES: Final = br.Cards.parse("AC AD AH AS")
KINGS: Final = br.Cards.parse("KC KD KH KS")


@br.register_rule
@frozen
class AtMost:
    """Win at most ``most`` tricks, the declarer alone."""

    most: int
    tricks: ClassVar[int] = 0
    counted: ClassVar[bool] = False

    def binds(self, side: tuple[int, ...]) -> tuple[int, ...]:
        return side[:1]

    def with_partner(self, extra: int) -> AtMost:
        return self

    def verdict(self, taken: int, left: int) -> bool | None:
        if taken > self.most:
            return False
        return True if taken + left <= self.most else None

    def over(self, taken: int) -> int:
        return 0

    def under(self, taken: int) -> int:
        return 0

    def wants(self, taken: int) -> bool:
        return False

    def words(self) -> str:
        return f"win at most {self.most} trick" + ("" if self.most == 1 else "s")


@br.register_rule
@frozen
class CalledAce:
    """The holder of the called ace is partner; the side wins what was bid, together or alone."""

    source: br.Cite | None = None
    extra: ClassVar[int] = 0
    chosen: ClassVar[bool] = True
    volunteers: ClassVar[bool] = False
    calls: ClassVar[bool] = True
    optional: ClassVar[bool] = True

    def opposite(self, declarer: int, seats: int) -> int | None:
        return None

    def may_accept(self, *, passed: bool, eldest: bool) -> bool:
        return False

    def problems(self, seats: int) -> list[str]:
        return []

    def words(self) -> str:
        return "the holder of the called ace is partner, unknown to the others until it is played"


@br.register_rule
@frozen
class CallAnAce(QuestionRule):
    """The declarer calls an ace that he does not hold, with all four a king, or nothing."""

    source: br.Cite | None = None

    def can_arise(self, variant: br.Variant) -> bool:
        return any(step.partnered for step in variant.ladder)

    def arises(self, variant: br.Variant, contract: br.Contract) -> bool:
        return variant.ladder[contract.key].partnered

    def ask(self, opening: Opening) -> br.State:
        return CallingAnAce(opening, opening.contract.declarer)

    def contracts(self, variant: br.Variant, contract: br.Contract) -> Iterator[br.Contract]:
        yield contract
        for card in ACES | KINGS:
            yield from held_by(contract, card, variant.seats)

    def phases(self) -> tuple[type[br.State], ...]:
        return (CallingAnAce,)

    def most_answers(self, variant: br.Variant) -> int:
        return 1

    def tells(
        self, variant: br.Variant, contract: br.Contract, seat: int, action: br.Action
    ) -> tuple[Told, ...]:
        if not isinstance(action, br.Call):
            return ()
        card = 1 << action.card.index
        aces = ACES.mask if action.card in KINGS else 0
        told = Told(seat, holds=aces, lacks=card, held=card)
        partner = contract.partner
        return (told, Told(partner, holds=card)) if isinstance(partner, int) else (told,)

    def words(self) -> str:
        return (
            "the declarer calls an ace that he does not hold, with all four aces a king, or plays "
            "alone"
        )


@frozen(cache_hash=True)
class CallingAnAce(Question):
    """The declarer calls an ace or a king, or plays alone."""

    phase: ClassVar[str] = "calling an ace"

    @classmethod
    def actions(cls, variant: br.Variant) -> tuple[br.Action, ...]:
        return (*map(br.Call, sorted(ACES | KINGS)), br.Solo())

    def answers_with(self, hand: int) -> tuple[br.Action, ...]:
        own = br.Cards.from_mask(hand)
        return (*map(br.Call, sorted(ACES - own or KINGS - own)), br.Solo())

    def refuse_openly(self, action: br.Action) -> br.IllegalAction | None:
        if isinstance(action, br.Call):
            return None if action.card in ACES | KINGS else self._refused(action)
        return None if isinstance(action, br.Solo) else self.wrong_phase(action)

    def refuse_hand(self, action: br.Action) -> br.IllegalAction | None:
        if not isinstance(action, br.Call):
            return None
        deal, seat = self.deal, self.actor
        held = deal.has(seat, 1 << action.card.index)
        lacks_ace = action.card in KINGS and deal.lacks(seat, ACES.mask)
        return self._refused(action) if held or lacks_ace else None

    def _refused(self, action: br.Call) -> br.IllegalAction:
        return self.refusal(CalledCardHeld, action, "call an ace that you do not hold")

    def advance(self, action: br.Action) -> br.State:
        opening = self.opening.said(self.actor, action)
        if not isinstance(action, br.Call):
            return opening.proceed()
        contract = evolve(opening.contract, partner=br.UNKNOWN, called=action.card)
        return opening.proceed(contract)


@br.register_rule
@frozen
class CalledCardFirst(PlayRule):
    """The holder of the called card plays it when the declarer leads its suit."""

    source: br.Cite | None = None

    def binds(self, to_play: ToPlay) -> tuple[int, ...]:
        led = to_play.left & to_play.follow
        if led and to_play.leader == to_play.contract.declarer:
            return (led, to_play.follow)
        return super().binds(to_play)

    def lasts(self, contract: br.Contract) -> int:
        return 0 if contract.called is None else 13

    def watches(self, contract: br.Contract) -> int:
        return 0 if contract.called is None else 1 << contract.called.index

    def words(self) -> str:
        return "when the declarer leads the suit of the called card, its holder plays it"


@br.register_rule
@frozen
class ByTricksBid:
    """So much for each trick bid above six, for each trick over, and for each missing."""

    each: int = 2
    over: int = 1
    under: int = 2
    source: br.Cite | None = None
    reads: ClassVar[frozenset[str]] = frozenset()

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        goal, factor = case.step.goal, 1 if case.step.has_trumps else 2
        if not goal.counted:
            return ()
        found = [br.Line(factor * self.each * (goal.tricks - 6), case.step.name)]
        if case.over:
            found.append(br.Line(factor * self.over * case.over, f"{case.over} over"))
        if case.under:
            found.append(br.Line(factor * self.under * case.under, f"{case.under} missing"))
        return tuple(found)

    def words(self) -> str:
        return (
            f"{self.each} for each trick bid above six, {self.over} for each trick over, "
            f"{self.under} for each missing; without trumps twice as much"
        )


def _steps() -> tuple[Step, ...]:
    found = []
    for tricks in range(7, 14):
        goal = AtLeast(tricks)
        plain = Step(
            key=f"{tricks}",
            name=f"{tricks} almindelig",
            goal=goal,
            suit=NamedAfterwards(),
            partnered=True,
            play=CalledCardFirst(),
        )
        sans = Step(
            key=f"{tricks}-sans",
            name=f"{tricks} sans",
            goal=goal,
            suit=NoTrumps(),
            partnered=True,
            play=CalledCardFirst(),
        )
        found += [plain, sans]
        if tricks == 9:
            found.append(Step(key="sol", name="Sol", goal=AtMost(1), suit=NoTrumps()))
        if tricks == 11:
            table = Step(
                key="bordlaegger",
                name="Bordlægger",
                goal=Exactly(0),
                suit=NoTrumps(),
                exposed="after-first-trick",
            )
            found.append(table)
    return tuple(found)


_PRICES: Final = (ByTricksBid(), Flat((("sol", 8), ("bordlaegger", 16))))


@br.register
@frozen(kw_only=True, cache_hash=True)
class DanishWhist(br.Variant):
    """The declarer names trumps and calls an ace, whose holder is his unknown partner."""

    slug: ClassVar[str] = "danish-whist"
    title: ClassVar[str] = "Danish call-ace whist"
    about: ClassVar[str] = "trumps named and an ace called after the auction, without a pool"
    sources: ClassVar[tuple[br.Source, ...]] = (HOUSE,)

    dealing: DealingRule = DealingRule()
    suits: EqualSuits = EqualSuits()
    ladder: Ladder = Ladder(_steps())
    partners: CalledAce = CalledAce()
    questions: tuple[CallAnAce, ...] = (CallAnAce(),)
    payments: Payments = Payments(won=_PRICES, lost=_PRICES)
    pool: PoolRule | None = None
    passed_out: ThrownIn = ThrownIn()
    session: SessionRule = SessionRule(deals=16)
