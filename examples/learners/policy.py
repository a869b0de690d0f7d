"""The network of the learners in PyTorch, and how it comes out of a file and goes into one.

What a learner saves is a file of :class:`boston_rules.envs.network.Network`, which plays by the
name ``net:FILE`` without PyTorch.
"""

from pathlib import Path
from typing import Any

from examples.learners.evaluation import Chooser, require

require("torch", "gymnasium", "numpy")

import torch  # type: ignore[import-not-found] # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.envs import action_encoding, observation_spec  # noqa: E402
from boston_rules.envs.network import Network, Spaces, load_network  # noqa: E402


class Policy(torch.nn.Module):  # type: ignore[misc]
    """Layers from an observation to scores of the actions, and others to the chips to come."""

    def __init__(self, variant: br.Variant, hidden: int) -> None:
        super().__init__()
        inputs, outputs = len(observation_spec(variant)), len(action_encoding(variant))
        self.scores = _layers(inputs, hidden, outputs)
        self.value = _layers(inputs, hidden, 1)

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


def save(scores: Any, variant: br.Variant, path: Path) -> None:
    """Write linear layers, with ReLU between them, as a network that plays."""
    linear = [layer for layer in scores.modules() if isinstance(layer, torch.nn.Linear)]
    layers = [(each.weight.detach().T.numpy(), each.bias.detach().numpy()) for each in linear]
    Network(Spaces.of(variant), layers).save(path)


def load(scores: Any, variant: br.Variant, path: Path) -> None:
    """Begin with the layers of a file, which must be of the same sizes."""
    network = load_network(path)
    network.check_game(variant)
    linear = [layer for layer in scores.modules() if isinstance(layer, torch.nn.Linear)]
    for layer, (weights, biases) in zip(linear, network.layers, strict=True):
        layer.weight.data.copy_(torch.as_tensor(weights.T.copy()))
        layer.bias.data.copy_(torch.as_tensor(biases))


def chooser(policy: Policy) -> Chooser:
    """The network as a player: the likeliest action."""

    def choose(seen: Any, mask: Any) -> int:
        with torch.no_grad():
            scores, _ = policy(torch.as_tensor(seen)[None], torch.as_tensor(mask)[None])
        return int(scores.argmax())

    return choose
