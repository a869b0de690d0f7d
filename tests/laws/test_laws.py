"""The laws that every state of every variant keeps, on random walks."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import DEEP

import boston_rules as br
from boston_rules import testing
from boston_rules.testing.completeness import wanted_of
from boston_rules.testing.round_trips import check_tokens

# Depth, not coverage: what these walk through is measured by the tests of single rules. The tracing
# of lines makes them four times as slow.
pytestmark = [pytest.mark.laws, pytest.mark.no_cover]

FOR_EACH = settings(max_examples=settings().max_examples if DEEP else 8)
"""A law is asked of twenty games: few walks of each are many. The deep profile keeps its number."""

OPTIONS = [
    (slug, name, choice)
    for slug in br.list_variants()
    for name in br.variant_class(slug).option_names()
    for choice in br.variant_class(slug).option_choices(name) or ()
    if br.get_variant(slug, **{name: choice}).options()
]
"""Every choice of every named option, but for the defaults."""


@FOR_EACH
@given(data=st.data())
def test_law_1_sound_and_total(variant: br.Variant, data: st.DataObject) -> None:
    walk = data.draw(testing.walks(variant, most_deals=2))
    testing.check_soundness(variant, walk, states=walk.seed % 2, glances=3)


@FOR_EACH
@given(data=st.data())
def test_law_3_conservation(variant: br.Variant, data: st.DataObject) -> None:
    testing.check_conservation(variant, data.draw(testing.walks(variant, most_deals=4)))


@FOR_EACH
@given(data=st.data())
def test_law_4_termination(variant: br.Variant, data: st.DataObject) -> None:
    testing.check_termination(variant, data.draw(testing.walks(variant, most_deals=4)))


@FOR_EACH
@given(data=st.data())
def test_law_5_round_trips(variant: br.Variant, data: st.DataObject) -> None:
    testing.check_round_trips(variant, data.draw(testing.walks(variant, most_deals=2)), states=4)


@FOR_EACH
@given(data=st.data())
def test_law_5_tokens_typed_untidily(variant: br.Variant, data: st.DataObject) -> None:
    token = data.draw(testing.tokens(variant))
    action = br.parse_action(token)
    assert action in testing.well_formed(variant)
    assert str(action).casefold().split() == token.casefold().split()


def test_law_5_tokens_of_the_whole_universe(variant: br.Variant) -> None:
    check_tokens(variant)


@FOR_EACH
@given(data=st.data())
def test_law_6_non_interference(variant: br.Variant, data: st.DataObject) -> None:
    walk = data.draw(testing.walks(variant, most_deals=2))
    assert testing.check_non_interference(variant, walk, samples=1) >= 2


@FOR_EACH
@given(data=st.data())
def test_law_7_sampling(variant: br.Variant, data: st.DataObject) -> None:
    testing.check_sampling(variant, data.draw(testing.walks(variant, most_deals=2)), states=1)


@pytest.mark.deep
@pytest.mark.parametrize("enforcement", ["strict", "table"])
def test_law_11_views_move(variant: br.Variant, enforcement: str) -> None:
    rules = br.get_variant(variant.slug, enforcement=enforcement)
    for seed in range(settings().max_examples // 8):
        walk = testing.random_walk(rules, seed=seed, deals=2, session=2 if seed % 2 else None)
        testing.check_views(rules, walk)


@FOR_EACH
@given(data=st.data())
def test_law_10_the_bill_is_one(variant: br.Variant, data: st.DataObject) -> None:
    testing.check_bill(variant, data.draw(testing.walks(variant, most_deals=4)))


@FOR_EACH
@given(data=st.data())
def test_law_13_immutability(variant: br.Variant, data: st.DataObject) -> None:
    testing.check_immutability(variant, data.draw(testing.walks(variant, most_deals=2)), states=2)


def test_law_2_every_step_opens_an_auction(variant: br.Variant) -> None:
    assert testing.missing_openings(variant) == ()


def test_law_2_every_contract_is_made_and_lost(variant: br.Variant) -> None:
    wanted = list(wanted_of(variant))
    assert {(step.key, made) for step in variant.ladder for made in (True, False)} <= {
        (one.key, one.made) for one in wanted
    }
    assert testing.missing_verdicts(variant) == ()


def test_law_2_every_rule_is_used(variant: br.Variant) -> None:
    assert testing.unused_rules(variant) == ()


@pytest.mark.long
@pytest.mark.parametrize(
    ("slug", "name", "choice"), OPTIONS, ids=[f"{s}-{n}-{c}" for s, n, c in OPTIONS]
)
def test_laws_hold_for_every_choice_of_every_option(slug: str, name: str, choice: object) -> None:
    rules = br.get_variant(slug, **{name: choice})
    report = testing.check_variant(rules, examples=1, seed=OPTIONS.index((slug, name, choice)))
    assert report.walks == 1


def test_walks_reach_every_phase_passed_out_deals_and_long_auctions(variant: br.Variant) -> None:
    rng = random.Random(5)
    phases: set[str] = set()
    contracts: set[str | None] = set()
    verdicts: set[bool | None] = set()
    longest = 0
    for _ in range(60):
        walk = testing.random_walk(variant, seed=rng.getrandbits(32), deals=2)
        phases |= {at.state.phase for at in walk.positions}
        for states, actions in zip(walk.states, walk.taken, strict=True):
            last = states[-1]
            contracts.add(None if last.contract is None else last.contract.key)
            verdicts.add(None if last.settlement is None else last.settlement.made)
            longest = max(longest, sum(isinstance(action, br.Bid) for action in actions))
    bids = next(most for name, _, most in testing.bounds(variant) if name == "bids")
    assert {"auction", "play", "settled"} <= phases
    assert None in contracts
    assert verdicts == {True, False, None}
    assert len(contracts) > len(variant.ladder) / 2
    assert longest >= min(bids, 6) / 2
