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
from boston_rules.core.saying import Player, say
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
            raise _wrong(say("no record can hold this: {error}", error=str(error))) from error
        for name, value in read_fields(document).items():
            if value != values[name]:
                raise Misfit(say("cannot be {value}", value=shown(values[name])), name)
    except Misfit as misfit:
        raise refused(misfit, document) from misfit


def _check_parts(values: Mapping[str, Any]) -> None:
    seats, viewer, deals = values["seats"], values["viewer"], values["deals"]
    if len(values["players"]) not in (0, seats):
        reason = say(
            "{seats} players sit at the table, not {number}",
            seats=seats,
            number=len(values["players"]),
        )
        raise _wrong(reason, "players")
    if viewer == 3 == seats:
        raise Misfit(say("is a seat 0 to 2 or onlooker, not 3"), "viewer")
    if sum(size_of(value) for _, value in values["options"] + values["rules"]) > MOST_NODES:
        raise _wrong(
            say("options and rules have {most} values at most", most=MOST_NODES), "options"
        )
    _check_tags(values["tags"])
    _check_start(values["start"], deals[0].number, seats, viewer)
    for place, deal in enumerate(deals):
        try:
            if deal.number != deals[0].number + place:
                raise _wrong(
                    say(
                        "deals are numbered one after another, and this is {number}",
                        number=deal.number,
                    )
                )
            _check_deal(deal, seats, viewer)
        except Misfit as misfit:
            misfit.path[:0] = "deals", place
            raise
    plies = sum(len(deal.events) for deal in deals)
    if plies > MOST_PLIES_IN_ALL:
        raise _wrong(
            say("{number} events in all; {most} is the most", number=plies, most=MOST_PLIES_IN_ALL)
        )


def _wrong(reason: str, *path: str | int) -> Misfit:
    return Misfit(reason, *path, named=False)


def _check_tags(tags: Sequence[tuple[str, str]]) -> None:
    for place, (name, _) in enumerate(tags):
        known = _RESERVED_FOLDED.get(name.lower())
        if known is not None:
            reason = say(
                "the tag {tag} has a meaning of its own and does not stand here", tag=known
            )
            raise _wrong(reason, "tags", place)


def _check_seats(name: str, found: Sequence[object], seats: int) -> None:
    if len(found) != seats:
        reason = say(
            "has one for each of {seats} seats, not {number}", seats=seats, number=len(found)
        )
        raise Misfit(reason, name)


def _check_start(start: Start | None, first: int, seats: int, viewer: object) -> None:
    if start is None:
        if first != 1:
            raise _wrong(
                say(
                    "a record that begins with deal {number} says how the table stood (its start)",
                    number=first,
                )
            )
        return
    _check_seats("purses", start.purses, seats)
    for name, pack in (("pack", start.pack), ("still", start.still)):
        if viewer is not None and pack:
            if pack is not HOLE:
                raise _wrong(
                    say("a redacted record does not show the gathered pack"), "start", name
                )
        elif pack is HOLE or len(pack) % 4 or len(set(pack)) < len(pack):
            raise _wrong(say("the gathered pack is each of the cards once"), "start", name)


def _check_deal(deal: DealRecord, seats: int, viewer: object) -> None:
    if deal.dealer >= seats:
        reason = say("is a seat 0 to {last}, not {seat}", last=seats - 1, seat=deal.dealer)
        raise Misfit(reason, "dealer")
    _check_hands(deal, seats, viewer)
    for ply, event in enumerate(deal.events):
        if event.seat >= seats:
            reason = say(
                "a seat 0 to {last} acts, or chance, not {seat}", last=seats - 1, seat=event.seat
            )
            raise _wrong(reason, "events", ply)
        if viewer is None and _hides(event):
            reason = say(
                "{event} hides or shows something, and the record is a whole one", event=str(event)
            )
            raise _wrong(reason, "events", ply)
    if deal.dealing > len(deal.events):
        reason = say("is 0 to {most}, not {number}", most=len(deal.events), number=deal.dealing)
        raise Misfit(reason, "dealing")
    if deal.settlement is not None:
        _check_seats("deltas", deal.settlement.deltas, seats)
        if any(seats in (paid.payer, paid.payee) for paid in deal.settlement.transfers):
            reason = say("{player} neither pays nor is paid", player=Player(seats))
            raise _wrong(reason, "settlement", "transfers")
    _check_tags(deal.tags)
    before = 0
    for place, (count, _) in enumerate(deal.comments):
        if not before <= count <= len(deal.events):
            reason = say(
                "a comment stands after 0 to {most} events, and after the comment before it, "
                "not at {number}",
                most=len(deal.events),
                number=count,
            )
            raise _wrong(reason, "comments", place)
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
        reason = say("what a deal showed when it was opened follows from a whole record")
        raise _wrong(reason, "shows")
    if hands is None:
        if deal.turned is not None:
            reason = say("a turned card is given together with the hands; else it follows")
            raise _wrong(reason, "turned")
        return
    if viewer is not None:
        raise _wrong(say("the hands of all are not seen by one"), "hands")
    _check_seats("hands", hands, seats)
    for seat, hand in enumerate(hands):
        size = len(hands[0])
        if len(hand) != size or not 2 <= size <= 13:
            reason = say(
                "the hand of {player} has {number} cards, not {wanted}",
                player=Player(seat),
                number=len(hand),
                wanted=size if 2 <= size <= 13 else say("{least} to {most}", least=2, most=13),
            )
            raise _wrong(reason, "hands", seat)
    cards = [card for hand in hands for card in hand]
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise _wrong(say("{card} stands twice in the hands", card=str(twice)), "hands")
