"""The batch is the engine, table by table; what it adds is resetting, seeds and arrays."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from attrs import evolve

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

from tests.depth import DEEP  # noqa: E402
from tests.envs.batch_steps import compare  # noqa: E402
from tests.envs.games import GAME_NAMES, GAMES  # noqa: E402
from tests.phases.table_talk import SUITS  # noqa: E402
from tests.steered import CASES, Case, Steered  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.envs import observation_spec, spots  # noqa: E402
from boston_rules.envs.bounds import bounds_of  # noqa: E402
from boston_rules.envs.common import CommonSpaces  # noqa: E402
from boston_rules.envs.gymnasium import env_id, register_envs  # noqa: E402
from boston_rules.envs.vector import SelfPlayVectorEnv  # noqa: E402


@pytest.mark.parametrize("variant", GAMES, ids=GAME_NAMES)
def test_every_step_is_the_engines(variant: br.Variant) -> None:
    assert compare(variant, tables=3, steps=180, seed=5, every=3) == 540


@pytest.mark.deep
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_rule_of_the_play_is_the_engines(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    steered = Steered(case)
    monkeypatch.setattr(br, "draw_chance", steered.draw)
    deals = 4 if DEEP else min(2, case.variant.session.deals)
    compare(case.variant, case.tables, 64 * deals, seed=0, every=2, choose=steered.choose)
    steered.check()


def test_who_has_declared_chicane_is_known_where_the_next_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (case,) = (each for each in CASES if str(each) == "chicane-russian-partnership-6")
    steered = Steered(case)
    monkeypatch.setattr(br, "draw_chance", steered.draw)
    compare(case.variant, tables=2, steps=128, seed=0, every=2, choose=steered.choose)


def test_G7_a_grand_is_played_as_the_engine_plays_it() -> None:
    grand = br.get_variant("american-foster", end="grand", deals=1)

    def passing(state: br.State) -> br.Action:
        legal = br.lawful_actions(state)
        return br.Pass() if br.Pass() in legal else legal[0]

    compare(grand, tables=2, steps=240, seed=4, choose=passing)
    compare(grand, tables=3, steps=240, seed=1)


def test_the_engine_goes_on_where_there_is_no_room_for_more_spots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for most in (0, 7):
        monkeypatch.setattr(spots, "_MOST_SPOTS", most)
        for slug in ("fontainebleau", "french"):
            assert compare(br.get_variant(slug, deals=1), tables=3, steps=70, seed=2) == 210


@pytest.mark.long
@pytest.mark.parametrize("cutters", [None, "dealer-right", "all"])
@pytest.mark.parametrize("slug", ["kleurenwiezen", "french", "mariland", "russian"])
def test_a_deal_that_shows_something_is_told_of_each_table_by_itself(
    slug: str, cutters: Literal["dealer-right", "all"] | None
) -> None:
    # In one game three aces make the contract, in two the dealer's last card is turned.
    (variant,) = (each for each in GAMES if each.slug == slug)
    dealing = evolve(variant.dealing, cutters=cutters, shuffle="each-deal")
    compare(evolve(variant, dealing=dealing, deals=1), tables=120, steps=9, seed=1)


def beside(first: Any, second: Any, steps: int, check: Any) -> None:
    """Two batches of the same rules take the same actions, whose numbers the second may spread."""
    seen, _ = first.reset(seed=4)
    other, _ = second.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in range(steps):
        check(seen, other)
        actions = (seen["action_mask"] * rng.random(seen["action_mask"].shape)).argmax(axis=1)
        seen, *answers = first.step(actions)
        common = second.single_action_space.n != first.single_action_space.n
        other, *others = second.step(
            COMMON.of(first.variant).actions[actions] if common else actions
        )
        for mine, its in zip(answers[:3], others[:3], strict=True):
            assert (mine == its).all()
    check(seen, other)


@pytest.mark.parametrize("variant", GAMES, ids=GAME_NAMES)
def test_whole_numbers_are_the_same_observation(variant: br.Variant) -> None:
    spec = observation_spec(variant)
    exact = spec.units < 127

    def check(seen: Any, other: Any) -> None:
        floats, whole = seen["observation"], other["observation"]
        assert whole.dtype == np.int8
        assert (whole == spec.as_whole(floats)).all()
        assert ((whole / spec.units).astype(np.float32) == floats)[:, exact].all()
        assert np.abs(whole / spec.units - floats).max() < 0.5 / 127 + 1e-6
        assert (seen["action_mask"] == other["action_mask"]).all()

    beside(SelfPlayVectorEnv(2, variant), SelfPlayVectorEnv(2, variant, dtype="int8"), 90, check)


COMMON = CommonSpaces([br.get_variant(slug, deals=1) for slug in ("french", "mariland")])


@pytest.mark.parametrize("variant", COMMON.variants, ids=lambda each: each.slug)
@pytest.mark.parametrize("dtype", ["float32", "int8"])
def test_common_spaces_hold_the_same(variant: br.Variant, dtype: Any) -> None:
    def check(seen: Any, other: Any) -> None:
        assert second.observation_space.contains(other)
        assert (other["observation"] == COMMON.spread(variant, seen["observation"])).all()
        assert (other["action_mask"] == COMMON.spread_mask(variant, seen["action_mask"])).all()

    first = SelfPlayVectorEnv(3, variant, dtype=dtype)
    second = SelfPlayVectorEnv(3, variant, dtype=dtype, common=COMMON)
    beside(first, second, 90, check)
    assert (COMMON.units[COMMON.of(variant).tensor] == observation_spec(variant).units).all()


def test_an_action_of_another_game_is_illegal() -> None:
    game = SelfPlayVectorEnv(2, "mariland", common=COMMON)
    observations, _ = game.reset(seed=1)
    strange = COMMON.tokens.index("bid quatre-as")
    *_, over, _, info = game.step([strange, observations["action_mask"][1].argmax()])
    assert over.tolist() == [True, False]
    assert info["rewards"][0].min() == -bounds_of(game.variant).lose
    strict = SelfPlayVectorEnv(2, "mariland", common=COMMON, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="not -1"):
        strict.step([strange, strange])
    with pytest.raises(ValueError, match="none of the games"):
        SelfPlayVectorEnv(2, "american", common=COMMON)


def random_steps(game: Any, steps: int, observations: Any, seed: int = 1) -> list[Any]:
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(steps):
        mask = observations["action_mask"]
        actions = (mask * rng.random(mask.shape)).argmax(axis=1)
        observations, rewards, over, _, info = game.step(actions)
        found.append((observations, rewards, over, info))
    return found


def test_a_table_depends_on_its_own_seed_alone() -> None:
    together = SelfPlayVectorEnv(3, "french")
    observations, _ = together.reset(seed=[4, 9, 2])
    alone = SelfPlayVectorEnv(1, "french")
    first, _ = alone.reset(seed=9)
    assert (first["observation"][0] == observations["observation"][1]).all()
    again, _ = together.reset(seed=[None, 9, None])
    assert (again["observation"][1] == first["observation"][0]).all()
    assert (again["observation"][0] != observations["observation"][0]).any()


def test_what_is_returned_stays_as_it_is_unless_one_says_otherwise() -> None:
    for copy in (True, False):
        game = SelfPlayVectorEnv(4, "mariland", copy=copy)
        observations, _ = game.reset(seed=1)
        before = observations["observation"].copy()
        random_steps(game, 3, observations)
        assert (observations["observation"] == before).all() == copy


def test_sessions_follow_each_other_and_their_rewards_add_up_to_nothing() -> None:
    game = SelfPlayVectorEnv(8, "mariland", dealer=None, reward_scale=0.5)
    observations, info = game.reset(seed=3)
    assert len(set(info["actor"].tolist())) > 1, "the dealers are drawn"
    ended = 0
    for _, rewards, over, info in random_steps(game, 140, observations):
        ended += over.sum()
        assert (info["rewards"].sum(axis=1) == 0).all()
        assert (info["rewards"][~over] == 0).all(), "one deal a session"
        assert rewards.shape == over.shape == (8,)
    assert ended >= 8


def test_what_the_rules_refuse_costs_most_and_ends_the_session_of_its_table() -> None:
    game = SelfPlayVectorEnv(2, "mariland", reward_scale=2)
    observations, info = game.reset(seed=1)
    other = observations["action_mask"][1].argmax()
    *_, over, _, after = game.step([0, other])
    assert over.tolist() == [True, False]
    cost = [0.0] * 4
    cost[info["actor"][0]] = -2 * bounds_of(game.variant).lose
    assert after["rewards"].tolist() == [cost, [0.0] * 4]
    assert after["final_info"]["illegal"].tolist() == [True, False]
    strict = SelfPlayVectorEnv(2, "mariland", illegal="raise")
    strict.reset(seed=1)
    before = strict.position(1)
    with pytest.raises(br.IllegalAction):
        strict.step([0, other])
    assert strict.position(1) == before


def test_the_same_deal_at_every_table() -> None:
    game = SelfPlayVectorEnv(3, "fontainebleau")
    game.reset(seed=1, options={"hands": SUITS, "dealer": 3, "purses": (9, 9, 9, 9)})
    assert {game.position(table) for table in range(3)} == {game.position(0)}
    assert game.position(0).table.purses == (9, 9, 9, -41)


def test_learners_keep_the_law_where_players_may_err() -> None:
    game = SelfPlayVectorEnv(2, "mariland", options={"enforcement": "table"})
    observations, _ = game.reset(seed=5)
    for _ in range(60):
        for table in range(2):
            state = game.position(table)
            marked = observations["action_mask"][table].nonzero()[0].tolist()
            assert marked == game.encoding.legal(br.lawful_actions(state))
        observations, *_ = game.step(observations["action_mask"].argmax(axis=1))


def test_gymnasium_makes_it() -> None:
    register_envs()
    game = gymnasium.make_vec(
        env_id("french", self_play=True),
        num_envs=5,
        vectorization_mode="vector_entry_point",
        deals=2,
    )
    observations, _ = game.reset(seed=1)
    assert game.observation_space.contains(observations)
    assert game.single_observation_space["observation"].contains(observations["observation"][0])
    assert game.action_space.shape == (5,)
    random_steps(game, 5, observations)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"num_envs": 0}, "num_envs is 1 to 1000000, not 0"),
        ({"illegal": "ignore"}, "illegal is"),
        ({"dtype": "float64"}, "dtype is"),
        ({"dealer": 7}, "the dealer is a seat 0 to 3"),
    ],
)
def test_what_cannot_be_made_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        SelfPlayVectorEnv(**{"num_envs": 2, "variant": "mariland", **arguments})


def test_wrong_calls_are_refused() -> None:
    game = SelfPlayVectorEnv(2, "mariland")
    with pytest.raises(ValueError, match="a seed for each of 2 tables"):
        game.reset(seed=[1])
    game.reset(seed=1)
    with pytest.raises(ValueError, match="an action for each of 2 tables"):
        game.step([1])
    with pytest.raises(ValueError, match="actions are 0 to 92"):
        game.step([93, 0])
    for actions in ([1.5, 0], [True, False], [1.0, 0.0], ["0", "1"], [10**30, 0]):
        with pytest.raises(TypeError, match="a whole number for each table"):
            game.step(actions)
