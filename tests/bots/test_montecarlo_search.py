"""What the Monte Carlo bot thinks with: likely worlds, candidates, and the choice among them."""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence

import pytest
from tests.bots.spots import offered
from tests.phases.table_talk import act

import boston_rules as br
from boston_rules.bots.montecarlo.belief import Belief
from boston_rules.bots.montecarlo.search import Budget, best_of
from boston_rules.bots.montecarlo.table_talk import candidates


def auction(slug: str, *tokens: str, seed: int = 1) -> br.State:
    pack = br.shuffled(random.Random(seed))
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    return act(br.start(br.get_variant(slug), dealer=3, hands=hands), "; ".join(tokens))


def spades(hand: int) -> int:
    return (hand >> 13 * br.SPADES).bit_count()


def test_who_has_bid_a_suit_is_believed_to_hold_it() -> None:
    quiet = br.observe(auction("classic", "pass"), 1)
    bold = br.observe(auction("classic", "bid 7 S"), 1)
    held = []
    for view in (quiet, bold):
        belief = Belief(view)
        drawn = belief.draw(60, random.Random(1))
        assert sum(weight for _, _, weight in drawn) == 60
        held.append(
            statistics.mean(spades(world.hands[0]) for _, world, n in drawn for _ in range(n))
        )
    assert held[1] > held[0] + 1


def test_a_world_and_its_state_are_drawn_by_one_seed() -> None:
    for slug in ("fontainebleau", "french", "american"):
        state = br.start(br.get_variant(slug))
        rng = random.Random(4)
        while state.name != "auction":
            chance = state.actor == br.CHANCE
            legal = br.legal_actions(state)
            state = br.apply(state, br.draw_chance(state, rng) if chance else legal[0])
        view = br.observe(state, state.actor)
        belief = Belief(view)
        for seed, world, _ in belief.draw(6, rng):
            sampled = belief.worlds.state(random.Random(seed))
            assert tuple(cards.mask for cards in sampled.hands) == world.hands
            assert br.observe(sampled, state.actor) == view


def test_candidates_keep_the_habit_and_the_negative_answer() -> None:
    for slug in br.list_variants():
        state = br.start(br.get_variant(slug))
        rng = random.Random(4)
        while state.name != "auction":
            chance = state.actor == br.CHANCE
            legal = br.legal_actions(state)
            state = br.apply(state, br.draw_chance(state, rng) if chance else legal[0])
        view = br.observe(state, state.actor)
        for habit in (view.legal[0], view.legal[-1]):
            found = candidates(view, habit)
            assert habit in found
            assert br.Pass() in found
            assert set(found) <= set(view.legal)
            assert len(found) <= 8


def test_every_card_may_be_laid_aside_and_claims_are_left_alone() -> None:
    state = auction("classic", "bid petite-misere", "pass", "pass", "pass")
    view = br.observe(state, state.actor)
    assert candidates(view, view.legal[0]) == list(view.legal)
    assert len(view.legal) == 13
    claims = offered(view, (br.Pass(), br.Misdeal(), br.Bid("5", br.SPADES)))
    assert br.Misdeal() not in candidates(claims, br.Pass())


def draws(count: int) -> Sequence[tuple[object, int]]:
    return [(at, 1) for at in range(count)]


@pytest.mark.parametrize("budget", [Budget(iterations=32), Budget(seconds=0.02)])
def test_the_best_candidate_is_chosen_and_the_others_given_up(budget: Budget) -> None:
    asked = [0, 0, 0, 0]

    def value(candidate: int, world: object) -> float:
        asked[candidate] += 1
        assert isinstance(world, int)
        return (0.0, 5.0, 2.0, -3.0)[candidate] + world % 2

    best, means = best_of(4, draws, value, budget, habit=0, caution=[0.0] * 4)
    assert best == 1
    assert means[1] > means[2] > means[0]
    if budget.iterations is not None:
        assert asked[1] <= 32
        assert asked[3] < 32


def test_the_habit_stays_while_nothing_is_clearly_better() -> None:
    rng = random.Random(2)
    values = {(c, w): rng.gauss(0.1 * c, 10) for c in range(2) for w in range(64)}

    def value(candidate: int, world: object) -> float:
        assert isinstance(world, int)
        return values[candidate, world]

    best, _ = best_of(2, draws, value, Budget(iterations=16), habit=0, caution=[0.0, 9.0])
    assert best == 0
    best, _ = best_of(
        2, draws, lambda candidate, _: candidate, Budget(iterations=16), habit=0, caution=[0, 9.0]
    )
    assert best == 1


def test_without_time_for_a_single_world_the_habit_is_kept() -> None:
    best, _ = best_of(
        3, draws, lambda candidate, _: candidate, Budget(seconds=1e-9), habit=1, caution=[0.0] * 3
    )
    assert best == 1
