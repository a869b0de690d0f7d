"""Stable-Baselines3's MaskablePPO at one seat of many tables, against bots at the others.

    $ python -m examples.learners.sb3_maskable --variant mariland --minutes 20 \\
        --out sb3.npz --curve curve.csv
    $ boston-rules tournament mariland --bots net:sb3.npz,simple

It begins by doing what SimpleBot would do, as :mod:`examples.learners.ppo` does. ``--out`` keeps
the network and beside it the model, with which it goes on after an interruption (``--resume``).
It needs ``stable-baselines3`` and ``sb3-contrib``. Without arguments it runs for
some seconds, to show that it works.
"""

from typing import Any

from examples.learners.evaluation import require

require("torch", "stable_baselines3", "sb3_contrib", "gymnasium", "numpy")

import gymnasium  # noqa: E402
import torch  # type: ignore[import-not-found] # noqa: E402
from examples.learners.policy import (  # noqa: E402
    AdvisedTables,
    Course,
    begin,
    learner_options,
    tables,
)
from sb3_contrib import MaskablePPO  # type: ignore[import-not-found] # noqa: E402
from stable_baselines3.common.callbacks import (  # type: ignore[import-not-found] # noqa: E402
    BaseCallback,
)
from stable_baselines3.common.vec_env import VecEnv  # type: ignore[import-not-found] # noqa: E402


class Tables(VecEnv):  # type: ignore[misc]
    """The batch of tables as Stable-Baselines3 has it: the mask apart from the observation."""

    def __init__(self, game: AdvisedTables) -> None:
        self.advised, self.render_mode = game, None
        space, actions = gymnasium.spaces.Box(-1, 1, (game.spaces.inputs,)), game.spaces.outputs
        super().__init__(game.game.num_envs, space, gymnasium.spaces.Discrete(actions))

    def reset(self) -> Any:
        self.seen = self.advised.reset(self._seeds[0])
        self._reset_seeds()
        return self.seen["observation"]

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[Any, ...]:
        self.seen, rewards, over = self.advised.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self.seen["observation"], rewards, over, infos

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


class Lesson(BaseCallback):  # type: ignore[misc]
    """Evaluates between rollouts, keeps the model, and ends when the time is over."""

    def __init__(self, course: Course, scores: Any) -> None:
        super().__init__()
        self.course, self.scores = course, scores

    def _on_step(self) -> bool:
        return not self.course.over

    def _on_rollout_start(self) -> None:
        self.course.decisions = self.model.num_timesteps
        if self.course.due:
            self.keep()

    def keep(self) -> None:
        """Evaluate, and write what is needed to go on."""
        self.course.evaluate(self.scores)
        out = self.course.chosen.out
        if out is not None:
            self.model.save(out.with_suffix(".zip"))
            torch.save(self.course.state(), out.with_suffix(".pt"))


def main() -> None:
    chosen = learner_options(__doc__).parse_args()
    torch.set_num_threads(1)
    game = tables(chosen)
    course = Course(chosen, game.spaces)
    hidden = [chosen.hidden] * 2
    model = MaskablePPO(
        "MlpPolicy",
        Tables(game),
        learning_rate=lambda _: course.rate,
        n_steps=chosen.steps,
        batch_size=1024,
        n_epochs=2,
        gamma=1.0,
        ent_coef=0.003,
        seed=chosen.seed,
        policy_kwargs={
            "net_arch": {"pi": hidden, "vf": hidden},
            "activation_fn": torch.nn.ReLU,
        },
    )
    layers = [model.policy.mlp_extractor.policy_net, model.policy.action_net]
    scores = torch.nn.ModuleList(layers)
    lesson = Lesson(course, scores)
    if chosen.resume:
        model.set_parameters(chosen.out.with_suffix(".zip"))
        course.resume(torch.load(chosen.out.with_suffix(".pt")))
        model.num_timesteps = course.decisions
    else:
        begin(scores, game.game.variant, chosen.start)
        course.evaluate(scores)
    model.learn(10**9, callback=lesson, reset_num_timesteps=not chosen.resume)
    lesson.keep()
    course.curve.end()


if __name__ == "__main__":
    main()
