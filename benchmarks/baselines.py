"""Makes baseline networks: ``python -m benchmarks.baselines mariland fontainebleau``.

For each variant and seed what a learner makes of SimpleBot's advice, in a folder (``--folder``)
with the learning curve, as ``NAME.npz``, which plays as ``net:NAME.npz``. ``--start expert`` begins
as what ``--learner expert`` has made in the folder. What is finished is not made again, and what
was interrupted goes on. ``--table`` writes the curves of the folder for the documentation,
``--picture`` draws them.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
from itertools import cycle
from operator import sub
from pathlib import Path
from statistics import mean

import matplotlib
from matplotlib.figure import Figure

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
    words += ["--every", chosen.every, "--deals", chosen.deals]
    words += ["--out", at.with_suffix(".npz"), "--curve", curve]
    words += ["--resume"] if resumes else []
    if chosen.start is not None:
        words += ["--start", chosen.folder / f"{variant}-{chosen.start}-{seed}.npz"]
    command = [sys.executable, "-m", f"examples.learners.{name}", *map(str, words)]
    subprocess.run(command, check=True)


def curves_of(folder: Path) -> dict[str, dict[int, list[dict[str, str]]]]:
    """The curves of a folder, by network and seed."""
    curves: dict[str, dict[int, list[dict[str, str]]]] = {}
    for curve in sorted(folder.glob("*.csv")):
        name, _, seed = curve.stem.rpartition("-")
        curves.setdefault(name, {})[int(seed)] = rows_of(curve)
    return curves


def write_table(folder: Path, path: Path) -> None:
    """Write the curves of a folder as pages of the documentation include them.

    A line an evaluation: the minutes and decisions are the mean over the seeds.
    """
    curves = curves_of(folder)
    seeds = sorted({seed for found in curves.values() for seed in found})
    rows = []
    for name, found in sorted(curves.items()):
        for at in range(max(map(len, found.values()))):
            told = {seed: lines[at] for seed, lines in found.items() if at < len(lines)}
            (measured,) = {(line["deals"], line["against"]) for line in told.values()}
            minutes = mean(float(line["minutes"]) for line in told.values())
            decisions = mean(int(line["decisions"]) for line in told.values())
            chips = [
                "{chips} ({low} to {high})".format_map(told[seed]) if seed in told else ""
                for seed in seeds
            ]
            rows.append((name, f"{minutes:.1f}", f"{decisions:.0f}", *measured, *chips))
    heads = "minutes", "decisions", "deals", "against", *(f"seed {seed}" for seed in seeds)
    table = Table(("network", *(Column(head, "right") for head in heads)), rows)
    command = f"python -m benchmarks.baselines --table {path.as_posix()}"
    lines = captioned(command, " ".join(("28 9 12 9 9", *("20" for _ in seeds))), table)
    lines.append(made_on(machine()))
    with atomic_write(path) as file:
        file.write(("\n".join(lines) + "\n").encode())


def draw(folder: Path, path: Path) -> None:
    """Draw the curves of a folder: a panel a network, a line a seed, with its intervals."""
    curves = curves_of(folder)
    # The salt and the missing date make equal curves equal files.
    with matplotlib.rc_context({"svg.hashsalt": "boston_rules", "font.size": 9}):
        figure = Figure((8, 3), layout="constrained")
        panels = figure.subplots(1, len(curves), sharey=True, squeeze=False)[0]
        for axes, (name, found) in zip(panels, curves.items(), strict=True):
            for (seed, rows), marker in zip(found.items(), cycle("osD^v")):
                minutes, chips, low, high = (
                    [0.0, *(float(row[column]) for row in rows)]
                    for column in ("minutes", "chips", "low", "high")
                )
                ends = list(map(sub, chips, low)), list(map(sub, high, chips))
                axes.errorbar(minutes, chips, ends, marker=marker, capsize=3, label=f"seed {seed}")
            axes.axhline(0, color="0.4", linewidth=0.8)
            axes.grid(color="0.85", linewidth=0.6)
            axes.set(title=name, xlabel="minutes of processor time")
            axes.legend()
        panels[0].set_ylabel("chips a deal more than SimpleBot")
        with atomic_write(path) as file:
            figure.savefig(file, format="svg", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--folder", type=Path, default=Path("baselines"))
    parser.add_argument("--minutes", type=float, default=20, help="of learning, in processor time")
    parser.add_argument("--every", type=float, default=5, help="minutes between evaluations")
    parser.add_argument("--deals", type=int, default=1000, help="duplicate deals an evaluation")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--learner", choices=("expert", "ppo", "sb3_maskable"), default="ppo")
    parser.add_argument("--start", help="begin as what this learner has made there, as expert")
    parser.add_argument("--table", type=Path, help="write the curves for the documentation")
    parser.add_argument("--picture", type=Path, help="draw the curves, as SVG")
    chosen = parser.parse_args()
    chosen.folder.mkdir(exist_ok=True)
    for seed in chosen.seeds:
        for variant in chosen.variants:
            name = "-".join(filter(None, (variant, chosen.start, chosen.learner, str(seed))))
            at = chosen.folder / name
            learn(chosen.learner, variant, seed, at, chosen)
    if chosen.table is not None:
        write_table(chosen.folder, chosen.table)
    if chosen.picture is not None:
        draw(chosen.folder, chosen.picture)


if __name__ == "__main__":
    main()
