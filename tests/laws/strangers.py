"""A game of somebody else's: rules, goals and phases that the library has never heard of."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, field, frozen
from tests.strangers import Between

import boston_rules as br
from boston_rules.core.actions import Action, SuitClass
from boston_rules.deal.opening import Opening
from boston_rules.deal.questions.question import FixedAnswers, QuestionRule
from boston_rules.deal.state import State
from boston_rules.rules.carryover import AfterThrownIn, CarryoverRule, Conditions
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.dealt import DealtContract
from boston_rules.rules.ladder import AtLeast, Ladder, NamedSuit, NoTrumps, Step, SuitChoice
from boston_rules.rules.passed_out import PassedOutRule, ThrownIn
from boston_rules.rules.payments import Case, Payments
from boston_rules.rules.suits import FixedRanking, SuitRanking, Turn

ACES = br.Cards.parse("AS AH AC AD")


@frozen
class Opposite(QuestionRule):
    """A partner rule: the player opposite is invited; if he declines, ``alone`` is played."""

    alone: str
    extra: int = 2
    source: br.Cite | None = None
    chosen: ClassVar[bool] = False
    calls: ClassVar[bool] = False
    volunteers: ClassVar[bool] = True
    optional: ClassVar[bool] = False  # alone it is another contract

    def opposite(self, declarer: int, seats: int) -> int | None:
        """Nobody is partner before he accepts."""
        return None

    def may_accept(self, *, passed: bool, eldest: bool) -> bool:
        """Not in the auction."""
        return False

    def problems(self, seats: int) -> list[str]:
        """None."""
        return []

    def arises(self, variant: br.Variant, contract: br.Contract) -> bool:
        """In partnered contracts."""
        return contract.partner is None and variant.ladder[contract.key].partnered

    rebids: ClassVar[bool] = True

    def contracts(self, variant: br.Variant, contract: br.Contract) -> tuple[br.Contract, ...]:
        """With the player opposite, or another contract alone."""
        opposite = (contract.declarer + 2) % 4
        return evolve(contract, partner=opposite), evolve(contract, key=self.alone)

    def ask(self, opening: Opening) -> State:
        """The player opposite."""
        return Invited(opening, (opening.contract.declarer + 2) % 4, self.alone)

    def phases(self) -> tuple[type[State], ...]:
        """His phase."""
        return (Invited,)

    def words(self) -> str:
        """The rule in English."""
        return f"the player opposite may join for {self.extra} tricks more, or it is {self.alone}"


@frozen(cache_hash=True)
class Invited(FixedAnswers):
    """The player opposite accepts or declines."""

    phase: ClassVar[str] = "invitation"
    answers: ClassVar[tuple[Action, ...]] = (br.Accept(), br.Decline())
    alone: str

    def advance(self, action: Action) -> State:
        """With a partner, or another contract."""
        opening = self.opening.said(self.actor, action)
        if action == br.Accept():
            return opening.proceed(evolve(opening.contract, partner=self.actor))
        return opening.proceed(evolve(opening.contract, key=self.alone))


@frozen
class Knocks(QuestionRule):
    """A question rule: each opponent may knock, which doubles what is paid."""

    def arises(self, variant: br.Variant, contract: br.Contract) -> bool:
        """In contracts with trumps."""
        return contract.trump is not None

    def contracts(self, variant: br.Variant, contract: br.Contract) -> tuple[br.Contract, ...]:
        """As it is, or for twice the price."""
        return contract, evolve(contract, stakes=2 * contract.stakes)

    def ask(self, opening: Opening) -> State:
        """From the declarer's left, the partner passed over."""
        contract = opening.contract
        seats = [(contract.declarer + place) % 4 for place in (1, 2, 3)]
        asked = tuple(seat for seat in seats if seat not in contract.side)
        return Knocking(opening, asked[0], asked[1:])

    def phases(self) -> tuple[type[State], ...]:
        """Its phase."""
        return (Knocking,)

    def words(self) -> str:
        """The rule in English."""
        return "each opponent may knock, and doubles what is paid"


@frozen(cache_hash=True)
class Knocking(FixedAnswers):
    """An opponent knocks (the token is ``contest``) or passes."""

    phase: ClassVar[str] = "knocking"
    answers: ClassVar[tuple[Action, ...]] = (br.Pass(), br.Contest())
    waiting: tuple[int, ...]

    def advance(self, action: Action) -> State:
        """The next opponent, or the lead."""
        opening = self.opening.said(self.actor, action)
        contract = opening.contract
        if action == br.Contest():
            return opening.proceed(evolve(contract, stakes=2 * contract.stakes))
        if self.waiting:
            return Knocking(opening, self.waiting[0], self.waiting[1:])
        return opening.proceed()


@frozen
class FourAces:
    """The hand that is dealt all four aces plays, without an auction."""

    keys: ClassVar[tuple[str, ...]] = ("aces",)

    def contract(self, hands: tuple[int, ...], turn: Turn) -> br.Contract | None:
        """Its contract."""
        for seat, hand in enumerate(hands):
            if not ACES.mask & ~hand:
                return br.Contract("aces", seat)
        return None

    def known(self, contract: br.Contract) -> tuple[tuple[int, int], ...]:
        """His aces."""
        return ((contract.declarer, ACES.mask),)

    def problems(self, contract: br.Contract) -> list[str]:
        """Whatever is given."""
        return []

    def limit(self) -> tuple[int, int]:
        """Nobody holds four in a deal that has an auction."""
        return ACES.mask, 3

    def words(self) -> str:
        """The rule in English."""
        return "who is dealt four aces plays six tricks without trumps, and nobody bids"


@frozen
class RoundOrPointed:
    """A suit call without a suit: hearts are trumps."""

    has_trumps: ClassVar[bool] = True
    unnamed_class: ClassVar[SuitClass | None] = None
    by_laid_card: ClassVar[bool] = False
    needs_turn: ClassVar[bool] = False
    needs_belle: ClassVar[bool] = False

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        """The one form."""
        return (SuitChoice(0, br.HEARTS),)

    def nameable(self, turn: Turn) -> tuple[br.Suit, ...]:
        """Nothing is named."""
        return ()

    def words(self) -> str:
        """The rule in English."""
        return "hearts are trumps"


@frozen
class TenEach:
    """A price without a field: ten, and one for each trick over or under."""

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        """The line."""
        return (br.Line(10 + case.over + case.under, case.step.name),)

    def words(self) -> str:
        """The rule in English."""
        return "10, and 1 for each trick over or under"


STEPS = (
    Step(key="join", name="Join", french="Join", goal=AtLeast(5), partnered=True),
    Step(
        key="lonely", name="Lonely", french="Lonely", goal=AtLeast(5), suit=NamedSuit(),
        biddable=False,
    ),
    Step(
        key="middle", name="Middle", french="Middle", goal=Between(4, 6), suit=RoundOrPointed()
    ),
    Step(key="low", name="Low", french="Low", goal=Between(0, 1), suit=NoTrumps()),
    Step(
        key="aces", name="Aces", french="Aces", goal=AtLeast(6), suit=NoTrumps(), biddable=False
    ),
)  # fmt: skip


@frozen(kw_only=True, cache_hash=True)
class TownBoston(br.Variant):
    """A game without a pool, with rules of its own in every slot that takes them."""

    slug: ClassVar[str] = "town"
    title: ClassVar[str] = "Town Boston"
    about: ClassVar[str] = "A game of rules that are nobody else's"
    sources: ClassVar[tuple[br.Source, ...]] = (br.Source("TOWN", "The town's rules", "2026"),)

    dealing: DealingRule = DealingRule(packets=(4, 4, 5))
    suits: SuitRanking = FixedRanking((br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES))
    ladder: Ladder = Ladder(STEPS)
    partners: Opposite | None = Opposite("lonely")
    questions: tuple[Knocks, ...] = field(default=(Knocks(),))
    dealt: DealtContract | None = FourAces()
    carryover: CarryoverRule | None = AfterThrownIn(Conditions("doubled", stakes=2))
    payments: Payments = Payments(won=(TenEach(),), lost=(TenEach(),))
    pool: None = None
    passed_out: PassedOutRule = ThrownIn()
