"""Expert iteration in one file: a network learns what SimpleBot would better have bid.

    $ python -m examples.learners.expert --variant mariland --minutes 8 --out expert.npz
    $ boston-rules tournament mariland --bots net:expert.npz,simple
    $ python -m examples.learners.ppo --variant mariland --start expert.npz --out ppo.npz

Simple players play deals. After each bid or other word that is worth a thought the deal is played
out with the cards as they lie (:func:`boston_rules.simulate.hindsight.outcomes`): that tells of all
choices at once, where a deal that is played tells of one. The network sees no more than the player,
and learns by how many chips each word is better than SimpleBot's in the mean over all decisions.
Cards are left as SimpleBot would play them, to be learned by playing. It needs PyTorch. Without
arguments it runs for some seconds, to show that it works.
"""

import random
from collections.abc import Iterator
from typing import Any

from examples.learners.evaluation import require

require("torch", "gymnasium", "numpy")

import numpy as np  # noqa: E402
import torch  # type: ignore[import-not-found] # noqa: E402
from examples.learners.policy import (  # noqa: E402
    ADVICE,
    Course,
    Policy,
    course_options,
    follow,
    linear,
    plays,
)

import boston_rules as br  # noqa: E402
from boston_rules.bots import SimpleBot, decide  # noqa: E402
from boston_rules.envs import action_encoding, observation_spec  # noqa: E402
from boston_rules.envs.network import Spaces  # noqa: E402
from boston_rules.simulate.hindsight import outcomes  # noqa: E402

BATCH, RATE, DECAY = 512, 1e-3, 1e-2
MOST = 1.5
"""Mean errors by which a word is better or worse at most: a few dear deals drown the others."""
SHARP = 100
"""What a mean error of words is in the scores: who goes on from there and draws his actions by them
leaves words alone where one is better by some chips, and learns cards."""


def decisions(variant: br.Variant, rng: random.Random) -> Iterator[tuple[Any, Any]]:
    """Decisions between bids or other words, as the player sees them, and the chips of each word.

    Deal after deal without end, with SimpleBot's word, which the chips are compared with. A word
    that is not worth a thought is infinitely worse; what is illegal, or a card, brings no number.
    """
    encoding, spec = action_encoding(variant), observation_spec(variant)
    simple = SimpleBot(rng)
    while True:
        state = br.start(variant, dealer=rng.randrange(variant.seats))
        while state.actor is not None:
            advised = decide(state, [simple] * variant.seats, rng)
            silent = isinstance(state, br.Playing) or state.actor == br.CHANCE
            silent = silent or isinstance(advised, br.Cut | br.TurnCut)
            legal = [] if silent else encoding.legal(br.lawful_actions(state))
            if len(legal) > 1:
                view, values = br.observe(state, state.actor), outcomes(state)
                more = np.full(len(encoding), np.nan, dtype=np.float32)
                more[legal] = -np.inf
                for action, chips in values.items():
                    more[encoding.encode(action)] = chips - values[advised]
                advice = encoding.mask([advised])
                yield np.concatenate([spec.encode(view), advice]).astype(np.float16), more
            state = br.apply(state, advised)


def learn(policy: Policy, variant: br.Variant, seen: Any, more: Any, epochs: int) -> None:
    """Let the scores of words become what they bring, in mean errors, more than what is advised."""
    more = (more / np.sqrt(np.mean(more[np.isfinite(more)] ** 2))).clip(-MOST, MOST)
    words = ~plays(variant)
    follow(policy.scores, variant, call=1)
    *_, last = linear(policy.scores)
    last.bias.data[words] -= 1
    open_, brings = torch.as_tensor(~np.isnan(more)), torch.as_tensor(np.nan_to_num(more))
    inputs = torch.as_tensor(seen)
    optimizer = torch.optim.AdamW(policy.scores.parameters(), weight_decay=DECAY)
    steps = epochs * (1 + (len(seen) - 1) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    for epoch in range(epochs):
        total = 0.0
        for part in torch.randperm(len(seen)).split(BATCH):
            scores = policy.scores(inputs[part].float())
            error = ((scores - brings[part]) ** 2)[open_[part]].mean()
            optimizer.zero_grad()
            error.backward()
            optimizer.step()
            schedule.step()
            total += float(error.detach()) * len(part)
        print(f"epoch {epoch + 1}: squared error {total / len(seen):.4f}", flush=True)
    last.weight.data[words] *= SHARP
    last.bias.data[words] *= SHARP


def main() -> None:
    parser = course_options(__doc__)
    parser.add_argument("--epochs", type=int, default=6)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    variant = br.get_variant(chosen.variant, deals=1)
    spaces = Spaces.of(variant, ADVICE)
    course = Course(chosen, spaces)
    columns: tuple[list[Any], list[Any]] = [], []

    def keep() -> None:
        """Learn from all decisions so far, evaluate, and write what is needed to go on."""
        policy = Policy(spaces, chosen.hidden)
        seen, more = map(np.array, columns)
        learn(policy, variant, seen, more, chosen.epochs)
        course.evaluate(policy.scores)
        if chosen.out is not None:
            state = {"seen": torch.as_tensor(seen), "more": torch.as_tensor(more)}
            torch.save(state | course.state(), chosen.out.with_suffix(".pt"))

    if chosen.resume:
        state = torch.load(chosen.out.with_suffix(".pt"))
        columns = list(state["seen"].numpy()), list(state["more"].numpy())
        course.resume(state)
    for row in decisions(variant, random.Random(chosen.seed + course.decisions)):
        for column, value in zip(columns, row, strict=True):
            column.append(value)
        course.decisions += 1
        if course.over:
            break
        if course.due:
            keep()
    keep()
    course.curve.end()


if __name__ == "__main__":
    main()
