"""Whatever can be composed is played, recorded, settled, solved, encoded and worded."""

from __future__ import annotations

import random

import pytest
from attrs import evolve
from hypothesis import event, given
from hypothesis import strategies as st
from tests.exhaustion.solving import perfect_play
from tests.laws.compositions import compositions

import boston_rules as br
from boston_rules import testing
from boston_rules.deal.contracts import contract_problems
from boston_rules.envs.bounds import bounds_of
from boston_rules.records import house_rules, rule_fields, with_fields
from boston_rules.solver import makes, tricks
from boston_rules.telling.wording.rulewords import worded_rules

pytestmark = [
    pytest.mark.laws,
    pytest.mark.no_cover,  # depth, not coverage
    # A game printed whole is long; the warning would stand in the place of what was found.
    pytest.mark.filterwarnings("ignore:Generating overly large repr"),
]

CHECKS = (
    *(testing.check_soundness, testing.check_conservation, testing.check_termination),
    *(testing.check_round_trips, testing.check_sampling, testing.check_bill),
    *(testing.check_views, testing.check_non_interference),
)


@pytest.mark.long
@given(compositions(), st.integers(0, 10**6))
def test_whatever_is_accepted_keeps_the_laws(variant: br.Variant, seed: int) -> None:
    event(f"{len(house_rules(variant))} topics are otherwise")
    walk = testing.random_walk(variant, seed=seed, deals=2, session=2)
    for check in CHECKS:
        check(variant, walk)
    testing.check_company(variant, walk, states=2)
    limit = bounds_of(walk.variant)
    start = walk.variant.session.starting_chips
    for purse in walk.states[-1][-1].table.purses:
        assert -limit.lose <= purse - start <= limit.win


@pytest.mark.long
@given(compositions(), st.integers(0, 10**6))
def test_whatever_is_accepted_is_solved(variant: br.Variant, seed: int) -> None:
    """The last tricks, as plain search of them does."""
    payments = evolve(variant.payments, slams=None)
    plain = evolve(variant, enforcement="strict", table_law=None, payments=payments)
    walk = testing.random_walk(plain, seed=seed, deals=1)
    late = [
        state
        for state in walk.states[0]
        if isinstance(state, br.Playing) and state.contract and max(map(len, state.hands)) <= 3
    ]
    for state in random.Random(seed).sample(late, min(len(late), 2)):
        assert state.contract is not None
        assert contract_problems(variant, state.contract) == []
        made, taken = perfect_play(state)
        event("solved")
        assert makes(state) == made
        if variant.ladder[state.contract.key].goal.counted:
            assert tricks(state) == taken


@pytest.mark.long
@given(compositions())
def test_whatever_is_accepted_is_told_by_its_fields(variant: br.Variant) -> None:
    """By names and values alone the same rules are made again, and each has words."""
    told = br.loads(br.dumps(br.record(br.start(variant))))
    again = br.variant_of(told)
    assert again == variant
    assert again.fingerprint() == variant.fingerprint()
    for _, rule in worded_rules(variant):
        assert rule.words().strip()
    listed = list(rule_fields(variant))
    assert len({each.path for each in listed}) == len(listed)
    assert with_fields(variant, {}) == variant
