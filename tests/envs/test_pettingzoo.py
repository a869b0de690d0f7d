"""PettingZoo's own suite, and what the rewards and seeds of the environment are.

Of ``pettingzoo.test`` these apply: ``api_test``, ``seed_test``, ``render_test``. Not these:

* ``parallel_api_test``, ``parallel_seed_test``: the seats act one at a time;
* ``max_cycles_test``: it wants a parallel environment that is cut off after so many cycles, and a
  session ends by itself;
* ``state_test``: it wants a parallel environment too;
* ``test_save_obs``: for pictures; ``manual_control_test``: for a keyboard;
* ``bombardment_test``: it takes what ``step()`` returns for an observation, which ``api_test``
  forbids; what it looks for is in ``test_observations_stay_in_their_spaces``;
* ``performance_benchmark``: it measures and checks nothing.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped] # noqa: E402
from tests.envs.games import NAMES, SUITES  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.envs import pettingzoo  # noqa: E402

pytestmark = [
    # The suite knows by name which environments may have a dictionary with an action mask.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings(
        "ignore:Observation space for each agent probably should be gymnasium:UserWarning"
    ),
]


def maker(slug: str, options: dict[str, object], deals: int) -> Callable[..., Any]:
    def make(**more: Any) -> Any:
        return pettingzoo.env(slug, options=options, deals=deals, **more)

    return make


@pytest.fixture(params=SUITES, ids=NAMES)
def make(request: pytest.FixtureRequest) -> Callable[..., Any]:
    return maker(*request.param)


def play(game: Any, seed: int) -> tuple[list[int], dict[str, float]]:
    """Actions drawn from the masks with a seed, and what each agent got in all."""
    rng = np.random.default_rng(seed)
    taken, totals = [], dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        totals[agent] += reward
        if terminated or truncated:
            game.step(None)
            continue
        taken.append(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        game.step(taken[-1])
    return taken, totals


def test_api(make: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(make(), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


def test_api_without_wrappers() -> None:
    api_test(pettingzoo.raw_env("classic"), num_cycles=200)


def test_seed(make: Callable[..., Any]) -> None:
    seed_test(make, num_cycles=200)


def test_render(make: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    def shows_the_table(text: str) -> bool:
        return "pool" in text and "seat 2" in text

    render_test(make, custom_tests={"ansi": shows_the_table})
    assert "pool" in capsys.readouterr().out
    game = make(render_mode="ansi")
    game.reset(seed=1)
    play(game, 1)
    assert "in all: seat 0" in game.render()


def test_the_turned_card_is_rendered() -> None:
    game = pettingzoo.env("whisch-bostonien", render_mode="ansi")
    game.reset(seed=1)
    while game.unwrapped.position.deal is None:
        play(game, 1)
    turned = game.unwrapped.position.turned
    assert turned is not None
    assert f"turned {turned.symbol}" in game.render()


def test_observations_stay_in_their_spaces(make: Callable[..., Any]) -> None:
    game = make()
    rng = np.random.default_rng(1)
    game.reset(seed=5)
    for agent in game.agent_iter():
        observation, _, over, _, info = game.last()
        assert game.observation_space(agent).contains(observation)
        assert info == {}
        for other in game.agents:
            mask = game.observe(other)["action_mask"]
            assert mask.any() == (other == agent and not over)
        legal = np.flatnonzero(observation["action_mask"])
        game.step(None if over else int(rng.choice(legal)))


@pytest.mark.parametrize(("slug", "options", "deals"), SUITES, ids=NAMES)
def test_a_reward_is_what_a_settled_deal_has_brought(
    slug: str, options: dict[str, object], deals: int
) -> None:
    game = pettingzoo.raw_env(slug, options=options, deals=deals, reward_scale=0.5)
    rng = np.random.default_rng(3)
    chips = game.variant.session.starting_chips
    for seed in range(4):
        game.reset(seed=seed)
        paid = dict.fromkeys(game.possible_agents, 0.0)
        settled = 0
        while not any(game.terminations.values()):
            agent, deal = game.agent_selection, game.position.table.deal_number
            legal = np.flatnonzero(game.observe(agent)["action_mask"])
            game.step(int(rng.choice(legal)))
            over = game.position.settlement is not None
            if over or game.position.table.deal_number > deal:
                settled += 1
                antes = [0.0] * game.variant.seats
                for transfer in () if over else game.position.table.antes:
                    if isinstance(transfer.payer, int):
                        antes[transfer.payer] += transfer.chips
                for seat, name in enumerate(game.possible_agents):
                    paid[name] += game.rewards[name]
                    purse = game.position.table.purses[seat] + antes[seat]
                    assert paid[name] == 0.5 * (purse - chips)
            else:
                assert not any(game.rewards.values())
        assert settled == deals
        assert sum(paid.values()) == 0
        assert all(game.terminations.values())


def test_a_seed_fixes_the_cards_and_no_seed_goes_on_from_the_last() -> None:
    game = pettingzoo.env("french", dealer=None)
    rows = []
    for seed in (1, 1, 2, None, None):
        game.reset(seed=seed)
        position = game.unwrapped.position
        rows.append((position.hands, position.table.dealer, play(game, 0)))
    assert rows[0] == rows[1]
    assert len({hands for hands, _, _ in rows}) == 4
    game.reset(seed=2)
    for row in rows[3:]:
        game.reset()
        position = game.unwrapped.position
        assert (position.hands, position.table.dealer, play(game, 0)) == row


def test_the_dealer_is_drawn_or_named() -> None:
    drawn = pettingzoo.raw_env("mariland", dealer=None)
    dealers = set()
    for seed in range(20):
        drawn.reset(seed=seed)
        dealers.add(drawn.position.table.dealer)
    assert dealers == {0, 1, 2, 3}
    named = pettingzoo.raw_env("mariland", dealer=2)
    named.reset(seed=1)
    assert named.agent_selection == "seat_3"


def test_an_illegal_action_ends_the_episode_or_raises() -> None:
    ends = pettingzoo.env("mariland", illegal_reward=-7)
    ends.reset(seed=1)
    first = ends.agent_selection
    ends.step(0)
    assert all(ends.terminations.values())
    assert ends.unwrapped._cumulative_rewards == {
        agent: -7.0 if agent == first else 0.0 for agent in ends.possible_agents
    }
    raises = pettingzoo.env("mariland", illegal="raise")
    raises.reset(seed=1)
    before = raises.unwrapped.position
    with pytest.raises(br.IllegalAction, match="play 2C"):
        raises.step(0)
    assert raises.unwrapped.position is before
    with pytest.raises(ValueError, match="actions are 0 to"):
        raises.step(5000)
    with pytest.raises(ValueError, match="None is for an agent that is done"):
        raises.unwrapped.step(None)


def test_three_seats_are_three_agents() -> None:
    game = pettingzoo.env("english-boston", options={"seats": 3})
    game.reset(seed=1)
    assert game.agents == ["seat_0", "seat_1", "seat_2"]
    _, totals = play(game, 1)
    assert sum(totals.values()) == 0
    assert len(totals) == 3


def test_rules_of_ones_own_can_be_played_and_a_whole_session() -> None:
    house = br.variants.Fontainebleau(starting_chips=50)
    game = pettingzoo.raw_env(house, deals=None)
    assert game.variant.session.deals == 12
    game.reset(seed=1)
    assert sum(game.position.table.purses) == 150
    with pytest.raises(ValueError, match="options go with the name"):
        pettingzoo.env(house, options={"deals": 3})


def test_house_rules_are_set_by_name_or_from_a_file(tmp_path: Path) -> None:
    named = pettingzoo.raw_env("fontainebleau", house={"pool.cap": 100}).variant
    assert named.pool is not None
    assert named.pool.cap == 100
    path = tmp_path / "friday.toml"
    path.write_text("pool.cap = 100", "utf-8")
    assert pettingzoo.raw_env("fontainebleau", house=path).variant == named
    own = br.variants.Fontainebleau(starting_chips=50, pool=named.pool)
    assert pettingzoo.raw_env(own, deals=None, house={"starting_chips": 60}).variant == evolve(
        own, starting_chips=60
    )
    with pytest.raises(br.VariantError, match="pool has no field 'cup'; near: cap"):
        pettingzoo.raw_env("fontainebleau", house={"pool.cup": 100})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"variant": "fontainebleu"}, "near: fontainebleau"),
        ({"options": {"sets": 3}}, "has no option 'sets'"),
        ({"dealer": 4}, "the dealer is a seat 0 to 3"),
        ({"illegal": "ignore"}, "illegal is 'terminate' or 'raise'"),
        ({"render_mode": "rgb_array"}, "render_mode is one of human, ansi or None"),
    ],
)
def test_what_cannot_be_made_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pettingzoo.env(**arguments)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_goes_on_alike(again: Callable[[Any], Any]) -> None:
    game = pettingzoo.raw_env("french", deals=2)
    game.reset(seed=4)
    for _ in range(6):
        game.step(int(game.observe(game.agent_selection)["action_mask"].argmax()))
    twin = again(game)
    assert play(twin, 1) == play(game, 1)
    assert twin.position == game.position


def test_rendering_without_a_mode_only_warns() -> None:
    game = pettingzoo.env("mariland")
    game.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert game.render() is None
