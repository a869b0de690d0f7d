"""The JSON form of records, events, contracts and bills."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from attrs import asdict, evolve

from boston_rules.core.arguments import check_int, check_type
from boston_rules.core.cards import Suit, parse_card
from boston_rules.core.contract import Contract, Trick
from boston_rules.core.errors import RecordError
from boston_rules.core.events import Event, Opened
from boston_rules.core.making import maker
from boston_rules.core.saying import say
from boston_rules.core.transfers import Transfer
from boston_rules.deal.settlement import Settlement
from boston_rules.records.checks import read_fields, refused
from boston_rules.records.codecs import CODECS, NONE_TOLD, SCHEMA_NAME, seated
from boston_rules.records.data import parse_json
from boston_rules.records.errors import Misfit
from boston_rules.records.model import Record

__all__ = [
    "Document",
    "bill_document",
    "check_schema",
    "contract_document",
    "contract_of",
    "dumps_event",
    "from_document",
    "from_json",
    "letter_of",
    "loads_event",
    "read_record",
    "spelled",
    "to_document",
    "to_json",
    "transfer_document",
    "trick_document",
    "trick_of",
]

Document: TypeAlias = dict[str, Any]

_record: Final = maker(Record)


def to_document(record: Record) -> Document:
    """The record as JSON values, ready for :func:`json.dumps`; what is empty is left out."""
    return spelled(asdict(record, recurse=False))


def spelled(fields: Mapping[str, Any]) -> Document:
    """The fields of a record as JSON values."""
    document: Document = CODECS[""].spell({**NONE_TOLD, **fields})
    return document


def read_record(document: object) -> Record:
    """The record that JSON values tell.

    Raises:
        Misfit: it is not a record; with the place of what is wrong.
    """
    if not isinstance(document, dict):
        raise Misfit(say("a record is a JSON object"), named=False)
    check_schema(document.get("schema"))
    return _record(**read_fields(document))


def check_schema(schema: object) -> None:
    """Refuse what this version cannot read.

    Raises:
        Misfit: it is not a record, or one of another schema.
    """
    if schema == SCHEMA_NAME:
        return
    if isinstance(schema, str) and schema.startswith("boston_rules/record/"):
        reason = say(
            "the record is of the schema {schema}; {known} is read here",
            schema=repr(schema[:60]),
            known=repr(SCHEMA_NAME),
        )
    else:
        reason = say("this is no record: its schema is not {known}", known=repr(SCHEMA_NAME))
    raise Misfit(reason, "schema", named=False)


def to_json(record: Record) -> str:
    """The record as a JSON text, a line for each part of the record and of its deals."""
    document = to_document(record)
    deals = document.pop("deals")
    lines = [f"  {_compact(name)}: {_compact(value)},\n" for name, value in document.items()]
    rows = [
        ",\n".join(f"      {_compact(name)}: {_compact(value)}" for name, value in deal.items())
        for deal in deals
    ]
    inner = ",\n".join(f"    {{\n{row}\n    }}" for row in rows)
    return f'{{\n{"".join(lines)}  "deals": [\n{inner}\n  ]\n}}\n'


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def from_json(text: str) -> Record:
    """Read the JSON form.

    Raises:
        RecordError: it is not a record, with line and column where the JSON itself is at fault,
            and with deal and event where one of these is.
    """
    return from_document(parse_json(text))


def from_document(document: object) -> Record:
    """The record that JSON values tell.

    Raises:
        RecordError: it is not a record; with deal and event where one of these is at fault.
    """
    try:
        return read_record(document)
    except Misfit as misfit:
        raise refused(misfit, document) from misfit


# Events.


def dumps_event(event: Event) -> str:
    """An event as a JSON text on one line, for a client that keeps its own view.

    Args:
        event: what happened, as the client has seen it: one of ``view.events``.

    Raises:
        TypeError: it is not an event.

    >>> import boston_rules as br
    >>> print(br.dumps_event(br.Event(0, br.Pass(), br.Shows(laid=br.parse_card("4D")))))
    {"seat": 0, "do": "pass", "shows": {"laid": "4D"}}
    """
    check_type("event", event, Event, "an Event, such as the last of state.events")
    part = "opened" if isinstance(event.action, Opened) else "event"
    return _compact(CODECS[part].spell(event))


def loads_event(text: str, seats: int = 4) -> Event:
    """Read what :func:`dumps_event` wrote; :func:`~boston_rules.knowing.views.advance` moves a view
    by it.

    Args:
        text: the JSON text.
        seats: how many players sit at the table.

    Raises:
        RecordError: it is not an event.
        TypeError: it is not a ``str``.

    >>> import boston_rules as br
    >>> br.loads_event('{"seat": 0, "do": "pass", "shows": {"laid": "4D"}}')
    Event(seat=0, action=Pass(), shows=Shows(dealt=(), turned=None, made=None, laid=Card('4D'), \
exposed=None, verdict=None, winner=None, partner=HOLE, counted=None))
    """
    check_type("text", text, str, "a str, such as br.dumps_event() returns")
    check_int("seats", seats, "how many play")
    document = parse_json(text)
    opened = isinstance(document, dict) and document.get("do") == "open"
    event: Event = _read("opened" if opened else "event", document, say("the event"))
    return evolve(event, shows=seated(event.shows, seats))


def _read(part: str, document: object, what: str) -> Any:
    try:
        return CODECS[part].read(document)
    except Misfit as misfit:
        raise RecordError(say("{place}: {reason}", place=what, reason=misfit.told())) from misfit


# Contracts and bills.


def contract_document(contract: Contract) -> Document:
    """A contract; suits as letters. Stakes, target and called card only where they are set."""
    document: Document = CODECS["contract"].spell(contract)
    return document


def contract_of(document: Document) -> Contract:
    """The contract of a :func:`contract_document`.

    Raises:
        RecordError: it is not one.
    """
    contract: Contract = _read("contract", document, say("the contract"))
    return contract


def bill_document(bill: Settlement) -> Document:
    """A settlement."""
    document: Document = {"heading": "", **CODECS["settlement"].spell(bill)}
    return document


def transfer_document(paid: Transfer) -> Document:
    """A transfer of chips, line by line."""
    document: Document = CODECS["transfer"].spell(paid)
    return document


def trick_document(trick: Trick) -> Document:
    """A complete trick."""
    return {
        "leader": trick.leader,
        "cards": [str(card) for card in trick.cards],
        "winner": trick.winner,
    }


def trick_of(document: Document) -> Trick:
    """The trick of a :func:`trick_document`; a bill that is made from it finds seats that are none.

    Raises:
        NotationError: a card is none.
        KeyError: something is missing.
    """
    cards = tuple(map(parse_card, document["cards"]))
    return Trick(document["leader"], cards, document["winner"])


def letter_of(suit: Suit | None) -> str | None:
    """A suit as a token."""
    return None if suit is None else suit.letter
