"""The JSON form of a record."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from attrs import fields

from boston_rules.cards import Card, Suit, parse_card, parse_suit
from boston_rules.contract import Contract
from boston_rules.errors import NotationError, RecordError
from boston_rules.records.data import freeze, parse_json, thaw
from boston_rules.records.forms import RECORD, VIEW, Form, form_of
from boston_rules.records.limits import MOST_DEALS
from boston_rules.records.model import SCHEMA, DealRecord, Record, Start
from boston_rules.rules.transfers import Line, Transfer
from boston_rules.settlement import Settlement

__all__ = [
    "Document",
    "Taken",
    "bill_document",
    "check_schema",
    "compact",
    "contract_document",
    "contract_of",
    "from_json",
    "kind_of",
    "letter_of",
    "read_bill",
    "read_cards",
    "read_text",
    "read_transfer",
    "to_document",
    "to_json",
    "transfer_document",
]

Document: TypeAlias = dict[str, Any]
_T = TypeVar("_T")


# Writing.


def to_document(record: Record) -> Document:
    """The record as JSON values, ready for :func:`json.dumps`; what is empty is left out."""
    start = record.start
    document: Document = {
        "schema": SCHEMA,
        "variant": record.variant,
        "revision": record.revision,
        "fingerprint": record.fingerprint,
        "options": {name: thaw(value) for name, value in record.options},
        "rules": {path: thaw(value) for path, value in record.rules},
        "seats": record.seats,
        "viewer": record.viewer,
        "players": list(record.players),
        "tags": [list(tag) for tag in record.tags],
        "comments": list(record.comments),
        "start": None if start is None else _fields_document(start, form_of(RECORD, "start")),
        "deals": [_deal_document(deal) for deal in record.deals],
    }
    return without_empty(document)


def without_empty(document: Document) -> Document:
    return {
        name: value
        for name, value in document.items()
        if value is not None and value != [] and value != {}
    }


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _fields_document(thing: Start | Contract, form: Form) -> Document:
    """The fields of an object; those that its form does not require only where they are set."""
    found: Document = {}
    for attribute in fields(type(thing)):
        value = getattr(thing, attribute.name)
        if attribute.name in form.required or value != attribute.default:
            found[attribute.name] = _spelled(value)
    return found


def _spelled(value: Any) -> Any:
    """A suit as its letter, cards as tokens, numbers as a list."""
    if isinstance(value, Suit):
        return value.letter
    if isinstance(value, tuple):
        return _cards(value) if value and isinstance(value[0], Card) else list(value)
    return str(value) if isinstance(value, Card) else value


def _deal_document(deal: DealRecord) -> Document:
    bill = deal.settlement
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        **without_empty(
            {
                "hands": None if deal.hands is None else list(map(_cards, deal.hands)),
                "turned": None if deal.turned is None else str(deal.turned),
                "tags": [list(tag) for tag in deal.tags],
                "comments": [list(comment) for comment in deal.comments],
            }
        ),
        "actions": [list(action) for action in deal.actions],
        "settlement": None if bill is None else bill_document(bill),
    }


def transfer_document(paid: Transfer) -> Document:
    """A transfer of chips, line by line."""
    return {
        "payer": paid.payer,
        "payee": paid.payee,
        "lines": [{"chips": line.chips, "reason": line.reason} for line in paid.lines],
    }


def bill_document(bill: Settlement) -> Document:
    """A settlement."""
    return {
        "heading": bill.heading,
        "made": bill.made,
        "transfers": [transfer_document(paid) for paid in bill.transfers],
        "deltas": list(bill.deltas),
        "pool": bill.pool,
        "set_aside": bill.set_aside,
    }


def contract_document(contract: Contract) -> Document:
    """A contract; suits as letters. Stakes, target and called card only where they are set."""
    return _fields_document(contract, form_of(VIEW, "contract"))


def contract_of(document: Document) -> Contract:
    """The contract of a :func:`contract_document`; what is absent as :class:`Contract` has it.

    Raises:
        NotationError: a suit or a card that is none.
        TypeError: a field that contracts do not have.
    """
    given = dict(document)
    for name in ("trump", "turned", "belle"):
        if given.get(name) is not None:
            given[name] = parse_suit(given[name])
    if given.get("called") is not None:
        given["called"] = parse_card(given["called"])
    return Contract(**given)


def letter_of(suit: Suit | None) -> str | None:
    """A suit as a token."""
    return None if suit is None else suit.letter


def to_json(record: Record) -> str:
    """The record as a JSON text, a line for each part of the record and of its deals."""
    document = to_document(record)
    deals = document.pop("deals")
    lines = [f"  {compact(name)}: {compact(value)},\n" for name, value in document.items()]
    rows = [
        ",\n".join(f"      {compact(name)}: {compact(value)}" for name, value in deal.items())
        for deal in deals
    ]
    inner = ",\n".join(f"    {{\n{row}\n    }}" for row in rows)
    return f'{{\n{"".join(lines)}  "deals": [\n{inner}\n  ]\n}}\n'


def compact(value: Any) -> str:
    """The value on one line."""
    return json.dumps(value, ensure_ascii=False)


# Reading.


def from_json(text: str) -> Record:
    """Read the JSON form.

    Raises:
        RecordError: it is not a record, with line and column where the JSON itself is at fault.
    """
    document = parse_json(text)
    if not isinstance(document, dict):
        raise RecordError("a record is a JSON object")
    check_schema(document.get("schema"))
    top = Taken(document, "the record", form_of(RECORD))
    start = top.get("start")
    if len(top.listed("deals")) > MOST_DEALS:
        raise RecordError(f"a record has {MOST_DEALS} deals at most")
    return Record(
        variant=top.get("variant"),
        revision=top.get("revision"),
        fingerprint=top.get("fingerprint"),
        options=top.mapped("options"),
        rules=top.mapped("rules"),
        seats=top.get("seats"),
        viewer=top.get("viewer"),
        players=top.listed("players"),
        tags=top.pairs("tags"),
        comments=top.listed("comments"),
        start=None if start is None else _read_start(start),
        deals=[_read_deal(deal, place) for place, deal in enumerate(top.listed("deals"), 1)],
    )


def check_schema(schema: object, known: str = SCHEMA) -> None:
    """Refuse what this version cannot read.

    Raises:
        RecordError: it is not a record, or one of a later schema.
    """
    if schema == known:
        return
    family, _, _ = known.rpartition("/")
    what = family.rpartition("/")[2]
    if isinstance(schema, str) and schema.startswith(f"{family}/"):
        raise RecordError(f"the {what} is of the schema {schema[:60]!r}; {known!r} is read here")
    raise RecordError(f"this is no {what}: its schema is not {known!r}")


class Taken:
    """An object of the document: its fields, taken out by kind."""

    def __init__(self, value: Any, where: str, form: Form) -> None:
        if not isinstance(value, dict):
            raise RecordError(f"{where} is a JSON object, not {kind_of(value)}")
        for name in form.required:
            if name not in value:
                raise RecordError(f"{where} lacks {name!r}")
        for name in value:
            if name not in form.properties:
                raise RecordError(f"{where} has no field {name[:40]!r}")
        self._value = value
        self._where = where

    def get(self, name: str) -> Any:
        """The value as it is; ``None`` where there is none."""
        return self._value.get(name)

    def listed(self, name: str) -> list[Any]:
        """A list; empty where there is none."""
        value = self._value.get(name, [])
        if not isinstance(value, list):
            raise RecordError(f"{name} of {self._where} is a list, not {kind_of(value)}")
        return value

    def mapped(self, name: str) -> list[tuple[str, Any]]:
        """The items of an object, frozen; nothing where there is none."""
        value = self._value.get(name, {})
        if not isinstance(value, dict):
            raise RecordError(f"{name} of {self._where} is an object, not {kind_of(value)}")
        return [(key, freeze(item)) for key, item in value.items()]

    def pairs(self, name: str) -> list[tuple[Any, Any]]:
        """A list of lists of two."""
        found = []
        for item in self.listed(name):
            if not isinstance(item, list) or len(item) != 2:
                raise RecordError(
                    f"{name} of {self._where} holds lists of two, not {kind_of(item)}"
                )
            found.append((item[0], item[1]))
        return found

    def read(self, name: str, reader: Callable[[str], _T]) -> _T | None:
        """A text, read; ``None`` where there is none."""
        value = self._value.get(name)
        return None if value is None else read_text(value, reader, f"{name} of {self._where}")


def kind_of(value: object) -> str:
    """What a JSON value is, in a word."""
    kinds = {dict: "an object", list: "a list", str: "a text", type(None): "null"}
    return kinds.get(type(value), f"{value!r:.40}")


def read_text(value: Any, reader: Callable[[str], _T], where: str) -> _T:
    """A text of the document, read.

    Raises:
        RecordError: it is not a ``str``, or not such a one.
    """
    if not isinstance(value, str):
        raise RecordError(f"{where} is a text, not {kind_of(value)}")
    try:
        return reader(value)
    except NotationError as error:
        raise RecordError(f"{where}: {error.reason}") from error


def read_cards(text: str) -> tuple[Card, ...]:
    """Card tokens between spaces, in their order.

    Raises:
        NotationError: a token is not a card, or there are more than a pack.
    """
    words = text.split()
    if len(words) > 52:
        raise NotationError(f"{len(words)} cards; a pack has 52")
    return tuple(map(parse_card, words))


def _read_start(value: Any) -> Start:
    taken = Taken(value, "the start", form_of(RECORD, "start"))
    return Start(
        purses=taken.listed("purses"),
        pool=taken.get("pool"),
        set_aside=taken.get("set_aside"),
        stakes=1 if taken.get("stakes") is None else taken.get("stakes"),
        belle=taken.read("belle", parse_suit),
        pack=taken.read("pack", read_cards) or (),
    )


def _read_deal(value: Any, place: int) -> DealRecord:
    where = f"deal {place} of the list"
    taken = Taken(value, where, form_of(RECORD, "deal"))
    hands = None
    if taken.get("hands") is not None:
        hands = [
            read_text(hand, read_cards, f"a hand of {where}") for hand in taken.listed("hands")
        ]
    bill = taken.get("settlement")
    return DealRecord(
        number=taken.get("number"),
        dealer=taken.get("dealer"),
        hands=hands,
        turned=taken.read("turned", parse_card),
        actions=taken.pairs("actions"),
        settlement=None if bill is None else read_bill(bill, where),
        comments=taken.pairs("comments"),
        tags=taken.pairs("tags"),
    )


def read_bill(value: Any, where: str) -> Settlement:
    """A settlement of the document."""
    where = f"the settlement of {where}"
    taken = Taken(value, where, form_of(RECORD, "settlement"))
    return Settlement(
        transfers=tuple(read_transfer(paid, where) for paid in taken.listed("transfers")),
        deltas=tuple(taken.listed("deltas")),
        pool=taken.get("pool"),
        set_aside=taken.get("set_aside"),
        made=taken.get("made"),
        heading="" if taken.get("heading") is None else taken.get("heading"),
    )


def read_transfer(value: Any, where: str) -> Transfer:
    """A transfer of the document."""
    where = f"a transfer of {where}"
    taken = Taken(value, where, form_of(RECORD, "transfer"))
    lines = []
    for item in taken.listed("lines"):
        line = Taken(item, f"a line of {where}", form_of(RECORD, "line"))
        lines.append(Line(line.get("chips"), line.get("reason")))
    return Transfer(taken.get("payer"), taken.get("payee"), tuple(lines))
