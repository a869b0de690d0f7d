"""Laws, solver and sampler over all deals of two ranks, and chosen ones of three."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Final

import pytest
from attrs import evolve
from tests.cousins.games import SMALL, SmallBoston, SmallMisere, registered
from tests.enumeration import fitting
from tests.exhaustion.chances import distribution
from tests.exhaustion.solving import perfect_play
from tests.exhaustion.walking import check_game, every_deal

import boston_rules as br
from boston_rules.core.cardplay.bits import COMPILED
from boston_rules.solver import first_lead, makes, tricks

BOSTON, MISERE, _ = SMALL
GAMES = pytest.mark.parametrize("variant", SMALL, ids=lambda each: each.slug)


MOST_WORLDS: Final = 20
"""More worlds have too many paths to follow."""


@pytest.fixture(autouse=True)
def known_by_name() -> Iterator[None]:
    with registered():
        yield


VISITED = {
    "small-boston": {"deals": 2520, "states": 190566, "views": 7151, "worlds": 3466},
    "small-misere": {"deals": 2520, "states": 242388, "views": 3461, "worlds": 2969},
    "small-alliance": {"deals": 2520, "states": 239898, "views": 4980, "worlds": 3462},
}


@pytest.mark.long
@pytest.mark.no_cover
@GAMES
def test_every_state_of_every_deal_keeps_the_laws(variant: br.Variant) -> None:
    visited = check_game(variant, variant.seats - 1, views=64, worlds=4)
    assert visited == VISITED[variant.slug]


CONTRACTS = (
    (BOSTON, br.Contract("1", 1, br.SPADES, partner=3)),
    (MISERE, br.Contract("open", 0)),
)


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize(("variant", "contract"), CONTRACTS)
def test_the_solver_is_plain_search_on_every_deal(
    variant: br.Variant, contract: br.Contract
) -> None:
    solved = 0
    for hands in every_deal(variant):
        state = first_lead(variant, hands, contract, dealer=variant.seats - 1)
        assert (makes(state), tricks(state)) == perfect_play(state)
        solved += 1
    assert solved == 2520


def walked(variant: br.Variant, seed: int) -> list[br.State]:
    """The states of a deal at random, its hands given."""
    rng = Random(seed)
    pack, size = br.shuffled(rng, variant.dealing.pack), variant.hand
    hands = [pack[size * seat : size * (seat + 1)] for seat in range(variant.seats)]
    states = [br.start(variant, seed % variant.seats, hands=hands)]
    while states[-1].actor is not None:
        states.append(br.apply(states[-1], rng.choice(br.legal_actions(states[-1]))))
    return states


@pytest.mark.skipif(COMPILED, reason="machine code takes no numbers but those of a generator")
@pytest.mark.parametrize("seed", range(6))
@GAMES
def test_each_world_is_as_likely_as_the_others(variant: br.Variant, seed: int) -> None:
    """Exactly: all paths of the random numbers are followed."""
    for state in walked(variant, seed):
        for seat in (None, *range(variant.seats)):
            worlds = br.Worlds(br.observe(state, seat))
            if worlds.count > MOST_WORLDS:
                continue
            drawn = distribution(worlds.world)
            assert set(drawn.values()) == {Fraction(1, worlds.count)}
            assert len(drawn) == worlds.count


def with_three_ranks(cls: type[br.Variant], pack: str) -> br.Variant:
    """A small game with twelve cards, as a house rule."""
    dealing = evolve(cls.with_options({}).dealing, pack=br.Cards.parse(pack), packets=(1, 1, 1))
    return cls(dealing=dealing)  # type: ignore[call-arg]


LARGER = with_three_ranks(SmallBoston, "AS KS JS AH KH JH AC KC JC AD KD JD")
DUCKING = with_three_ranks(SmallMisere, "4S 3S 2S 4H 3H 2H 4C 3C 2C 4D 3D 2D")


@pytest.mark.parametrize("seed", range(16))
def test_the_solver_is_plain_search_on_deals_of_three_ranks(seed: int) -> None:
    for variant, contract in (
        (LARGER, br.Contract("1", seed % 4, br.SPADES, partner=(seed + 2) % 4)),
        (DUCKING, br.Contract("open", seed % 3)),
    ):
        hands = walked(variant, seed)[0].hands
        state = first_lead(variant, hands, contract, dealer=0)
        assert (makes(state), tricks(state)) == perfect_play(state)


def test_the_worlds_of_three_ranks_are_the_deals_that_fit() -> None:
    counts = []
    for number, state in enumerate(walked(LARGER, 3)[::4]):
        seat = number % 4
        counts.append(br.Worlds(br.observe(state, seat)).count)
        assert counts[-1] == len(fitting(state, seat))
    assert counts[0] == 1680
    assert counts[-1] == 1
