"""``boston-rules tournament``: which bot is better, in duplicate."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal

import click
from attrs import asdict
from rich.console import Console

import boston_rules as br
from boston_rules.bots import NamedBot
from boston_rules.cli.arguments import as_json, bots_option
from boston_rules.cli.documents import print_document
from boston_rules.cli.files import bad_option
from boston_rules.cli.mass import Run, bracketed, chips, foreseen, run_options, written
from boston_rules.cli.terminal import letters_for, open_console, print_table
from boston_rules.core.files import atomic_write
from boston_rules.simulate import Duel
from boston_rules.simulate import tournament as played
from boston_rules.telling.tables.model import Column, Table
from boston_rules.telling.tables.rst import table_rst

__all__ = ["tournament"]

_ALL: Final = "all"
_RST: Final = (".rst", ".inc")
_UNDECIDED: Final = "undecided"
_LINE: Final = 80
"""Of commands."""


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
        raise bad_option("--table", f"{path}: a table is .rst, .inc or .csv")
    foreseen("--table", path)
    rules = [br.get_variant(slug) for slug in slugs]
    results = run.play(
        "deals",
        "--bots, --variants",
        partial(played, rules, bots, deals, run.seed, which=seatings),
    )
    duels = list(results.duels(run.confidence))
    antes = ", antes included" if any(each.pool is not None for each in rules) else ""
    said = f"Chips a hand{antes}; both bots played the same hands. {bracketed(run.confidence)}"
    if path is not None:
        if path.lower().endswith(_RST):
            names = variants if variants == _ALL else ",".join(slugs)
            command = _command(bots, names, deals, run, seatings)
            made = f"{said} Made with version {results.header['version']} by:"
            content = "\n".join(_rst_lines(duels, made, command))
        else:
            content = _csv(duels)
        written("--table", path, lambda name: _write(name, content))
    console = open_console()
    if as_json:
        print_document({**results.header, "duels": list(map(_figures, duels))})
        return
    _print_duels(console, results.bots, duels)
    console.print(said, style="dim")
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


def _figures(duel: Duel) -> dict[str, Any]:
    """The figures of a duel by their names, unrounded."""
    interval = duel.difference
    told = {"difference": interval.estimate, "low": interval.low, "high": interval.high}
    return asdict(duel) | told | {"better": duel.better}


def _table(
    duels: Sequence[Duel], names: Mapping[str | None, str], title: str, *, deals: bool = False
) -> Table:
    """The duels of a pair, a row a variant, with the number of deals if wanted."""
    rows = [
        (
            duel.variant,
            *([str(duel.deals)] if deals else []),
            f"{duel.bot_chips:+.1f}",
            f"{duel.other_chips:+.1f}",
            chips(duel.difference),
            names.get(duel.better, _UNDECIDED),
        )
        for duel in duels
    ]
    bots = [names[bot] for bot in (duels[0].bot, duels[0].other)]
    heads = (Column(head, "right") for head in (*(["deals"] if deals else []), *bots, "difference"))
    return Table(("variant", *heads, "better"), rows, title=title)


def _pairs(duels: Sequence[Duel]) -> Iterator[tuple[str, str, list[Duel]]]:
    for bot, other in dict.fromkeys((duel.bot, duel.other) for duel in duels):
        yield bot, other, [duel for duel in duels if (duel.bot, duel.other) == (bot, other)]


# On the terminal.


def _print_duels(console: Console, bots: Sequence[str], duels: Sequence[Duel]) -> None:
    """A table for each pair; letters stand for the bots where their names are too long."""
    letters: dict[str | None, str] = dict(zip(bots, letters_for(len(bots)), strict=True))
    whole: dict[str | None, str] = dict(zip(bots, bots, strict=True))
    for title, names in (("{0} against {1}", whole), ("{0} ({2}) against {1} ({3})", letters)):
        tables = [
            _table(group, names, title.format(one, two, letters[one], letters[two]))
            for one, two, group in _pairs(duels)
        ]
        if all(table.width() <= console.width for table in tables):
            break
    for table in tables:
        print_table(console, table)
        console.print()


# In files.


def _csv(duels: Sequence[Duel]) -> str:
    """A row for each pair in each variant, unrounded."""
    made = io.StringIO()
    writer = csv.DictWriter(made, _figures(duels[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(_figures, duels))
    return made.getvalue()


def _rst_lines(
    duels: Sequence[Duel], said: str, command: Sequence[tuple[str, ...]]
) -> Iterator[str]:
    """A table for each pair, and the command that makes them, each option with its value."""
    yield ".. Made by the command below; do not edit."
    yield ""
    variants = {duel.variant for duel in duels}
    for bot, other, group in _pairs(duels):
        made = _table(group, _short(bot, other), f"``{bot}`` against ``{other}``", deals=True)
        yield from table_rst(made, lambda text: f"``{text}``" if text in variants else text)
    yield said
    yield ""
    yield ".. code-block:: console"
    yield ""
    yield from _folded_command(command)
    yield ""


def _short(*bots: str) -> dict[str | None, str]:
    """Names without options where they tell the bots apart; the title has them whole."""
    kinds = [bot.partition(":")[0] for bot in bots]
    shown = bots if len(set(kinds)) < len(kinds) else kinds
    return {bot: f"``{name}``" for bot, name in zip(bots, shown, strict=True)}


def _folded_command(command: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """A command on as many lines as it needs, an option beside its value."""
    line = "   $"
    for words in command:
        part = f" {' '.join(words)}"
        if len(line) + len(part) > _LINE - 2:
            yield f"{line} \\"
            line = f"{'':6}"
        line += part
    yield line
