"""What an answer reveals is a predicate on a hand, and is asked of answers alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from attrs import evolve
from tests.enumeration import dealt_of
from tests.questions.telling_aces import ACES, TellAces

import boston_rules as br
from boston_rules import testing
from boston_rules.deal.questions.polls import ContestRule


def game(least: int) -> br.Variant:
    return evolve(br.get_variant("fontainebleau"), questions=(TellAces(least),))


def test_a_pass_of_the_auction_tells_nothing_of_what_a_pass_says_of_aces() -> None:
    hands = (
        "KS QS JS TS KH QH JH TH KD QD JD TD KC",
        "AS AH 9S 8S 7S 6S 9H 8H 7H 6H 9D 8D 7D",
        "AD 5S 4S 3S 2S 5H 4H 3H 2H 6D 5D 4D 3D",
        "AC 2D QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    )
    state = br.start(game(2), 3, hands=hands)
    for token in ("bid 5 S", "pass", "pass", "pass", "solo"):
        state = br.apply(state, br.parse_action(token))
    assert (state.phase, state.actor) == ("telling aces", 1)
    for seat in (0, 2, 3, None):
        assert br.Worlds(br.observe(state, seat)).admits(br.World(dealt_of(state), (0,) * 4, 0))
    for token in ("accept", "pass", "pass"):
        assert [str(each) for each in br.legal_actions(state)] == [token]
        state = br.apply(state, br.parse_action(token))
    worlds = br.Worlds(br.observe(state, 0))
    assert worlds.admits(br.World(dealt_of(state), (0,) * 4, 0))
    rng = random.Random(1)
    held = Counter(
        tuple((hand & ACES).bit_count() for hand in worlds.draw(rng)[1:]) for _ in range(200)
    )
    assert {hand for hand in held if sum(hand) == 4} == set(held)
    assert all(first >= 2 and second < 2 and third < 2 for first, second, third in held)
    assert set(held) == {(2, 1, 1), (3, 1, 0), (3, 0, 1), (4, 0, 0)}


def test_a_deal_that_an_answer_has_ended_is_sampled() -> None:
    """All concede before the first lead: the bill is no part of what the answers tell."""
    house = br.variants.AmericanDecimal(contest=ContestRule(("5",)), questions=(TellAces(),))
    state = br.start(house, 3)
    rng = random.Random(4)
    while state.actor is not None:
        legal = br.legal_actions(state)
        if state.actor == br.CHANCE:
            action = br.draw_chance(state, rng)
        elif state.phase == "auction":
            bid = br.Bid("5", suit_class="preference")
            action = bid if bid in legal else br.Pass()
        else:
            action = br.Concede() if br.Concede() in legal else legal[0]
        state = br.apply(state, action)
    assert isinstance(state, br.Settled)
    assert state.outcome.conceded
    for seat in (None, 0, 1, 2, 3):
        view = br.observe(state, seat)
        assert br.observe(br.sample(view, rng), seat) == view


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover
def test_every_law_holds() -> None:
    testing.check_variant(game(2), examples=3)


@pytest.mark.no_cover
def test_players_may_err_as_at_a_table() -> None:
    rules = evolve(game(1), enforcement="table")
    for seed in range(3):
        walk = testing.random_walk(rules, seed=seed, deals=1)
        for check in (testing.check_sampling, testing.check_views):
            check(rules, walk)
