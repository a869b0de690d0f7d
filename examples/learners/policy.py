"""What the learners in PyTorch have in common: the network, the tables, and what they leave behind.

What a learner saves is a file of :class:`boston_rules.envs.network.Network`, which plays by the
name ``net:FILE`` without PyTorch.

The learner is shown what SimpleBot would do, after the observation, and begins by doing so
(:func:`follow`): what it has to learn is when to do something else.
"""

import argparse
import random
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from examples.learners.evaluation import Curve, duel, options, require

require("torch", "gymnasium", "numpy")

import numpy as np  # noqa: E402
import torch  # type: ignore[import-not-found] # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.bots import SimpleBot, play_deal  # noqa: E402
from boston_rules.envs import action_encoding  # noqa: E402
from boston_rules.envs.network import (  # noqa: E402
    NetBot,
    Network,
    NetworkError,
    Spaces,
    load_network,
)
from boston_rules.envs.vector import BostonVectorEnv  # noqa: E402

ADVICE = "simple"
RATE, GENTLE = 3e-4, 3e-5
"""Rates of learning: with the first a network forgets within minutes what it has learned before."""
CARD, CALL = 3.0, 12.0
"""By how much the score of what is advised is higher at first: odds of e to that against each other
card or call."""


class Policy(torch.nn.Module):  # type: ignore[misc]
    """Layers from an observation to scores of the actions, and others to the chips to come."""

    def __init__(self, spaces: Spaces, hidden: int) -> None:
        super().__init__()
        self.scores = _layers(spaces.inputs, hidden, spaces.outputs)
        self.value = _layers(spaces.inputs, hidden, 1)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        """The scores, with almost nothing for what may not be done, and the value."""
        return self.scores(seen).masked_fill(mask == 0, -1e9), self.value(seen)[:, 0]


def _layers(inputs: int, hidden: int, outputs: int) -> Any:
    return torch.nn.Sequential(
        torch.nn.Linear(inputs, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, outputs),
    )


def linear(scores: Any) -> list[Any]:
    """The linear layers of a network."""
    return [layer for layer in scores.modules() if isinstance(layer, torch.nn.Linear)]


def as_network(scores: Any, spaces: Spaces) -> Network:
    """Linear layers, with ReLU between them, as a network that plays."""
    layers = [[each.detach().numpy() for each in layer.parameters()] for layer in linear(scores)]
    return Network(spaces, [(weights.T, biases) for weights, biases in layers])


def plays(variant: br.Variant) -> Any:
    """Which actions play a card: the others are bids and other words."""
    return torch.tensor([each.startswith("play") for each in action_encoding(variant).tokens])


def follow(scores: Any, variant: br.Variant, call: float = CALL) -> None:
    """Let a network begin by doing mostly what it is advised: the score of that is higher.

    Calls are left alone at first: most are ruinous, and who tries cards plays his contracts badly.

    Args:
        scores: the layers of the network.
        variant: the game.
        call: by how much the score is higher where anything but a card is advised.
    """
    first, second, last = linear(scores)
    weights = torch.where(plays(variant), CARD, call)
    actions = len(weights)
    same = torch.eye(actions)
    with torch.no_grad():
        last.weight *= 0.01
        last.bias[:] = 0
        for layer, place in ((first, -actions), (second, 0)):
            layer.weight[:actions] = 0
            layer.bias[:actions] = 0
            layer.weight[:actions, place : place + actions or None] = same
        last.weight[:, :actions] += weights * same


def begin(scores: Any, variant: br.Variant, start: Path | None) -> None:
    """Let a network begin as one that is kept in a file, else by doing what it is advised.

    Raises:
        NetworkError: the file's is of another game, or of another size.
    """
    if start is None:
        follow(scores, variant)
        return
    network = load_network(start)
    network.check_game(variant)
    own = linear(scores)
    sizes = [tuple(layer.weight.shape[::-1]) for layer in own]
    if sizes != [weights.shape for weights, _ in network.layers]:
        raise NetworkError(f"the layers of {start} are not those of --hidden: {sizes}")
    with torch.no_grad():
        for layer, (weights, biases) in zip(own, network.layers, strict=True):
            layer.weight[:] = torch.as_tensor(weights.T)
            layer.bias[:] = torch.as_tensor(biases)


class AdvisedTables:
    """Tables whose observations are followed by what SimpleBot would do.

    The reward of a deal is what the learner wins more than SimpleBot would win in its place, with
    the same cards and the same opponents: what it does as advised brings nothing, and no noise.
    """

    def __init__(self, game: BostonVectorEnv) -> None:
        self.game, self.adviser = game, SimpleBot()
        self.spaces = Spaces.of(game.variant, ADVICE)

    def reset(self, seed: int) -> dict[str, Any]:
        seen, info = self.game.reset(seed=seed)
        self.par = np.zeros(self.game.num_envs)
        self._play_as_advised(range(self.game.num_envs), info["seat"])
        return self._advised(seen, info)

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any]:
        """What is seen, the rewards, and where a session has ended."""
        seen, rewards, over, _, info = self.game.step(actions)
        more = (rewards - self.par * over).astype(np.float32)
        self._play_as_advised(over.nonzero()[0].tolist(), info["seat"])
        return self._advised(seen, info), more, over

    def _play_as_advised(self, tables: Iterable[int], seats: Any) -> None:
        """Find out what SimpleBot would win in the deals that begin."""
        bots = [self.adviser] * self.game.variant.seats
        for table in tables:
            settled = play_deal(self.game.position(table), bots, random.Random(0))
            seat = int(seats[table])
            self.par[table] = settled.table.purses[seat] * self.game.reward_scale

    def _advised(self, seen: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        mask = seen["action_mask"]
        advice = mask.copy()
        for table in (mask.sum(axis=1) > 1).nonzero()[0].tolist():
            view = br.observe(self.game.position(table), int(info["seat"][table]))
            advice[table] = self.game.encoding.mask([self.adviser.choose(view)])
        whole = np.concatenate([seen["observation"], advice], axis=1, dtype=np.float32)
        return {"observation": whole, "action_mask": mask}


def policy_options(description: str | None) -> argparse.ArgumentParser:
    """What these learners can be told."""
    parser = options(description)
    parser.add_argument("--hidden", type=int, default=320)
    parser.add_argument("--scale", type=float, default=0.02, help="what a chip is worth")
    parser.add_argument("--out", type=Path, help="where the network is written")
    return parser


def course_options(description: str | None) -> argparse.ArgumentParser:
    """What those can be told that learn for a time."""
    parser = policy_options(description)
    parser.add_argument("--minutes", type=float, default=0.05, help="of processor time")
    parser.add_argument("--every", type=float, default=5, help="minutes between evaluations")
    parser.add_argument("--resume", action="store_true", help="go on with what is at --out")
    return parser


def learner_options(description: str | None) -> argparse.ArgumentParser:
    """What those can be told that learn by playing."""
    parser = course_options(description)
    parser.add_argument("--tables", type=int, default=128)
    parser.add_argument("--steps", type=int, default=64, help="at each table before improvements")
    parser.add_argument("--rate", type=float, help=f"{RATE}, or {GENTLE} with --start")
    parser.add_argument("--opponents", nargs="+", default=["simple"], help="drawn alike")
    parser.add_argument("--start", type=Path, help="a network to begin as, such as of expert.py")
    return parser


def tables(chosen: argparse.Namespace) -> AdvisedTables:
    """Tables at each of which one seat learns."""
    game = BostonVectorEnv(
        chosen.tables,
        chosen.variant,
        seat=None,
        opponents=dict.fromkeys(chosen.opponents, 1.0),
        reward_scale=chosen.scale,
        illegal="raise",
    )
    return AdvisedTables(game)


class Course:
    """How long a learner has learned, and how well it plays by now.

    Evaluations take no time: what is measured is what it takes to learn.
    """

    def __init__(self, chosen: argparse.Namespace, spaces: Spaces) -> None:
        self.chosen, self.spaces = chosen, spaces
        self.variant = br.get_variant(chosen.variant, deals=1)
        self.curve = Curve(chosen.curve)
        self.decisions = 0
        self.began = time.process_time()
        self.last = 0.0

    @property
    def minutes(self) -> float:
        """Of processor time."""
        return (time.process_time() - self.began) / 60

    @property
    def rate(self) -> float:
        """The rate of learning, which falls to nothing in the time that there is."""
        rate: float = self.chosen.rate or (GENTLE if self.chosen.start else RATE)
        part: float = 1 - self.minutes / self.chosen.minutes
        return rate * max(0.0, part)

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return bool(self.minutes >= self.chosen.minutes)

    @property
    def due(self) -> bool:
        """Whether it is time for an evaluation before the last."""
        return self.minutes >= self.last + self.chosen.every and not self.over

    def evaluate(self, scores: Any) -> None:
        """Add a line to the curve, and write the network."""
        self.last, paused = self.minutes, time.process_time()
        network = as_network(scores, self.spaces)
        evaluate(self.curve, network, self.chosen, self.variant, self.last, self.decisions)
        if self.chosen.out is not None:
            network.save(self.chosen.out)
        self.began += time.process_time() - paused

    def state(self) -> dict[str, Any]:
        """What is needed to go on."""
        return {"minutes": self.last, "decisions": self.decisions, "curve": self.curve.rows}

    def resume(self, state: dict[str, Any]) -> None:
        """Go on where another process has stopped."""
        self.last, self.decisions = state["minutes"], state["decisions"]
        self.curve.rows = state["curve"]
        self.began -= self.last * 60


def evaluate(
    curve: Curve,
    network: Network,
    chosen: argparse.Namespace,
    variant: br.Variant,
    minutes: float,
    decisions: int,
) -> None:
    """Add a line to a curve."""

    def learned(rng: Any) -> NetBot:
        return NetBot(rng, network=network)

    found = duel(variant, learned, chosen.against, chosen.deals, seed=99)
    curve.add(minutes, decisions, chosen.against, chosen.deals, found)
