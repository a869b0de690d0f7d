"""Views as JSON: what a host sends to a player, and a bot in another process reads."""

from __future__ import annotations

import json
from typing import Final

from boston_rules.actions import Action, Bid
from boston_rules.arguments import wrong_type
from boston_rules.cards import Card, Cards, parse_card, parse_suit
from boston_rules.contract import Contract
from boston_rules.errors import RecordError
from boston_rules.notation import parse_action
from boston_rules.records.checks import problem_of_bill
from boston_rules.records.data import parse_json, thaw
from boston_rules.records.document import (
    Document,
    Taken,
    bill_document,
    check_schema,
    contract_document,
    kind_of,
    letter_of,
    read_bill,
    read_cards,
    read_text,
    read_transfer,
    transfer_document,
)
from boston_rules.records.errors import FingerprintMismatch
from boston_rules.records.forms import VIEW, form_of
from boston_rules.records.houserules import build_variant, tell_variant
from boston_rules.records.limits import MOST_PLIES, MOST_RULE_NUMBER, MOST_TOKEN
from boston_rules.records.viewchecks import check_view
from boston_rules.settlement import Settlement
from boston_rules.table import Trick
from boston_rules.variant import Variant
from boston_rules.views import View

__all__ = ["VIEW_SCHEMA", "dumps_view", "loads_view"]

VIEW_SCHEMA: Final = "boston_rules/view/1"

# Writing.


def dumps_view(view: View) -> str:
    """A view as a JSON text on one line.

    It holds the variant as a record does, so that house rules travel, and what the seat may know;
    :func:`loads_view` gives an equal view.

    Raises:
        RecordError: a rule of the variant holds something that no record can.
        TypeError: it is not a view.

    >>> import boston_rules as br
    >>> view = br.observe(br.start(br.get_variant("french")), 2)
    >>> br.loads_view(br.dumps_view(view)) == view
    True
    """
    if not isinstance(view, View):
        raise wrong_type("view", "a View, such as br.observe() returns", view)
    return json.dumps(_document(view), ensure_ascii=False)


def _document(view: View) -> Document:
    variant, contract, bill = view.variant, view.contract, view.settlement
    options, rules = tell_variant(variant)
    return {
        "schema": VIEW_SCHEMA,
        "variant": variant.slug,
        "revision": variant.revision,
        "fingerprint": variant.fingerprint(),
        "options": {name: thaw(value) for name, value in options},
        "rules": {path: thaw(value) for path, value in rules},
        "seat": view.seat,
        "phase": view.phase,
        "actor": view.actor,
        "legal": list(map(str, view.legal)),
        **_incidents(view),
        "dealer": view.dealer,
        "deal_number": view.deal_number,
        "purses": list(view.purses),
        **({} if variant.stakes is None else {"stakes": view.stakes}),
        "pool": view.pool,
        "set_aside": view.set_aside,
        "antes": list(map(transfer_document, view.antes)),
        "turned": None if view.turned is None else str(view.turned),
        "belle": letter_of(view.belle),
        "hand": view.hand.tokens,
        "dealt": view.dealt.tokens,
        "exposed": [[seat, cards.tokens] for seat, cards in view.exposed],
        "history": [list(entry) for entry in view.history],
        "standing": None if view.standing is None else [view.standing[0], str(view.standing[1])],
        "contract": None if contract is None else contract_document(contract),
        "leader": view.leader,
        "trick": " ".join(map(str, view.trick)),
        "tricks": [
            {
                "leader": trick.leader,
                "cards": " ".join(map(str, trick.cards)),
                "winner": trick.winner,
            }
            for trick in view.tricks
        ],
        "taken": list(view.taken),
        "decided": view.decided,
        "settlement": None if bill is None else bill_document(bill),
    }


def _incidents(view: View) -> Document:
    """What only the table's law brings; nothing where it is not in force."""
    found: Document = {}
    if view.lawful != view.legal:
        found["lawful"] = list(map(str, view.lawful))
    if view.faced:
        found["faced"] = [[seat, cards.tokens] for seat, cards in view.faced]
    if view.revokes:
        found["revokes"] = [list(each) for each in view.revokes]
    return found


# Reading.


def loads_view(text: str, *, ignore_fingerprint: bool = False) -> View:
    """Read what :func:`dumps_view` wrote.

    The view is validated whole: there is a deal in which the seat sees exactly this, so that voids,
    samples and whatever else is asked of a view can be answered.

    Args:
        text: the JSON text.
        ignore_fingerprint: read a view whose rules differ from those of the same name here.

    Raises:
        FingerprintMismatch: the variant here has other rules than the view was made under.
        RecordError: it is not a view, no deal gives it, or its variant is not here.
        TypeError: it is not a ``str``.
    """
    view = _read_view(text, ignore_fingerprint=ignore_fingerprint)
    check_view(view)
    return view


def _read_view(text: str, *, ignore_fingerprint: bool) -> View:
    """A view in form."""
    if not isinstance(text, str):
        raise wrong_type("text", "a str, such as br.dumps_view() returns", text)
    document = parse_json(text)
    if not isinstance(document, dict):
        raise RecordError("a view is a JSON object")
    check_schema(document.get("schema"), VIEW_SCHEMA)
    top = Taken(document, "the view", form_of(VIEW))
    slug = _text(top.get("variant"), "the variant")
    recorded = (top.get("revision"), top.get("fingerprint"))
    variant = build_variant(slug, tuple(top.mapped("options")), tuple(top.mapped("rules")))
    found = (variant.revision, variant.fingerprint())
    if not ignore_fingerprint and recorded != found:
        reason = f"the rules of {slug} here are not those of the view"
        raise FingerprintMismatch(reason, recorded=recorded, found=found)
    seats = variant.seats
    antes = tuple(read_transfer(paid, "an ante of the view") for paid in top.listed("antes"))
    bill = None
    if top.get("settlement") is not None:
        bill = read_bill(top.get("settlement"), "the view")
    moved = Settlement(antes, (0,) * seats, 0, 0, None)
    for problem in (problem_of_bill(one, seats) for one in (moved, bill) if one is not None):
        if problem:
            raise RecordError(f"the view: {problem}")
    return View(
        variant=variant,
        seat=_optional(top, "seat", 0, seats - 1),
        phase=_text(top.get("phase"), "the phase"),
        actor=_optional(top, "actor", -1, seats - 1),
        legal=_actions(top, "legal"),
        lawful=_actions(top, "legal" if top.get("lawful") is None else "lawful"),
        dealer=_whole(top.get("dealer"), 0, seats - 1, "the dealer"),
        deal_number=_whole(top.get("deal_number"), 1, MOST_RULE_NUMBER, "the number of the deal"),
        stakes=_stakes(top.get("stakes"), variant),
        purses=_numbers(top, "purses", -MOST_RULE_NUMBER),
        pool=_whole(top.get("pool"), 0, MOST_RULE_NUMBER, "the pool"),
        set_aside=_whole(top.get("set_aside"), 0, MOST_RULE_NUMBER, "the set-aside"),
        antes=antes,
        turned=top.read("turned", parse_card),
        belle=top.read("belle", parse_suit),
        hand=_cards(top.get("hand"), "the hand"),
        dealt=_cards(top.get("dealt"), "the cards dealt"),
        exposed=_open(top, "exposed", seats, "an exposed hand"),
        faced=_open(top, "faced", seats, "exposed cards"),
        revokes=tuple(
            (_whole(trick, 0, 12, "a trick"), _whole(seat, 0, seats - 1, "a seat"))
            for trick, seat in top.pairs("revokes")
        ),
        history=_history(top, seats),
        standing=_standing(top, seats),
        contract=_contract(top, variant),
        leader=_optional(top, "leader", 0, seats - 1),
        trick=_row(top.get("trick"), seats, "the trick"),
        tricks=tuple(_trick(trick, seats) for trick in top.listed("tricks")),
        taken=_numbers(top, "taken", 0),
        decided=_flag(top.get("decided"), "the verdict"),
        settlement=bill,
    )


def _actions(top: Taken, name: str) -> tuple[Action, ...]:
    return tuple(read_text(token, parse_action, f"a {name} action") for token in top.listed(name))


def _whole(value: object, least: int, most: int, what: str) -> int:
    if type(value) is int and least <= value <= most:
        return value
    raise RecordError(f"{what} is a whole number {least} to {most}, not {kind_of(value)}")


def _optional(top: Taken, name: str, least: int, most: int) -> int | None:
    value = top.get(name)
    return None if value is None else _whole(value, least, most, f"the {name} of the view")


def _stakes(value: object, variant: Variant) -> int:
    """Stakes that the rules know; 1 where the view does not tell them."""
    known = (1,) if variant.stakes is None else variant.stakes.values
    stakes = 1 if value is None else _whole(value, 1, MOST_RULE_NUMBER, "the stakes")
    if stakes not in known:
        listed = ", ".join(map(str, known))
        raise RecordError(f"the stakes of {variant.slug} are {listed}, not {stakes}")
    return stakes


def _text(value: object, what: str) -> str:
    if type(value) is str and len(value) <= MOST_TOKEN:
        return value
    raise RecordError(f"{what} is a short text, not {kind_of(value)}")


def _flag(value: object, what: str) -> bool | None:
    if value is None or type(value) is bool:
        return value
    raise RecordError(f"{what} is true, false or null, not {kind_of(value)}")


def _numbers(top: Taken, name: str, least: int) -> tuple[int, ...]:
    rows = top.listed(name)
    if len(rows) > 4:
        raise RecordError(f"{name} has a number for each seat, not {len(rows)}")
    return tuple(_whole(row, least, MOST_RULE_NUMBER, f"one of {name}") for row in rows)


def _cards(value: object, what: str) -> Cards:
    return Cards(read_text(value, read_cards, what))


def _open(top: Taken, name: str, seats: int, what: str) -> tuple[tuple[int, Cards], ...]:
    return tuple(
        (_whole(seat, 0, seats - 1, "a seat"), _cards(cards, what))
        for seat, cards in top.pairs(name)
    )


def _row(value: object, seats: int, what: str) -> tuple[Card, ...]:
    row = read_text(value, read_cards, what)
    if len(row) > seats:
        raise RecordError(f"{what} has {len(row)} cards, more than there are seats")
    return row


def _history(top: Taken, seats: int) -> tuple[tuple[int, str], ...]:
    rows = top.pairs("history")
    if len(rows) > MOST_PLIES:
        raise RecordError(f"the history has {len(rows)} actions; {MOST_PLIES} is the most")
    found = []
    for seat, token in rows:
        _whole(seat, -1, seats - 1, "who acted")
        shown = _text(token, "an action").removesuffix(" ?")
        if shown not in ("shuffle", "cut", "discard"):
            read_text(shown, parse_action, "an action of the history")
        found.append((seat, token))
    return tuple(found)


def _standing(top: Taken, seats: int) -> tuple[int, Bid] | None:
    row = top.get("standing")
    if row is None:
        return None
    if not isinstance(row, list) or len(row) != 2:
        raise RecordError(f"the standing bid is a seat and a bid, not {kind_of(row)}")
    bid = read_text(row[1], parse_action, "the standing bid")
    if not isinstance(bid, Bid):
        raise RecordError(f"the standing bid is a bid, not {bid}")
    return _whole(row[0], 0, seats - 1, "who bid"), bid


def _contract(top: Taken, variant: Variant) -> Contract | None:
    value = top.get("contract")
    if value is None:
        return None
    fields = Taken(value, "the contract", form_of(VIEW, "contract"))
    key = _text(fields.get("key"), "the key of the contract")
    if key not in variant.ladder:
        raise RecordError(f"the ladder of {variant.slug} has no {key!r}")
    suit_class = fields.get("suit_class")
    if suit_class not in (None, "plain", "colour", "preference"):
        raise RecordError(f"a suit is plain, colour or preference, not {kind_of(suit_class)}")
    return Contract(
        key=key,
        declarer=_whole(fields.get("declarer"), 0, variant.seats - 1, "the declarer"),
        trump=fields.read("trump", parse_suit),
        partner=_optional(fields, "partner", 0, variant.seats - 1),
        suit_class=suit_class,
        turned=fields.read("turned", parse_suit),
        belle=fields.read("belle", parse_suit),
        stakes=_stakes(fields.get("stakes"), variant),
        target=_optional(fields, "target", 0, 13),
        called=fields.read("called", parse_card),
    )


def _trick(value: object, seats: int) -> Trick:
    fields = Taken(value, "a trick", form_of(VIEW, "complete-trick"))
    return Trick(
        _whole(fields.get("leader"), 0, seats - 1, "the leader of a trick"),
        _row(fields.get("cards"), seats, "a trick"),
        _whole(fields.get("winner"), 0, seats - 1, "the winner of a trick"),
    )
