"""``boston-rules tournament``: which bot is better, in duplicate."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, Literal

import click
from attrs import asdict
from rich.console import Console

import boston_rules as br
from boston_rules.bots import NamedBot
from boston_rules.bots.programs.bot import forfeits_by_name
from boston_rules.cli.arguments import as_json
from boston_rules.cli.bots import bots_option, forfeits_words
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import print_document
from boston_rules.cli.files import write_bytes
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.mass import Run, bracketed, chips, decimal, foreseen, run_options, written
from boston_rules.cli.pages import RST, page_of
from boston_rules.cli.problems import bad_option
from boston_rules.cli.terminal import letters_for, open_console, pips, print_table
from boston_rules.core.saying import Said, joined, say, say_as, say_number
from boston_rules.simulate import Duel, Standing
from boston_rules.simulate import tournament as played
from boston_rules.simulate.duplicate import deals_digest
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.model import Column, Table
from boston_rules.telling.tables.rst import table_rst

__all__ = ["tournament"]

_UNDECIDED: Final = say("undecided")
_AHEAD: Final = say("Each against all others")


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
@option(
    "--set",
    "deal_set",
    metavar="NAME",
    help=say("Play the deals of this name, the same for everybody, instead of those of --seed."),
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
    deal_set: str | None,
    run: Run,
    path: str | None,
    as_json: bool,
) -> None:
    """``boston-rules tournament``."""
    slugs = variants or br.list_variants()
    if path is not None and not path.lower().endswith((*RST, ".csv")):
        raise bad_option("--table", say("{file}: a table is .rst, .inc or .csv", file=path))
    foreseen("--table", path)
    rules = [br.get_variant(slug) for slug in slugs]
    seed = run.seed if deal_set is None else deal_set
    results = run.play(
        say("deals"),
        "--bots, VARIANT, --set",
        partial(played, rules, bots, deals, seed, which=seatings),
    )
    duels = list(results.duels(run.confidence))
    standings = list(results.standings(run.confidence)) if len(bots) > 2 else []
    digest = deals_digest(rules, deals, seed)
    what = say("Chips a hand; both bots played the same hands.")
    if any(each.pool is not None for each in rules):
        what = say("Chips a hand, antes included; both bots played the same hands.")
    said = joined(" ", (what, bracketed(run.confidence)))
    if path is not None:
        if path.lower().endswith(RST):
            command = _command(bots, variants, deals, seed, run.confidence, seatings)
            told = joined(" ", (said, *_forfeits(duels), _digest(digest)))
            made = say("Made with version {version} by:", version=results.header["version"])
            lines = _rst_lines(duels, standings, spoken(joined(" ", (told, made))))
            content = page_of(lines, command)
        else:
            content = _csv(duels)
        written("--table", path, lambda name: write_bytes(name, content.encode()))
    console = open_console()
    if as_json:
        print_document(
            {
                **results.header,
                "sha256": digest,
                "duels": list(map(_figures, duels)),
                "standings": [asdict(standing) for standing in standings],
            }
        )
        return
    _print_duels(console, results.bots, duels, standings)
    console.print(pips(said, "dim"))
    for told in _forfeits(duels):
        console.print(pips(told))
    if deal_set is None:
        played_so = say_number(
            "{number} deal in each variant, seed {seed}.",
            "{number} deals in each variant, seed {seed}.",
            deals,
            seed=str(run.seed),
        )
    else:
        played_so = say_number(
            "{number} deal of the set {name} in each variant.",
            "{number} deals of the set {name} in each variant.",
            deals,
            name=deal_set,
        )
    console.print(pips(joined(" ", (played_so, _digest(digest))), "dim"))


def _digest(digest: str) -> Said:
    """By what others can tell that they play the same cards."""
    return say("SHA-256 of the deals: {digest}.", digest=digest[:16])


def _forfeits(duels: Sequence[Duel]) -> Iterator[Said]:
    sides = (((duel.bot, duel.forfeits), (duel.other, duel.other_forfeits)) for duel in duels)
    return forfeits_words(forfeits_by_name(chain.from_iterable(sides)))


def _command(
    bots: tuple[NamedBot, ...],
    variants: tuple[str, ...],
    deals: int,
    seed: int | str,
    confidence: float,
    seatings: str,
) -> list[tuple[str, ...]]:
    """What makes the same table again, with options that are not as they are anyway."""
    made: list[tuple[str, ...]] = [
        ("boston-rules", "tournament"),
        *((variant,) for variant in variants),
        ("--bots", shlex.quote(",".join(map(str, bots)))),
        ("--deals", str(deals)),
        ("--set" if isinstance(seed, str) else "--seed", str(seed)),
    ]
    if seatings != "all":
        made.append(("--seatings", seatings))
    if confidence != 0.95:
        made.append(("--confidence", f"{100 * confidence:g}"))
    return made


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


def _standings(
    standings: Sequence[Standing], names: Mapping[str | None, str], title: str
) -> Iterator[Table]:
    """All bots in a table, a row a variant; nothing where there is only one pair."""
    if not standings:
        return
    bots = list(dict.fromkeys(standing.bot for standing in standings))
    found = {(each.variant, each.bot): chips(each.difference) for each in standings}
    columns = (Column(names[bot], "right") for bot in bots)
    rows = [
        (variant, *(found[variant, bot] for bot in bots))
        for variant in dict.fromkeys(standing.variant for standing in standings)
    ]
    yield Table((say("variant"), *columns), rows, title=title)


def _pairs(duels: Sequence[Duel]) -> Iterator[tuple[str, str, list[Duel]]]:
    for bot, other in dict.fromkeys((duel.bot, duel.other) for duel in duels):
        yield bot, other, [duel for duel in duels if (duel.bot, duel.other) == (bot, other)]


# On the terminal.


def _print_duels(
    console: Console, bots: Sequence[str], duels: Sequence[Duel], standings: Sequence[Standing]
) -> None:
    """A table for each pair; letters stand for the bots where their names are too long."""
    letters: dict[str | None, str] = dict(zip(bots, letters_for(len(bots)), strict=True))
    whole: dict[str | None, str] = dict(zip(bots, bots, strict=True))
    for names in (whole, letters):
        tables = list(_standings(standings, names, _AHEAD))
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


def _rst_lines(duels: Sequence[Duel], standings: Sequence[Standing], said: str) -> Iterator[str]:
    """A table for each pair, and what is said of them."""
    variants = {duel.variant for duel in duels}
    bots = dict.fromkeys(standing.bot for standing in standings)
    tables = list(_standings(standings, _short(*bots), _AHEAD))
    for bot, other, group in _pairs(duels):
        title = f"``{bot}`` against ``{other}``"
        tables.append(_table(group, _short(bot, other), title, deals=True))
    for table in tables:
        yield from table_rst(table, lambda text: f"``{text}``" if text in variants else text)
    yield said
    yield ""


def _short(*bots: str) -> dict[str | None, str]:
    """Names without options where they tell the bots apart; the title has them whole."""
    kinds = [bot.partition(":")[0] for bot in bots]
    shown = bots if len(set(kinds)) < len(kinds) else kinds
    return {bot: f"``{name}``" for bot, name in zip(bots, shown, strict=True)}
