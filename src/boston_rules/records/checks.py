"""Validates records: each value by the schema, then what the parts say of each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from boston_rules.core.actions import Bid, Cut, Discard, Shuffle, TurnCut
from boston_rules.core.arguments import shown
from boston_rules.core.errors import RecordError
from boston_rules.core.events import NOTHING, Event
from boston_rules.core.hidden import HOLE
from boston_rules.records.codecs import CODECS, NONE_TOLD, seated
from boston_rules.records.data import size_of
from boston_rules.records.deals import DealRecord, Start
from boston_rules.records.errors import Misfit
from boston_rules.records.limits import MOST_NODES, MOST_PLIES_IN_ALL
from boston_rules.records.tags import RESERVED

__all__ = ["check", "read_fields", "refused"]

_RESERVED_FOLDED: Final = {name.lower(): name for name in RESERVED}


def refused(misfit: Misfit, document: Any) -> RecordError:
    """The exception for programs: with the deal and the event where there is one.

    Args:
        misfit: what is wrong.
        document: with what.
    """
    deal: int | None = None
    ply: int | None = None
    match misfit.path:
        case ["deals", int(place), *inner]:
            first = document["deals"][0]
            number = first.get("number") if isinstance(first, dict) else None
            deal = place + (number if type(number) is int else 1)
            match inner:
                case ["events", int(place), *_]:
                    ply = place
    return RecordError(misfit.told(), deal=deal, ply=ply)


def read_fields(document: Any) -> dict[str, Any]:
    """The fields of a record, read from JSON values.

    Raises:
        Misfit: it is not a record, or its parts do not fit together.
    """
    values: dict[str, Any] = {**NONE_TOLD, **CODECS[""].read(document)}
    del values["schema"]
    seats = values["seats"]
    if seats < 4:
        values["deals"] = tuple(
            evolve(
                deal,
                shows=seated(deal.shows, seats),
                events=[evolve(event, shows=seated(event.shows, seats)) for event in deal.events],
            )
            for deal in values["deals"]
        )
    _check_parts(values)
    return values


def check(values: Mapping[str, Any]) -> None:
    """Refuse the fields of a record that cannot be one, or could not be read again.

    Raises:
        RecordError: the first thing found, with the deal and the event where there is one.
    """
    document: Any = None
    try:
        try:
            document = CODECS[""].spell(values)
        except (AttributeError, TypeError, RecursionError) as error:
            raise Misfit(f"no record can hold this: {error}", named=False) from error
        for name, value in read_fields(document).items():
            if value != values[name]:
                raise Misfit(f"cannot be {shown(values[name])}", name)
    except Misfit as misfit:
        raise refused(misfit, document) from misfit


def _check_parts(values: Mapping[str, Any]) -> None:
    seats, viewer, deals = values["seats"], values["viewer"], values["deals"]
    if len(values["players"]) not in (0, seats):
        raise _wrong(f"{seats} players sit at the table, not {len(values['players'])}", "players")
    if viewer == 3 == seats:
        raise Misfit("is a seat 0 to 2 or onlooker, not 3", "viewer")
    if sum(size_of(value) for _, value in values["options"] + values["rules"]) > MOST_NODES:
        raise _wrong(f"options and rules have {MOST_NODES} values at most", "options")
    _check_tags(values["tags"])
    _check_start(values["start"], deals[0].number, seats, viewer)
    for place, deal in enumerate(deals):
        try:
            if deal.number != deals[0].number + place:
                raise _wrong(f"deals are numbered one after another, and this is {deal.number}")
            _check_deal(deal, seats, viewer)
        except Misfit as misfit:
            misfit.path[:0] = "deals", place
            raise
    plies = sum(len(deal.events) for deal in deals)
    if plies > MOST_PLIES_IN_ALL:
        raise _wrong(f"{plies} events in all; {MOST_PLIES_IN_ALL} is the most")


def _wrong(reason: str, *path: str | int) -> Misfit:
    return Misfit(reason, *path, named=False)


def _check_tags(tags: Sequence[tuple[str, str]]) -> None:
    for place, (name, _) in enumerate(tags):
        known = _RESERVED_FOLDED.get(name.lower())
        if known is not None:
            reason = f"the tag {known} has a meaning of its own and does not stand here"
            raise _wrong(reason, "tags", place)


def _check_seats(name: str, found: Sequence[object], seats: int) -> None:
    if len(found) != seats:
        raise Misfit(f"has one for each of {seats} seats, not {len(found)}", name)


def _check_start(start: Start | None, first: int, seats: int, viewer: object) -> None:
    if start is None:
        if first != 1:
            raise _wrong(
                f"a record that begins with deal {first} says how the table stood (its start)"
            )
        return
    _check_seats("purses", start.purses, seats)
    for name, pack in (("pack", start.pack), ("still", start.still)):
        if viewer is not None and pack:
            if pack is not HOLE:
                raise _wrong("a redacted record does not show the gathered pack", "start", name)
        elif pack is HOLE or len(pack) % 4 or len(set(pack)) < len(pack):
            raise _wrong("the gathered pack is each of the cards once", "start", name)


def _check_deal(deal: DealRecord, seats: int, viewer: object) -> None:
    if deal.dealer >= seats:
        raise Misfit(f"is a seat 0 to {seats - 1}, not {deal.dealer}", "dealer")
    _check_hands(deal, seats, viewer)
    for ply, event in enumerate(deal.events):
        if event.seat >= seats:
            raise _wrong(
                f"a seat 0 to {seats - 1} acts, or chance, not {event.seat}", "events", ply
            )
        if viewer is None and _hides(event):
            reason = f"{event} hides or shows something, and the record is a whole one"
            raise _wrong(reason, "events", ply)
    if deal.dealing > len(deal.events):
        raise Misfit(f"is 0 to {len(deal.events)}, not {deal.dealing}", "dealing")
    if deal.settlement is not None:
        _check_seats("deltas", deal.settlement.deltas, seats)
        if any(seats in (paid.payer, paid.payee) for paid in deal.settlement.transfers):
            raise _wrong(f"seat {seats} neither pays nor is paid", "settlement", "transfers")
    _check_tags(deal.tags)
    before = 0
    for place, (count, _) in enumerate(deal.comments):
        if not before <= count <= len(deal.events):
            raise _wrong(
                f"a comment stands after 0 to {len(deal.events)} events, and after the comment "
                f"before it, not at {count}", *("comments", place)
            )  # fmt: skip
        before = count


def _hides(event: Event) -> bool:
    """Whether an event is one that somebody has seen, with a hole or what it showed."""
    if event.shows is not NOTHING and event.shows != NOTHING:
        return True
    match event.action:
        case (
            Shuffle(pack=part)
            | Cut(at=part)
            | TurnCut(at=part)
            | Bid(card=part)
            | Discard(card=part)
        ):
            return part is HOLE
    return False


def _check_hands(deal: DealRecord, seats: int, viewer: object) -> None:
    hands = deal.hands
    if viewer is None and deal.shows != NOTHING:
        raise _wrong("what a deal showed when it was opened follows from a whole record", "shows")
    if hands is None:
        if deal.turned is not None:
            raise _wrong(
                "a turned card is given together with the hands; else it follows", "turned"
            )
        return
    if viewer is not None:
        raise _wrong("the hands of all are not seen by one", "hands")
    _check_seats("hands", hands, seats)
    for seat, hand in enumerate(hands):
        size = len(hands[0])
        if len(hand) != size or not 2 <= size <= 13:
            wanted = size if 2 <= size <= 13 else "2 to 13"
            reason = f"the hand of seat {seat} has {len(hand)} cards, not {wanted}"
            raise _wrong(reason, "hands", seat)
    cards = [card for hand in hands for card in hand]
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise _wrong(f"{twice} stands twice in the hands", "hands")
