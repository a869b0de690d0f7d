"""``boston-rules tournament``: which bot is better, in duplicate."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

import boston_rules as br
from boston_rules.bots import BOT_NAMES
from boston_rules.cli.arguments import as_json
from boston_rules.cli.documents import print_document
from boston_rules.cli.mass import (
    Keeper,
    bad,
    bot_names,
    chips,
    failures,
    foreseen,
    keeping,
    notice,
    progress_bar,
    written,
)
from boston_rules.cli.terminal import console as open_console
from boston_rules.cli.terminal import heading, table
from boston_rules.simulate import Duel
from boston_rules.simulate import tournament as played
from boston_rules.simulate.journal import replaced

__all__ = ["tournament"]

_ALL: Final = "all"


@click.command()
@click.option(
    "--bots",
    metavar="NAMES",
    required=True,
    help="Two bots or more, between commas; each pair is measured. "
    f"Known: {', '.join(BOT_NAMES)}; options follow a colon.",
)
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
@keeping
@click.option(
    "--table",
    "path",
    metavar="FILE",
    help="Write the table to a file too, as reStructuredText (.rst) or CSV (.csv).",
)
@as_json
def tournament(
    bots: str,
    variants: str,
    deals: int,
    seatings: str,
    seed: int,
    jobs: int | None,
    out: str | None,
    resume: bool,
    fresh: bool,
    confidence: float,
    path: str | None,
    as_json: bool,
) -> None:
    """Measure bots against each other on the same deals, from every seat.

    Each deal is played in every seating of two bots, so that both play the same hands; the interval
    is about the difference a deal. A bot beats another when the whole interval says so. Exit status
    as for 'simulate'.
    """
    slugs = br.list_variants() if variants == _ALL else tuple(map(str.strip, variants.split(",")))
    keeper = Keeper(out, resume, fresh)
    if path is not None and not path.lower().endswith((".rst", ".csv")):
        raise click.BadParameter(f"{path}: a table is .rst or .csv", param_hint="'--table'")
    foreseen("--table", path)
    rules = [br.get_variant(slug) for slug in slugs]
    with failures(keeper), progress_bar(keeper, "deals") as progress:
        try:
            results = played(
                rules,
                bot_names(bots),
                deals,
                seed,
                which="opposite" if seatings == "opposite" else "all",
                results=out,
                fresh=fresh,
                workers=jobs,
                progress=progress,
                notice=notice,
            )
        except br.BostonError:
            raise
        except ValueError as error:  # all other values have been read by click
            bad("--bots, --variants", error)
    duels = list(results.duels(confidence / 100))
    command = (
        f"boston-rules tournament --bots {','.join(results.bots)} --variants {variants} "
        f"--deals {deals} --seed {seed}"
    )
    if seatings != "all":
        command += f" --seatings {seatings}"
    if confidence != 95:
        command += f" --confidence {confidence:g}"
    if path is not None:
        as_rst = path.lower().endswith(".rst")
        content = _rst(duels, command, confidence) if as_rst else _csv(duels)
        written(path, lambda name: replaced(name, lambda to: _write(to, content)))
    console = open_console()
    if as_json:
        print_document(
            console,
            {
                **results.header,
                "duels": [
                    dict(zip(_COLUMNS, (*_plain(duel), duel.better), strict=True)) for duel in duels
                ],
            },
        )
        return
    for pair in dict.fromkeys((duel.bot, duel.other) for duel in duels):
        made = table("variant", "deals", pair[0], pair[1], "difference", "better",
                     right=range(1, 5), wrap=())  # fmt: skip
        for duel in duels:
            if (duel.bot, duel.other) == pair:
                made.add_row(duel.variant, *_figures(duel), duel.better or "undecided")
        console.print(heading(f"{pair[0]} against {pair[1]}"))
        console.print(made)
        console.print()
    console.print(
        f"Chips a hand, antes included; both bots played the same hands. Seed {seed}. In brackets: "
        f"{confidence:g} % intervals.",
        style="dim",
    )


_COLUMNS: Final = (
    "variant",
    "bot",
    "other",
    "deals",
    "hands",
    "bot_chips",
    "other_chips",
    "difference",
    "low",
    "high",
    "better",
)


def _plain(duel: Duel) -> tuple[str | int | float | None, ...]:
    difference = duel.difference
    return (
        duel.variant,
        duel.bot,
        duel.other,
        duel.deals,
        duel.hands,
        duel.bot_chips,
        duel.other_chips,
        difference.estimate,
        difference.low,
        difference.high,
    )


def _figures(duel: Duel) -> tuple[str, ...]:
    return (
        str(duel.deals),
        f"{duel.bot_chips:+.1f}",
        f"{duel.other_chips:+.1f}",
        chips(duel.difference),
    )


def _write(path: Path, content: str) -> None:
    path.write_text(content, encoding="utf-8", newline="\n")


def _csv(duels: Sequence[Duel]) -> str:
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for duel in duels:
        writer.writerow([*_plain(duel), duel.better])
    return made.getvalue()


def _rst(duels: Sequence[Duel], command: str, confidence: float) -> str:
    return "\n".join(_rst_lines(duels, command, confidence))


def _rst_lines(duels: Sequence[Duel], command: str, confidence: float) -> Iterator[str]:
    yield ".. Made by the command in the caption; do not edit."
    yield ""
    yield f".. list-table:: ``{command}``"
    yield "   :header-rows: 1"
    yield ""
    yield _rst_row("variant", "bots", "deals", "chips", "the other's", "difference", "better")
    for duel in duels:
        pair = f"{duel.bot} against {duel.other}"
        yield _rst_row(duel.variant, pair, *_figures(duel), duel.better or "undecided")
    yield ""
    yield (
        f"Chips a hand, antes included; both bots played the same hands. In brackets: "
        f"{confidence:g} % intervals."
    )
    yield ""


def _rst_row(*cells: str) -> str:
    return "\n".join(
        f"   {' ' if place else '*'} - {cell}".rstrip() for place, cell in enumerate(cells)
    )
