"""Each Gymnasium id is one process, however it is made: alone, side by side, or as a batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from attrs import evolve

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from gymnasium.wrappers.vector import (  # noqa: E402
    DictInfoToList,
    NormalizeReward,
    RecordEpisodeStatistics,
)
from tests.envs.games import GAMES, SUITES  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.bots import SimpleBot  # noqa: E402
from boston_rules.core.errors import MustFollowSuit  # noqa: E402
from boston_rules.envs import pettingzoo  # noqa: E402
from boston_rules.envs.gymnasium import BostonEnv, SelfPlayEnv, env_id  # noqa: E402
from boston_rules.envs.vector import BostonVectorEnv, SelfPlayVectorEnv  # noqa: E402

TABLES: Final = 3


def side_by_side(make: Any) -> Any:
    return SyncVectorEnv([make] * TABLES, autoreset_mode=AutoresetMode.SAME_STEP)


def equal(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return set(one) == set(other) and all(equal(one[name], other[name]) for name in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return all(map(equal, one, other))
    return bool(np.array_equal(one, other))


def steps(game: Any, count: int, seed: int, passes: float = 0.5) -> Iterator[tuple[Any, ...]]:
    """What a batch answers to actions that are drawn, but so that auctions end."""
    rng = np.random.default_rng(seed)
    seen, info = game.reset(seed=seed)
    yield seen, info
    for _ in range(count):
        luck = rng.random(seen["action_mask"].shape)
        luck[:, 52:] *= rng.random((TABLES, 1)) > passes
        answer = game.step((seen["action_mask"] * (luck + 1e-9)).argmax(axis=1))
        seen = answer[0]
        yield answer


def check_equal(batch: Any, single: Any, count: int, seed: int) -> int:
    """How many sessions ended, of which both told the same."""
    ended = 0
    for mine, its in zip(steps(batch, count, seed), steps(single, count, seed), strict=True):
        for one, other in zip(mine[:-1], its[:-1], strict=True):
            assert equal(one, other)
        infos, others = dict(mine[-1]), dict(its[-1])
        if "final_info" in others:
            # Of the sessions that have ended the batch tells the rewards here too.
            others["rewards"] = others["final_info"].get("rewards")
            if others["rewards"] is None:
                del others["rewards"]
            else:
                infos["rewards"] = infos["rewards"] * infos["_final_info"][:, None]
            ended += int(infos["_final_info"].sum())
        assert equal(infos, others)
    return ended


@pytest.mark.long
@pytest.mark.parametrize("variant", GAMES, ids=lambda each: f"{each.slug}-{each.seats}")
def test_self_play_is_the_same_in_arrays(variant: br.Variant) -> None:
    rules = evolve(variant, deals=1)
    batch = SelfPlayVectorEnv(TABLES, rules)
    single = side_by_side(lambda: SelfPlayEnv(rules))
    assert check_equal(batch, single, 160, seed=8) > 2


@pytest.mark.parametrize(("slug", "options", "deals"), SUITES)
def test_one_seat_is_the_same_in_arrays(slug: str, options: Any, deals: int) -> None:
    how: Any = {"seat": None, "options": options, "deals": deals, "illegal": "raise"}
    how["opponents"] = {"random": 2.0, "simple": 1.0}
    batch = BostonVectorEnv(TABLES, slug, **how)
    single = side_by_side(lambda: BostonEnv(slug, **how))
    assert check_equal(batch, single, 60, seed=5) > 2


def test_a_session_in_which_the_learner_is_never_asked_does_not_count() -> None:
    # Whoever deals passes hands out: the bots pass at once, the learner is not always asked.
    rules = br.get_variant("american-partnership", deals=1)
    how: Any = {"seat": None, "opponents": "simple"}
    batch, single = (
        BostonVectorEnv(TABLES, rules, **how),
        side_by_side(lambda: BostonEnv(rules, **how)),
    )
    check_equal(batch, single, 40, seed=1)


@pytest.mark.parametrize("self_play", [False, True])
def test_the_ids_make_the_same_game(self_play: bool) -> None:
    name = env_id("mariland", self_play=self_play)
    single = gymnasium.make(name).unwrapped
    batch = gymnasium.make_vec(name, num_envs=2, vectorization_mode="vector_entry_point")
    sync = gymnasium.make_vec(
        name,
        num_envs=2,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
    )
    seen, info = single.reset(seed=4)
    for game in (batch, sync):
        rows, infos = game.reset(seed=4)
        assert equal({key: row[0] for key, row in rows.items()}, seen)
        assert set(info) == {key for key in infos if not key.startswith("_")}
    assert batch.metadata["autoreset_mode"] == sync.metadata["autoreset_mode"]


@pytest.mark.long
@pytest.mark.parametrize(
    "make",
    [
        lambda: BostonVectorEnv(TABLES, "mariland", seat=None, opponents="random"),
        lambda: SelfPlayVectorEnv(TABLES, "mariland"),
        lambda: BostonVectorEnv(TABLES, "fontainebleau-cats", opponents="random", deals=2),
    ],
)
def test_the_figures_of_standard_wrappers_are_the_chips(make: Any) -> None:
    game = RecordEpisodeStatistics(make())
    own: list[float] = []
    lengths: list[int] = []
    since = np.zeros(TABLES, dtype=int)
    for _, *answer in steps(game, 150, seed=2):
        if len(answer) == 1:
            continue
        _, over, _, info = answer
        since += 1
        for table in over.nonzero()[0].tolist():
            final = info["final_info"]
            chips = final["chips"][table] if "chips" in final else final["rewards"][table, 0]
            assert info["episode"]["r"][table] == chips
            own.append(chips)
            lengths.append(int(since[table]))
            since[table] = 0
    assert list(game.return_queue) == own
    assert list(game.length_queue) == lengths
    assert len(own) > 3


def test_rewards_are_normalized_by_their_own_spread() -> None:
    plain = list(steps(SelfPlayVectorEnv(TABLES, "mariland"), 140, seed=3))
    scaled = list(steps(NormalizeReward(SelfPlayVectorEnv(TABLES, "mariland")), 140, seed=3))
    ratios = []
    for (_, *mine), (_, *its) in zip(plain[1:], scaled[1:], strict=True):
        assert ((mine[0] == 0) == (its[0] == 0)).all()
        ratios += (its[0][mine[0] != 0] / mine[0][mine[0] != 0]).tolist()
    assert min(ratios) > 0
    assert len(ratios) > 3


def test_infos_can_be_had_table_by_table() -> None:
    game = DictInfoToList(BostonVectorEnv(TABLES, "mariland", opponents="random"))
    seen, infos = game.reset(seed=1)
    while not any("final_obs" in info for info in infos):
        assert [sorted(info) for info in infos] == [["chips", "seat"]] * TABLES
        seen, _, over, _, infos = game.step(seen["action_mask"].argmax(axis=1))
    for ended, info in zip(over, infos, strict=True):
        assert ("final_obs" in info) == ended
        if ended:
            assert info["final_obs"]["action_mask"].sum() == 0


class Counting(SimpleBot):
    """Counts how often it is asked."""

    asked = 0

    def choose(self, view: br.State) -> br.Action:
        type(self).asked += 1
        assert len(br.lawful_actions(view)) > 1
        return super().choose(view)


def test_bots_are_asked_where_they_have_a_choice() -> None:
    game: Any
    for game, action in (
        (BostonEnv("mariland", opponents=Counting), 52),
        (BostonVectorEnv(2, "mariland", opponents=Counting), [52, 52]),
    ):
        Counting.asked = 0
        game.reset(seed=1)
        game.step(action)
        assert Counting.asked


def revoking(game: Any) -> int:
    """A card that follows no suit where one can be followed; the state is one of the play."""
    state: Any = game.position
    may = set(br.lawful_actions(state))
    wrong = (each for each in br.legal_actions(state) if isinstance(each, br.Play))
    return int(game.encoding.encode(next(each for each in wrong if each not in may)))


def with_a_revoke(game: Any) -> Any:
    """The game at a turn at which somebody could revoke."""
    game.reset(seed=3)
    while True:
        state = game.position
        if len(br.legal_actions(state)) > len(br.lawful_actions(state)) and state.phase == "play":
            return game
        mask = game.encoding.mask(br.lawful_actions(state))
        game.step(int(mask.nonzero()[0][-1]))


@pytest.mark.parametrize("illegal", ["raise", "terminate"])
@pytest.mark.parametrize("make", [SelfPlayEnv, pettingzoo.raw_env])
def test_what_is_not_in_the_mask_is_refused_where_players_may_err(make: Any, illegal: Any) -> None:
    game = with_a_revoke(make("mariland", options={"enforcement": "table"}, illegal=illegal))
    number, before = revoking(game), game.position
    assert br.why_illegal(before, game.encoding.decode(number)) is None, "the table lets it pass"
    if illegal == "raise":
        with pytest.raises(MustFollowSuit):
            game.step(number)
    else:
        game.step(number)
        over = game._over if make is SelfPlayEnv else all(game.terminations.values())
        assert over
    assert game.position is before


def test_the_batch_refuses_it_too() -> None:
    options = {"enforcement": "table"}
    single = with_a_revoke(SelfPlayEnv("mariland", options=options))
    for illegal in ("raise", "terminate"):
        game = SelfPlayVectorEnv(1, "mariland", options=options, illegal=illegal)
        seen, _ = game.reset(seed=3)
        while game.position(0) != single.position:
            seen, *_ = game.step([seen["action_mask"][0].nonzero()[0][-1]])
        if illegal == "raise":
            with pytest.raises(MustFollowSuit):
                game.step([revoking(single)])
        else:
            *_, over, _, info = game.step([revoking(single)])
            assert over[0]
            assert info["final_info"]["illegal"][0]


@pytest.mark.parametrize("make", [SelfPlayEnv, BostonEnv, pettingzoo.raw_env])
def test_an_action_is_a_whole_number(make: Any) -> None:
    game = make("mariland")
    game.reset(seed=1)
    for action in (1.5, "1", np.float32(3.0)):
        with pytest.raises(TypeError, match="an int from 0"):
            game.step(action)
