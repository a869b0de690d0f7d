"""``python -m benchmarks.editions``: a duplicate tournament against another edition's bots."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from benchmarks.editions.players import Clock, ours, theirs
from boston_rules.cli.progress import Progress
from boston_rules.cli.terminal import open_console, print_table
from boston_rules.simulate import tournament
from boston_rules.simulate.duplicate import Seatings
from boston_rules.telling.tables.model import Table


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
    Equal time is reached by hand: by the iterations of the two, and the milliseconds told.
    """
    which: Seatings = "opposite" if opposite else "all"
    rows = []
    for slug in slugs:
        mine, its = Clock(), Clock()
        with Progress("deals") as bar:
            found = tournament(
                slug,
                [partial(ours, mine, bot), partial(theirs, its, source, other or bot)],
                deals,
                seed,
                which=which,
                workers=1,
                results=None if results is None else f"{results}.{slug}",
                progress=bar.tell,
            )
        (duel,) = found.duels()
        low, high = duel.difference.low, duel.difference.high
        rows.append(
            (
                slug,
                str(duel.deals),
                f"{duel.difference.estimate:+.2f}",
                "" if low is None or high is None else f"{low:+.2f} … {high:+.2f}",
                f"{mine.mean:.1f}",
                f"{its.mean:.1f}",
            )
        )
    heads = ("variant", "deals", "chips a hand", "95 %", "our ms", "their ms")
    print_table(open_console(), Table(heads, rows))


if __name__ == "__main__":
    main()
