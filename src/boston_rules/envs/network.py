"""Trained networks as players, in NumPy: what a learner has saved plays by the name ``net:FILE``.

>>> import boston_rules as br
>>> spaces = Spaces.of("mariland")
>>> network = Network(spaces, [(np.zeros((spaces.inputs, spaces.outputs)), np.zeros(93))])
>>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
>>> state = br.start("mariland", dealer=3, hands=hands, turned=br.parse_card("AD"))
>>> str(NetBot(network=network).choose(br.observe(state, 0)))  # of equal scores the first
'pass'
"""

from __future__ import annotations

import json
import math
import os
import random
import zipfile
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final, Protocol, TypeAlias, final

from attrs import Attribute, asdict, field, frozen

import boston_rules as br
from boston_rules.bots.names import BOT_NAMES, make_bot
from boston_rules.bots.protocol import Bot, own_choices
from boston_rules.core.arguments import check_rng, not_one_of, shown
from boston_rules.core.extras import needs
from boston_rules.core.files import atomic_write
from boston_rules.core.saying import say
from boston_rules.envs.encoding import action_encoding
from boston_rules.envs.observation import Tensor, observation_spec
from boston_rules.rules.variant import as_variant

with needs("boston_rules.envs", "envs", "numpy"):
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NetBot", "Network", "NetworkError", "Policy", "PolicyBot", "Spaces", "load_network"]

_SCHEMA: Final = "boston_rules/network/1"
_MOST_BYTES: Final = 1 << 30
"""Of the arrays of a file; a larger one is not a player's network."""
_NO_FIT: Final = say("the layers of the network do not fit each other")
_ACTIVATIONS: Final = ("relu", "tanh")

Layer: TypeAlias = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Weights, a row for each input, and biases."""


class NetworkError(br.BostonError, ValueError):
    """A file holds no network, or the network is of another game."""


def _adviser(spaces: object, attribute: Attribute[Any], value: object) -> None:
    if value not in ("", *BOT_NAMES):
        raise ValueError(not_one_of(attribute.name, BOT_NAMES, value))


@frozen
class Spaces:
    """What a network has been made for."""

    variant: str
    """The name of the game."""
    actions: str
    """The digest of its actions."""
    observation: str
    """The digest of the observation's slices."""
    inputs: int
    """How many numbers an observation has."""
    outputs: int
    """How many actions there are."""
    advice: str = field(default="", validator=_adviser)
    """One of ``BOT_NAMES``, of a bot whose choice is shown after the observation, as a mask of the
    actions; of none where it is empty. A file can ask for no other bot, such as another file's."""

    @classmethod
    def of(cls, variant: str | br.Variant, advice: str = "") -> Spaces:
        """Those of a variant, with the advice of a bot if one is named.

        Raises:
            VariantError: no variant has the slug.
            TypeError: it is neither a variant nor a slug.
            ValueError: no bot of ``BOT_NAMES`` is named.
        """
        return _spaces_of(as_variant(variant), advice)


@lru_cache(maxsize=64)
def _spaces_of(variant: br.Variant, advice: str) -> Spaces:
    encoding, spec = action_encoding(variant), observation_spec(variant)
    slug = variant.slug or repr(variant)
    inputs = len(spec) + (len(encoding) if advice else 0)
    return Spaces(slug, encoding.digest, spec.digest, inputs, len(encoding), advice)


class Policy(Protocol):
    """Scores for the actions of many observations at once; what may not be done has ``-inf``."""

    def __call__(self, observations: Tensor, masks: NDArray[np.int8]) -> NDArray[Any]: ...


class PolicyBot(Protocol):
    """A bot that chooses by the scores of a policy, which a batch asks for all tables at once."""

    def choose(self, view: br.State) -> br.Action:
        """One of the lawful actions of a view."""

    def policy_for(self, variant: br.Variant) -> Policy:
        """What scores the actions of a game; bots with the same one are asked together."""

    def pick(self, scores: NDArray[Any]) -> int:
        """The number of an action, by the scores of all."""


@final
class Network:
    """A network of dense layers, from an observation to a score for each action.

    Args:
        spaces: what it is made for.
        layers: weights, a row for each input, and biases of each layer.
        activation: ``"relu"`` or ``"tanh"``, between layers.

    Raises:
        NetworkError: the layers do not lead from the observation to the actions, or a weight is not
            a finite number.
        ValueError: no such activation.
    """

    def __init__(
        self, spaces: Spaces, layers: Sequence[tuple[Any, Any]], activation: str = "relu"
    ) -> None:
        if activation not in _ACTIVATIONS:
            raise ValueError(f"activation is 'relu' or 'tanh', not {shown(activation)}")
        self.spaces: Final = spaces
        self.activation: Final = activation
        self.layers: Final[tuple[Layer, ...]] = tuple(
            [(np.asarray(w, dtype=np.float32), np.asarray(b, dtype=np.float32)) for w, b in layers]
        )
        width = spaces.inputs
        for weights, biases in self.layers:
            if weights.ndim != 2 or len(weights) != width or biases.shape != weights.shape[1:]:
                raise NetworkError(_NO_FIT)
            if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
                raise NetworkError(say("a weight of the network is not a finite number"))
            width = weights.shape[1]
        if not self.layers or width != spaces.outputs:
            raise NetworkError(_NO_FIT)

    def __call__(self, observations: Tensor, masks: NDArray[np.int8]) -> NDArray[np.float32]:
        """Scores, a row for each observation; ``-inf`` where the mask has 0."""
        found = np.asarray(observations, dtype=np.float32)
        for number, (weights, biases) in enumerate(self.layers, 1):
            found = found @ weights + biases
            if number < len(self.layers):
                found = np.maximum(found, 0) if self.activation == "relu" else np.tanh(found)
        scores: NDArray[np.float32] = np.where(masks == 1, found, np.float32(-np.inf))
        return scores

    def check_game(self, variant: br.Variant) -> None:
        """Refuse a game of which the network is not.

        Raises:
            NetworkError: it has other actions or observations.
        """
        here = Spaces.of(variant, self.spaces.advice)
        if here != self.spaces:
            raise NetworkError(
                say(
                    "the network was made for {made}, with other actions or observations than "
                    "{here} has",
                    made=shown(self.spaces.variant),
                    here=here.variant,
                )
            )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the network as an ``.npz`` file, whole or not at all.

        Raises:
            OSError: the file cannot be written.
        """
        about = {"schema": _SCHEMA, "activation": self.activation, "layers": len(self.layers)}
        arrays: dict[str, Any] = {"about": np.array(json.dumps({**about, **asdict(self.spaces)}))}
        for number, (weights, biases) in enumerate(self.layers):
            arrays[f"weights_{number}"], arrays[f"biases_{number}"] = weights, biases
        with atomic_write(path) as file:
            np.savez(file, **arrays)


def load_network(path: str | os.PathLike[str]) -> Network:
    """The network of a file, read once as long as the file stays as it is.

    Raises:
        NetworkError: it holds no network, or is damaged.
        OSError: the file cannot be read.
    """
    about = os.stat(path)
    return _read_once(os.path.abspath(path), about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=32)
def _read_once(path: str, changed: int, size: int) -> Network:
    try:
        with zipfile.ZipFile(path) as packed:
            if sum(member.file_size for member in packed.infolist()) > _MOST_BYTES:
                raise ValueError("too large")
        with np.load(path, allow_pickle=False) as file:
            about: dict[str, Any] = json.loads(str(file["about"][()]))
            if about.pop("schema") != _SCHEMA:
                raise ValueError("another schema")
            activation, count = about.pop("activation"), about.pop("layers")
            layers = [(file[f"weights_{n}"], file[f"biases_{n}"]) for n in range(count)]
        return Network(Spaces(**about), layers, activation)
    except NetworkError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile) as error:
        raise NetworkError(say("{path} holds no network", path=shown(path))) from error


class NetBot:
    """A player that takes the action to which a network gives the highest score.

    What the rules refuse has no score, so that it never errs. By name it is ``net:FILE``, or
    ``net:FILE:temperature=0.5``. A network that has learned with the advice of another bot asks it.

    Args:
        rng: draws the action where there is a temperature.
        network: a file, or a network.
        temperature: 0 for the highest score; above 0 the action is drawn, with chances in
            proportion to ``exp(score / temperature)``.

    Raises:
        NetworkError: the file holds no network; or, later, it is asked in another game.
        ValueError: the temperature is negative or not a finite number.
        OSError: the file cannot be read.
    """

    named_by: ClassVar[str] = "network"
    """The option whose value may stand in a name without its own."""

    def __init__(
        self,
        rng: random.Random | None = None,
        *,
        network: str | Network,
        temperature: float = 0.0,
    ) -> None:
        if rng is not None:
            check_rng(rng)
        if not 0 <= temperature < math.inf:
            raise ValueError(
                say("temperature is a number from 0, not {value}", value=shown(temperature))
            )
        self._rng = random.Random(0) if rng is None else rng
        self.network: Final = load_network(network) if isinstance(network, str) else network
        """What it asks."""
        self.temperature: Final = temperature
        """How far chance chooses."""
        advice = self.network.spaces.advice
        self.adviser: Final[Bot | None] = make_bot(advice, self._rng) if advice else None
        """The bot whose advice it asks."""
        self._game: br.Variant | None = None

    def policy_for(self, variant: br.Variant) -> Policy:
        """The network.

        Raises:
            NetworkError: it is of another game.
        """
        if variant is not self._game:
            self.network.check_game(variant)
            self._game = variant
        return self.network

    def choose(self, view: br.State) -> br.Action:
        """A lawful action of the view.

        Raises:
            ValueError: it is not the turn of the seat whose view it is.
            NetworkError: the network is of another game.
        """
        _, lawful = own_choices(view)
        policy, encoding = self.policy_for(view.variant), action_encoding(view.variant)
        seen, mask = observation_spec(view.variant).encode(view), encoding.mask(lawful)
        if self.adviser is not None:
            seen = np.concatenate([seen, encoding.mask([self.adviser.choose(view)])])
        return encoding.decode(self.pick(policy(seen[None], mask[None])[0]))

    def pick(self, scores: NDArray[Any]) -> int:
        """The number of the highest score, or one that is drawn."""
        if not self.temperature:
            return int(scores.argmax())
        chances = np.exp((scores - scores.max()) / self.temperature).cumsum()
        drawn = self._rng.random() * chances[-1]
        return min(
            int(chances.searchsorted(drawn, "right")), int(np.isfinite(scores).nonzero()[0][-1])
        )
