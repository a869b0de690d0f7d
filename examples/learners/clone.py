"""A policy cloned from a corpus of deals: a network learns what the bots in it did.

    $ boston-rules simulate mariland --sessions 20000 --option deals=1 --parquet mariland.parquet
    $ python -m examples.learners.clone --corpus mariland.parquet --out clone.npz
    $ boston-rules tournament mariland --bots net:clone.npz,simple

It needs PyTorch and pyarrow. Without a corpus it makes one of some deals, to show that it works.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from examples.learners.evaluation import Curve, require

require("torch", "pyarrow", "gymnasium", "numpy")

import numpy as np  # noqa: E402
import pyarrow.parquet as pq  # type: ignore[import-untyped] # noqa: E402
import torch  # type: ignore[import-not-found] # noqa: E402
from examples.learners.policy import (  # noqa: E402
    Policy,
    as_network,
    evaluate,
    policy_options,
)

import boston_rules as br  # noqa: E402
from boston_rules.envs import action_encoding, observation_spec  # noqa: E402
from boston_rules.envs.network import Spaces  # noqa: E402
from boston_rules.simulate import simulate  # noqa: E402
from boston_rules.simulate.plays import actions_of  # noqa: E402

VALUE, BATCH, RATE = 0.5, 1024, 2e-3


def decisions(variant: br.Variant, corpus: Path, most: int) -> Iterator[tuple[Any, Any, int, int]]:
    """What was seen, what might be done, what was done, and the chips that the seat won: from each
    decision of some deals in which there was a choice."""
    encoding, spec = action_encoding(variant), observation_spec(variant)
    left = most
    for batch in pq.ParquetFile(corpus).iter_batches(1000):
        for row in batch.to_pylist()[:left]:
            hands = [row[f"hand_{seat}"] for seat in range(variant.seats)]
            turned = None if row["turned"] is None else br.parse_card(row["turned"])
            state = br.start(variant, row["dealer"], hands=hands, turned=turned)
            for seat, action in actions_of(row):
                mask = encoding.mask(br.lawful_actions(state))
                if mask.sum() > 1:
                    seen = spec.as_whole(spec.encode(state, seat))
                    yield seen, mask, encoding.encode(action), row[f"chips_{seat}"]
                state = br.apply(state, action)
        left -= len(batch)
        if left <= 0:
            return


def clone(policy: Policy, variant: br.Variant, rows: list[Any], epochs: int, scale: float) -> None:
    """Learn what was done, and what was won by it."""
    seen, masks, taken, won = (
        torch.as_tensor(np.array(column)) for column in zip(*rows, strict=True)
    )
    units = torch.as_tensor(observation_spec(variant).units)
    optimizer = torch.optim.Adam(policy.parameters())
    steps = epochs * (1 + (len(rows) - 1) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    for epoch in range(epochs):
        right = 0
        for part in torch.randperm(len(rows)).split(BATCH):
            scores, value = policy(seen[part] / units, masks[part])
            loss = torch.nn.functional.cross_entropy(scores, taken[part])
            loss = loss + VALUE * ((value - won[part] * scale) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            right += int((scores.argmax(1) == taken[part]).sum())
        print(f"epoch {epoch + 1}: {right / len(rows):.1%} of {len(rows):,} decisions", flush=True)


def main() -> None:
    parser = policy_options(__doc__)
    parser.add_argument("--corpus", type=Path, help="a Parquet file of simulate")
    parser.add_argument("--rows", type=int, default=15_000, help="the most deals that are read")
    parser.add_argument("--epochs", type=int, default=4)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    variant = br.get_variant(chosen.variant, deals=1)
    with tempfile.TemporaryDirectory() as folder:
        corpus = chosen.corpus
        if corpus is None:
            corpus = Path(folder) / "few.parquet"
            simulate(variant, sessions=20, plays=True, workers=1).to_parquet(corpus)
        rows = list(decisions(variant, corpus, chosen.rows))
    spaces = Spaces.of(variant)
    policy = Policy(spaces, chosen.hidden)
    clone(policy, variant, rows, chosen.epochs, chosen.scale)
    network = as_network(policy.scores, spaces)
    if chosen.out is not None:
        network.save(chosen.out)
    curve = Curve(chosen.curve)
    evaluate(curve, network, chosen, variant, 0, len(rows))
    curve.end()


if __name__ == "__main__":
    main()
