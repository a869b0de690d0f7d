"""Expert iteration in one file: a network learns what SimpleBot's choices would better have been.

    $ python -m examples.learners.expert --variant mariland --minutes 10 --out expert.npz
    $ boston-rules tournament mariland --bots net:expert.npz,simple
    $ python -m examples.learners.ppo --variant mariland --start expert.npz --out ppo.npz

Simple players play deals. In every decision each card, each bid or other word that is worth a
thought, is played out with the cards as they lie (:func:`boston_rules.bots.outcomes`): that tells
of all choices at once, where a deal that is played tells of one. The network, which begins by doing
what SimpleBot would do, sees no more than the player, and learns by how many chips each choice is
better than that in the mean over all decisions. It needs PyTorch. Without arguments it runs for
some seconds, to show that it works.
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
    evaluate,
    follow,
    linear,
    policy_options,
)

import boston_rules as br  # noqa: E402
from boston_rules.bots import SimpleBot, decide, outcomes  # noqa: E402
from boston_rules.envs import action_encoding, observation_spec  # noqa: E402
from boston_rules.envs.network import Spaces  # noqa: E402

BATCH, RATE, DECAY = 512, 1e-3, 1e-2
OF_CARDS = 0.5
"""How many of the decisions between cards are looked at: there are many, and they are alike."""
MOST_OF_CARDS, MOST = 2.5, 1.5
"""Mean errors beyond which a card, or a word, is not worth more: a few dear deals would drown the
others."""
CARDS = 3
"""What the gain by cards counts beside the error about words."""
SHARP = 12
"""What a mean error of words is in the scores, for who draws his actions by them."""


def decisions(variant: br.Variant, rng: random.Random) -> Iterator[tuple[Any, Any]]:
    """What is seen in decisions, with SimpleBot's choice, and what each other choice brings more.

    Deal after deal without end. A word that is not worth a thought is infinitely worse; what
    cannot be weighed, or is illegal, brings no number.
    """
    encoding, spec = action_encoding(variant), observation_spec(variant)
    simple = SimpleBot(rng)
    while True:
        state = br.start(variant, dealer=rng.randrange(variant.seats))
        while state.actor is not None:
            advised = decide(state, [simple] * variant.seats, rng)
            playing = isinstance(state, br.Playing)
            if playing:
                asked = isinstance(advised, br.Play) and rng.random() < OF_CARDS
            else:
                asked = state.actor != br.CHANCE and not isinstance(advised, br.Cut | br.TurnCut)
            legal = encoding.legal(br.lawful_actions(state)) if asked else []
            if len(legal) > 1:
                view = br.observe(state, state.actor)
                values = outcomes(state)
                more = np.full(len(encoding), np.nan, dtype=np.float32)
                if not playing:
                    more[legal] = -np.inf
                for action, chips in values.items():
                    more[encoding.encode(action)] = chips - values[advised]
                advice = encoding.mask([advised])
                yield np.concatenate([spec.encode(view), advice]).astype(np.float16), more
            state = br.apply(state, advised)


def learn(policy: Policy, variant: br.Variant, rows: list[Any], epochs: int) -> None:
    """Raise what the chosen cards bring, and learn what words bring, more than what is advised.

    Words differ much, and most lose: their scores become what they bring, where the best is seldom
    mistaken. Cards differ little, and what counts is how often the better one is chosen.
    """
    seen, more = (np.array(column) for column in zip(*rows, strict=True))
    plays = np.array([each.startswith("play") for each in action_encoding(variant).tokens])
    for kind, most in ((plays, MOST_OF_CARDS), (~plays, MOST)):
        chips = more[:, kind]
        unit = np.sqrt(np.mean(chips[np.isfinite(chips)] ** 2)) or 1
        more[:, kind] = (chips / unit).clip(-most, most)
    words = torch.as_tensor(~plays)
    follow(policy.scores, variant, call=1)
    *_, last = linear(policy.scores)
    last.bias.data[words] -= 1
    open_, brings = torch.as_tensor(~np.isnan(more)), torch.as_tensor(np.nan_to_num(more))
    inputs = torch.as_tensor(seen)
    optimizer = torch.optim.AdamW(policy.scores.parameters(), weight_decay=DECAY)
    steps = epochs * (1 + (len(rows) - 1) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    for epoch in range(epochs):
        total = 0.0
        for part in torch.randperm(len(rows)).split(BATCH):
            scores, _ = policy(inputs[part].float(), open_[part])
            chosen = scores.masked_fill(words, -1e9).softmax(1)
            gain = (chosen * brings[part])[~open_[part][:, words].any(1)].sum(1).mean()
            error = ((scores - brings[part]) ** 2)[open_[part] & words].mean()
            loss = torch.nan_to_num(error) - CARDS * torch.nan_to_num(gain)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += float(loss.detach()) * len(part)
        print(f"epoch {epoch + 1}: loss {total / len(rows):.4f}", flush=True)
    last.weight.data[words] *= SHARP
    last.bias.data[words] *= SHARP


def main() -> None:
    parser = policy_options(__doc__)
    parser.add_argument("--minutes", type=float, default=0.05, help="of processor time, to play")
    parser.add_argument("--epochs", type=int, default=6)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    began = time.process_time()
    variant = br.get_variant(chosen.variant, deals=1)
    rows = []
    for row in decisions(variant, random.Random(chosen.seed)):
        rows.append(row)
        if time.process_time() - began >= 60 * chosen.minutes:
            break
    spaces = Spaces.of(variant, ADVICE)
    policy = Policy(spaces, chosen.hidden)
    learn(policy, variant, rows, chosen.epochs)
    network = as_network(policy.scores, spaces)
    if chosen.out is not None:
        network.save(chosen.out)
    minutes = (time.process_time() - began) / 60
    curve = Curve(chosen.curve)
    evaluate(curve, network, chosen, variant, minutes, len(rows))
    curve.end()


if __name__ == "__main__":
    main()
