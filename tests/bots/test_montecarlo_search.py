"""What the Monte Carlo bot thinks with: likely worlds, candidates, and the choice among them."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Sequence
from itertools import count

import pytest
from tests.phases.table_talk import act, reach

import boston_rules as br
from boston_rules.bots import MonteCarloBot, SimpleBot
from boston_rules.bots.montecarlo.belief import Belief
from boston_rules.bots.montecarlo.search import Budget, best_of
from boston_rules.bots.montecarlo.table_talk import candidates, is_made, other_outcome
from boston_rules.bots.protocol import own_choices
from boston_rules.deal.terms import terms_of


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
        drawn = belief.draw(240, random.Random(1))
        told = [spades(world.hands[0]) for world, _ in drawn]
        held.append(statistics.fmean(told, [weight for _, weight in drawn]))
    assert held[1] > held[0] + 0.7


def test_a_world_that_is_drawn_has_a_state() -> None:
    for slug in ("fontainebleau", "french", "american"):
        rng = random.Random(4)
        state = reach(br.start(br.get_variant(slug)), "auction", rng=rng)
        view = br.observe(state, state.actor)
        belief = Belief(view)
        for world, _ in belief.draw(6, rng):
            sampled = belief.worlds.state_of(world, rng)
            assert tuple(cards.mask for cards in sampled.hands) == world.hands
            assert br.observe(sampled, state.actor) == view


def test_candidates_keep_the_habit_and_the_negative_answer() -> None:
    for slug in br.list_variants():
        rng = random.Random(4)
        state = reach(br.start(br.get_variant(slug)), "auction", rng=rng)
        view = br.observe(state, state.actor)
        seat, legal = own_choices(view)
        for habit in (legal[0], legal[-1]):
            found = candidates(view, seat, legal, habit)
            assert habit in found
            assert br.Pass() in found
            assert set(found) <= set(legal)
            assert len(found) <= 8


def test_the_highest_card_of_each_suit_may_be_laid_aside_and_claims_are_left_alone() -> None:
    state = auction("classic", "bid petite-misere", "pass", "pass", "pass")
    view = br.observe(state, state.actor)
    seat, legal = own_choices(view)
    assert len(legal) == 13
    hand = [card.index for card in view.hand]
    highest = {max(card for card in hand if card // 13 == suit) for suit in {c // 13 for c in hand}}
    for habit in legal:
        assert isinstance(habit, br.Discard)
        assert set(candidates(view, seat, legal, habit)) == {
            habit,
            *(br.Discard(br.PACK[card]) for card in highest),
        }
    claims = (br.Pass(), br.Misdeal(), br.Bid("5", br.SPADES))
    assert br.Misdeal() not in candidates(view, seat, claims, br.Pass())


@pytest.mark.parametrize(
    ("slug", "bid", "tricks", "other"),
    [
        ("classic", "misere-ouverte", (0, 5, 4, 4), (1, 4, 4, 4)),
        ("classic", "misere-ouverte", (2, 5, 3, 3), (0, 7, 3, 3)),
        ("classic", "grande-misere", (3, 1, 0, 0), (0, 4, 0, 0)),  # broken off
        ("fontainebleau", "piccolissimo", (1, 5, 4, 2), (2, 4, 4, 2)),
        ("fontainebleau", "piccolissimo", (0, 5, 5, 2), (1, 4, 5, 2)),
        ("fontainebleau", "piccolissimo", (4, 4, 2, 2), (1, 7, 2, 2)),
    ],
)
def test_a_contract_with_a_limit_is_just_lost_or_just_made(
    slug: str, bid: str, tricks: tuple[int, ...], other: tuple[int, ...]
) -> None:
    terms = terms_of(br.get_variant(slug), br.Contract(bid, 0))
    assert other_outcome(terms, tricks) == other
    assert is_made(terms, tricks) is not is_made(terms, other)


def test_an_open_misere_is_left_to_others_where_players_look_ahead() -> None:
    """On a hand with which simple players let it be made, about every second time."""
    hands = [
        "JS 8S 6S 3S TH 7H 4H 3H 2C 6D 5D 3D 2D",
        "2S KH 9H 8H 6H 9C 7C 6C 3C JD TD 7D 4D",
        "7S 5S 5H 2H AC QC JC TC 8C KD 9D 8D QD",
        "AS KS QS TS 9S 4S AH QH JH KC 5C 4C AD",
    ]
    state = br.start(br.get_variant("classic"), 3, hands=[br.Cards.parse(hand) for hand in hands])
    view = br.observe(state, 0)
    bold = br.Bid("misere-ouverte")
    bot = MonteCarloBot(random.Random(1), iterations=24)
    assert SimpleBot().choose(view) == bold
    assert bot.choose(view) != bold


def draws(number: int) -> Sequence[tuple[object, int]]:
    return [(at, 1) for at in range(number)]


@pytest.mark.parametrize("budget", [Budget(iterations=32), Budget(seconds=60)])
def test_the_best_candidate_is_chosen_and_the_others_given_up(budget: Budget) -> None:
    asked = [0, 0, 0, 0]

    def value(candidate: int, world: object) -> float:
        asked[candidate] += 1
        assert isinstance(world, int)
        return (0.0, 5.0, 2.0, -3.0)[candidate] + world % 2

    best, means = best_of(4, draws, value, budget, habit=0, caution=0)
    assert best == 1
    assert means[1] > means[2] > means[0]
    if budget.iterations is not None:
        assert asked[1] <= 32
        assert asked[3] < 32


def test_few_are_given_up_for_bad_luck_in_the_first_worlds() -> None:
    found = []
    for seed in range(20):
        numbers = count()

        def drawn(number: int, numbers: Iterator[int] = numbers) -> list[tuple[object, int]]:
            return [(next(numbers), 1) for _ in range(number)]

        def value(candidate: int, world: object, seed: int = seed) -> float:
            assert isinstance(world, int)
            luck = random.Random(1000 * seed + 100 * candidate + world).gauss(0, 20)
            return luck + (20 if candidate == 5 and world >= 16 else 0)

        found.append(best_of(6, drawn, value, Budget(iterations=64), habit=0, caution=0)[0])
    assert found.count(5) >= 16


def test_the_habit_stays_while_nothing_is_clearly_better() -> None:
    rng = random.Random(2)
    values = {(c, w): rng.gauss(0.1 * c, 10) for c in range(2) for w in range(64)}

    def value(candidate: int, world: object) -> float:
        assert isinstance(world, int)
        return values[candidate, world]

    best, _ = best_of(2, draws, value, Budget(iterations=16), habit=0, caution=9)
    assert best == 0
    best, _ = best_of(
        2, draws, lambda candidate, _: candidate, Budget(iterations=16), habit=0, caution=9
    )
    assert best == 1


def test_without_time_for_a_single_world_the_habit_is_kept() -> None:
    best, _ = best_of(
        3, draws, lambda candidate, _: candidate, Budget(seconds=1e-9), habit=1, caution=0
    )
    assert best == 1
