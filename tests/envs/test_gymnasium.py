"""The single-agent environment: Gymnasium's own checks, and what its rewards and options are."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from tests.cousins.games import BOTH  # noqa: E402
from tests.envs.games import SUITES  # noqa: E402
from tests.phases.table_talk import SUITS  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.bots import SimpleBot  # noqa: E402
from boston_rules.envs.bounds import bounds_of  # noqa: E402
from boston_rules.envs.gymnasium import BostonEnv, env_id, register_envs  # noqa: E402


def episode(game: Any, seed: int, **options: Any) -> tuple[list[int], float, dict[str, Any]]:
    """Actions drawn among the legal ones, the rewards in all, the last info."""
    rng = np.random.default_rng(seed)
    observation, info = game.reset(seed=seed, options=options or None)
    taken, total, over = [], 0.0, False
    while not over:
        taken.append(int(rng.choice(observation["action_mask"].nonzero()[0])))
        observation, reward, over, _, info = game.step(taken[-1])
        total += reward
    return taken, total, info


@pytest.mark.long
def test_every_variant_is_registered_by_the_import() -> None:
    """In a new process, by the name of the module alone."""
    name = f"boston_rules.envs.gymnasium:{env_id('french')}"
    script = f"import gymnasium; print(gymnasium.make({name!r}).spec.id)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == env_id("french"), done.stderr
    for slug in br.list_variants():
        assert env_id(slug) in gymnasium.registry


def test_a_variant_registered_later_is_made_after_asking_again() -> None:
    register_envs()
    before = set(gymnasium.registry)
    register_envs()
    assert set(gymnasium.registry) == before


@pytest.mark.filterwarnings("ignore:.*not within the observation space.*")
@pytest.mark.parametrize("slug", ["fontainebleau", "french", "mariland", "american-partnership"])
def test_check_env(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    register_envs()
    check_env(gymnasium.make(env_id(slug), opponents="random").unwrapped)


@pytest.mark.parametrize("variant", BOTH, ids=lambda each: each.slug)
def test_check_env_of_games_of_others(
    variant: br.Variant, capsys: pytest.CaptureFixture[str]
) -> None:
    check_env(BostonEnv(variant), skip_render_check=True)


@pytest.mark.parametrize(("slug", "options", "deals"), SUITES)
def test_the_rewards_are_the_chips_of_the_session(
    slug: str, options: dict[str, object], deals: int
) -> None:
    game = BostonEnv(slug, seat=None, opponents="random", deals=deals, options=options)
    for seed in range(3):
        taken, total, info = episode(game, seed)
        purse = game.position.table.purses[info["seat"]]
        assert total == info["chips"] == purse - game.variant.session.starting_chips
        assert (taken, total, info) == episode(game, seed), "the same seed, the same episode"
    assert not game.action_masks().any()
    with pytest.raises(RuntimeError, match="the episode is over"):
        game.step(0)


def test_hands_dealer_purses_and_seat_can_be_given() -> None:
    game = BostonEnv("fontainebleau", opponents=["simple", "random", lambda rng: SimpleBot()])
    purses = (10, 20, 30, 40)
    _, info = game.reset(seed=1, options={"hands": SUITS, "dealer": 2, "purses": purses, "seat": 1})
    assert info["seat"] == 1
    state = game.position
    assert state.table.dealer == 2
    assert state.table.purses == (10, 20, -20, 40), "the dealer has paid 50"
    assert state.hands[1].tokens == SUITS[1]
    with pytest.raises(ValueError, match="did you mean 'hands'"):
        game.reset(options={"hand": SUITS})
    with pytest.raises(br.DealError, match="4 hands are dealt"):
        game.reset(options={"hands": SUITS[:3]})
    with pytest.raises(ValueError, match="purses are 4 whole numbers"):
        game.reset(options={"purses": (1, 2)})
    with pytest.raises(br.DealError, match="the dealer is a seat"):
        game.reset(options={"dealer": 4})
    with pytest.raises(br.DealError, match="together with the hands"):
        game.reset(options={"turned": "AS"})
    with pytest.raises(ValueError, match="the learner is a seat 0 to 3, not 9"):
        game.reset(options={"seat": 9})
    for name in ("seat", "dealer"):
        with pytest.raises(TypeError, match=f"{name} must be an int"):
            game.reset(options={name: True})


def test_duplicate_deals_differ_by_the_players_alone() -> None:
    game = BostonEnv("mariland", opponents="simple")
    first = episode(game, 3, hands=SUITS, dealer=3, turned="AD")
    assert first == episode(game, 3, hands=SUITS, dealer=3, turned="AD")


@pytest.mark.parametrize("slug", ["fontainebleau", "mariland", "american"])
def test_what_the_rules_refuse_never_pays(slug: str) -> None:
    """Whoever breaks off a deal has less than any legal play of it can leave him."""
    game = BostonEnv(slug, opponents="random", reward_scale=0.5)
    game.reset(seed=1)
    illegal = int((~game.action_masks()).nonzero()[0][0])
    _, reward, over, _, info = game.step(illegal)
    assert over
    assert info["illegal"]
    lose = bounds_of(game.variant).lose
    assert reward == -lose / 2
    for seed in range(20):
        assert episode(game, seed)[1] >= reward
    mild = BostonEnv(slug, illegal_reward=-3)
    mild.reset(seed=1)
    assert mild.step(illegal)[1] == -3
    strict = BostonEnv(slug, illegal="raise")
    strict.reset(seed=1)
    before = strict.position
    with pytest.raises(br.IllegalAction):
        strict.step(illegal)
    assert strict.position is before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seat": 4}, "the learner is a seat 0 to 3"),
        ({"dealer": -1}, "the dealer is a seat 0 to 3"),
        ({"opponents": ["simple"] * 2}, "one for each of 3 seats, not 2"),
        ({"opponents": "nobody"}, "no bot is called 'nobody'"),
        ({"illegal": "ignore"}, "illegal is"),
        ({"render_mode": "rgb_array"}, "render_mode is"),
    ],
)
def test_what_cannot_be_made_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        BostonEnv("fontainebleau", **arguments)


def test_the_table_is_rendered() -> None:
    game = BostonEnv("mariland", render_mode="ansi")
    game.reset(seed=random.Random(1).randrange(99))
    text = str(game.render())
    assert text.startswith("Mariland · Deal 1 of 1")
    assert "turned ♠2" in text
