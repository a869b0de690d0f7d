"""Makes baseline networks: ``python -m benchmarks.baselines --minutes 20 mariland french``.

For each variant a corpus of SimpleBot's deals, a clone of what it does, and what PPO makes of the
clone; in a folder (``--folder``) with the curves, as ``NAME.npz``, which plays as ``net:NAME.npz``.
What is there already is not made again, so that the command can be interrupted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from boston_rules.simulate import simulate


def learner(name: str, *words: object) -> None:
    """Run an example of a learner."""
    subprocess.run(
        [sys.executable, "-m", f"examples.learners.{name}", *map(str, words)], check=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="+")
    parser.add_argument("--folder", type=Path, default=Path("baselines"))
    parser.add_argument("--sessions", type=int, default=20_000, help="deals of the corpus")
    parser.add_argument("--epochs", type=int, default=4, help="of cloning")
    parser.add_argument("--minutes", type=float, default=20, help="of learning, in processor time")
    parser.add_argument("--deals", type=int, default=1000, help="duplicate deals an evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--learner", choices=("ppo", "sb3_maskable"), default="ppo")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="of sb3_maskable")
    chosen = parser.parse_args()
    chosen.folder.mkdir(exist_ok=True)
    for variant in chosen.variants:
        at = chosen.folder / variant
        corpus, clone = at.with_suffix(".parquet"), chosen.folder / f"{variant}-clone.npz"
        usual = ("--variant", variant, "--deals", chosen.deals, "--seed", chosen.seed)
        if not corpus.exists():
            results = at.with_suffix(".sqlite")
            simulate(
                variant,
                sessions=chosen.sessions,
                seed=1,
                deals=1,
                plays=True,
                results=results,
                workers=1,
            ).to_parquet(corpus)
        if not clone.exists():
            learner("clone", *usual, "--corpus", corpus, "--out", clone, "--epochs", chosen.epochs)
        made = chosen.folder / f"{variant}-{chosen.learner}-{chosen.seed}.npz"
        opponents = (f"net:{clone}", f"net:{clone}:temperature=1", "simple")
        how: tuple[object, ...] = ("--minutes", chosen.minutes)
        if chosen.learner == "sb3_maskable":
            how = ("--decisions", chosen.decisions, "--evaluations", 5, "--tables", 128)
        learner(
            chosen.learner,
            *usual,
            *how,
            *("--start", clone, "--opponents", *opponents, "--out", made),
            *("--curve", made.with_suffix(".csv")),
            *(("--resume",) if made.exists() else ()),
        )


if __name__ == "__main__":
    main()
