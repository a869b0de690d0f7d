"""What a learner's step costs: views, tensors, masks, environments, and those of others.

An environment is driven as learners drive it: what is seen is asked for before every action, and
the action is drawn from the mask.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import boston_rules as br
from benchmarks.measure import Measure, Work, library
from benchmarks.ours import openings, stepped

__all__ = ["in_arrays", "measures", "spiel"]

OWN = "fontainebleau"
BATCH = 1024
FEW = 64
"""Tables of a batch at which bots play."""
WARMING = 60
"""Rounds of a deal at all tables before the batch is measured."""
DEALS = 4


def _states() -> list[br.State]:
    """Every state of the play of some deals."""
    rng = random.Random(1)
    found = []
    for state in islice(openings(br.get_variant(OWN), rng), DEALS):
        while state.phase == "play":
            found.append(state)
            state = stepped(state, rng)
    return found


def _over(make: Callable[[], Callable[[br.State], object]]) -> Callable[[], Work]:
    """A call on every state of the play."""

    def prepare() -> Work:
        call, states = make(), _states()

        def work() -> int:
            for state in states:
                call(state)
            return len(states)

        return work

    return prepare


def _observe() -> Callable[[br.State], object]:
    return lambda state: br.observe(state, state.actor)


def _by_view() -> Callable[[br.State], object]:
    envs = library("boston_rules.envs")
    variant = br.get_variant(OWN)
    spec, encoding = envs.observation_spec(variant), envs.action_encoding(variant)

    def call(state: br.State) -> object:
        view = br.observe(state, state.actor)
        return spec.encode(view), encoding.mask(br.legal_actions(view))

    return call


def _direct() -> Callable[[br.State], object]:
    envs = library("boston_rules.envs")
    variant = br.get_variant(OWN)
    spec, encoding = envs.observation_spec(variant), envs.action_encoding(variant)

    def call(state: br.State) -> object:
        return spec.encode(state, state.actor), encoding.mask(br.legal_actions(state))

    return call


def _pettingzoo(module: str, deals: int, **arguments: Any) -> Callable[[], Work]:
    def prepare() -> Work:
        made: Any = library(module)
        game = made.env(**arguments)
        numpy = library("numpy")
        rng = numpy.random.default_rng(1)
        game.reset(seed=1)

        def work() -> int:
            steps = 0
            for _ in range(deals):
                game.reset()
                for _ in game.agent_iter():
                    seen, _, terminated, truncated, _ = game.last()
                    if terminated or truncated:
                        game.step(None)
                        continue
                    legal = seen["action_mask"].nonzero()[0]
                    game.step(int(legal[int(rng.random() * len(legal))]))
                    steps += 1
            return steps

        return work

    return prepare


def spiel(name: str, tensor: str) -> Callable[[], Work]:
    """Steps with the tensor of the player to act, chance nodes not counted."""

    def prepare() -> Work:
        pyspiel = library("pyspiel")
        if name.startswith("python_boston"):
            library("boston_rules.envs.openspiel")
        game = pyspiel.load_game(name)
        uniform = random.Random(1).random

        def work() -> int:
            steps = 0
            for _ in range(DEALS):
                state = game.new_initial_state()
                while not state.is_terminal():
                    legal = state.legal_actions()
                    if not state.is_chance_node():
                        getattr(state, tensor)()
                        steps += 1
                    state.apply_action(legal[int(uniform() * len(legal))])
            return steps

        return work

    return prepare


def _gymnasium() -> Work:
    made = library("boston_rules.envs.gymnasium").BostonEnv(OWN, opponents="random")
    uniform = random.Random(1).random
    made.reset(seed=1)

    def work() -> int:
        steps = 0
        for _ in range(DEALS):
            seen, _ = made.reset()
            over = False
            while not over:
                legal = seen["action_mask"].nonzero()[0]
                seen, _, over, _, _ = made.step(int(legal[int(uniform() * len(legal))]))
                steps += 1
        return steps

    return work


def in_arrays(mask: Any, step: Callable[[Any], Any]) -> Callable[[], None]:
    """A step of all tables of a batch, at random.

    To draw chance takes as long as a step: every step reads it from another place on, so that no
    table goes through the same auctions again.

    Args:
        mask: what each table may do first.
        step: takes an action for each and gives the next mask.
    """
    rng = library("numpy").random.default_rng(1)
    chance = rng.random(4 * mask.size, dtype="float32")

    def work() -> None:
        nonlocal mask
        at = int(rng.integers(3 * mask.size))
        luck = chance[at : at + mask.size].reshape(mask.shape)
        mask = step((mask * luck).argmax(axis=1))

    return work


def _batch(
    slug: str, dtype: str = "float32", *, cold: bool = False, opponents: str | None = None
) -> Callable[[], Work]:
    """Steps of all tables, observations and masks with them; the choice is hardly counted.

    Args:
        slug: the game.
        dtype: of observations.
        cold: whether a new batch is made each time, and its first hundred thousand steps counted.
        opponents: who sits at all seats but one; without it all seats are asked.
    """
    tables = BATCH if opponents is None else FEW

    def make() -> Callable[[], None]:
        vector = library("boston_rules.envs.vector")
        how: dict[str, Any] = {"dtype": dtype, "copy": False}
        if opponents is None:
            game = vector.SelfPlayVectorEnv(tables, slug, **how)
        else:
            game = vector.BostonVectorEnv(tables, slug, seat=None, opponents=opponents, **how)
        mask = game.reset(seed=1)[0]["action_mask"]
        return in_arrays(mask, lambda taken: game.step(taken)[0]["action_mask"])

    def prepare() -> Work:
        step = make()

        def work() -> int:
            nonlocal step
            if cold:
                step = make()
            # Of about a deal; or of the first hundred thousand.
            steps = 98 if cold else 66 if opponents is None else 16
            for _ in range(steps):
                step()
            return steps * tables

        return work

    return prepare


def measures() -> list[Measure]:
    """Everything that a learner waits for."""
    rows: list[tuple[str, str, Callable[[], Work]]] = [
        ("observe, over a whole play", "call", _over(_observe)),
        ("view, tensor and mask by the view", "call", _over(_by_view)),
        ("tensor and mask from the state", "call", _over(_direct)),
        ("PettingZoo step", "step", _pettingzoo("boston_rules.envs.pettingzoo", 1, variant=OWN)),
        ("PettingZoo leduc, step", "step", _pettingzoo("pettingzoo.classic.leduc_holdem_v4", 20)),
        ("PettingZoo texas, step", "step", _pettingzoo("pettingzoo.classic.texas_holdem_v4", 20)),
        ("Gymnasium step, random opponents", "step", _gymnasium),
        (
            "OpenSpiel step with observation tensor",
            "step",
            spiel(f"python_boston(variant={OWN})", "observation_tensor"),
        ),
        ("open_spiel spades, step with tensor", "step", spiel("spades", "observation_tensor")),
    ]
    batches = [
        (f"batch of {BATCH}, step of a table", "step", _batch(OWN)),
        (f"batch of {BATCH}, int8, step of a table", "step", _batch(OWN, "int8")),
        (f"batch of {BATCH} of mariland, step of a table", "step", _batch("mariland")),
        (f"batch of {BATCH} of mariland, int8", "step", _batch("mariland", "int8")),
    ]
    others = [
        (
            f"batch of {BATCH} of mariland, int8, the first {98 * BATCH:,} steps",
            "step",
            _batch("mariland", "int8", cold=True),
        ),
        (
            f"batch of {FEW} of mariland, one seat against SimpleBot",
            "decision",
            _batch("mariland", opponents="simple"),
        ),
        (
            f"batch of {FEW} of mariland, one seat against random players",
            "decision",
            _batch("mariland", opponents="random"),
        ),
    ]
    return [
        *(Measure("environments", *row) for row in rows),
        # What the engine is asked once is asked at the start: a learner goes on for much longer.
        *(Measure("environments", *row, warming=WARMING) for row in batches),
        *(Measure("environments", *row) for row in others),
    ]
