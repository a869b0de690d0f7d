"""An evening at a real table: who plays, what was played, and how everybody stands.

>>> import boston_rules as br
>>> played = Entry(br.Contract("6", 0, trump=br.HEARTS), br.Outcome((7, 2, 2, 2)))
>>> evening = Evening(br.get_variant("classic"), ("Ann", "Bob", "Cid", "Dot"), 3, (played,))
>>> [settling.changes for settling in settled_deals(evening)]
[(70, -20, -20, -30)]
>>> loads_evening(dumps_evening(evening)) == evening
True
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from attrs import asdict, evolve, frozen

import boston_rules as br
from boston_rules.core.arguments import check_seat, check_type, is_seat, tuple_of
from boston_rules.core.contract import Turn
from boston_rules.core.parse_errors import message_of
from boston_rules.core.saying import joined, say, term
from boston_rules.core.transfers import with_antes
from boston_rules.deal.contracts import raised_stakes
from boston_rules.deal.settled import bill_of, following_table, paid
from boston_rules.deal.settlement.penalties import lost_by_misdeal
from boston_rules.deal.table import open_table
from boston_rules.deal.terms import completed
from boston_rules.records.catalogue import either
from boston_rules.records.data import Fields, freeze, thaw
from boston_rules.records.document import contract_document, contract_of, trick_document, trick_of
from boston_rules.records.houserules import build_variant, tell_variant

__all__ = [
    "Entry",
    "Evening",
    "Settling",
    "begun_evening",
    "dumps_evening",
    "first_table",
    "infractions_document",
    "loads_evening",
    "next_table",
    "outcome_document",
    "settled_deals",
]

Document: TypeAlias = dict[str, Any]

_NAMES: Final = "a name for each seat, such as ('Ann', 'Bob', 'Cid', 'Dot')"
SCHEMA: Final = "boston_rules/evening/1"


@frozen
class Entry:
    """One deal as the table tells it."""

    contract: br.Contract | None
    """What was played; ``None`` when all passed."""
    outcome: br.Outcome
    """Tricks and honours by seat."""
    infractions: tuple[br.Infraction, ...] = ()
    """Misdeals, of the seat that dealt, and established revokes, in order."""
    turn: Turn = Turn()
    """What was turned, as the contract tells it where there is one: the first may fix the belle."""

    def __attrs_post_init__(self) -> None:
        if self.contract is not None:
            check_type("contract", self.contract, br.Contract, "a Contract, or None")
            object.__setattr__(self, "turn", self.contract.turn)


@frozen
class Evening:
    """A session at a real table. Bills are not stored: they follow from what was played."""

    variant: br.Variant
    """The rules."""
    players: tuple[str, ...]
    """Names by seat."""
    dealer: int
    """Who dealt first."""
    entries: tuple[Entry, ...] = ()
    """The deals that were played, in order."""


@frozen
class Settling:
    """A deal of an evening with its bill."""

    opening: br.Table
    """The table before it, its antes paid."""
    entry: Entry
    """What was played."""
    bill: br.Settlement
    """Who pays whom for it."""
    purses: tuple[int, ...]
    """Everybody's chips after it."""
    over: bool
    """Whether the session ended with it."""

    @property
    def changes(self) -> tuple[int, ...]:
        """What each player has won or lost by it, the ante included."""
        return with_antes(self.bill.deltas, self.opening.antes)


def begun_evening(variant: br.Variant, players: Sequence[str], dealer: int = 0) -> Evening:
    """An evening of which no deal has been played.

    Args:
        variant: the rules.
        players: the names by seat.
        dealer: the seat that deals first.

    Raises:
        ValueError: not everybody has a name of his own; there is no such seat.
        TypeError: it is no variant, or the names are no names.
    """
    check_type("variant", variant, br.Variant, "a Variant, such as get_variant() returns")
    check_seat(dealer, "the dealer", variant.seats, name="dealer")
    names = tuple_of("players", players, _NAMES)
    for name in names:
        check_type("players", name, str, _NAMES)
    if len(names) != variant.seats:
        raise ValueError(
            say(
                "{variant} is for {seats} players, not {number}",
                variant=term(variant.title),
                seats=variant.seats,
                number=len(names),
            )
        )
    if not all(names) or len({name.casefold() for name in names}) < len(names):
        raise ValueError(say("everybody needs a name of his own"))
    return Evening(variant, names, dealer)


def _check(evening: object) -> None:
    check_type("evening", evening, Evening, "an Evening, such as loads_evening() returns")


def first_table(evening: Evening) -> br.Table:
    """The table of the first deal, its antes paid.

    Raises:
        TypeError: it is not an evening.
    """
    _check(evening)
    return open_table(evening.variant, dealer=evening.dealer)


def settled_deals(evening: Evening) -> Iterator[Settling]:
    """Every deal with its bill, in order.

    Raises:
        SettlementError: a deal cannot be so; what is wrong is told with its number.
        SessionOver: there are more deals than the session has.
        TypeError: it is not an evening.
    """
    table: br.Table | None = first_table(evening)
    for number, entry in enumerate(evening.entries, 1):
        if table is None:
            raise br.SessionOver(say("the session was over after deal {number}", number=number - 1))
        try:
            settling = _settled(table, entry)
        except br.SettlementError as error:
            place = say("deal {number}", number=number)
            raise br.SettlementError(
                say("{place}: {reason}", place=place, reason=each) for each in error.problems
            ) from None
        yield settling
        table = _following(settling)


def next_table(evening: Evening) -> br.Table | None:
    """The table of the deal that comes next, its antes paid; ``None`` when the session is over.

    Raises:
        TypeError: it is not an evening.
    """
    settled = list(settled_deals(evening))
    return _following(settled[-1]) if settled else first_table(evening)


def _following(settling: Settling) -> br.Table | None:
    if settling.over:
        return None
    table, contract = settling.opening, settling.entry.contract
    if table.variant.dealing.fixes_belle:
        table = evolve(table, belle=settling.entry.turn.belle)
    played = contract is not None or any(settling.entry.outcome.tricks)
    lost = lost_by_misdeal(table.variant, settling.entry.infractions)
    return following_table(table, settling.bill, contract, played=played, lost=lost)


def _settled(table: br.Table, entry: Entry) -> Settling:
    contract, rules, belle = entry.contract, table.variant, _belle(table, entry.turn)
    if contract is None:
        entry = evolve(entry, turn=evolve(entry.turn, belle=belle))
    else:
        contract = evolve(contract, belle=belle, stakes=_stakes(table, contract))
    # Who dealt follows from the deals before, which may have been corrected since.
    infractions = tuple(
        evolve(each, seat=table.dealer) if each.kind == "misdeal" else each
        for each in entry.infractions
    )

    told, around = (rules, contract, entry.outcome), (table.pool, table.set_aside)
    grand = table.is_grand
    br.settle(
        *told,
        *around,
        dealer=table.dealer,
        infractions=infractions,
        grand=grand,
        stakes=table.stakes if contract is None else None,
    )  # validates
    played = None if contract is None else completed(rules, contract)
    bill, over = bill_of(table, played, entry.outcome, infractions)
    purses = paid(table.purses, bill.deltas)
    return Settling(table, evolve(entry, contract=contract), bill, purses, over)


def _belle(table: br.Table, turn: Turn) -> br.Suit | None:
    """The belle of a deal: for the whole session the suit that was turned in the first deal."""
    told, fixed = turn.belle, table.belle
    if not table.variant.dealing.fixes_belle:
        return told
    if table.deal_number == 1:
        fixed = turn.suit
    if told is None or fixed is None or told == fixed:
        return told if fixed is None else fixed
    raise br.SettlementError(
        say(
            "{belle} is belle, the suit turned in the first deal, and not {given}",
            belle=fixed.symbol,
            given=told.symbol,
        )
    )


def _stakes(table: br.Table, contract: br.Contract) -> int:
    """Those of the deal, unless the entry says to what a player has raised them."""
    told = contract.stakes
    if told in (1, table.stakes) or contract.key not in table.variant.ladder:
        return table.stakes
    possible = sorted(raised_stakes(table.variant, contract.key, table.stakes))
    if told not in possible:
        stakes = either(map(str, possible))
        raise br.SettlementError(
            say("the stakes of this deal are {stakes}, not {given}", stakes=stakes, given=told)
        )
    return told


_INFRACTIONS: Final = "Infraction objects"


# Texts.


def dumps_evening(evening: Evening) -> str:
    """An evening as JSON, as the files of ``boston-rules table`` have it.

    Raises:
        RecordError: a rule of the house holds something that no record can.
        TypeError: it is not an evening.
    """
    _check(evening)
    options, house = tell_variant(evening.variant)
    document: Document = {
        "schema": SCHEMA,
        "variant": evening.variant.slug,
        "fingerprint": evening.variant.fingerprint(),
        "options": thaw(Fields(options)),
        **({"rules": thaw(Fields(house))} if house else {}),
        "players": list(evening.players),
        "dealer": evening.dealer,
        "deals": [
            {
                "contract": None if told.contract is None else contract_document(told.contract),
                "outcome": outcome_document(told.outcome),
                **infractions_document(told.infractions),
                **(_turn_document(told.turn) if told.contract is None else {}),
            }
            for told in evening.entries
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def loads_evening(text: str | bytes) -> Evening:
    """The evening that was written as JSON.

    Raises:
        RecordError: it is not an evening, or the rules in it are not here.
        BostonError: it was kept by other rules, or one of its deals cannot be.
    """
    try:
        return _evening(json.loads(text))
    except br.BostonError:  # which is a ValueError too
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise br.RecordError(
            say(
                "it is no evening that 'table new' began: {error}",
                error=joined(": ", [type(error).__name__, message_of(error)]),
            )
        ) from error


def _evening(document: Any) -> Evening:
    if document["schema"] != SCHEMA:
        raise ValueError(
            say(
                "its schema is {found}, not {known}",
                found=repr(document["schema"]),
                known=repr(SCHEMA),
            )
        )
    options, house = freeze(document["options"]), freeze(document.get("rules", {}))
    if not isinstance(options, Fields) or not isinstance(house, Fields):
        raise ValueError(say("its options and rules are objects"))
    variant = build_variant(document["variant"], options.items, house.items)
    if document["fingerprint"] != variant.fingerprint():
        raise br.VariantError(
            say(
                "the evening was kept by other rules of {variant} than those here",
                variant=variant.slug,
            )
        )
    players, dealer = tuple(map(str, document["players"])), document["dealer"]
    if len(players) != variant.seats or not is_seat(dealer, len(players)):
        raise ValueError(
            say(
                "{variant} has {seats} players, one of whom deals first",
                variant=variant.slug,
                seats=variant.seats,
            )
        )
    entries = tuple(map(_entry, document["deals"]))
    evening = Evening(variant, players, dealer, entries)
    for _ in settled_deals(evening):
        pass  # a deal that cannot be is refused here
    return evening


def _turn_document(turn: Turn) -> Document:
    """What was turned."""
    suits = {"turned": turn.suit, "belle": turn.belle}
    return {name: suit.letter for name, suit in suits.items() if suit is not None}


def _entry(document: Any) -> Entry:
    contract, outcome = document["contract"], document["outcome"]
    infractions = tuple(br.Infraction(**each) for each in document.get("infractions", ()))
    turned, belle = (
        br.parse_suit(document[name]) if name in document else None for name in ("turned", "belle")
    )
    return Entry(
        None if contract is None else contract_of(contract),
        _outcome(outcome),
        infractions,
        Turn(turned, belle),
    )


def _outcome(document: Document) -> br.Outcome:
    played = tuple(map(trick_of, document.get("played", ())))
    return br.Outcome(**{**document, "played": played})


def outcome_document(outcome: br.Outcome) -> Document:
    """What happened, by seat; the tricks as played only where they were given.

    Raises:
        TypeError: it is not an outcome.
    """
    check_type("outcome", outcome, br.Outcome, "an Outcome")
    document = asdict(outcome, filter=lambda field, value: field.name != "played")
    played = [*map(trick_document, outcome.played)]
    return document | ({"played": played} if played else {})


def infractions_document(infractions: Sequence[br.Infraction]) -> Document:
    """Misdeals and revokes, where there were any.

    Raises:
        TypeError: they are not infractions.
    """
    found = []
    for each in tuple_of("infractions", infractions, _INFRACTIONS):
        check_type("infractions", each, br.Infraction, _INFRACTIONS)
        found.append(asdict(each, filter=lambda field, value: value != field.default))
    return {"infractions": found} if found else {}
