"""``boston-rules tournament``: which bot is better, in duplicate."""

from __future__ import annotations

import shlex
from typing import Final, Literal

import click

import boston_rules as br
from boston_rules.bots import NamedBot
from boston_rules.cli.arguments import as_json
from boston_rules.cli.documents import print_document
from boston_rules.cli.duels import as_csv, as_rst, figures, print_duels
from boston_rules.cli.mass import Run, foreseen, run_options, written
from boston_rules.cli.names import bots_option
from boston_rules.cli.terminal import open_console
from boston_rules.core.files import atomic_write
from boston_rules.simulate import tournament as played

__all__ = ["tournament"]

_ALL: Final = "all"
_RST: Final = (".rst", ".inc")


@click.command()
@bots_option("Two bots or more, between commas; each pair is measured.", required=True)
@click.option(
    "--variants",
    metavar="SLUGS",
    default=_ALL,
    show_default=True,
    help="The variants, between commas, or 'all'.",
)
@click.option(
    "--deals",
    type=click.IntRange(1, 10**7),
    metavar="N",
    default=200,
    show_default=True,
    help="How many deals are played in each variant.",
)
@click.option(
    "--seatings",
    type=click.Choice(["all", "opposite"]),
    default="all",
    show_default=True,
    help="Every way to share the table evenly, or only the two with alternate seats.",
)
@run_options
@click.option(
    "--table",
    "path",
    metavar="FILE",
    help="Write the table to a file too, as reStructuredText (.rst, or .inc to be included) or "
    "CSV (.csv).",
)
@as_json
def tournament(
    bots: tuple[NamedBot, ...],
    variants: str,
    deals: int,
    seatings: Literal["all", "opposite"],
    run: Run,
    path: str | None,
    as_json: bool,
) -> None:
    """Measure bots against each other on the same deals, from every seat.

    Each deal is played in every seating of two bots, so that both play the same hands; the interval
    is about the difference a deal. A bot beats another when the whole interval says so. Exit status
    as for 'simulate'.
    """
    slugs = br.list_variants() if variants == _ALL else tuple(map(str.strip, variants.split(",")))
    if path is not None and not path.lower().endswith((*_RST, ".csv")):
        raise click.BadParameter(f"{path}: a table is .rst, .inc or .csv", param_hint="'--table'")
    foreseen("--table", path)
    rules = [br.get_variant(slug) for slug in slugs]
    results = run.play(
        "deals",
        "--bots, --variants",
        lambda how: played(rules, bots, deals, run.seed, which=seatings, **how),
    )
    duels = list(results.duels(run.confidence))
    if path is not None:
        if path.lower().endswith(_RST):
            names = variants if variants == _ALL else ",".join(slugs)
            command = _command(bots, names, deals, run, seatings)
            content = as_rst(duels, run.confidence, results.header["version"], command)
        else:
            content = as_csv(duels)
        written(path, lambda name: _write(name, content))
    console = open_console()
    if as_json:
        print_document({**results.header, "duels": list(map(figures, duels))})
        return
    print_duels(console, results.bots, duels, run.confidence)
    console.print(f"{deals} deals in each variant, seed {run.seed}.", style="dim")


def _command(
    bots: tuple[NamedBot, ...], variants: str, deals: int, run: Run, seatings: str
) -> list[tuple[str, ...]]:
    """What makes the same table again, with options that are not as they are anyway."""
    made: list[tuple[str, ...]] = [
        ("boston-rules", "tournament"),
        ("--bots", shlex.quote(",".join(map(str, bots)))),
        ("--variants", variants),
        ("--deals", str(deals)),
        ("--seed", str(run.seed)),
    ]
    if seatings != "all":
        made.append(("--seatings", seatings))
    if run.confidence != 0.95:
        made.append(("--confidence", f"{100 * run.confidence:g}"))
    return made


def _write(path: str, content: str) -> None:
    with atomic_write(path) as file:
        file.write(content.encode())
