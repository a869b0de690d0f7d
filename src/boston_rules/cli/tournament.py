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
from boston_rules.cli.arguments import as_json
from boston_rules.cli.bots import bots_option
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import print_document
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.mass import Run, bracketed, chips, decimal, foreseen, run_options, written
from boston_rules.cli.problems import bad_option
from boston_rules.cli.terminal import letters_for, open_console, pips, print_table
from boston_rules.core.files import atomic_write
from boston_rules.core.saying import joined, say, say_as, say_number
from boston_rules.simulate import Duel
from boston_rules.simulate import tournament as played
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.model import Column, Table
from boston_rules.telling.tables.rst import table_rst

__all__ = ["tournament"]

_RST: Final = (".rst", ".inc")
_UNDECIDED: Final = say("undecided")
_LINE: Final = 80
"""Of commands."""


@command(
    help=paragraphs(
        COMMANDS["tournament"].about,
        say(
            "The variants are all, or those that are named. Each deal is played in every seating "
            "of two bots, so that both play the same hands; the interval is about the difference a "
            "deal. A bot beats another when the whole interval says so. Exit status as for "
            "'simulate'."
        ),
    )
)
@bots_option(say("Two bots or more, between commas; each pair is measured."), required=True)
@click.argument("variants", metavar="[VARIANT]...", nargs=-1)
@option(
    "--deals",
    type=click.IntRange(1, 10**7),
    metavar="N",
    default=200,
    show_default=True,
    help=say("How many deals are played in each variant."),
)
@option(
    "--seatings",
    type=click.Choice(["all", "opposite"]),
    default="all",
    show_default=True,
    help=say("Every way to share the table evenly, or only the two with alternate seats."),
)
@run_options
@option(
    "--table",
    "path",
    metavar="FILE",
    help=say(
        "Write the table to a file too, as reStructuredText (.rst, or .inc to be included) or "
        "CSV (.csv)."
    ),
)
@as_json
def tournament(
    bots: tuple[NamedBot, ...],
    variants: tuple[str, ...],
    deals: int,
    seatings: Literal["all", "opposite"],
    run: Run,
    path: str | None,
    as_json: bool,
) -> None:
    """``boston-rules tournament``."""
    slugs = variants or br.list_variants()
    if path is not None and not path.lower().endswith((*_RST, ".csv")):
        raise bad_option("--table", say("{file}: a table is .rst, .inc or .csv", file=path))
    foreseen("--table", path)
    rules = [br.get_variant(slug) for slug in slugs]
    results = run.play(
        say("deals"),
        "--bots, VARIANT",
        partial(played, rules, bots, deals, run.seed, which=seatings),
    )
    duels = list(results.duels(run.confidence))
    what = say("Chips a hand; both bots played the same hands.")
    if any(each.pool is not None for each in rules):
        what = say("Chips a hand, antes included; both bots played the same hands.")
    said = joined(" ", (what, bracketed(run.confidence)))
    if path is not None:
        if path.lower().endswith(_RST):
            command = _command(bots, variants, deals, run, seatings)
            made = say("Made with version {version} by:", version=results.header["version"])
            content = "\n".join(_rst_lines(duels, spoken(joined(" ", (said, made))), command))
        else:
            content = _csv(duels)
        written("--table", path, lambda name: _write(name, content))
    console = open_console()
    if as_json:
        print_document({**results.header, "duels": list(map(_figures, duels))})
        return
    _print_duels(console, results.bots, duels)
    console.print(pips(said, "dim"))
    played_so = say_number(
        "{number} deal in each variant, seed {seed}.",
        "{number} deals in each variant, seed {seed}.",
        deals,
        seed=str(run.seed),
    )
    console.print(pips(played_so, "dim"))


def _command(
    bots: tuple[NamedBot, ...], variants: tuple[str, ...], deals: int, run: Run, seatings: str
) -> list[tuple[str, ...]]:
    """What makes the same table again, with options that are not as they are anyway."""
    made: list[tuple[str, ...]] = [
        ("boston-rules", "tournament"),
        *((variant,) for variant in variants),
        ("--bots", shlex.quote(",".join(map(str, bots)))),
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
            decimal(duel.bot_chips, "+.1f"),
            decimal(duel.other_chips, "+.1f"),
            chips(duel.difference),
            names.get(duel.better, _UNDECIDED),
        )
        for duel in duels
    ]
    bots = [names[bot] for bot in (duels[0].bot, duels[0].other)]
    heads = [*([say("deals")] if deals else []), *bots, say("difference")]
    columns = (Column(head, "right") for head in heads)
    return Table((say("variant"), *columns, say_as("which bot", "better")), rows, title=title)


def _pairs(duels: Sequence[Duel]) -> Iterator[tuple[str, str, list[Duel]]]:
    for bot, other in dict.fromkeys((duel.bot, duel.other) for duel in duels):
        yield bot, other, [duel for duel in duels if (duel.bot, duel.other) == (bot, other)]


# On the terminal.


def _print_duels(console: Console, bots: Sequence[str], duels: Sequence[Duel]) -> None:
    """A table for each pair; letters stand for the bots where their names are too long."""
    letters: dict[str | None, str] = dict(zip(bots, letters_for(len(bots)), strict=True))
    whole: dict[str | None, str] = dict(zip(bots, bots, strict=True))
    for names in (whole, letters):
        tables = []
        for one, two, group in _pairs(duels):
            title = say("{bot} against {other}", bot=one, other=two)
            if names is letters:
                title = say(
                    "{bot} ({letter}) against {other} ({other_letter})",
                    bot=one,
                    letter=letters[one],
                    other=two,
                    other_letter=letters[two],
                )
            tables.append(_table(group, names, title))
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
