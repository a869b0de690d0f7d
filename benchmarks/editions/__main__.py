"""``python -m benchmarks.editions``: a duplicate tournament against another edition's bots."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.editions.players import Clock, ours, theirs
from boston_rules.simulate import tournament
from boston_rules.simulate.duplicate import Seatings


@click.command()
@click.argument("source", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--variant", "slugs", multiple=True, default=("fontainebleau",), show_default=True)
@click.option("--bot", default="montecarlo:iterations=20", show_default=True, help="Ours.")
@click.option("--other", help="Theirs; without it the same name.")
@click.option("--deals", default=100, show_default=True, help="Deals in each variant.")
@click.option("--seed", default=1, show_default=True, help="Of the deals and the bots.")
@click.option("--opposite", is_flag=True, help="Two seatings instead of all.")
@click.option("--results", help="Keep deals in files whose names begin so, to go on from.")
def main(
    source: Path,
    slugs: tuple[str, ...],
    bot: str,
    other: str | None,
    deals: int,
    seed: int,
    opposite: bool,
    results: str | None,
) -> None:
    """Play this library's bot against the bot of the edition in the folder SOURCE.

    SOURCE holds a package boston_rules: a src folder, or a tree in which it is compiled. A variant
    must have the same rules in both; an action that is illegal in one ends the run with an error.
    Equal time is reached by hand: by the iterations of the two, and the milliseconds of the
    processor that are told for a decision.
    """
    status = Console(stderr=True)
    which: Seatings = "opposite" if opposite else "all"
    table = Table("variant", "deals", "chips a hand", "95 %", "our ms", "their ms")
    for slug in slugs:
        mine, its = Clock(), Clock()
        found = tournament(
            slug,
            [partial(ours, mine, bot), partial(theirs, its, source, other or bot)],
            deals,
            seed,
            which=which,
            workers=1,
            results=None if results is None else f"{results}.{slug}",
            progress=lambda done, of: status.print(f"{done}/{of}", end="\r", highlight=False),
        )
        (duel,) = found.duels()
        low, high = duel.difference.low, duel.difference.high
        table.add_row(
            slug,
            str(duel.deals),
            f"{duel.difference.estimate:+.2f}",
            "" if low is None or high is None else f"{low:+.2f} … {high:+.2f}",
            f"{mine.mean:.1f}",
            f"{its.mean:.1f}",
        )
    Console(soft_wrap=not sys.stdout.isatty()).print(table)


if __name__ == "__main__":
    main()
