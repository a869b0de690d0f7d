"""Best responses and CFR on small packs: values are what play by the engine brings."""

from __future__ import annotations

import random
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from benchmarks.small_pack import GAMES, Tree, best_response, gains, learn  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.bots import SimpleBot, play_deal  # noqa: E402


@pytest.fixture(scope="module", params=["small-boston", "small-misere"])
def tree(request: pytest.FixtureRequest) -> Tree:
    return Tree(GAMES[request.param], every=90)


def drawn(tree: Tree, seed: int) -> Any:
    """A profile at random."""
    chances = np.random.default_rng(seed).random(len(tree.owner))
    return chances / np.bincount(tree.owner, chances)[tree.owner]


def test_a_profile_brings_what_the_bot_wins_in_play(tree: Tree) -> None:
    """The tree's value of a bot is the mean of its deals."""
    variant = tree.views[0].variant
    won = []
    for root in tree.roots:
        start = br.start(variant, 0, hands=root.hands[: tree.seats])
        bots = [SimpleBot() for _ in range(tree.seats)]
        settled = play_deal(start, bots, random.Random(1))
        won.append([purse - variant.session.starting_chips for purse in settled.table.purses])
    assert tree.expected(tree.of_bot(SimpleBot)) == pytest.approx(np.mean(won, axis=0))
    assert tree.expected(tree.uniform()).sum() == pytest.approx(0)


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_does_better_than_the_best_response(tree: Tree, seed: int) -> None:
    profile = drawn(tree, seed)
    for seat in range(tree.seats):
        best = best_response(tree, profile, seat)
        assert (best == profile)[tree.seat != seat].all()
        most = tree.expected(best)[seat]
        assert gains(tree, best)[seat] == pytest.approx(0)
        rng = np.random.default_rng(seed)
        for _ in range(20):  # another choice at one information set, or at all
            other = best.copy()
            one = rng.choice(tree.owner[tree.seat == seat])
            other[tree.owner == one] = drawn(tree, 3)[tree.owner == one]
            assert tree.expected(other)[seat] <= most + 1e-9
            every = np.where(tree.seat == seat, drawn(tree, int(rng.integers(99))), profile)
            assert tree.expected(every)[seat] <= most + 1e-9


def test_cfr_comes_near_an_equilibrium_on_these(tree: Tree) -> None:
    *_, profile = learn(tree, 60)
    assert gains(tree, profile).min() >= -1e-9
    assert gains(tree, profile).sum() < gains(tree, tree.uniform()).sum() / 50
