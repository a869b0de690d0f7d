"""Plays a batch beside the engine, step by step: ``python -m tests.envs.batch_steps 1000000``.

At every table and every step the batch must have the engine's actor, lawful actions, rewards and
end, and at every fourth its state and observation; the engine's chance is drawn from the same
seeds. Half of the steps are steered into every rule of the play.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from math import ceil
from typing import TypeAlias
from unittest.mock import patch

import numpy as np
from tests.envs.games import GAMES
from tests.steered import CASES, Steered

import boston_rules as br
from boston_rules.envs import action_encoding, observation_spec
from boston_rules.envs.vector import SelfPlayVectorEnv

Choose: TypeAlias = Callable[[br.State], br.Action]
"""What is done at a table, given the engine's state."""
PASSES = 0.4
"""How often an auction goes on by its first action, so that it ends."""


class Beside:
    """One table as the engine alone has it."""

    def __init__(self, variant: br.Variant, seed: int) -> None:
        self.variant = variant
        self.rng = random.Random(seed)
        self._open()

    def _open(self) -> None:
        self.purses: tuple[int, ...] = (self.variant.session.starting_chips,) * self.variant.seats
        self.state = self._chance(br.start(self.variant, 0))

    def _chance(self, state: br.State) -> br.State:
        while state.actor == br.CHANCE:
            state = br.apply(state, br.draw_chance(state, self.rng))
        return state

    def act(self, action: br.Action) -> tuple[list[int], bool]:
        """Chips won by each seat, and whether the session has ended; a new one has begun then."""
        won = [0] * self.variant.seats
        state = self._chance(br.apply(self.state, action))
        while isinstance(state, br.Settled):
            purses = state.table.purses
            won = [sum(row) for row in zip(won, purses, map(int.__neg__, self.purses), strict=True)]
            self.purses = purses
            if state.session_over:
                self._open()
                return won, True
            state = self._chance(br.next_deal(state))
        self.state = state
        return won, False


def hurried(seed: int) -> Choose:
    """Any action, but so that auctions end."""
    uniform = random.Random(seed).random

    def choose(state: br.State) -> br.Action:
        legal = br.lawful_actions(state)
        first = state.phase == "auction" and uniform() < PASSES
        return legal[0 if first else int(uniform() * len(legal))]

    return choose


def compare(
    variant: br.Variant,
    tables: int,
    steps: int,
    seed: int,
    every: int = 1,
    choose: Choose | None = None,
) -> int:
    """Steps taken at all tables together.

    Args:
        variant: the rules; the episode is their session.
        tables: how many.
        steps: of each table.
        seed: of the first table; the others have the numbers after it.
        every: at how many steps observation and state are compared; the rest is at each.
        choose: acts for all tables; without it :func:`hurried`.
    """
    choose = choose or hurried(seed)
    game = SelfPlayVectorEnv(tables, variant, deals=None, dealer=0)
    encoding, encode = action_encoding(variant), observation_spec(variant).encode
    observations, info = game.reset(seed=seed)
    beside = [Beside(variant, seed + table) for table in range(tables)]
    for step in range(steps):
        actions = []
        for table, other in enumerate(beside):
            state = other.state
            legal = observations["action_mask"][table].nonzero()[0].tolist()
            assert info["actor"][table] == state.actor
            assert legal == encoding.legal(br.lawful_actions(state)), state
            if (step + table) % every == 0:
                assert state.actor is not None
                seen = observations["observation"][table]
                assert np.array_equal(seen, encode(state, state.actor)), state
                assert game.position(table) == state
            actions.append(encoding.encode(choose(state)))
        observations, rewards, over, _, info = game.step(actions)
        for table, other in enumerate(beside):
            won, ended = other.act(encoding.decode(actions[table]))
            assert info["rewards"][table].tolist() == won
            assert rewards[table] == won[0]
            assert over[table] == ended
    return tables * steps


def main() -> None:
    """As many steps as the argument says: half at random over all games, half steered."""
    steps, total = int(sys.argv[1]) / 2 / 32, 0
    for place, variant in enumerate(GAMES):
        total += compare(variant, 32, ceil(steps / len(GAMES)), seed=100 * place, every=4)
        print(f"{variant.slug}: equal, {total} steps in all", flush=True)
    for case in CASES:
        steered, each = Steered(case), max(128, ceil(steps / len(CASES)))  # two deals at least
        with patch.object(br, "draw_chance", steered.draw):
            total += compare(case.variant, 32, each, seed=0, every=4, choose=steered.choose)
        steered.check()
        print(f"{case}: equal, {total} steps in all", flush=True)


if __name__ == "__main__":
    main()
