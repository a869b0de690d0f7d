"""Stable-Baselines3's MaskablePPO at one seat, against bots at the others.

    $ python -m examples.learners.sb3_maskable --variant mariland --decisions 500000

It needs ``stable-baselines3`` and ``sb3-contrib``. Without arguments it runs for some seconds, to
show that it works.
"""

import argparse
import time
from pathlib import Path
from typing import Any

from examples.learners.evaluation import Curve, duel, require

require("torch", "stable_baselines3", "sb3_contrib", "gymnasium", "numpy")

import torch  # type: ignore[import-not-found] # noqa: E402
from sb3_contrib import MaskablePPO  # type: ignore[import-not-found] # noqa: E402
from stable_baselines3.common.vec_env import (  # type: ignore[import-not-found] # noqa: E402
    DummyVecEnv,
)

from boston_rules.bots import load_bot  # noqa: E402
from boston_rules.envs.gymnasium import BostonEnv  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="mariland")
    parser.add_argument("--decisions", type=int, default=256)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--against", type=load_bot, default="simple")
    parser.add_argument("--deals", type=int, default=10, help="duplicate deals an evaluation")
    parser.add_argument("--evaluations", type=int, default=1)
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()

    def opened() -> Any:
        # What is refused cannot be chosen: the policy is masked.
        return BostonEnv(
            chosen.variant, seat=None, opponents=chosen.against, reward_scale=0.02, illegal="raise"
        )

    torch.set_num_threads(1)
    tables = DummyVecEnv([opened] * chosen.tables)
    rows = min(2048, chosen.decisions // chosen.evaluations) // chosen.tables
    model = MaskablePPO("MultiInputPolicy", tables, n_steps=rows, seed=chosen.seed)

    def choose(seen: Any, mask: Any) -> int:
        observation = {"observation": seen, "action_mask": mask}
        action, _ = model.predict(observation, deterministic=True, action_masks=mask == 1)
        return int(action)

    curve = Curve(chosen.curve)
    began = time.perf_counter()
    for number in range(chosen.evaluations):
        model.learn(chosen.decisions // chosen.evaluations, reset_num_timesteps=number == 0)
        found = duel(BostonEnv(chosen.variant).variant, choose, chosen.against, chosen.deals, 99)
        minutes = (time.perf_counter() - began) / 60
        curve.add(minutes, model.num_timesteps, chosen.against, chosen.deals, found)
    curve.end()


if __name__ == "__main__":
    main()
