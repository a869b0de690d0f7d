"""The state of a critic, the events of a deal, and the common spaces of several games."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from gymnasium.error import ResetNeeded  # noqa: E402
from pettingzoo.test import api_test  # type: ignore[import-untyped] # noqa: E402
from tests.cousins.games import BOTH  # noqa: E402
from tests.envs.games import SLUGS, states  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.envs import action_encoding, observation_spec, pettingzoo  # noqa: E402
from boston_rules.envs.central import state_spec  # noqa: E402
from boston_rules.envs.common import CommonSpaces  # noqa: E402
from boston_rules.envs.events import event_spec, history  # noqa: E402
from boston_rules.envs.gymnasium import BostonEnv, SelfPlayEnv  # noqa: E402
from boston_rules.envs.vector import BostonVectorEnv, SelfPlayVectorEnv  # noqa: E402

EVERY = (*(br.get_variant(slug, deals=1) for slug in SLUGS), *BOTH)


def some(variant: br.Variant, seed: int = 1) -> list[br.State]:
    found = list(states(variant, seeds=2, deals=1))
    return random.Random(seed).sample(found, min(30, len(found)))


@pytest.mark.parametrize("variant", EVERY, ids=lambda each: each.slug)
def test_the_state_shows_every_hand(variant: br.Variant) -> None:
    spec = state_spec(variant)
    for state in some(variant):
        tensor = spec.encode(state)
        assert tensor.dtype == np.float32
        assert len(tensor) == len(spec)
        for seat in range(variant.seats):
            held = spec.part(tensor, "all hands")[seat].nonzero()[0].tolist()
            hand = br.Cards() if state.settlement else state.held(seat)
            assert held == [card.index for card in hand]
        public = observation_spec(variant).encode(br.observe(state, None), 0)
        assert (tensor[: len(public)] == public).all()
    assert pickle.loads(pickle.dumps(spec)).slices == spec.slices


@pytest.mark.parametrize("variant", EVERY, ids=lambda each: each.slug)
def test_events_are_the_history_in_order(variant: br.Variant) -> None:
    spec = event_spec(variant)
    actions = {number: action for action, number in spec.codes.items()}
    for state in some(variant):
        view = br.observe(state, 1)
        rows = spec.encode(view.events, 1)
        assert rows.shape == (spec.rows, 2)
        told = [
            (-1 if who == 0 else (int(who) + 0) % variant.seats, actions[int(what)])
            for who, what in rows
            if what
        ]
        assert told == history(view.events)


# The suite knows by name which environments may have a dictionary with an action mask.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
def test_the_pettingzoo_environment_tells_state_and_events() -> None:
    game = pettingzoo.env("french", events=True)
    api_test(game, num_cycles=100)
    game.reset(seed=3)
    assert game.unwrapped.state_space.contains(game.state())
    observation = game.observe("seat_2")
    assert game.observation_space("seat_2").contains(observation)
    assert observation["events"].any()


def test_purses_are_given_by_agent() -> None:
    game = pettingzoo.raw_env("fontainebleau")
    purses = dict(zip(game.possible_agents, (1, 2, 3, 4), strict=True))
    game.reset(options={"dealer": 1, "purses": purses})
    assert game.agent_selection == "seat_2"
    assert game.position.table.purses == (1, -48, 3, 4)
    with pytest.raises(ValueError, match="purses are 4"):
        game.reset(options={"purses": {"seat_0": 3}})


@pytest.fixture(scope="module")
def common() -> CommonSpaces:
    return CommonSpaces(EVERY)


def test_every_game_keeps_its_meaning_in_the_common_spaces(common: CommonSpaces) -> None:
    assert len(set(common.tokens)) == common.actions
    for variant in EVERY:
        own = common.of(variant)
        encoding = action_encoding(variant)
        assert [common.tokens[number] for number in own.actions] == list(encoding.tokens)
        assert len(set(own.tensor.tolist())) == len(observation_spec(variant))
        labelled = {part.name: part for part in common.slices}
        for part in observation_spec(variant).slices:
            there = labelled[part.name]
            for label in part.labels:
                last = own.tensor[part.start + part.labels.index(label)]
                assert (last - there.start) % there.shape[-1] == there.labels.index(label)


def test_one_network_sees_all_games(common: CommonSpaces) -> None:
    for variant in (EVERY[0], EVERY[4], BOTH[0]):
        for state in some(variant)[:8]:
            tensor = observation_spec(variant).encode(state, 0)
            spread = common.spread(variant, tensor)
            assert spread.shape == (common.tensor_size,)
            assert (spread[common.of(variant).tensor] == tensor).all()
            assert spread.sum() == pytest.approx(tensor.sum() + 1), "and which game it is"


@pytest.mark.parametrize("make", [pettingzoo.raw_env, BostonEnv])
def test_an_environment_in_the_common_spaces(make: Any, common: CommonSpaces) -> None:
    game: Any = make(BOTH[0], deals=None, common=common)
    strange = common.tokens.index("bid 13-table S")
    assert common.own_number(BOTH[0], strange) == -1
    with pytest.raises(ValueError, match="none of the games"):
        make(br.get_variant("french", deals=7), deals=None, common=common)
    game.reset(seed=1)
    if make is BostonEnv:
        mask = game.action_masks()
        assert len(mask) == common.actions == game.action_space.n
        over = game.step(strange)[2]
        assert over
    else:
        agent = game.agent_selection
        seen = game.observe(agent)
        assert game.observation_space(agent).contains(seen)
        game.step(int(seen["action_mask"].nonzero()[0][-1]))
        with pytest.raises(ValueError, match="not -1"):
            game.step(strange)


def test_games_stand_once() -> None:
    with pytest.raises(ValueError, match="each stands once"):
        CommonSpaces((EVERY[0], EVERY[0]))


@pytest.mark.parametrize(
    ("game", "calls"),
    [
        (BostonEnv, ("step", "render", "action_masks")),
        (SelfPlayEnv, ("step", "render", "action_masks")),
        (pettingzoo.raw_env, ("step", "render", "observe", "state")),
        (partial(BostonVectorEnv, 1), ("step", "position")),
        (partial(SelfPlayVectorEnv, 1), ("step", "position")),
    ],
)
def test_before_the_first_reset_only_that_is_asked_for(
    game: Callable[..., Any], calls: tuple[str, ...]
) -> None:
    made = game("mariland")
    made.render_mode = "ansi"
    given: dict[str, list[Any]] = {"step": [[0]], "observe": ["seat_0"], "position": [0]}
    for name in calls:
        with pytest.raises(ResetNeeded, match="call reset first"):
            getattr(made, name)(*given.get(name, ()))
