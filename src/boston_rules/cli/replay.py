"""``boston-rules replay``: shows a record, and checks it against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import click
from rich.console import Console
from rich.padding import Padding

import boston_rules as br
from boston_rules.cli.arguments import as_json
from boston_rules.cli.documents import Document, print_document
from boston_rules.cli.files import Failed, failure, printable, read_record, shown_path
from boston_rules.cli.report import YOU, Seats, print_blocks, print_deal, print_final
from boston_rules.cli.session import PlayedDeal
from boston_rules.cli.solving import Watch, analysis_document, judge, limit_options
from boston_rules.cli.terminal import heading, open_console, pips, ruled
from boston_rules.cli.written import written_blocks
from boston_rules.records import (
    FingerprintMismatch,
    Record,
    Replayed,
    ReplayError,
    replay_while_valid,
    variant_of,
)
from boston_rules.records.data import thaw
from boston_rules.telling.wording.phrases import counted, listed
from boston_rules.telling.wording.rulewords import stop

__all__ = ["replay"]

_NAME_LENGTH = 40


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--deal",
    "number",
    type=click.IntRange(1, 10**9),
    metavar="N",
    help="Show this deal alone, by its number in the session.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Show nothing, but hold every action and every bill against the rules: exit status 0 "
    "when they bear the record out, else 1 and what differs.",
)
@click.option(
    "--any-revision",
    is_flag=True,
    help="Play by the rules found here, even if the record was made with others of the same name.",
)
@click.option(
    "--analyse",
    is_flag=True,
    help="Mark the cards by which the contract or a trick was lost, with all cards seen.",
)
@limit_options("for the analysis of a deal")
@as_json
def replay(
    file: str,
    number: int | None,
    check: bool,
    any_revision: bool,
    analyse: bool,
    nodes: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Show the record of a session, or check it.

    FILE is a record as text or JSON, or - for the standard input. Every deal is played again by
    the rules, a redacted one as its viewer has seen it; without them it is shown as it is written.
    Exit status: 0 shown; 1 the rules do not bear the record out; 2 it cannot be read.

    With --analyse every deal is judged from its last card backwards, as far as the limits allow,
    and it is told from which trick on that is certain. --json prints the analyses alone.
    """
    if not analyse and (as_json or (nodes, seconds) != (None, None)):
        raise click.UsageError("--json, --nodes and --seconds go with --analyse")
    if analyse and check:
        raise click.UsageError("--check shows nothing: it does not go with --analyse")
    if check and number is not None:
        raise click.UsageError("--check looks at the whole record: it does not go with --deal")
    record = read_record(file)
    played = replay_while_valid(record, ignore_fingerprint=any_revision)
    if check:
        if played.error is not None:
            raise failure(file, _told(played.error), Failed)
        click.echo(f"{shown_path(file)}: {_summary(record, played)}")
        return
    numbers = [deal.number for deal in record.deals]
    if number is not None and number not in numbers:
        has = f"deal {numbers[0]}" if len(numbers) == 1 else f"deals {numbers[0]} to {numbers[-1]}"
        raise failure(file, f"the record has {has}, and no deal {number}")
    watch = Watch(nodes, seconds) if analyse else None
    if watch is not None and as_json:
        _print_analyses(record, played, number, watch)
    else:
        _show(record, played, number, watch)
    if isinstance(played.error, ReplayError):
        raise failure(file, _told(played.error), Failed)


def _told(error: br.RecordError) -> str:
    """What differs: where it is about an action, its token and the rule are named already."""
    if isinstance(error, FingerprintMismatch):
        return f"{error} (--any-revision plays it by the rules found here)"
    return str(error)


def _summary(record: Record, played: Replayed) -> str:
    actions = sum(len(deal.events) for deal in record.deals)
    last = played.states[-1]
    if not isinstance(last, br.Settled):
        end = f"deal {last.table.deal_number} is not finished"
    elif last.session_over:
        end = "the session is over"
    else:
        end = "the session is not over"
    return (
        f"{counted(len(record.deals), 'deal')} and {counted(actions, 'action')}, all by the rules "
        f"of {record.variant}; {end}"
    )


# Showing.


def _print_analyses(record: Record, played: Replayed, number: int | None, watch: Watch) -> None:
    """One document with the analyses of the deals that were played again."""
    deals: list[Document] = []
    interrupted = False
    for deal_number, state in _sound(played).items():
        if number in (None, deal_number) and not interrupted:
            judged = judge(state, watch)
            analysis, interrupted = judged.analysis, judged.interrupted
            told = None if analysis is None else analysis_document(analysis)
            deals.append({"deal": deal_number, "analysis": told, "reason": judged.reason or None})
    print_document({"variant": record.variant, "deals": deals})
    if interrupted:
        raise KeyboardInterrupt


def _sound(played: Replayed) -> dict[int, br.State]:
    """The deals that the rules bear out by their numbers, the last perhaps unfinished."""
    states = {state.table.deal_number: state for state in played.states}
    if isinstance(played.error, ReplayError) and played.error.deal is not None:
        states.pop(played.error.deal, None)
    return states


def _show(record: Record, played: Replayed, number: int | None, watch: Watch | None) -> None:
    console = open_console()
    seats = Seats(tuple(_names(record)))
    variant = None
    with suppress(br.RecordError):
        variant = variant_of(record)
    _print_header(console, record, variant)
    if played.error is not None and not isinstance(played.error, ReplayError):
        console.print(pips(f"Shown as it is written: {printable(_told(played.error))}.\n"))
    states = _sound(played)
    for deal in record.deals:
        if number not in (None, deal.number):
            continue
        judged = None
        if deal.number in states:
            state = states[deal.number]
            judged = None if watch is None else judge(state, watch)
            analysis = None if judged is None else judged.analysis
            print_deal(console, PlayedDeal(state=state), seats, analysis)
            if judged is not None and judged.analysis is None:
                console.print(pips(f"The play is not analysed: {judged.reason}.\n"))
        else:
            ruled(console, f"Deal {deal.number}, as it is written")
            print_blocks(console, written_blocks(deal, seats, variant))
        told = [f"{printable(name)}: {printable(value)}" for name, value in deal.tags]
        told += [
            f"after {counted(ply, 'action')}: {printable(text)}" for ply, text in deal.comments
        ]
        for line in told:
            console.print(Padding(pips(line), (0, 0, 0, 2)))
        if told:
            console.print()
        if judged is not None and judged.interrupted:
            raise KeyboardInterrupt
    last = states.get(record.deals[-1].number)
    if number is None and isinstance(last, br.Settled):
        if last.session_over:
            print_final(console, last, seats)
        else:
            console.print("The session is not over.")


def _names(record: Record) -> Iterator[str]:
    for name in record.players or ("",) * record.seats:
        shown = printable(name, _NAME_LENGTH)
        yield shown if shown != YOU else f"'{YOU}'"  # nobody sits at the terminal here


def _print_header(console: Console, record: Record, variant: br.Variant | None) -> None:
    console.print(heading(printable(record.variant) if variant is None else variant.title))
    identity = [printable(record.variant)]
    if record.revision is not None:
        identity.append(f"revision {record.revision}")
    if record.fingerprint is not None:
        identity.append(f"fingerprint {record.fingerprint}")
    lines = [", ".join(identity)]
    if record.options:
        options = (f"{name}={thaw(value)}" for name, value in record.options)
        lines.append(f"Options: {', '.join(map(printable, options))}")
    if record.rules:
        lines.append(f"House rules: {', '.join(path for path, _ in record.rules)}")
    if record.players:
        sitting = [f"seat {seat} {name}" for seat, name in enumerate(_names(record))]
        lines.append(stop(", ".join(sitting)))
    if record.start is not None:
        purses = listed([str(chips) for chips in record.start.purses])
        begins = f"It begins with deal {record.deal_number}: purses of {purses} chips"
        if variant is not None and variant.pool is None:
            lines.append(f"{begins}.")
        else:
            lines.append(f"{begins}, {record.start.pool} in the pool.")
    if record.viewer is not None:
        who = record.viewer if isinstance(record.viewer, str) else f"seat {record.viewer}"
        lines.append(f"Redacted: what {who} may know.")
    lines += [f"{name}: {printable(value)}" for name, value in record.tags]
    lines += [printable(text) for text in record.comments]
    for line in lines:
        console.print(pips(line))
    console.print()
