"""PPO in one file, as CleanRL writes it, at one seat of many tables.

    $ python -m examples.learners.ppo --variant mariland --start clone.npz \\
        --opponents net:clone.npz simple --minutes 20 --out ppo.npz --curve curve.csv

It may begin with a network that :mod:`examples.learners.clone` has made (``--start``), which is
what chance alone takes longest to find: most bids that are drawn at random lose, so that a learner
without a start learns to pass. For ``--judging`` minutes only the value is learned, as its first
errors would spoil the clone. ``--out`` keeps the network, which plays as ``net:ppo.npz``, and
beside it what is needed to go on after an interruption (``--resume``). It needs PyTorch. Without
arguments it runs for some seconds, to show that it works.
"""

import time
from pathlib import Path
from typing import Any

from examples.learners.evaluation import Curve, duel, options, require

require("torch", "gymnasium", "numpy")

import numpy as np  # noqa: E402
import torch  # type: ignore[import-not-found] # noqa: E402
from examples.learners.policy import Policy, chooser, load, save  # noqa: E402

from boston_rules.envs.vector import BostonVectorEnv  # noqa: E402

CLIP, ENTROPY, VALUE, EPOCHS, BATCH = 0.2, 0.003, 0.5, 2, 1024
LAMBDA = 0.95
"""Nothing is discounted: the chips come at the end of the deal."""


def improve(policy: Policy, optimizer: Any, rows: list[Any], *, acts: bool) -> None:
    """Some epochs of PPO over decisions and their advantages; of the value alone unless it acts."""
    seen, masks, taken, old, returns, advantages = rows
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(seen)).split(BATCH):
            scores, value = policy(seen[part], masks[part])
            chances = torch.distributions.Categorical(logits=scores)
            ratio = (chances.log_prob(taken[part]) - old[part]).exp()
            gain = advantages[part]
            loss = VALUE * ((value - returns[part]) ** 2).mean()
            if acts:
                better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
                loss = loss - (better + ENTROPY * chances.entropy()).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--minutes", type=float, default=0.05, help="of processor time")
    parser.add_argument("--tables", type=int, default=128)
    parser.add_argument("--steps", type=int, default=64, help="at each table before improvements")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--scale", type=float, default=0.02, help="what a chip is worth")
    parser.add_argument("--opponents", nargs="+", default=["simple"], help="drawn alike")
    parser.add_argument("--every", type=float, default=5, help="minutes between evaluations")
    parser.add_argument("--start", type=Path, help="a network to begin with")
    parser.add_argument("--judging", type=float, default=1, help="minutes that it is left as it is")
    parser.add_argument("--out", type=Path, help="where the network is written")
    parser.add_argument("--resume", action="store_true", help="go on with what is at --out")
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    game = BostonVectorEnv(
        chosen.tables,
        chosen.variant,
        seat=None,
        opponents=dict.fromkeys(chosen.opponents, 1.0),
        reward_scale=chosen.scale,
        illegal="raise",
    )
    policy = Policy(game.variant, chosen.hidden)
    optimizer = torch.optim.Adam(policy.parameters(), lr=chosen.rate, eps=1e-5)
    if chosen.start is not None:
        load(policy.scores, game.variant, chosen.start)
    curve, decisions, before = Curve(chosen.curve), 0, 0.0
    kept = None if chosen.out is None else chosen.out.with_suffix(".pt")
    if chosen.resume:
        assert kept is not None, "--resume goes with --out"
        state = torch.load(kept)
        policy.load_state_dict(state["policy"])
        optimizer.load_state_dict(state["optimizer"])
        decisions, before = state["decisions"], state["minutes"]
        curve.rows = state["curve"]
    began = time.process_time()

    def minutes() -> float:
        return before + (time.process_time() - began) / 60

    def evaluate() -> None:
        nonlocal began
        paused = time.process_time()
        found = duel(game.variant, chooser(policy), chosen.against, chosen.deals, seed=99)
        began += time.process_time() - paused  # what is measured is what it takes to learn
        curve.add(minutes(), decisions, chosen.against, chosen.deals, found)
        if kept is not None:
            save(policy.scores, game.variant, chosen.out)
            state = {"decisions": decisions, "minutes": minutes(), "curve": curve.rows}
            state |= {"policy": policy.state_dict(), "optimizer": optimizer.state_dict()}
            torch.save(state, kept)

    if not chosen.resume:
        evaluate()
    told = minutes()
    observations, _ = game.reset(seed=chosen.seed + decisions)
    while minutes() < chosen.minutes:
        for group in optimizer.param_groups:
            group["lr"] = chosen.rate * (1 - minutes() / chosen.minutes)
        rows: list[tuple[Any, ...]] = []
        for _ in range(chosen.steps):
            seen = torch.as_tensor(observations["observation"])
            mask = torch.as_tensor(observations["action_mask"])
            with torch.no_grad():
                scores, values = policy(seen, mask)
                chances = torch.distributions.Categorical(logits=scores)
                taken = chances.sample()
            observations, rewards, over, _, _ = game.step(taken.numpy())
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
        acts = chosen.start is None or minutes() > chosen.judging
        improve(policy, optimizer, [column[choice] for column in columns], acts=acts)
        decisions += int(choice.sum())
        if minutes() - told > chosen.every:
            evaluate()
            told = minutes()
    evaluate()
    curve.end()


if __name__ == "__main__":
    main()
