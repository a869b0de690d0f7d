"""PPO of RLlib at one seat, against bots at the others, with RLlib's module for masked actions.

    $ python -m examples.learners.rllib_ppo --variant mariland --frames 200000

It needs ``ray[rllib]`` and ``torch``. Without arguments it runs for half a minute, which is mostly
Ray's start, to show that it works.
"""

import time
from typing import Any

from examples.learners.evaluation import Curve, Learned, duel, one_seat, options, require

require("torch", "ray", "gymnasium", "numpy")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
import ray  # type: ignore[import-not-found] # noqa: E402
import torch  # type: ignore[import-not-found] # noqa: E402
from ray.rllib.algorithms.ppo import PPOConfig  # type: ignore[import-not-found] # noqa: E402
from ray.rllib.core.rl_module.rl_module import (  # type: ignore[import-not-found] # noqa: E402
    RLModuleSpec,
)
from ray.rllib.examples.rl_modules.classes import (  # type: ignore[import-not-found] # noqa: E402
    action_masking_rlm,
)

import boston_rules as br  # noqa: E402
from boston_rules.envs.gymnasium import BostonEnv  # noqa: E402


class Masked(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The observation under the names that RLlib's module reads."""

    def __init__(self, game: BostonEnv) -> None:
        super().__init__(game)
        actions = game.action_space.n
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observations": game.observation_space["observation"],
                "action_mask": gymnasium.spaces.Box(0.0, 1.0, (actions,), np.float32),
            }
        )

    def observation(self, seen: Any) -> Any:
        mask = seen["action_mask"].astype(np.float32)
        return {"observations": seen["observation"], "action_mask": mask}


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--frames", type=int, default=256)
    parser.add_argument("--batch", type=int, default=128, help="frames between improvements")
    chosen = parser.parse_args()

    def make(_: Any) -> Masked:
        return Masked(one_seat(chosen))

    ray.init(include_dashboard=False)
    ray.tune.register_env("boston", make)
    module = RLModuleSpec(
        module_class=action_masking_rlm.ActionMaskingTorchRLModule,
        model_config={"head_fcnet_hiddens": [256]},
    )
    learner = (
        PPOConfig()
        .environment("boston")
        .env_runners(num_env_runners=0)
        .debugging(seed=chosen.seed)
        .rl_module(rl_module_spec=module)
        .training(
            train_batch_size_per_learner=chosen.batch,
            minibatch_size=64,
            num_epochs=4,
            gamma=1.0,
            lambda_=0.95,
            lr=3e-4,
            entropy_coeff=0.01,
        )
        .build_algo()
    )
    began = time.perf_counter()
    frames = 0
    while frames < chosen.frames:
        learner.train()
        frames += chosen.batch
    network = learner.get_module()

    def choose(seen: Any, bits: Any) -> int:
        obs = {
            "observations": torch.as_tensor(seen)[None],
            "action_mask": torch.as_tensor(bits, dtype=torch.float32)[None],
        }
        with torch.no_grad():
            found = network.forward_inference({"obs": obs})["action_dist_inputs"]
        return int(found[0].argmax())

    variant = br.get_variant(chosen.variant, deals=1)
    curve = Curve(chosen.curve)
    found = duel(variant, lambda _: Learned(choose), chosen.against, chosen.deals, seed=99)
    minutes = (time.perf_counter() - began) / 60
    curve.add(minutes, frames, chosen.against, chosen.deals, found)
    curve.end()
    learner.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
