"""Stable-Baselines3's MaskablePPO at one seat of many tables, against bots at the others.

    $ python -m examples.learners.sb3_maskable --variant mariland --start clone.npz \\
        --opponents net:clone.npz simple --decisions 1000000 --evaluations 5 --out sb3.npz

It may begin with a network of :mod:`examples.learners.clone`, as ``examples.learners.ppo`` does.
``--out`` keeps the network, which plays as ``net:sb3.npz``, and beside it the model
(``--resume``). It needs ``stable-baselines3`` and ``sb3-contrib``. Without arguments it runs for
some seconds, to show that it works.
"""

import time
from pathlib import Path
from typing import Any

from examples.learners.evaluation import Curve, duel, options, require

require("torch", "stable_baselines3", "sb3_contrib", "gymnasium", "numpy")

import numpy as np  # noqa: E402
import torch  # type: ignore[import-not-found] # noqa: E402
from examples.learners.policy import load, save  # noqa: E402
from sb3_contrib import MaskablePPO  # type: ignore[import-not-found] # noqa: E402
from stable_baselines3.common.vec_env import VecEnv  # type: ignore[import-not-found] # noqa: E402

from boston_rules.envs.vector import BostonVectorEnv  # noqa: E402


class Tables(VecEnv):  # type: ignore[misc]
    """The batch of tables as Stable-Baselines3 has it: the mask apart from the observation."""

    def __init__(self, game: BostonVectorEnv) -> None:
        self.game, self.render_mode = game, None
        space = game.single_observation_space["observation"]
        super().__init__(game.num_envs, space, game.single_action_space)

    def reset(self) -> Any:
        self.seen, _ = self.game.reset(seed=self._seeds[0])
        self._reset_seeds()
        return self.seen["observation"]

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[Any, ...]:
        self.seen, rewards, over, _, told = self.game.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for table in over.nonzero()[0]:
            infos[table]["terminal_observation"] = told["final_obs"][table]["observation"]
        return self.seen["observation"], np.float32(rewards), over, infos

    def env_method(self, name: str, *_: Any, **__: Any) -> Any:
        assert name == "action_masks", "nothing else is asked of a table"
        return self.seen["action_mask"] == 1

    def has_attr(self, name: str) -> bool:
        return name == "action_masks"

    def get_attr(self, name: str, indices: Any = None) -> Any:
        return [getattr(self, name)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> Any:
        return [False] * self.num_envs

    def close(self) -> None:
        pass


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--decisions", type=int, default=256)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--evaluations", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--scale", type=float, default=0.02, help="what a chip is worth")
    parser.add_argument("--opponents", nargs="+", default=["simple"], help="drawn alike")
    parser.add_argument("--start", type=Path, help="a network to begin with")
    parser.add_argument("--out", type=Path, help="where the network is written")
    parser.add_argument("--resume", action="store_true", help="go on with what is at --out")
    chosen = parser.parse_args()

    torch.set_num_threads(1)
    game = BostonVectorEnv(
        chosen.tables,
        chosen.variant,
        seat=None,
        opponents=dict.fromkeys(chosen.opponents, 1.0),
        reward_scale=chosen.scale,
        illegal="raise",
    )
    tables = Tables(game)
    each = chosen.decisions // chosen.evaluations
    layers = [chosen.hidden] * 2
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=max(2, min(64, each // chosen.tables)),
        batch_size=min(1024, each),
        n_epochs=2,
        gamma=1.0,
        ent_coef=0.003,
        target_kl=0.05,
        seed=chosen.seed,
        policy_kwargs={
            "net_arch": {"pi": layers, "vf": layers},
            "activation_fn": torch.nn.ReLU,
        },
    )
    if chosen.resume:
        model.set_parameters(chosen.out.with_suffix(".zip"))
    scores = torch.nn.ModuleList([model.policy.mlp_extractor.policy_net, model.policy.action_net])
    if chosen.start is not None and not chosen.resume:
        load(scores, game.variant, chosen.start)

    def choose(seen: Any, mask: Any) -> int:
        action, _ = model.predict(seen, deterministic=True, action_masks=mask == 1)
        return int(action)

    curve = Curve(chosen.curve)
    spent = 0.0
    for number in range(chosen.evaluations):
        began = time.process_time()
        model.learn(each, reset_num_timesteps=number == 0)
        spent += time.process_time() - began
        found = duel(game.variant, choose, chosen.against, chosen.deals, 99)
        curve.add(spent / 60, model.num_timesteps, chosen.against, chosen.deals, found)
        if chosen.out is not None:
            save(scores, game.variant, chosen.out)
            model.save(chosen.out.with_suffix(".zip"))
    curve.end()


if __name__ == "__main__":
    main()
