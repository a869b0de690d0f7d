"""Tables go on from a clone as they went on before, at whatever tables."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from tests.envs.games import GAME_NAMES, GAMES

import boston_rules as br
from boston_rules.envs.vector import SelfPlayVectorEnv

TABLES = 6


def chosen(mask: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
    """A legal action for each table; half of the time the first, so that auctions end."""
    scores = np.where(rng.random(len(mask))[:, None] < 0.5, rng.random(mask.shape), 1)
    actions: NDArray[Any] = (scores * (mask != 0)).argmax(axis=1)
    return actions


Told: TypeAlias = tuple[NDArray[Any], ...]


def told(step: tuple[Any, ...]) -> Told:
    """What a step, or a restoring, tells of each table."""
    shown, *rest, info = step
    return (*shown.values(), *rest[:2], info["actor"], info["rewards"])


def story(game: SelfPlayVectorEnv, seen: Told, order: NDArray[Any], seed: int) -> list[Told]:
    """What is told of some steps, table by table as if they stood in order."""
    rng, turned, steps = np.random.default_rng(seed), order.argsort(), []
    for _ in range(12):
        seen = told(game.step(chosen(seen[1][order], rng)[turned]))
        steps.append(seen)
    return steps


def positions(game: SelfPlayVectorEnv, order: NDArray[Any]) -> list[br.State]:
    """The engine's states of tables."""
    return [game.position(table) for table in order.tolist()]


@pytest.mark.parametrize("variant", GAMES, ids=GAME_NAMES)
def test_tables_go_on_from_a_clone_as_they_went_on(variant: br.Variant) -> None:
    game = SelfPlayVectorEnv(TABLES, variant, deals=2)
    seen = told(game.reset(seed=3))
    rng, ordered = np.random.default_rng(1), np.arange(TABLES)
    for seed in range(24):
        kept, before = game.clone(), positions(game, ordered)
        once = story(game, seen, ordered, seed)
        after = positions(game, ordered)
        story(game, once[-1], ordered, seed + 100)
        order = rng.permutation(TABLES)
        again = told(game.restore(kept, order.tolist()))
        assert positions(game, order) == before
        for part, was in zip(again[:-1], (*seen[:2], seen[-2]), strict=True):
            np.testing.assert_array_equal(part[order], was)
        twice = story(game, again, order, seed)
        for one, two in zip(once, twice, strict=True):
            for part, was in zip(two, one, strict=True):
                np.testing.assert_array_equal(part[order], was)
        assert positions(game, order) == after
        seen = twice[-1]


def test_other_tables_stay_as_they_are() -> None:
    game = SelfPlayVectorEnv(3, "mariland")
    seen = story(game, told(game.reset(seed=1)), np.arange(3), 1)[-1]
    kept, first, second = game.clone([0]), game.position(0), game.position(1)
    shown, info = game.restore(kept, [2])
    assert [game.position(table) for table in range(3)] == [first, second, first]
    for now, was in zip(shown.values(), seen[:2], strict=True):
        np.testing.assert_array_equal(now[[0, 1]], was[[0, 1]])
        np.testing.assert_array_equal(now[2], was[0])
    assert not info["rewards"].any()
    assert "final_obs" not in info


def test_chips_of_the_beginning_are_restored() -> None:
    """An illegal action costs what was had at the beginning of the session."""
    game = SelfPlayVectorEnv(1, "mariland")
    game.reset(seed=1, options={"purses": (500, 400, 300, 200)})
    kept = game.clone()
    costs = []
    for _ in range(2):
        *_, info = game.step([0])  # the next session begins, with other chips
        costs.append(info["final_info"]["rewards"].tolist())
        game.restore(kept)
    assert costs[0] == costs[1]


def test_what_cannot_be_cloned_or_restored_is_refused() -> None:
    game, other = (SelfPlayVectorEnv(2, "mariland") for _ in range(2))
    with pytest.raises(ResetNeeded):
        game.clone()
    game.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(ValueError, match="tables are 0 to 1, not 2"):
        game.clone([2])
    with pytest.raises(TypeError, match="tables"):
        game.clone(1)  # type: ignore[arg-type]
    for tables in ([0, 0], [0], [0, 1, 1]):
        with pytest.raises(ValueError, match="a table for each of 2 clones"):
            game.restore(game.clone(), tables)
    with pytest.raises(ValueError, match="of another one"):
        game.restore(other.clone())
    with pytest.raises(TypeError, match="clones"):
        game.restore(None)  # type: ignore[arg-type]
