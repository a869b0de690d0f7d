"""Nothing that can happen in a session is beyond its bounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

import pytest
from attrs import evolve, frozen
from tests.envs.games import SLUGS
from tests.envs.strangers import Challenge
from tests.questions.house import House

pytest.importorskip("numpy")

import boston_rules as br
from boston_rules.deal.contracts import highest_stakes, raised_stakes
from boston_rules.deal.phases import most_answers
from boston_rules.envs.bounds import bounds_of
from boston_rules.rules.carryover import AfterThrownIn, Conditions
from boston_rules.rules.cases import Case
from boston_rules.rules.passed_out import MostPaysEach
from boston_rules.testing import random_walk
from boston_rules.testing.termination import bounds

CLASSIC = br.variants.Classic(questions=(Challenge(),), deals=1)
DEALT = House(questions=(Challenge(),), carryover=None, deals=1)


def outcomes(variant: br.Variant) -> Iterator[tuple[br.Contract, br.Outcome]]:
    """Every step in every form, won and lost as dearly as can be, by seat 0."""
    n = variant.seats
    slams: tuple[Literal["closed", "table"] | None, ...] = (None,)
    if variant.payments.slams is not None:
        slams = (None, "closed", "table")
    for step, turn in product(variant.ladder, variant.dealing.turns()):
        most = step.tricks_played(variant.hand)
        for form in step.suit.suit_choices(turn, variant.suits):
            trump = form.trump if form.trump is not None or not step.has_trumps else br.CLUBS
            suit_class = None if trump is None else variant.suits.suit_class(trump, turn)
            bonus = variant.boston_bonus is not None and trump is not None
            for taken, partner, slam, boston in product(
                {0, 1, step.goal.tricks, most},
                (None, 2) if step.partnered else (None,),
                slams if step.goal.counted else (None,),
                (0, 1) if bonus else (None,),
            ):
                yield (
                    br.Contract(
                        *(step.key, 0, trump, partner, suit_class, turn.suit, turn.belle),
                        stakes=variant.stakes[0],
                    ),
                    br.Outcome(
                        (taken, most - taken, *(0,) * (n - 2)),
                        (4 if trump is not None else 0, *(0,) * (n - 1)),
                        slam,
                        boston,
                        chicane=(1,) if variant.chicane is not None and trump is not None else (),
                    ),
                )


@pytest.mark.parametrize("slug", SLUGS)
def test_no_bill_of_a_deal_is_beyond_the_bounds_of_a_session_of_one(slug: str) -> None:
    variant = br.get_variant(slug, deals=1)
    limit = bounds_of(variant)
    settled = worst = best = 0
    for dealer in (0, 1):
        table = br.start(variant, dealer).table
        for contract, outcome in outcomes(variant):
            try:
                bill = br.settle(
                    variant,
                    contract,
                    outcome,
                    pool=table.pool,
                    set_aside=table.set_aside,
                    last=True,
                    dealer=dealer,
                )
            except br.SettlementError:
                continue
            settled += 1
            starting = variant.session.starting_chips
            won = [
                delta + purse - starting
                for delta, purse in zip(bill.deltas, table.purses, strict=True)
            ]
            assert sum(won) == 0
            worst, best = min(worst, *won), max(best, *won)
    assert settled > 20
    assert -limit.lose <= worst < 0 < best <= limit.win
    assert limit.win < 5 * best, "the bound is of the right size: no seat pays more than three"


@pytest.mark.parametrize("slug", SLUGS)
def test_no_session_is_longer_or_dearer_than_its_bounds(slug: str) -> None:
    for seed in range(4):
        deals = 1 + seed % 3
        walk = random_walk(br.get_variant(slug), seed=seed, deals=deals, session=deals)
        limit = bounds_of(walk.variant)
        for row in walk.taken:
            players = [a for a in row if not isinstance(a, br.Shuffle | br.TurnUp)]
            assert len(players) <= limit.decisions
        last = walk.states[-1][-1]
        start = walk.variant.session.starting_chips
        for purse in last.table.purses:
            assert -limit.lose <= purse - start <= limit.win


@pytest.mark.parametrize("slug", SLUGS)
def test_the_longest_deal_is_that_of_the_laws(slug: str) -> None:
    variant = br.get_variant(slug)
    chance = {"shuffles", "turned cards"}
    most = sum(number for name, _, number in bounds(variant) if name not in chance)
    # Five questions to everybody are counted in every game, see docs/environments.
    answers = most_answers(variant)
    # The laws count a cut that may be declined twice, as a cut and as a pass.
    dealing = variant.dealing
    declined = len(dealing.cutting_seats(0)) if dealing.cuts_optional else 0
    counted = most - answers - declined
    assert bounds_of(variant).decisions == counted + max(answers, 5 * variant.seats)


@pytest.mark.parametrize("house", [CLASSIC, DEALT], ids=["bid", "dealt"])
def test_stakes_that_a_question_raises_are_within_the_bounds(house: br.Variant) -> None:
    plain = evolve(house, questions=())
    assert bounds_of(house).win > bounds_of(plain).win
    for seed in range(40):
        walk = random_walk(house, seed=seed, deals=1, session=1)
        limit = bounds_of(walk.variant)
        for purse in walk.states[-1][-1].table.purses:
            assert -limit.lose <= purse <= limit.win
    assert (highest_stakes(plain), highest_stakes(house)) == (1, 2)
    for key in ("5",) if house.dealt is None else ("ask", *house.dealt.keys):
        assert raised_stakes(house, key, 1) == {1, 2}


@frozen
class TwoHonours:
    """A stranger's price: dear with exactly two honours, and nothing otherwise."""

    chips: int

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        """Its line, with two."""
        return (br.Line(self.chips, "two honours"),) if case.honours == 2 else ()

    def words(self) -> str:
        """The rule in English."""
        return f"{self.chips} with exactly two honours"


@pytest.mark.parametrize("suit", br.Suit)
def test_a_price_of_two_honours_is_within_the_bounds(suit: br.Suit) -> None:
    plain = br.get_variant("fontainebleau", deals=1)
    won = (*plain.payments.won, TwoHonours(5000))
    variant = evolve(plain, payments=evolve(plain.payments, won=won))
    bill = br.settle(
        variant,
        br.Contract("5", 0, suit),
        br.Outcome((6, 3, 2, 2), (2, 0, 0, 0)),
        pool=br.start(variant, 0).table.pool,
        last=True,
    )
    assert 15_000 < bill.deltas[0] <= bounds_of(variant).win < 25_000


def test_raised_stakes_are_within_the_bounds() -> None:
    plain = br.get_variant("fontainebleau", deals=1)
    raised = evolve(plain, carryover=AfterThrownIn(Conditions("trebled", stakes=3)))
    step = max(plain.ladder, key=lambda step: step.goal.tricks)
    contract = br.Contract(step.key, 0, br.HEARTS, stakes=3)
    bill = br.settle(raised, contract, br.Outcome((13, 0, 0, 0), (4, 0, 0, 0)))
    assert bounds_of(plain).win < bill.deltas[0] <= bounds_of(raised).win


def test_a_grand_is_within_the_bounds() -> None:
    plain = br.get_variant("two-pack-hoyle", deals=1)
    dear = evolve(plain, session=evolve(plain.session, grand=MostPaysEach(1000)))
    bill = br.settle(dear, None, br.Outcome((13, 0, 0, 0)), pool=8, grand=True)
    assert bounds_of(plain).lose < -bill.deltas[0] <= bounds_of(dear).lose
