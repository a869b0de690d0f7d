"""``boston-rules why``: which statements of the sources decide an action, or a bill."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.console import Console
from rich.padding import Padding

import boston_rules as br
from boston_rules.bots import BOT_NAMES
from boston_rules.cli.arguments import as_json, count_option
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import Document, print_document
from boston_rules.cli.files import chosen_deal, read_record
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.problems import failure, reason_of
from boston_rules.cli.report import Seats
from boston_rules.cli.saving import HUMAN
from boston_rules.cli.terminal import heading, open_console, pips
from boston_rules.core.saying import Player, joined, say, say_number, sentence_of
from boston_rules.edition.grounds import Ground
from boston_rules.edition.statements import texts
from boston_rules.records.replaying import positions
from boston_rules.telling.language import speaking
from boston_rules.telling.typed import Choices
from boston_rules.telling.wording.grounds import decided_words, fate_words, place_words, rule_words

__all__ = ["why"]


@command(
    help=paragraphs(
        COMMANDS["why"].about,
        say(
            "FILE is a record. ACTION is a token, or what a player would type, done or not: the "
            "answer is the rule that allows or forbids it, with the statements of the sources on "
            "which it rests, where they stand, and what was made of them. Without ACTION the bill "
            "of the deal is explained, or each action that was legal."
        ),
    )
)
@click.argument("file", metavar="FILE")
@click.argument("typed", metavar="[ACTION]", nargs=-1)
@count_option("--deal", "number", help=say("The deal, by its number; else the last."))
@option(
    "--at",
    type=click.IntRange(0, 10**6),
    metavar="K",
    help=say(
        "The position after K actions of the deal. Without it: where ACTION was first done, or the "
        "end of what was played."
    ),
)
@as_json
def why(
    file: str, typed: tuple[str, ...], number: int | None, at: int | None, as_json: bool
) -> None:
    """``boston-rules why``."""
    record = read_record(file)
    number = chosen_deal(file, record, number)
    try:
        states = [state for state in positions(record) if state.table.deal_number == number]
    except br.RecordError as error:
        raise failure(file, error) from error
    if at is not None and at >= len(states):
        most = len(states) - 1
        reason = say_number("the deal has {number} action", "the deal has {number} actions", most)
        raise failure(file, reason)
    place, action, seat = len(states) - 1 if at is None else at, None, None
    if typed:
        place, action, seat = _meant(states, " ".join(typed), at)
    grounds = br.why(states[place], action, seat)
    if as_json:
        told = [_document(ground) for ground in grounds]
        print_document({"deal": number, "at": place, "grounds": told})
        return
    seats = Seats.of_record(record.players, record.seats, (*BOT_NAMES, HUMAN))
    with speaking(names=seats.names):
        _print(open_console(), states[place], number, place, grounds)


def _meant(
    states: Sequence[br.State], text: str, at: int | None
) -> tuple[int, br.Action, int | None]:
    """The position that is asked about, the action, and who did it if it was done there."""
    places = range(len(states) - 1) if at is None else (at,)
    for place in places:
        done = states[place + 1].events[-1] if place + 1 < len(states) else None
        if done is not None and _read(states[place], text) == done.action:
            return place, done.action, done.seat
    open_places = [n for n, state in enumerate(states) if state.actor not in (None, br.CHANCE)]
    place = (open_places or [len(states) - 1])[-1] if at is None else at
    state = states[place]
    try:
        return place, _choices(state).read(text), None
    except br.NotationError as error:
        raise click.UsageError(reason_of(error)) from error


def _choices(state: br.State) -> Choices:
    return Choices(state, legal=br.legal_actions(state), numbered=False)


def _read(state: br.State, text: str) -> br.Action | None:
    try:
        return _choices(state).read(text)
    except br.NotationError:
        return None


def _print(
    console: Console, state: br.State, deal: int, at: int, grounds: Sequence[Ground]
) -> None:
    where = say_number(
        "Deal {deal}, after {number} action", "Deal {deal}, after {number} actions", at, deal=deal
    )
    if isinstance(state.actor, int) and state.actor != br.CHANCE:
        where = joined("; ", (where, say("{player} is to act", player=Player(state.actor))))
    console.print(heading(sentence_of(where)))
    for ground in grounds:
        console.print()
        console.print(pips(decided_words(state.variant, ground), "bold"))
        if ground.refusal is not None:
            console.print(pips(sentence_of(say("illegal: {reason}", reason=ground.refusal.reason))))
        rule = rule_words(state.variant, ground)
        source = f"[{ground.cite}]" if ground.cite is not None else say("no source is cited")
        console.print(pips(joined(" ", filter(None, (rule, source)))))
        for statement in ground.statements:
            says = joined(": ", (place_words(statement), statement.says))
            console.print(Padding(pips(says), (0, 0, 0, 2)))
            console.print(Padding(pips(sentence_of(fate_words(statement)), "dim"), (0, 0, 0, 4)))


def _document(ground: Ground) -> Document:
    decides = [
        {"chips": each.chips, "reason": each.reason} if isinstance(each, br.Line) else str(each)
        for each in ground.decides
    ]
    refusal = ground.refusal
    return {
        "decides": decides,
        "refusal": None if refusal is None else {"code": refusal.code, "reason": refusal.reason},
        "source": None if ground.cite is None else str(ground.cite),
        "statements": [
            {
                "id": each.identifier,
                "part": each.part,
                "item": each.item,
                "lines": list(each.lines),
                "sha256": texts()[each.text].sha256,
                "says": each.says,
                "fate": each.fate,
                "rulings": list(each.rulings),
                "proofs": list(each.proofs),
            }
            for each in ground.statements
        ],
    }
