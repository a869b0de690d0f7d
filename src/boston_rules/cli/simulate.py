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
    bots_option,
    chosen_variant,
    count_option,
    rule_options,
    variant_option,
)
from boston_rules.cli.documents import print_document
from boston_rules.cli.files import bad_option
from boston_rules.cli.mass import (
    Run,
    bracketed,
    chips,
    foreseen,
    percent,
    run_options,
    written,
)
from boston_rules.cli.terminal import open_console, print_table, print_title
from boston_rules.simulate import Report, SimulationResults, plot_report
from boston_rules.simulate import simulate as simulated
from boston_rules.telling.tables.model import Column, Table
from boston_rules.telling.wording.rulewords import identity_words

__all__ = ["simulate"]

_FEW: Final = 30
"""From so many sessions on a mean is about normally distributed."""


@click.command()
@variant_option
@bots_option(
    "Who plays: one name for all, or one a seat, between commas.",
    default="simple",
    show_default=True,
)
@click.option(
    "--sessions",
    type=click.IntRange(1, 10**9),
    metavar="N",
    required=True,
    help="How many sessions. With --resume it may be more than before.",
)
@count_option("--deals", help="How many deals a session has.")
@rule_options
@run_options
@click.option("--csv", metavar="FILE", help="Write a row a deal as CSV.")
@click.option("--parquet", metavar="FILE", help="The same as Parquet; needs the extra simulation.")
@click.option(
    "--plot", metavar="FILE", help="Draw the report, as .svg, .png or .pdf; needs the extra plots."
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
    plot: str | None,
    as_json: bool,
) -> None:
    """Play many sessions between bots and report contracts, success rates and chips.

    With --out every finished session is kept in a file, at once. After an interruption, even a
    kill, the same command with --resume plays only what is missing, and the result is the same as
    without the interruption. Exit status: 0 done; 1 a bot failed, or a file could not be written;
    2 something asked for is wrong, or the file holds results of something else; 130 interrupted.
    """
    variant = chosen_variant(slug, options, deals, house)
    foreseen("--csv", csv)
    foreseen("--parquet", parquet, ("pyarrow", "simulation"))
    foreseen("--plot", plot, ("matplotlib", "plots"))
    if plot is not None and not Path(plot).suffix:
        raise bad_option(
            "--plot", f"{plot}: the ending of the name says the format, such as .svg or .png"
        )
    results = run.play("sessions", "--bots", partial(simulated, variant, bots, sessions, run.seed))
    written("--csv", csv, results.to_csv)
    written("--parquet", parquet, results.to_parquet)
    written("--plot", plot, lambda path: plot_report(results, path, run.confidence))
    report = results.report(run.confidence)
    console = open_console()
    if as_json:
        print_document({**results.header, "report": report.as_dict()})
    else:
        _print(console, variant, results, report)


def _print(
    console: Console, variant: br.Variant, results: SimulationResults, report: Report
) -> None:
    print_title(console, variant)
    console.print(identity_words(variant))
    console.print(
        f"{report.sessions} sessions, {report.deals} deals, seed {results.header['seed']}; "
        f"seats: {', '.join(results.bots)}\n"
    )
    print_table(console, _contracts(report))
    console.print()
    print_table(console, _gains(report))
    console.print(
        f"\nChips a deal{'' if variant.pool is None else ', antes included'}; "
        "with contracts, those of the declarer. " + bracketed(report.confidence),
        style="dim",
    )
    if report.sessions < _FEW:
        console.print(
            f"\nWith fewer than {_FEW} sessions the intervals of chips are too narrow.",
        )
    never = [line.key for line in report.contracts if not line.deals]
    if never:
        console.print(f"\nNever played: {', '.join(never)}.")
    if report.pool:
        console.print(f"\nChips left in pools at the ends of sessions: {report.pool}.")


def _contracts(report: Report) -> Table:
    rows = [
        (
            line.key,
            str(line.deals),
            percent(line.share),
            str(line.made),
            percent(line.success),
            "" if line.chips is None else f"{line.chips.estimate:+.1f}",
        )
        for line in report.contracts
        if line.deals
    ]
    played = report.deals - report.passed_out
    everything = sum(line.made for line in report.contracts)
    share = percent(report.passed_out_share)
    sums = [
        ("all contracts", str(played), "", str(everything), percent(report.success), ""),
        ("passed out", str(report.passed_out), share, "", "", ""),
    ]
    heads = ("deals", "% of deals", "made", "% made", "chips")
    return Table(("contract", *(Column(head, "right") for head in heads)), rows, sums)


def _gains(report: Report) -> Table:
    bots, seats = (
        [(line.name, str(line.deals), chips(line.chips)) for line in lines]
        for lines in (report.bots, report.seats)
    )
    return Table(("", Column("deals", "right"), Column("chips a deal", "right")), bots, seats)
