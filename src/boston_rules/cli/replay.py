"""``boston-rules replay``: shows a record, and checks it against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import click
from rich.console import Console
from rich.padding import Padding

import boston_rules as br
from boston_rules.bots import BOT_NAMES
from boston_rules.cli.arguments import as_json
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import Document, print_document
from boston_rules.cli.files import chosen_deal, read_record
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.problems import Failed, failure, printable, reason_of, shown_path
from boston_rules.cli.report import Seats, print_deal, print_final
from boston_rules.cli.saving import HUMAN, comment_words
from boston_rules.cli.session import PlayedDeal
from boston_rules.cli.solving import Watch, analysis_document, judge, limit_options
from boston_rules.cli.terminal import echo, heading, open_console, pips, print_blocks, ruled
from boston_rules.cli.written import written_blocks
from boston_rules.core.saying import (
    Player,
    Said,
    joined,
    listed,
    say,
    say_number,
    sentence_of,
    term,
)
from boston_rules.records import (
    FingerprintMismatch,
    Record,
    Replayed,
    ReplayError,
    replay_while_valid,
    variant_of,
)
from boston_rules.records.data import thaw
from boston_rules.telling.language import speaking, spoken

__all__ = ["replay"]

_NAME_LENGTH = 40


@command(
    help=paragraphs(
        COMMANDS["replay"].about,
        say(
            "FILE is a record as text or JSON, or - for the standard input. Every deal is "
            "played again by the rules, a redacted one as its viewer has seen it; without "
            "them it is shown as it is written. Exit status: 0 shown; 1 the rules do not bear "
            "the record out; 2 it cannot be read."
        ),
        say(
            "With --analyse every deal is judged from its last card backwards, as far as the "
            "limits allow, and it is told from which trick on that is certain. --json prints "
            "the analyses alone."
        ),
    )
)
@click.argument("file", metavar="FILE")
@option(
    "--deal",
    "number",
    type=click.IntRange(1, 10**9),
    metavar="N",
    help=say("Show this deal alone, by its number in the session."),
)
@option(
    "--check",
    is_flag=True,
    help=say(
        "Show nothing, but hold every action and every bill against the rules: exit status 0 "
        "when they bear the record out, else 1 and what differs."
    ),
)
@option(
    "--any-revision",
    is_flag=True,
    help=say(
        "Play by the rules found here, even if the record was made with others of the same name."
    ),
)
@option(
    "--analyse",
    is_flag=True,
    help=say("Mark the cards by which the contract or a trick was lost, with all cards seen."),
)
@limit_options(say("for the analysis of a deal"))
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
    """``boston-rules replay``."""
    if not analyse and (as_json or (nodes, seconds) != (None, None)):
        raise click.UsageError(say("--json, --nodes and --seconds go with --analyse"))
    if analyse and check:
        raise click.UsageError(say("--check shows nothing: it does not go with --analyse"))
    if check and number is not None:
        raise click.UsageError(say("--check looks at the whole record: it does not go with --deal"))
    record = read_record(file)
    played = replay_while_valid(record, ignore_fingerprint=any_revision)
    if check:
        if played.error is not None:
            raise failure(file, _told(played.error), Failed)
        summary = _summary(record, played)
        echo(say("{file}: {summary}", file=shown_path(file), summary=summary))
        return
    if number is not None:
        chosen_deal(file, record, number)
    watch = Watch(nodes, seconds) if analyse else None
    if watch is not None and as_json:
        _print_analyses(record, played, number, watch)
    else:
        seats = Seats.of_record(tuple(_names(record)), record.seats, (*BOT_NAMES, HUMAN))
        with speaking(names=seats.names):
            _show(seats, record, played, number, watch)
    if isinstance(played.error, ReplayError):
        raise failure(file, _told(played.error), Failed)


def _told(error: br.RecordError) -> str:
    """What differs: where it is about an action, its token and the rule are named already."""
    if isinstance(error, FingerprintMismatch):
        return say(
            "{problem} (--any-revision plays it by the rules found here)", problem=reason_of(error)
        )
    return reason_of(error)


def _summary(record: Record, played: Replayed) -> Said:
    actions = sum(len(deal.events) for deal in record.deals)
    last = played.states[-1]
    if not isinstance(last, br.Settled):
        end = say("deal {deal} is not finished", deal=last.table.deal_number)
    elif last.session_over:
        end = say("the session is over")
    else:
        end = say("the session is not over")
    return say(
        "{deals} and {actions}, all by the rules of {variant}; {end}",
        deals=say_number("{number} deal", "{number} deals", len(record.deals)),
        actions=say_number("{number} action", "{number} actions", actions),
        variant=record.variant,
        end=end,
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


def _show(
    seats: Seats, record: Record, played: Replayed, number: int | None, watch: Watch | None
) -> None:
    console = open_console()
    variant = None
    with suppress(br.RecordError):
        variant = variant_of(record)
    _print_header(console, record, seats, variant)
    if played.error is not None and not isinstance(played.error, ReplayError):
        reason = printable(spoken(_told(played.error)))
        console.print(pips(say("Shown as it is written: {reason}.", reason=reason)))
        console.print()
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
                reason = say("The play is not analysed: {reason}.", reason=judged.reason)
                console.print(pips(reason))
                console.print()
        else:
            ruled(console, say("Deal {deal}, as it is written", deal=deal.number))
            print_blocks(console, written_blocks(deal, seats, variant))
        told = [f"{printable(name)}: {printable(value)}" for name, value in deal.tags]
        told += [
            say_number(
                "after {number} action: {comment}",
                "after {number} actions: {comment}",
                ply,
                comment=printable(spoken(comment_words(variant, text))),
            )
            for ply, text in deal.comments
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
            console.print(say("The session is not over."))


def _names(record: Record) -> Iterator[str]:
    """The players, as far as they fit on a line."""
    for name in record.players or ("",) * record.seats:
        yield printable(name, _NAME_LENGTH)


def _print_header(
    console: Console, record: Record, seats: Seats, variant: br.Variant | None
) -> None:
    console.print(heading(printable(record.variant) if variant is None else term(variant.title)))
    identity = [printable(record.variant)]
    if record.revision is not None:
        identity.append(say("revision {number}", number=record.revision))
    if record.fingerprint is not None:
        identity.append(say("fingerprint {digits}", digits=record.fingerprint))
    lines: list[str] = [joined(", ", identity)]
    if record.options:
        options = (f"{name}={thaw(value)}" for name, value in record.options)
        lines.append(say("Options: {options}", options=", ".join(map(printable, options))))
    if record.rules:
        fields = ", ".join(path for path, _ in record.rules)
        lines.append(say("House rules: {fields}", fields=fields))
    if record.players:
        lines.append(sentence_of(joined(", ", seats.introduced())))
    if record.start is not None:
        purses = listed([str(chips) for chips in record.start.purses])
        number, pool = record.deal_number, record.start.pool
        if variant is not None and variant.pool is None:
            begins = say(
                "It begins with deal {deal}: purses of {purses} chips.", deal=number, purses=purses
            )
        else:
            begins = say(
                "It begins with deal {deal}: purses of {purses} chips, {pool} in the pool.",
                deal=number,
                purses=purses,
                pool=pool,
            )
        lines.append(begins)
    if record.viewer is not None:
        redacted = say("Redacted: what an onlooker may know.")
        if isinstance(record.viewer, int):
            redacted = say("Redacted: what {who} may know.", who=Player(record.viewer))
        lines.append(redacted)
    lines += [f"{name}: {printable(value)}" for name, value in record.tags]
    lines += [printable(text) for text in record.comments]
    for line in lines:
        console.print(pips(line))
    console.print()
