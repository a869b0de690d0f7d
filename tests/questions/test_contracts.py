"""One judge says which contracts can be: it asks the rules that bring them about."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

import pytest
from attrs import evolve, frozen
from tests.envs.strangers import Challenge

import boston_rules as br
from boston_rules import testing
from boston_rules.core.actions import Action, NameTrump
from boston_rules.core.errors import BidUnavailable, IllegalAction
from boston_rules.deal.contracts import contract_problems, reachable
from boston_rules.deal.opening import Opening
from boston_rules.deal.questions.question import Question, QuestionRule
from boston_rules.deal.state import State
from boston_rules.rules.cases import Case, DealSuits
from boston_rules.rules.ladder import Ladder, NamedAfterwards
from boston_rules.rules.suits import Turn

EVEN = br.Outcome((6, 3, 2, 2))
AMERICAN = br.get_variant("american")
BOSTONIEN = br.get_variant("whisch-bostonien")
CLASSIC = br.get_variant("classic")


@frozen
class Renaming(QuestionRule):
    """The declarer may name any suit but the turned one in place of that of his bid."""

    def arises(self, variant: br.Variant, contract: br.Contract) -> bool:
        """Where there are trumps."""
        return contract.trump is not None

    def contracts(self, variant: br.Variant, contract: br.Contract) -> Iterator[br.Contract]:
        """In any suit but the turned one."""
        for suit in br.Suit:
            if suit != contract.turned:
                yield evolve(contract, trump=suit, suit_class=None)

    def ask(self, opening: Opening) -> State:
        """The declarer."""
        return NamingAgain(opening, opening.contract.declarer)

    def phases(self) -> tuple[type[State], ...]:
        """The one phase."""
        return (NamingAgain,)

    def words(self) -> str:
        """The rule in English."""
        return "the declarer names any suit but the turned one"


class NamingAgain(Question):
    """The declarer names a suit."""

    __slots__ = ()
    phase: ClassVar[str] = "naming again"

    def answers_with(self, hand: int) -> tuple[Action, ...]:
        """Every suit but the turned one."""
        return tuple(NameTrump(suit) for suit in br.Suit if suit != self.deal.turn.suit)

    def refuse_openly(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        return None if action in self.answers_with(0) else self.wrong_phase(action)

    def advance(self, action: NameTrump) -> State:
        """The play in that suit."""
        opening = self.opening.said(self.actor, action)
        return opening.proceed(evolve(opening.contract, trump=action.suit, suit_class=None))


@frozen
class Forgetful(Renaming):
    """The same, which does not say what its answers lead to."""

    def contracts(self, variant: br.Variant, contract: br.Contract) -> Iterator[br.Contract]:
        """As if it changed nothing."""
        yield contract


RENAMED = evolve(BOSTONIEN, questions=(Renaming(),))
DOUBLED = evolve(CLASSIC, questions=(Challenge(),))
BUT_TURNED = evolve(
    AMERICAN,
    ladder=Ladder(
        tuple(
            evolve(step, suit=NamedAfterwards(but_turned=True)) if step.has_trumps else step
            for step in AMERICAN.ladder
        )
    ),
)


def walks(variant: br.Variant, count: int = 12) -> Iterator[testing.Walk]:
    for seed in range(count):
        yield testing.random_walk(variant, seed=seed, deals=2)


@pytest.mark.parametrize("variant", [RENAMED, DOUBLED, BUT_TURNED], ids=repr)
def test_what_a_question_makes_of_a_contract_is_billed_solved_and_recorded(
    variant: br.Variant,
) -> None:
    for walk in walks(variant):
        testing.check_bill(variant, walk)


def test_a_suit_named_after_the_auction_settles_as_it_was_played() -> None:
    found = {
        (contract.trump, contract.turned)
        for walk in walks(RENAMED)
        for states in walk.states
        if (contract := states[-1].contract) is not None
    }
    assert len(found) > 6
    assert all(trump != turned for trump, turned in found if trump is not None)
    contract = br.Contract("independance", 0, br.SPADES, turned=br.CLUBS)
    assert not br.settle(RENAMED, contract, EVEN).made
    with pytest.raises(br.SettlementError, match="cannot be played in ♣ when ♣ is turned"):
        br.settle(RENAMED, evolve(contract, trump=br.CLUBS), EVEN)


def broken(variant: br.Variant) -> testing.LawBroken | None:
    for walk in walks(variant):
        try:
            testing.check_bill(variant, walk)
        except testing.LawBroken as error:
            return error
    return None


def test_law_10_bites_where_a_rule_does_not_say_what_it_leads_to() -> None:
    error = broken(evolve(BOSTONIEN, questions=(Forgetful(),)))
    assert error is not None
    assert error.law is testing.Law.ONE_BILL
    assert "was played, and is refused" in error.what


def test_the_stakes_of_a_challenge_are_settled_and_recorded() -> None:
    plain = br.Contract("5", 0, br.HEARTS)
    for stakes in (1, 2):
        assert contract_problems(DOUBLED, evolve(plain, stakes=stakes)) == []
    with pytest.raises(br.SettlementError, match="the stakes of Classic Boston are 1 or 2, not 3"):
        br.settle(DOUBLED, evolve(plain, stakes=3), EVEN)
    with pytest.raises(br.SettlementError, match="the stakes of Classic Boston are 1, not 2"):
        br.settle(CLASSIC, evolve(plain, stakes=2), EVEN)


def test_the_suits_that_may_be_named_are_a_field_of_the_call() -> None:
    seen = set()
    for walk in walks(BUT_TURNED):
        for at in walk.positions:
            if at.state.phase != "naming trumps":
                continue
            assert at.state.deal is not None
            turned = at.state.deal.turn.suit
            assert turned is not None
            legal = br.legal_actions(at.state)
            assert legal == tuple(NameTrump(suit) for suit in br.Suit if suit != turned)
            error = br.why_illegal(at.state, NameTrump(turned))
            assert isinstance(error, BidUnavailable)
            assert "any suit but the turned one" in str(error)
            seen.add(turned)
    assert len(seen) > 2


@pytest.mark.parametrize("slug", br.list_variants())
def test_what_can_be_reached_is_admitted(slug: str) -> None:
    variant = br.get_variant(slug)
    rng = random.Random(slug)
    for turn in variant.dealing.turns():
        every = list(reachable(variant, turn, rng.randrange(variant.seats)))
        assert {contract.key for contract in every} <= {step.key for step in variant.ladder}
        for contract in rng.sample(every, min(10, len(every))):
            assert contract_problems(variant, contract) == []


def test_what_is_reached_is_counted_by_hand() -> None:
    # Whisch bostonien: a demande alone or with one of three, and an independance, in the turned
    # suit; Fontainebleau: nine contracts in four suits, alone or with one of three, and misères.
    assert len(set(reachable(br.get_variant("whisch-bostonien"), Turn(br.CLUBS), 1))) == 5
    fontainebleau = br.get_variant("fontainebleau")
    partnered = sum(step.partnered for step in fontainebleau.ladder)
    trumps = sum(step.has_trumps for step in fontainebleau.ladder)
    plain = len(fontainebleau.ladder) - trumps
    found = set(reachable(fontainebleau, Turn(), 0))
    assert len(found) == 4 * (trumps + 3 * partnered) + plain


def test_a_refusal_cites_the_rule() -> None:
    with pytest.raises(br.SettlementError, match=r"played alone in Classic Boston \["):
        br.settle(CLASSIC, br.Contract("13", 0, br.HEARTS, partner=2), br.Outcome((13, 0, 0, 0)))


def test_a_record_of_doubled_stakes_reads_back() -> None:
    stakes = set()
    for walk in walks(DOUBLED):
        for states in walk.states:
            assert states[-1].contract is not None
            stakes.add(states[-1].contract.stakes)
        record = br.record(walk.states[-1][-1])
        assert br.loads(br.dumps(record)) == record
        assert br.replay(record)[-1] == walk.states[-1][-1]
    assert stakes == {1, 2}


@frozen
class InTurned:
    """A price of trumps that are the turned suit."""

    reads: ClassVar[frozenset[str]] = frozenset({"turned"})

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        """Three, where they are."""
        same = case.trump is not None and case.trump is case.turned
        return (br.Line(3, "in the turned suit"),) if same else ()

    def alike(self, suits: DealSuits, honours: int) -> bool:
        """Whether they are."""
        return suits.trump is not None and suits.trump is suits.turn.suit

    def words(self) -> str:
        """The rule in English."""
        return "3 more in the turned suit"


def test_turned_suits_are_asked_for_only_where_a_price_tells_them_apart() -> None:
    plain = AMERICAN.payments
    house = evolve(AMERICAN, payments=evolve(plain, won=(*plain.won, InTurned())))
    assert contract_problems(house, br.Contract("little-misere", 0)) == []
    (asked,) = contract_problems(house, br.Contract("6", 0, br.HEARTS, suit_class="plain"))
    assert asked == "Six is priced by what is turned: give the turned suit"
