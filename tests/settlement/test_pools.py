"""Capped pools and the other pool rules, as house rules of the variants at hand."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.settlement.bills import (
    AMERICAN,
    FONTAINEBLEAU,
    FRENCH,
    balanced,
    expected,
    flows,
    pool_of,
)

import boston_rules as br
from boston_rules import HEARTS, POOL, SET_ASIDE, SPADES
from boston_rules.core.sources import source_of
from boston_rules.deal.contracts import reachable
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.deal.questions.polls import ContestRule
from boston_rules.rules.pool import AtOrAbove, FeedsNothing
from boston_rules.rules.variant import with_rules

CAPPED = evolve(AMERICAN, pool=evolve(pool_of(AMERICAN), cap=250))
WITH_POOLS = [
    variant
    for variant in map(br.get_variant, br.list_variants())
    if variant.pool is not None and variant.contest is None and variant.seats == 4
]
FIVE = br.Contract("5", 0, trump=HEARTS)


def test_P9_the_cap_is_applied_after_every_payment() -> None:
    # Lost in halves: 60 + 60 to a pool of 120 capped at 200: 0 above it, then 40.
    capped = evolve(FRENCH, pool=evolve(pool_of(FRENCH), cap=200))
    contract = br.Contract("simple-belle", 0, SPADES, partner=2, turned=HEARTS, belle=SPADES)
    bill = br.settle(capped, contract, br.Outcome((4, 5, 2, 2)), pool=120)
    assert balanced(bill, 120)
    assert flows(bill) == expected(
        (0, 1, 4), (2, 3, 4), (0, POOL, 60), (2, POOL, 60), (POOL, SET_ASIDE, 40)
    )


def test_P7_after_the_last_deal_of_a_capped_pool_both_accounts_are_empty() -> None:
    # The pool of 240 doubles: 230 above the cap join the 30 set aside; then all of it is divided:
    # 510 by four: 127 each, two odd chips to 1 and 2.
    bill = br.settle(CAPPED, FIVE, br.Outcome((4, 3, 3, 3)), pool=240, set_aside=30, last=True)
    assert balanced(bill, 240, 30)
    assert (bill.pool, bill.set_aside) == (0, 0)
    assert bill.deltas == (-33 - 240 + 127, 11 + 128, 11 + 128, 11 + 127)


def test_P7_chips_set_aside_join_the_pool_before_adversaries_divide_it() -> None:
    # A lost Little Misère: 75 to each and to the pool; 75 + 10 + 6 set aside = 91 for 1, 2, 3
    # (dealer 1, eldest 2): 31, 30, 30.
    capped = evolve(FONTAINEBLEAU, pool=evolve(pool_of(FONTAINEBLEAU), cap=250))
    misere, lost = br.Contract("little-misere", 0), br.Outcome((1, 5, 3, 3))
    bill = br.settle(capped, misere, lost, pool=10, set_aside=6, last=True, dealer=1)
    assert balanced(bill, 10, 6)
    assert flows(bill) == expected(
        *((0, seat, 75) for seat in (1, 2, 3)),
        (0, POOL, 75),
        (SET_ASIDE, POOL, 6),
        (POOL, 2, 31),
        (POOL, 3, 30),
        (POOL, 1, 30),
    )
    assert (bill.pool, bill.set_aside) == (0, 0)
    earlier = br.settle(capped, misere, lost, pool=10, set_aside=6, dealer=1)
    assert (earlier.pool, earlier.set_aside) == (85, 6)


def test_R8_P9_a_passed_out_deal_gives_the_pool_and_not_what_is_set_aside() -> None:
    capped = evolve(FONTAINEBLEAU, pool=evolve(pool_of(FONTAINEBLEAU), cap=250))
    bill = br.settle(capped, None, br.Outcome((1, 4, 4, 4)), pool=50, set_aside=9)
    assert (bill.deltas, bill.pool, bill.set_aside) == ((50, 0, 0, 0), 0, 9)


def test_a_rule_may_feed_the_pool_with_nothing() -> None:
    house = evolve(FONTAINEBLEAU, pool=evolve(pool_of(FONTAINEBLEAU), lost=FeedsNothing()))
    bill = br.settle(house, FIVE, br.Outcome((4, 3, 3, 3)), pool=50)
    assert flows(bill) == expected((0, 1, 25), (0, 2, 25), (0, 3, 25))
    assert bill.pool == 50


@pytest.mark.parametrize("variant", WITH_POOLS, ids=lambda variant: variant.slug)
def test_P31_the_pool_pays_by_the_rule_that_says_who_takes_it(variant: br.Variant) -> None:
    pool, turn = pool_of(variant), next(iter(variant.dealing.turns()))
    sources = set()
    for contract in {each.key: each for each in reachable(variant, turn, 0)}.values():
        step = variant.ladder[contract.key]
        if step.goal.counted and pool.taken_by.covers(step, variant.ladder):
            bill = br.settle(variant, contract, br.Outcome((13, 0, 0, 0)), pool=40)
            paid = [each for each in bill.transfers if each.payer == POOL and bill.made]
            sources |= {line.source for each in paid for line in each.lines}
    assert sources == {source_of(pool.taken_by)}


def test_N19_a_bid_that_was_contested_and_then_conceded_takes_the_pool_by_its_tricks() -> None:
    rules = {"contest": ContestRule(("6", "7")), "concession": ConcessionRule()}
    house = with_rules(br.get_variant("two-pack-hoyle"), rules)
    nothing, one = (0, 0, 0, 0), (1, 0, 0, 0)
    for key, tricks, left in (
        ("6", one, 40),
        ("7", one, 0),
        ("6", nothing, 40),
        ("7", nothing, 40),
    ):
        bid = br.Contract(key, 0, br.SPADES, turned=br.SPADES)
        bill = br.settle(house, bid, br.Outcome(tricks, conceded=True), pool=40)
        assert (bill.made, bill.pool) == (True, left)
    small = {"concession": ConcessionRule(AtOrAbove("8"))}
    bid = br.Contract("7", 0, br.SPADES, turned=br.SPADES)
    bill = br.settle(with_rules(house, small), bid, br.Outcome(one, conceded=True), pool=40)
    assert bill.pool == 40


def test_bills_are_equal_that_move_the_same_chips_whatever_they_say() -> None:
    bill = br.settle(AMERICAN, FIVE, br.Outcome((7, 2, 2, 2)), pool=40)
    assert evolve(bill, heading="", penalties=("a revoke",), has_pool=not bill.has_pool) == bill
    assert evolve(bill, pool=bill.pool + 1) != bill
