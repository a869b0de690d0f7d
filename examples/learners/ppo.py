"""PPO in one file, as CleanRL writes it, at one seat of many tables.

    $ python -m examples.learners.ppo --variant mariland --minutes 20 --out ppo.npz
    $ boston-rules tournament mariland --bots net:ppo.npz,simple

It begins by doing what SimpleBot would do, and learns when to do something else: a learner that
begins with nothing learns to pass, as most bids that are drawn at random lose. ``--out`` keeps the
network, which plays as ``net:ppo.npz``, and beside it what is needed to go on after an interruption
(``--resume``). It needs PyTorch. Without arguments it runs for some seconds, to show that it works.
"""

from typing import Any

from examples.learners.evaluation import require

require("torch", "gymnasium", "numpy")

import numpy as np  # noqa: E402
import torch  # type: ignore[import-not-found] # noqa: E402
from examples.learners.policy import (  # noqa: E402
    Course,
    Policy,
    begin,
    learner_options,
    tables,
)

CLIP, ENTROPY, VALUE, EPOCHS, BATCH = 0.2, 0.003, 0.5, 2, 1024
LAMBDA = 0.95
"""Nothing is discounted: the chips come at the end of the deal."""


def improve(policy: Policy, optimizer: Any, rows: list[Any]) -> None:
    """Some epochs of PPO over decisions and their advantages."""
    seen, masks, taken, old, returns, advantages = rows
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(seen)).split(BATCH):
            scores, value = policy(seen[part], masks[part])
            chances = torch.distributions.Categorical(logits=scores)
            ratio = (chances.log_prob(taken[part]) - old[part]).exp()
            gain = advantages[part]
            better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            loss = VALUE * ((value - returns[part]) ** 2).mean()
            loss = loss - (better + ENTROPY * chances.entropy()).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    chosen = learner_options(__doc__).parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    game = tables(chosen)
    policy = Policy(game.spaces, chosen.hidden)
    begin(policy.scores, game.game.variant, chosen.start)
    optimizer = torch.optim.Adam(policy.parameters(), eps=1e-5)
    course = Course(chosen, game.spaces)

    def keep() -> None:
        """Evaluate, and write what is needed to go on."""
        course.evaluate(policy.scores)
        state = {"policy": policy.state_dict(), "optimizer": optimizer.state_dict()}
        if chosen.out is not None:
            torch.save(state | course.state(), chosen.out.with_suffix(".pt"))

    if chosen.resume:
        state = torch.load(chosen.out.with_suffix(".pt"))
        policy.load_state_dict(state["policy"])
        optimizer.load_state_dict(state["optimizer"])
        course.resume(state)
    else:
        course.evaluate(policy.scores)
    observations = game.reset(chosen.seed + course.decisions)
    while not course.over:
        for group in optimizer.param_groups:
            group["lr"] = course.rate
        rows: list[tuple[Any, ...]] = []
        for _ in range(chosen.steps):
            seen = torch.as_tensor(observations["observation"])
            mask = torch.as_tensor(observations["action_mask"])
            with torch.no_grad():
                scores, values = policy(seen, mask)
                chances = torch.distributions.Categorical(logits=scores)
                taken = chances.sample()
            observations, rewards, over = game.step(taken.numpy())
            rewards, over = (torch.as_tensor(np.float32(each)) for each in (rewards, over))
            rows.append((seen, mask, taken, chances.log_prob(taken), values, rewards, over))
        with torch.no_grad():
            _, later = policy(*map(torch.as_tensor, observations.values()))
        advantage, found = torch.zeros(chosen.tables), []
        for *_, value, reward, over in reversed(rows):
            going = 1 - over
            advantage = reward + going * later - value + LAMBDA * going * advantage
            found.append((value + advantage, advantage))
            later = value
        rows = [(*row[:4], *last) for row, last in zip(rows, reversed(found), strict=True)]
        columns = [torch.cat(column) for column in zip(*rows, strict=True)]
        choice = columns[1].sum(1) > 1  # elsewhere there is nothing to learn
        improve(policy, optimizer, [column[choice] for column in columns])
        course.decisions += int(choice.sum())
        if course.due:
            keep()
    keep()
    course.curve.end()


if __name__ == "__main__":
    main()
