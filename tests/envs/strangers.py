"""Small games with rules that no variant of the library has, as a third party would write them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from attrs import evolve, frozen
from tests.strangers import Between

import boston_rules as br
from boston_rules.core.actions import Action, Contest, Pass
from boston_rules.core.cards import mask_of
from boston_rules.core.contract import Contract
from boston_rules.core.errors import IllegalAction
from boston_rules.deal.opening import Opening
from boston_rules.deal.questions.accepting import InAuction, RaiseHigher, RaiseTo
from boston_rules.deal.questions.question import Question, QuestionRule
from boston_rules.deal.state import State
from boston_rules.rules.carryover import AfterThrownIn, CarryoverRule, Conditions
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import (
    AtLeast,
    Exactly,
    Ladder,
    NamedAfterwards,
    NamedSuit,
    NoTrumps,
    Step,
    TurnedSuit,
)
from boston_rules.rules.leads import DeclarerLeads, PartnerLeads
from boston_rules.rules.passed_out import PassedOutRule, ThrownIn
from boston_rules.rules.payments import Flat, OvertrickEach, Payments, UndertrickEach
from boston_rules.rules.polls import AnyQuestion as PollQuestion
from boston_rules.rules.pool import PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking, SuitRanking, Turn

__all__ = ["STRANGERS", "Challenge", "ColourGame", "SoloGame", "states"]

_SUITS = FixedRanking((br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES))
_PRICES = (("prop", 10), ("solo", 10), ("few", 7), ("misere", 15), ("abundance", 15))


@frozen(kw_only=True)
class SoloGame(br.Variant):
    """Much of English Solo Whist: no pool, an eldest who may accept late, bids that are raised."""

    slug: ClassVar[str] = "test-solo"
    title: ClassVar[str] = "Solo of the tests"
    dealing: DealingRule = DealingRule(packets=(3, 3, 3, 3, 1), turn="last-card")
    suits: SuitRanking = _SUITS
    partners: InAuction = InAuction(extra=0, after_pass="eldest", unaccepted=RaiseHigher())
    ladder: Ladder = Ladder(
        (
            Step(key="prop", goal=AtLeast(8), suit=TurnedSuit(), partnered=True),
            Step(key="solo", goal=AtLeast(5), suit=TurnedSuit()),
            Step(key="few", goal=Between(1, 3), suit=NoTrumps()),
            Step(key="misere", goal=Exactly(0), suit=NoTrumps(), exposed="after-first-trick"),
            Step(key="abundance", goal=AtLeast(9), suit=NamedAfterwards(), lead=DeclarerLeads()),
        )
    )
    payments: Payments = Payments(
        won=(Flat(_PRICES), OvertrickEach(2)), lost=(Flat(_PRICES), UndertrickEach(2))
    )
    pool: PoolRule | None = None
    passed_out: PassedOutRule = ThrownIn()
    session: SessionRule = SessionRule(deals=16)


@frozen
class ThreeAces:
    """Who is dealt three aces plays with the holder of the fourth, whose suit is trumps."""

    key: str = "troel"

    @property
    def keys(self) -> tuple[str, ...]:
        """The one contract."""
        return (self.key,)

    def contract(self, hands: tuple[int, ...], turn: Turn) -> Contract | None:
        """The contract of the aces; four in one hand make none here."""
        aces = {suit: 1 << 13 * suit + 12 for suit in br.Suit}
        for seat, hand in enumerate(hands):
            missing = [suit for suit in br.Suit if not hand & aces[suit]]
            if len(missing) == 1:
                partner = next(s for s, other in enumerate(hands) if other & aces[missing[0]])
                card = br.PACK[13 * missing[0] + 12]
                return Contract(
                    self.key, seat, missing[0], partner, target=8 + partner % 2, called=card
                )
        return None

    def known(self, contract: Contract) -> tuple[tuple[int, int], ...]:
        """Who holds the aces."""
        aces = mask_of(13 * suit + 12 for suit in br.Suit)
        assert contract.called is not None
        assert isinstance(contract.partner, int)
        fourth = 1 << contract.called.index
        return (contract.declarer, aces ^ fourth), (contract.partner, fourth)

    def problems(self, contract: Contract) -> list[str]:
        """Whatever is given."""
        return []

    def limit(self) -> tuple[int, int]:
        """At most two aces in one hand."""
        return mask_of(13 * suit + 12 for suit in br.Suit), 2

    def words(self) -> str:
        """The rule in English."""
        return "three aces in one hand make a troel"


@br.register_rule
@frozen
class Challenge(QuestionRule):
    """After the auction the player at the declarer's left may challenge him for twice the price."""

    def arises(self, variant: br.Variant, contract: Contract) -> bool:
        """Where the stakes are plain."""
        return contract.stakes == 1

    def contracts(self, variant: br.Variant, contract: Contract) -> tuple[Contract, ...]:
        """As it is, or for twice the price."""
        return contract, evolve(contract, stakes=2)

    def ask(self, opening: Opening) -> State:
        """The player at the declarer's left is asked."""
        return Challenging(opening, (opening.contract.declarer + 1) % 4)

    def phases(self) -> tuple[type[State], ...]:
        """The one phase."""
        return (Challenging,)

    def words(self) -> str:
        """The rule in English."""
        return "the player at the declarer's left may double the stakes"


class Challenging(Question):
    """A player may challenge; the phase does not say which actions it admits."""

    __slots__ = ()
    phase: ClassVar[str] = "challenging"

    def answers_with(self, hand: int) -> tuple[Action, ...]:
        """Pass, or challenge."""
        return (Pass(), Contest())

    def refuse_openly(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        return None if type(action) in (Pass, Contest) else self.wrong_phase(action)

    def advance(self, action: Action) -> State:
        """The play, with the stakes that it has now."""
        opening = self.opening.said(self.actor, action)
        if type(action) is Pass:
            return opening.proceed()
        return opening.proceed(evolve(opening.contract, stakes=2))


_COLOUR = (("vraag", 2), ("alleen", 3), ("miserie", 6), ("troel", 4))


@frozen(kw_only=True)
class ColourGame(br.Variant):
    """Much of Belgian colour whist: a dealt contract, stakes that carry over, a raise."""

    slug: ClassVar[str] = "test-colour"
    title: ClassVar[str] = "Colour whist of the tests"
    dealing: DealingRule = DealingRule(
        packets=(4, 4, 5), shuffle="first-deal", cutters="dealer-right"
    )
    suits: SuitRanking = _SUITS
    partners: InAuction = InAuction(extra=0, unaccepted=RaiseTo("alleen"))
    dealt: ThreeAces = ThreeAces()
    carryover: CarryoverRule | None = AfterThrownIn(Conditions("doubled", stakes=2))
    questions: tuple[PollQuestion, ...] = (Challenge(),)
    ladder: Ladder = Ladder(
        (
            Step(key="vraag", goal=AtLeast(8), suit=NamedSuit(), partnered=True),
            Step(key="alleen", goal=AtLeast(6), suit=NamedSuit(), biddable=False),
            Step(key="miserie", goal=Exactly(0), suit=NoTrumps()),
            Step(
                key="troel",
                goal=AtLeast(8),
                suit=NamedSuit(),
                biddable=False,
                lead=PartnerLeads(),
            ),
        )
    )
    payments: Payments = Payments(
        won=(Flat(_COLOUR), OvertrickEach(1)), lost=(Flat(_COLOUR), UndertrickEach(1))
    )
    pool: PoolRule | None = None
    passed_out: PassedOutRule = ThrownIn()
    session: SessionRule = SessionRule(deals=16)


STRANGERS: tuple[type[br.Variant], ...] = (SoloGame, ColourGame)


def states(variant: br.Variant, seeds: int, deals: int = 4) -> Iterator[br.State]:
    """Every state of some random sessions in which passes are as likely as everything else."""
    for seed in range(seeds):
        rng = random.Random(seed)
        state = br.start(variant, seed % variant.seats)
        done = 0
        while True:
            yield state
            if state.actor is None:
                done += 1
                if done == deals or state.settlement is None:
                    break
                state = br.next_deal(state)
            elif state.actor == br.CHANCE:
                state = br.apply(state, br.draw_chance(state, rng))
            else:
                legal = br.legal_actions(state)
                words = [action for action in legal if not isinstance(action, br.Bid)]
                state = br.apply(
                    state, rng.choice(words if rng.random() < 0.6 and words else legal)
                )
