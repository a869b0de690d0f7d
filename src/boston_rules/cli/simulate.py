"""``boston-rules simulate``: sessions by the thousand, and what they show."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import click
from rich.console import Console

import boston_rules as br
from boston_rules.bots import NamedBot
from boston_rules.cli.arguments import (
    as_json,
    chosen_variant,
    count_option,
    rule_options,
    usual_variant,
)
from boston_rules.cli.bots import bots_option, forfeits_words
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import print_document
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.mass import (
    Run,
    bracketed,
    chips,
    decimal,
    foreseen,
    percent,
    run_options,
    written,
)
from boston_rules.cli.problems import bad_option
from boston_rules.cli.terminal import open_console, pips, print_table, print_title
from boston_rules.core.saying import Said, joined, say, say_as, say_number
from boston_rules.simulate import Report, SimulationResults, plot_report
from boston_rules.simulate import simulate as simulated
from boston_rules.telling.tables.model import Column, Table
from boston_rules.telling.wording.rulewords import identity_words

__all__ = ["simulate"]

_FEW: Final = 30
"""From so many sessions on a mean is about normally distributed."""


@command(
    help=paragraphs(
        COMMANDS["simulate"].about,
        say(
            "With --out every finished session is kept in a file, at once. After an "
            "interruption, even a kill, the same command with --resume plays only what is "
            "missing, and the result is the same as without the interruption. Exit status: 0 "
            "done; 1 a bot failed, or a file could not be written; 2 something asked for is "
            "wrong, or the file holds results of something else; 130 interrupted."
        ),
    )
)
@usual_variant
@bots_option(
    say("Who plays: one name for all, or one a seat, between commas."),
    default="simple",
    show_default=True,
)
@option(
    "--sessions",
    type=click.IntRange(1, 10**9),
    metavar="N",
    required=True,
    help=say("How many sessions. With --resume it may be more than before."),
)
@count_option("--deals", help=say("How many deals a session has."))
@rule_options
@run_options
@option("--csv", metavar="FILE", help=say("Write a row a deal as CSV."))
@option(
    "--parquet",
    metavar="FILE",
    help=say(
        "Write a row a deal as Parquet, with hands, calls, cards and the bill; needs the extra "
        "simulation."
    ),
)
@option(
    "--card",
    metavar="FILE.json",
    help=say("Describe the file of --parquet, with its check sum, in the Croissant format."),
)
@option(
    "--solve-nodes",
    type=click.IntRange(1, 10**9),
    metavar="N",
    help=say(
        "With --parquet, find out for each deal whether perfect play with all cards seen makes the "
        "contract, by a search of at most N positions."
    ),
)
@option(
    "--plot",
    metavar="FILE",
    help=say("Draw the report, as .svg, .png or .pdf; needs the extra plots."),
)
@as_json
def simulate(
    slug: str,
    bots: tuple[NamedBot, ...],
    sessions: int,
    deals: int | None,
    options: tuple[str, ...],
    house: tuple[str, ...],
    run: Run,
    csv: str | None,
    parquet: str | None,
    card: str | None,
    solve_nodes: int | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """``boston-rules simulate``."""
    variant = chosen_variant(slug, options, deals, house)
    foreseen("--csv", csv)
    foreseen("--parquet", parquet, ("pyarrow", "simulation"))
    foreseen("--card", card)
    foreseen("--plot", plot, ("matplotlib", "plots"))
    if parquet is None and (card is not None or solve_nodes is not None):
        raise click.UsageError(say("--card and --solve-nodes go with --parquet"))
    if plot is not None and not Path(plot).suffix:
        raise bad_option(
            "--plot",
            say("{file}: the ending of the name says the format, such as .svg or .png", file=plot),
        )
    results = run.play(
        say("sessions"),
        "--bots",
        partial(
            simulated,
            variant,
            bots,
            sessions,
            run.seed,
            plays=parquet is not None,
            solve_nodes=solve_nodes,
        ),
    )
    written("--csv", csv, results.to_csv)
    written("--parquet", parquet, results.to_parquet)
    written("--card", card, lambda path: results.to_croissant(path, str(parquet)))
    written("--plot", plot, lambda path: plot_report(results, path, run.confidence))
    report = results.report(run.confidence)
    console = open_console()
    if as_json:
        told = {"report": report.as_dict(), "forfeits": results.forfeits()}
        print_document({**results.header, **told})
    else:
        _print(console, variant, results, report)


def _print(
    console: Console, variant: br.Variant, results: SimulationResults, report: Report
) -> None:
    print_title(console, variant)
    console.print(identity_words(variant))
    sessions = say_number("{number} session", "{number} sessions", report.sessions)
    deals = say_number("{number} deal", "{number} deals", report.deals)
    console.print(
        say(
            "{sessions}, {deals}, seed {seed}; seats: {bots}",
            sessions=sessions,
            deals=deals,
            seed=str(results.header["seed"]),
            bots=", ".join(results.bots),
        )
    )
    console.print()
    print_table(console, _contracts(variant, report))
    console.print()
    print_table(console, _gains(report))
    what = say("Chips a deal, antes included; with contracts, those of the declarer.")
    if variant.pool is None:
        what = say("Chips a deal; with contracts, those of the declarer.")
    notes = [pips(joined(" ", (what, bracketed(report.confidence))), "dim")]
    if report.sessions < _FEW:
        notes.append(
            pips(
                say(
                    "With fewer than {number} sessions the intervals of chips are too narrow.",
                    number=_FEW,
                )
            )
        )
    never = [_bid(variant, line.key) for line in report.contracts if not line.deals]
    if never:
        notes.append(pips(say("Never played: {bids}.", bids=joined(", ", never))))
    if report.pool:
        told = say("Chips left in pools at the ends of sessions: {chips}.", chips=report.pool)
        notes.append(pips(told))
    notes += map(pips, forfeits_words(results.forfeits()))
    for note in notes:
        console.print()
        console.print(note)


def _bid(variant: br.Variant, key: str) -> Said:
    """A bid by its name."""
    return variant.ladder[key].title


def _contracts(variant: br.Variant, report: Report) -> Table:
    rows = [
        (
            _bid(variant, line.key),
            str(line.deals),
            percent(line.share),
            str(line.made),
            percent(line.success),
            "" if line.chips is None else decimal(line.chips.estimate, "+.1f"),
        )
        for line in report.contracts
        if line.deals
    ]
    played = report.deals - report.passed_out
    everything = sum(line.made for line in report.contracts)
    share = percent(report.passed_out_share)
    sums = [
        (say("all contracts"), str(played), "", str(everything), percent(report.success), ""),
        (say("passed out"), str(report.passed_out), share, "", "", ""),
    ]
    heads = (
        say("deals"),
        say("% of deals"),
        say_as("a column of deals", "made"),
        say("% made"),
        say("chips"),
    )
    return Table((say("contract"), *(Column(head, "right") for head in heads)), rows, sums)


def _gains(report: Report) -> Table:
    bots, seats = (
        [(line.name, str(line.deals), chips(line.chips)) for line in lines]
        for lines in (report.bots, report.seats)
    )
    return Table(
        ("", Column(say("deals"), "right"), Column(say("chips a deal"), "right")), bots, seats
    )
