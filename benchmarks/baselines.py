"""Makes baseline networks: ``python -m benchmarks.baselines mariland fontainebleau``.

For each variant and seed what a learner makes of SimpleBot's advice, in a folder (``--folder``)
with the learning curve, as ``NAME.npz``, which plays as ``net:NAME.npz``. ``--start expert`` begins
as what ``--learner expert`` has made in the folder. What is finished is not made again, and what
was interrupted goes on. ``--table`` writes the curves of the folder for the documentation.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
from pathlib import Path

from examples.learners.evaluation import Curve

from benchmarks.__main__ import machine
from benchmarks.page import captioned, made_on
from boston_rules.core.files import atomic_write
from boston_rules.telling.tables.model import Column, Table


def rows_of(curve: Path) -> list[dict[str, str]]:
    """The evaluations of a learning curve."""
    with curve.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def learn(name: str, variant: str, seed: int, at: Path, chosen: argparse.Namespace) -> None:
    """Run a learner, or let it go on, unless it has learned long enough."""
    curve = at.with_suffix(".csv")
    if curve.exists() and float(rows_of(curve)[-1]["minutes"]) >= chosen.minutes:
        return
    resumes = curve.exists() and at.with_suffix(".pt").exists()
    words = ["--variant", variant, "--seed", seed, "--minutes", chosen.minutes]
    words += ["--deals", chosen.deals, "--out", at.with_suffix(".npz"), "--curve", curve]
    words += ["--resume"] if resumes else []
    if chosen.start is not None:
        words += ["--start", chosen.folder / f"{variant}-{chosen.start}-{seed}.npz"]
    command = [sys.executable, "-m", f"examples.learners.{name}", *map(str, words)]
    subprocess.run(command, check=True)


def write_table(folder: Path, path: Path) -> None:
    """The curves of a folder, as pages of the documentation include them."""
    rows = [
        (curve.stem, *(row[head] for head in Curve.FIELDS))
        for curve in sorted(folder.glob("*.csv"))
        for row in rows_of(curve)
    ]
    table = Table(("network", *(Column(head, "right") for head in Curve.FIELDS)), rows)
    command = f"python -m benchmarks.baselines --table {path.as_posix()}"
    lines = captioned(command, "28 9 13 12 9 9 10 10", table)
    lines.append(made_on(machine()))
    with atomic_write(path) as file:
        file.write(("\n".join(lines) + "\n").encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--folder", type=Path, default=Path("baselines"))
    parser.add_argument("--minutes", type=float, default=20, help="of learning, in processor time")
    parser.add_argument("--deals", type=int, default=1000, help="duplicate deals an evaluation")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--learner", choices=("expert", "ppo", "sb3_maskable"), default="ppo")
    parser.add_argument("--start", help="begin as what this learner has made there, as expert")
    parser.add_argument("--table", type=Path, help="write the curves for the documentation")
    chosen = parser.parse_args()
    chosen.folder.mkdir(exist_ok=True)
    for seed in chosen.seeds:
        for variant in chosen.variants:
            name = "-".join(filter(None, (variant, chosen.start, chosen.learner, str(seed))))
            at = chosen.folder / name
            learn(chosen.learner, variant, seed, at, chosen)
    if chosen.table is not None:
        write_table(chosen.folder, chosen.table)


if __name__ == "__main__":
    main()
