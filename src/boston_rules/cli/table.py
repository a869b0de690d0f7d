"""``boston-rules table``: keeps the score of an evening at a real table in a file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, Final

import click
from attrs import evolve
from rich.console import Console

import boston_rules as br
from boston_rules.cli.arguments import chosen_variant, revoke, rule_options, usual_variant
from boston_rules.cli.bill import print_untold, settle, told_entry
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.files import read_evening, write_evening
from boston_rules.cli.help import Group, option, paragraphs
from boston_rules.cli.problems import bad_option, printable, shown_path
from boston_rules.cli.terminal import heading, open_console, pips, print_table, print_title
from boston_rules.core.parse_errors import message_of
from boston_rules.core.saying import (
    listed,
    say,
    say_number,
    sentence_of,
)
from boston_rules.records.evening import (
    Entry,
    Evening,
    Settling,
    begun_evening,
    next_table,
    settled_deals,
)
from boston_rules.telling.language import speaking
from boston_rules.telling.tables.deals import bill_table
from boston_rules.telling.tables.evenings import evening_sheet, evening_title

__all__ = ["table"]

_SEATED: Final = ("declarer", "partner", "boston", "out_of_turn")
_LISTED: Final = {"chicane": "PLAYERS", "revokes": "'PLAYER [TRICK]'"}
"""Options of ``settle`` that name players, which here may be done by their names."""
_TOLD: Final = (
    *("words", "passed_out", "trump", *_SEATED, *_LISTED, "tricks", "honours", "slam"),
    *("conceded", "played", "turned", "belle", "suit_class", "stakes", "target"),
    *("misdeals", "touched"),
)
"""What a player tells of a deal; pool and dealer are known from the deals before, and so are the
stakes, unless somebody has raised them in this one."""


@click.group(
    cls=Group,
    help=paragraphs(
        COMMANDS["table"].about,
        say(
            "\b\n"
            "boston-rules table new friday.json fontainebleau --players Ann,Bob,Cid,Dot\n"
            "boston-rules table deal friday.json 6 --trump H --declarer Ann --partner Cid "
            "--tricks 5,2,4,2\n"
            "boston-rules table sheet friday.json"
        ),
        say(
            "The file holds the players and what was played. The pool, the antes, who deals "
            "and everybody's chips follow from that, so that a deal which was written down "
            "wrongly can be corrected later."
        ),
    ),
)
def table() -> None:
    """``boston-rules table``."""


def _told_options() -> Iterator[click.Parameter]:
    """The options by which ``settle`` is told of a deal, as far as a table does not know them."""
    for parameter in settle.params:
        if parameter.name in _TOLD:
            own = copy(parameter)
            if parameter.name in (*_SEATED, *_LISTED):
                own.type = click.STRING
                own.metavar = _LISTED.get(parameter.name, "PLAYER")
            yield own


_file = click.argument("file", metavar="FILE")
_FILE: Final = click.Argument(["file"], metavar="FILE")
_NUMBER: Final = click.Argument(["number"], metavar="DEAL", type=click.IntRange(1))


@table.command("new", help=say("Begin an evening in a new FILE."))
@_file
@usual_variant
@option(
    "--players",
    required=True,
    metavar="PLAYERS",
    help=say("Who plays, from seat 0 on in the order of turn, between commas."),
)
@option("--dealer", metavar="PLAYER", help=say("Who deals first; the first named if not told."))
@rule_options
@option("--force", is_flag=True, help=say("Replace a file that is there."))
def new(
    file: str,
    slug: str,
    players: str,
    dealer: str | None,
    options: tuple[str, ...],
    house: tuple[str, ...],
    force: bool,
) -> None:
    """``boston-rules table new``."""
    variant = chosen_variant(slug, options, house=house)
    names = tuple(printable(name.strip(), 40) for name in players.split(","))
    if os.path.exists(file) and not force:
        raise click.UsageError(
            say("{file} is there already: --force replaces it", file=shown_path(file))
        )
    try:
        evening = begun_evening(variant, names)
    except ValueError as error:
        raise bad_option("--players", message_of(error)) from None
    if dealer is not None:
        evening = evolve(evening, dealer=_seat("dealer", dealer, names))
    write_evening(evening, file)
    _print_sheet(open_console(), evening)


@table.command(
    "deal",
    params=[_FILE, *_told_options()],
    help=paragraphs(
        say("Settle the next deal, told as for 'settle', with the players by name or by seat."),
        say(
            "BID is the key of a bid or its name. For example: boston-rules table deal "
            "friday.json 5 --trump H --declarer Ann --tricks 7,2,2,2"
        ),
    ),
)
def deal(file: str, **told: Any) -> None:
    """``boston-rules table deal``."""
    evening = read_evening(file)
    if next_table(evening) is None:
        number = len(evening.entries)
        raise br.SessionOver(
            say("the session was over after deal {deal}: 'table new' begins one", deal=number)
        )
    entry = _entry(evening, len(evening.entries), told)
    _keep(file, evolve(evening, entries=(*evening.entries, entry)), len(evening.entries))


@table.command(
    "correct",
    params=[_FILE, _NUMBER, *_told_options()],
    help=say("Replace deal number DEAL by what it was in truth; all bills after it follow."),
)
def correct(file: str, number: int, **told: Any) -> None:
    """``boston-rules table correct``."""
    evening = read_evening(file)
    _check_number(evening, number)
    entries = list(evening.entries)
    entries[number - 1] = _entry(evening, number - 1, told)
    _keep(file, evolve(evening, entries=tuple(entries)), number - 1)


@table.command("remove", help=say("Take a deal out again: number DEAL, or the last one."))
@_file
@click.argument("number", metavar="[DEAL]", type=click.IntRange(1), required=False)
def remove(file: str, number: int | None) -> None:
    """``boston-rules table remove``."""
    evening = read_evening(file)
    if not evening.entries:
        raise click.UsageError(say("no deal is written down yet"))
    number = number or len(evening.entries)
    _check_number(evening, number)
    entries = (*evening.entries[: number - 1], *evening.entries[number:])
    evening = evolve(evening, entries=entries)
    list(settled_deals(evening))
    write_evening(evening, file)
    _print_sheet(open_console(), evening)


@table.command("sheet", help=say("Print the score sheet."))
@_file
def sheet(file: str) -> None:
    """``boston-rules table sheet``."""
    _print_sheet(open_console(), read_evening(file))


# What was told.


def _check_number(evening: Evening, number: int) -> None:
    if number > len(evening.entries):
        raise click.UsageError(
            say_number(
                "there is no deal {wanted}: {number} deal written down",
                "there is no deal {wanted}: {number} deals written down",
                len(evening.entries),
                wanted=number,
            )
        )


def _seat(option: str, name: str, players: Sequence[str]) -> int:
    """A player by his name, as much of its beginning as tells it, or his seat."""
    name = name.strip()
    if name.isdecimal() and int(name) < len(players):
        return int(name)
    exact = [seat for seat, known in enumerate(players) if known.casefold() == name.casefold()]
    begun = [
        seat for seat, known in enumerate(players) if known.casefold().startswith(name.casefold())
    ]
    found = exact or begun
    if len(found) == 1 and name:
        return found[0]
    told, possible = repr(name[:40]), [players[seat] for seat in found]
    reason = say("{name} is none of {players}", name=told, players=listed(players, "or"))
    if possible and name:
        reason = say("{name} may be {players}", name=told, players=listed(possible, "or"))
    raise bad_option(f"--{option}", reason)


def _revoke(claimed: str, players: Sequence[str]) -> br.Revoke:
    """Who revoked and, after his name, in which trick, where that is told."""
    name, _, trick = claimed.strip().rpartition(" ")
    if name and trick.isdecimal():
        return revoke(f"{_seat('revoke', name, players)} {trick}")
    return br.Revoke(_seat("revoke", claimed, players))


def _entry(evening: Evening, place: int, told: dict[str, Any]) -> Entry:
    seats = {
        name: None if told[name] is None else _seat(name, told[name], evening.players)
        for name in _SEATED
    }
    chicane = told["chicane"]
    if chicane is not None:
        chicane = tuple(_seat("chicane", name, evening.players) for name in chicane.split(","))
    revokes = [_revoke(claimed, evening.players) for claimed in told["revokes"]]
    dealer = (evening.dealer + place) % evening.variant.seats
    grand = evening.variant.session.is_grand(place + 1)
    given = {**told, **seats, "chicane": chicane, "revokes": revokes}
    given |= {"dealer": dealer, "grand": grand}
    return told_entry(evening.variant, **given)


def _keep(file: str, evening: Evening, place: int) -> None:
    """Settle, write and show; nothing is written of what cannot be."""
    settled = list(settled_deals(evening))
    write_evening(evening, file)
    console = open_console()
    with speaking(names=evening.players):
        _print_bill(console, evening, settled[place])
    console.print()
    _print_sheet(console, evening)


# What is printed.


def _print_bill(console: Console, evening: Evening, settling: Settling) -> None:
    console.print(heading(evening_title(evening, settling)))
    for penalty in settling.bill.penalties:
        console.print(pips(sentence_of(penalty)))
    print_table(console, bill_table(settling.bill.transfers, evening.players))
    print_untold(console, evening.variant, settling.entry)


def _print_sheet(console: Console, evening: Evening) -> None:
    with speaking(names=evening.players):
        sheet = evening_sheet(evening)
        print_title(console, evening.variant)
        for made in sheet.tables:
            print_table(console, made)
        for note in sheet.notes:
            console.print(pips(note))
