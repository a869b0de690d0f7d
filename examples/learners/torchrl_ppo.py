"""TorchRL's PPO loss at one seat, against bots at the others.

    $ python -m examples.learners.torchrl_ppo --variant mariland --frames 200000

The environment comes in through TorchRL's own wrapper for Gymnasium, with the action mask. It needs
``torchrl``. Without arguments it runs for some seconds, to show that it works.
"""

import time
from typing import Any

from examples.learners.evaluation import Curve, Learned, duel, one_seat, options, require

require("torch", "torchrl", "tensordict", "gymnasium", "numpy")

import torch  # type: ignore[import-not-found] # noqa: E402
from tensordict.nn import (  # type: ignore[import-not-found] # noqa: E402
    TensorDictModule,
    TensorDictSequential,
)
from torchrl.collectors import Collector  # type: ignore[import-not-found] # noqa: E402
from torchrl.envs.libs.gym import GymWrapper  # type: ignore[import-not-found] # noqa: E402
from torchrl.modules import (  # type: ignore[import-not-found] # noqa: E402
    MaskedCategorical,
    ProbabilisticActor,
    ValueOperator,
)
from torchrl.objectives import ClipPPOLoss  # type: ignore[import-not-found] # noqa: E402
from torchrl.objectives.value import GAE  # type: ignore[import-not-found] # noqa: E402


def layers(outputs: int) -> Any:
    return torch.nn.Sequential(
        torch.nn.LazyLinear(256), torch.nn.ReLU(), torch.nn.Linear(256, outputs)
    )


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--frames", type=int, default=256)
    parser.add_argument("--batch", type=int, default=128, help="frames between improvements")
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    one = one_seat(chosen)
    game = GymWrapper(one, categorical_action_encoding=True)
    game.set_seed(chosen.seed)
    trunk = layers(len(one.encoding))
    logits = TensorDictModule(trunk, in_keys=["observation"], out_keys=["logits"])
    mask = TensorDictModule(lambda bits: bits.bool(), in_keys=["action_mask"], out_keys=["mask"])
    actor = ProbabilisticActor(
        TensorDictSequential(logits, mask),
        in_keys=["logits", "mask"],
        distribution_class=MaskedCategorical,
        spec=game.action_spec,
        return_log_prob=True,
    )
    critic = ValueOperator(layers(1), in_keys=["observation"])
    start = game.reset()
    actor(start.clone())
    critic(start.clone())
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimizer = torch.optim.Adam(loss.parameters(), lr=3e-4)

    def choose(seen: Any, bits: Any) -> int:
        with torch.no_grad():
            found = trunk(torch.as_tensor(seen)).masked_fill(torch.as_tensor(bits) == 0, -1e9)
        return int(found.argmax())

    curve = Curve(chosen.curve)
    began = time.perf_counter()
    frames = 0
    collector = Collector(game, actor, frames_per_batch=chosen.batch, total_frames=chosen.frames)
    for rows in collector:
        for _ in range(4):
            advantage(rows)
            for part in torch.randperm(len(rows)).split(64):
                parts = loss(rows[part])
                total = parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]
                optimizer.zero_grad()
                total.backward()
                optimizer.step()
        frames += len(rows)
    found = duel(one.variant, lambda _: Learned(choose), chosen.against, chosen.deals, seed=99)
    minutes = (time.perf_counter() - began) / 60
    curve.add(minutes, frames, chosen.against, chosen.deals, found)
    curve.end()


if __name__ == "__main__":
    main()
