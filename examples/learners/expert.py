"""Expert iteration in one file: a network learns what sampled worlds say of SimpleBot's cards.

    $ python -m examples.learners.expert --variant mariland --minutes 10 --out expert.npz
    $ boston-rules tournament mariland --bots net:expert.npz,simple
    $ python -m examples.learners.ppo --variant mariland --start expert.npz --out ppo.npz

Simple players play deals. In every decision among cards each card is played out in a few worlds
that fit what the player sees (:meth:`boston_rules.bots.MonteCarloBot.weigh`): noisy, but of all
cards at once, where a deal that is played tells of one. The network, which begins by doing what
SimpleBot would do, raises what its cards bring in the mean over all decisions, and so learns what
the search cannot know of one decision. It needs PyTorch. Without arguments it runs for some
seconds, to show that it works.
"""

import random
import time
from collections.abc import Iterator
from typing import Any

from examples.learners.evaluation import Curve, require

require("torch", "gymnasium", "numpy")

import numpy as np  # noqa: E402
import torch  # type: ignore[import-not-found] # noqa: E402
from examples.learners.policy import (  # noqa: E402
    ADVICE,
    Policy,
    as_network,
    begin,
    evaluate,
    policy_options,
)

import boston_rules as br  # noqa: E402
from boston_rules.bots import MonteCarloBot, SimpleBot, decide  # noqa: E402
from boston_rules.envs import action_encoding, observation_spec  # noqa: E402
from boston_rules.envs.network import Spaces  # noqa: E402

BATCH, RATE, DECAY = 512, 1e-3, 1e-2
CLIP = 60
"""Chips beyond which a decision is not worth more: a few dear deals would drown the others."""


def decisions(variant: br.Variant, worlds: int, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Of decisions between cards: what is seen, with SimpleBot's choice, and what each brings more
    than that one; deal after deal without end."""
    encoding, spec = action_encoding(variant), observation_spec(variant)
    expert, simple = MonteCarloBot(rng), SimpleBot(rng)
    while True:
        state = br.start(variant, dealer=rng.randrange(variant.seats))
        while (seat := state.actor) is not None:
            if not isinstance(state, br.Playing) or state.contract is None:
                state = br.apply(state, decide(state, [simple] * variant.seats, rng))
                continue
            view = br.observe(state, seat)
            advised = simple.choose(view)
            if isinstance(advised, br.Play) and len(br.lawful_actions(view)) > 1:
                values = expert.weigh(view, worlds)
                more = np.full(len(encoding), np.nan, dtype=np.float32)
                for card, chips in values.items():
                    more[encoding.encode(card)] = chips - values[advised]
                advice = encoding.mask([advised])
                yield np.concatenate([spec.encode(view), advice]).astype(np.float16), more
            state = br.apply(state, advised)


def learn(policy: Policy, rows: list[Any], epochs: int) -> None:
    """Raise what the cards that the policy chooses bring more than those that are advised."""
    seen, more = (np.array(column) for column in zip(*rows, strict=True))
    open_ = torch.as_tensor(~np.isnan(more))
    brings = torch.as_tensor(np.nan_to_num(more)).clamp(-CLIP, CLIP)
    inputs = torch.as_tensor(seen)
    optimizer = torch.optim.AdamW(policy.scores.parameters(), weight_decay=DECAY)
    steps = epochs * (1 + (len(rows) - 1) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    for epoch in range(epochs):
        total = 0.0
        for part in torch.randperm(len(rows)).split(BATCH):
            scores, _ = policy(inputs[part].float(), open_[part])
            gain = (scores.softmax(1) * brings[part]).sum(1).mean()
            optimizer.zero_grad()
            (-gain).backward()
            optimizer.step()
            schedule.step()
            total += float(gain.detach()) * len(part)
        print(f"epoch {epoch + 1}: {total / len(rows):+.3f} chips a decision", flush=True)


def main() -> None:
    parser = policy_options(__doc__)
    parser.add_argument("--minutes", type=float, default=0.05, help="of processor time, to play")
    parser.add_argument("--worlds", type=int, default=3, help="for each decision")
    parser.add_argument("--epochs", type=int, default=6)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    began = time.process_time()
    variant = br.get_variant(chosen.variant, deals=1)
    rows = []
    for row in decisions(variant, chosen.worlds, random.Random(chosen.seed)):
        rows.append(row)
        if time.process_time() - began >= 60 * chosen.minutes:
            break
    spaces = Spaces.of(variant, ADVICE)
    policy = Policy(spaces, chosen.hidden)
    begin(policy.scores, variant, None)
    learn(policy, rows, chosen.epochs)
    network = as_network(policy.scores, spaces)
    if chosen.out is not None:
        network.save(chosen.out)
    minutes = (time.process_time() - began) / 60
    curve = Curve(chosen.curve)
    evaluate(curve, network, chosen, variant, minutes, len(rows))
    curve.end()


if __name__ == "__main__":
    main()
