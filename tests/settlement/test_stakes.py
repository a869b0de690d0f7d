"""N14: what raised stakes multiply, in deals that nobody bid too, worked out by hand."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.settlement.bills import balanced

import boston_rules as br
from boston_rules import Infraction, Outcome, testing
from boston_rules.envs.bounds import bounds_of
from boston_rules.rules.carryover import AfterThrownIn, Conditions
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.variant import with_rules

DOUBLES = SessionRule(deals=12, late_deals=8, late_stakes=2)
MISERY = with_rules(br.get_variant("american"), {"session": DOUBLES})
"""General misery at 5 a trick, doubled in the last eight deals."""


def settled(
    variant: br.Variant, outcome: Outcome, stakes: int | None, *wrong: Infraction
) -> br.Settlement:
    found = br.settle(variant, None, outcome, 40, infractions=wrong, stakes=stakes)
    assert balanced(found, 40, 0)
    return found


def test_N14_general_misery_is_paid_at_the_stakes() -> None:
    tricks = Outcome((6, 2, 5, 0))
    assert settled(MISERY, tricks, 1).deltas == (-20 - 5 - 30, 20, 5, 30)
    doubled = settled(MISERY, tricks, 2)
    assert (doubled.deltas, doubled.pool) == ((-40 - 10 - 60, 40, 10, 60), 40)
    assert str(doubled.transfers[0]).endswith("pays seat 1 40: general misery × 2")


def test_N14_unless_stated_the_stakes_are_those_of_the_first_deal() -> None:
    doubles = with_rules(MISERY, {"session": evolve(DOUBLES, deals=8)})
    for variant in (MISERY, doubles):
        tricks = Outcome((6, 2, 5, 0))
        told, untold = (settled(variant, tricks, each) for each in (variant.stakes[0], None))
        assert told == untold
    assert (MISERY.stakes, doubles.stakes) == ((1, 2), (2,))
    assert br.settle(br.get_variant("french-foster", deals=8), None, Outcome((0,) * 4)).pool == 0


def test_N14_halves_are_multiplied_with_their_odd_chips() -> None:
    # 5 and 4 tricks: 5 by the pair together, 3 by the first from eldest and 2 by the other.
    found = settled(MISERY, Outcome((4, 5, 0, 4)), 2)
    assert found.deltas == (10, -10 - 50 - 10, 50, 10)
    found = settled(MISERY, Outcome((5, 5, 2, 1)), 2)
    assert found.deltas == (-2 * 7 - 2 * 10, -2 * 8 - 2 * 10, 30, 40)


def test_N14_a_revoke_in_a_deal_that_nobody_bid_is_paid_at_the_stakes() -> None:
    laws = Laws(revoke=RevokeLaw("deal", fine=40, each_other=50))
    house = evolve(MISERY, laws=laws)
    found = settled(house, Outcome((1, 2, 0, 0)), 2, Infraction("revoke", 3))
    # 100 to each other, and the fine as it is.
    assert (found.deltas, found.pool) == ((100, 100, 100, -300 - 40), 80)


def test_N14_what_feeds_the_pool_and_what_lies_in_it_are_not_multiplied() -> None:
    laws = Laws(MisdealLaw(fine=10), RevokeLaw("deal", fine=8))
    house = evolve(MISERY, laws=laws, passed_out=ThrownIn(fine=5))
    found = settled(house, Outcome((0, 0, 0, 0)), 2, Infraction("misdeal", 1))
    assert (found.deltas, found.pool) == ((-5, -15, -5, -5), 70)
    fontainebleau = with_rules(br.get_variant("fontainebleau"), {"session": DOUBLES})
    assert settled(fontainebleau, Outcome((6, 2, 5, 0)), 2).deltas == (0, 0, 0, 40)


def test_N14_the_debt_of_a_lost_contract_follows_the_price() -> None:
    house = with_rules(br.get_variant("fontainebleau"), {"session": DOUBLES})
    lost = br.Contract("5", 0, br.SPADES, stakes=2)
    found = br.settle(house, lost, Outcome((4, 5, 2, 2)), 40)
    # The pool gets the same as one opponent; a pool that is doubled is doubled once.
    assert (found.deltas, found.pool) == ((-4 * 30, 30, 30, 30), 70)
    house = with_rules(br.get_variant("french"), {"session": DOUBLES})
    bid = br.Contract("simple-belle", 0, br.SPADES, turned=br.SPADES, belle=br.SPADES, stakes=2)
    found = br.settle(house, bid, Outcome((4, 5, 2, 2)), 40)
    assert (found.deltas[0], found.pool) == (-3 * 8 - 40, 80)


def test_N14_in_the_game() -> None:
    session = SessionRule(deals=4, late_deals=2, late_stakes=3)
    walk = testing.random_walk(
        evolve(MISERY, session=session), deals=3, style=testing.STYLES[0], seed=5
    )
    ended = [each.state for each in walk.positions if isinstance(each.state, br.Settled)]
    assert [state.deal.table.stakes for state in ended] == [1, 1, 3]
    for state in ended:
        table = state.deal.table
        single = br.settle(MISERY, None, state.outcome, table.pool, dealer=table.dealer).deltas
        assert any(single)
        assert state.settlement.deltas == tuple(table.stakes * each for each in single)
    testing.check_bill(walk.variant, walk)


def test_the_grand_is_settled_as_in_the_game() -> None:
    walk = testing.random_walk(br.get_variant("american-foster", deals=1, end="grand"), deals=2)
    state = walk.states[-1][-1]
    assert isinstance(state, br.Settled)
    assert state.deal.table.is_grand
    testing.check_bill(walk.variant, walk)


def test_N14_after_hands_thrown_in() -> None:
    left = Conditions("doubled", stakes=2)
    house = br.variants.American(carryover=AfterThrownIn(left), session=DOUBLES)
    assert house.stakes == (1, 2, 4)
    assert settled(house, Outcome((6, 2, 5, 0)), 4).deltas[1] == 80


@pytest.mark.parametrize(
    ("contract", "stakes", "problem"),
    [
        (None, 3, "the stakes of American Boston are 1 or 2, not 3"),
        (None, True, "the stakes of American Boston are 1 or 2, not True"),
        (None, "2", "the stakes of American Boston are 1 or 2, not '2'"),
        (br.Contract("5", 0, br.SPADES, turned=br.SPADES), 2, "are told with it"),
    ],
)
def test_stakes_that_cannot_be(contract: br.Contract | None, stakes: int, problem: str) -> None:
    with pytest.raises(br.SettlementError, match=problem) as caught:
        br.settle(MISERY, contract, Outcome((4, 5, 2, 2)), stakes=stakes)
    assert len(caught.value.problems) == 1


def test_N14_the_bounds_of_learners_hold() -> None:
    single = bounds_of(br.get_variant("american"))
    assert bounds_of(MISERY).win > single.win
