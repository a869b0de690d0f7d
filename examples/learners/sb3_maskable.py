"""Stable-Baselines3's MaskablePPO at one seat, against bots at the others.

    $ python -m examples.learners.sb3_maskable --variant mariland --decisions 500000

It needs ``stable-baselines3`` and ``sb3-contrib``. Without arguments it runs for some seconds, to
show that it works.
"""

import time
from typing import Any

from examples.learners.evaluation import Curve, duel, one_seat, options, require

require("torch", "stable_baselines3", "sb3_contrib", "gymnasium", "numpy")

import torch  # type: ignore[import-not-found] # noqa: E402
from sb3_contrib import MaskablePPO  # type: ignore[import-not-found] # noqa: E402
from stable_baselines3.common.vec_env import (  # type: ignore[import-not-found] # noqa: E402
    DummyVecEnv,
)

import boston_rules as br  # noqa: E402


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--decisions", type=int, default=256)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--evaluations", type=int, default=1)
    chosen = parser.parse_args()

    torch.set_num_threads(1)
    tables = DummyVecEnv([lambda: one_seat(chosen)] * chosen.tables)
    rows = min(2048, chosen.decisions // chosen.evaluations) // chosen.tables
    model = MaskablePPO("MultiInputPolicy", tables, n_steps=rows, seed=chosen.seed)

    def choose(seen: Any, mask: Any) -> int:
        observation = {"observation": seen, "action_mask": mask}
        action, _ = model.predict(observation, deterministic=True, action_masks=mask == 1)
        return int(action)

    variant = br.get_variant(chosen.variant, deals=1)
    curve = Curve(chosen.curve)
    began = time.perf_counter()
    for number in range(chosen.evaluations):
        model.learn(chosen.decisions // chosen.evaluations, reset_num_timesteps=number == 0)
        found = duel(variant, choose, chosen.against, chosen.deals, 99)
        minutes = (time.perf_counter() - began) / 60
        curve.add(minutes, model.num_timesteps, chosen.against, chosen.deals, found)
    curve.end()


if __name__ == "__main__":
    main()
