"""What is said to a program that plays, and how its answers are read: the protocol.

Every message is a JSON object on a line, in UTF-8. The page "Bots in any language" of the
documentation describes the fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from boston_rules import Action, Contract, Outcome, RecordError, State, Variant
from boston_rules.core.events import Event
from boston_rules.core.release import library_version
from boston_rules.deal.contracts import reachable
from boston_rules.deal.settlement.tariff import tariff_of
from boston_rules.deal.terms import terms_of
from boston_rules.records import dumps_event, dumps_view
from boston_rules.records.data import parse_json
from boston_rules.records.document import letter_of
from boston_rules.rules.cases import most_honours
from boston_rules.rules.suits import Turn

__all__ = [
    "PROTOCOL",
    "asking",
    "contract_prices",
    "ending",
    "greeting",
    "read_answer",
    "read_greeting",
    "rules",
    "showing",
]

PROTOCOL: Final = "boston_rules/bot/1"
"""The name of the protocol and its version, the first thing that both sides say."""


def greeting(seconds: float) -> bytes:
    """The first message to a program.

    >>> greeting(2.0).decode()[:49]
    '{"type": "hello", "protocol": "boston_rules/bot/1'
    """
    return _line(
        {"type": "hello", "protocol": PROTOCOL, "version": library_version(), "seconds": seconds}
    )


@lru_cache(maxsize=64)
def rules(variant: Variant, turn: Turn) -> bytes:
    """The rules of a deal and what every contract costs, as the turned cards have fixed it."""
    return _line(
        {
            "type": "rules",
            "variant": variant.slug,
            "revision": variant.revision,
            "fingerprint": variant.fingerprint(),
            "seats": variant.seats,
            "hand": variant.hand,
            "turned": letter_of(turn.suit),
            "belle": letter_of(turn.belle),
            "contracts": contract_prices(variant, turn),
        }
    )


def contract_prices(variant: Variant, turn: Turn) -> list[dict[str, Any]]:
    """Every contract of a deal with what each opponent pays for it. The pool is left out, and what
    is priced by the cards as they were played.

    ``chips`` holds a row for each number of honours of the side, or one where no price asks for
    them, and in it the chips by the tricks that the side has won, from 0: less than 0 is what the
    side pays to each opponent. Where tricks of the side cannot count further the row ends.

    >>> import boston_rules as br
    >>> from boston_rules.rules.suits import Turn
    >>> first = contract_prices(br.get_variant("mariland"), Turn(br.HEARTS))[0]
    >>> first["contract"], first["trump"], first["partner"], first["tricks"], first["chips"]
    ('4', 'C', False, 4, [[-6, -5, -4, -3, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]])
    """
    found: dict[tuple[object, ...], dict[str, Any]] = {}
    for contract in reachable(variant, turn, 0, stakes=(1,)):
        terms = terms_of(variant, contract)
        assert terms.goal is not None, "a contract has a goal"
        key: tuple[object, ...] = (
            contract.key, contract.trump, contract.suit_class, contract.partner is None, terms.goal,
        )  # fmt: skip
        if contract.stakes == 1 and key not in found:
            found[key] = {
                "contract": contract.key,
                "trump": letter_of(contract.trump),
                "suit_class": contract.suit_class,
                "partner": contract.partner is not None,
                "tricks": terms.goal.tricks,
                "most": terms.goal.most,
                "chips": _chips(variant, contract, terms.total),
            }
    return list(found.values())


def _chips(variant: Variant, contract: Contract, total: int) -> list[list[int]]:
    tariff = tariff_of(variant, contract)
    honours = most_honours(variant, contract.trump) if tariff.honours else 0
    seats = variant.seats

    def chips(taken: int, held: int) -> int:
        won = (taken, *(0,) * (seats - 1))
        priced = tariff.priced(Outcome(won, (held, *(0,) * (seats - 1))))
        return priced.chips if priced.made else -priced.chips

    return [[chips(taken, held) for taken in range(total + 1)] for held in range(honours + 1)]


def showing(view: State, seed: int) -> bytes:
    """A view, which begins a deal for its viewer, and a number to draw chance from.

    Where a rule of the variant holds something that no record can, only the events are told.
    """
    try:
        record = json.loads(dumps_view(view))
    except RecordError:
        record = {"variant": view.variant.slug, "deals": [{"events": _told(view.events)}]}
    return _line({"type": "view", "seat": view.viewer, "seed": seed, "view": record})


def asking(
    number: int, events: Iterable[Event], view: State, lawful: Sequence[Action], seconds: float
) -> bytes:
    """What has happened since the last message, and what may be done now."""
    return _line(
        {
            "type": "choose",
            "id": number,
            "events": _told(events),
            "hand": view.hand.tokens,
            "legal": list(map(str, lawful)),
            "seconds": seconds,
        }
    )


def ending(events: Iterable[Event], chips: Sequence[int]) -> bytes:
    """How a deal went on to its end, and what it brought to each seat."""
    return _line({"type": "end", "events": _told(events), "chips": list(chips)})


def read_greeting(line: bytes) -> str:
    """The name that a program gives itself.

    Raises:
        RecordError: it is no greeting, or one of another protocol.
    """
    said = _object(line)
    if said.get("protocol") != PROTOCOL:
        raise RecordError(f"does not greet with the protocol {PROTOCOL}")
    return " ".join(str(said.get("name", "")).split())[:80]


def read_answer(line: bytes, number: int) -> str:
    """The token of the action that a program has chosen.

    Raises:
        RecordError: it is no answer to the question of this number.
    """
    said = _object(line)
    action = said.get("action")
    if type(said.get("id")) is not int or said["id"] != number or not isinstance(action, str):
        raise RecordError(f"does not answer question {number} with an action")
    return action


def _object(line: bytes) -> dict[str, Any]:
    """The object of a line; the message of an error goes on after the name of the program."""
    try:
        said = parse_json(line, whole=False)
    except RecordError as error:
        raise RecordError(f"does not write JSON as it is read here: {error}") from error
    if not isinstance(said, dict):
        raise RecordError("does not write JSON objects")
    return said


def _told(events: Iterable[Event]) -> list[Any]:
    return [json.loads(dumps_event(event)) for event in events]


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"
