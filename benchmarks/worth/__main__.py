"""``python -m benchmarks.worth``: what the prices of the variants were worth."""

from __future__ import annotations

import os
import sys

import click

import boston_rules as br
from benchmarks.asked import ONLY
from benchmarks.worth.page import Run, rst
from benchmarks.worth.runs import solve
from boston_rules.core.files import atomic_write

DEALS = 200
NODES = 500_000


@click.command()
@click.option("--deals", type=click.IntRange(1), default=DEALS, show_default=True, help="Deals.")
@click.option("--seed", default=1, show_default=True, help="Of the cards.")
@click.option(
    "--nodes", type=click.IntRange(1), default=NODES, show_default=True, help="When to give up."
)
@ONLY
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    show_default=True,
    help="Processes.",
)
@click.option("--smoke", is_flag=True, help="One deal of one variant: does it still run?")
@click.option("--table", "page", type=click.Path(dir_okay=False), help="Write the figures here.")
def main(
    deals: int,
    seed: int,
    nodes: int,
    slugs: tuple[str, ...],
    jobs: int,
    smoke: bool,
    page: str | None,
) -> None:
    """Solve seeded deals, and print what the best hand comes to in every contract.

    It is meant for the compiled build; in plain Python the answers are the same, much later.
    """
    if smoke:
        deals, nodes, slugs = 1, 200, slugs or ("classic",)
    chosen = slugs or br.list_variants()
    with click.progressbar(length=deals, label="deals", file=sys.stderr) as bar:
        solved = []
        for deal in solve(deals, seed, nodes, chosen, jobs):
            solved.append(deal)
            bar.update(1)
    command = f"python -m benchmarks.worth --deals {deals} --seed {seed}"
    command += f" --nodes {nodes}" if nodes != NODES else ""
    command += "".join(f" --only {slug}" for slug in slugs)
    command += f" --table {page}" if page is not None else ""
    text = rst(Run(deals=tuple(solved), slugs=chosen, nodes=nodes, command=command))
    if page is None:
        click.echo(text)
        return
    with atomic_write(page) as to:
        to.write(text.encode())


if __name__ == "__main__":
    main()
