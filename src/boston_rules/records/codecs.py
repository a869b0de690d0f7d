"""What the parts of the schema stand for: cards, actions, events, deals, bills."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any, Final

from attrs import NOTHING as REQUIRED
from attrs import evolve, fields

from boston_rules.core.actions import PLAYS, Action, Play
from boston_rules.core.cards import Card, Cards, parse_card, parse_suit
from boston_rules.core.contract import Contract
from boston_rules.core.errors import NotationError
from boston_rules.core.events import NOTHING, Counted, Event, Opened, Shows, play_event
from boston_rules.core.hidden import HOLE, UNKNOWN
from boston_rules.core.saying import say
from boston_rules.core.transfers import Line, Transfer
from boston_rules.deal.settlement import Settlement
from boston_rules.deal.table import CHANCE
from boston_rules.records.deals import DealRecord, Start
from boston_rules.records.errors import Misfit
from boston_rules.records.schema import SCHEMA, Codec, Codecs, Part
from boston_rules.rules.notation import parse_token

__all__ = ["CODECS", "NONE_TOLD", "SCHEMA_NAME", "read_cards", "seated"]

SCHEMA_NAME: Final[str] = SCHEMA["title"]
"""What a record calls itself."""


def read_cards(text: str) -> tuple[Card, ...]:
    """Card tokens between spaces, in their order.

    Raises:
        NotationError: a token is not a card, or there are more than a pack.
    """
    words = text.split()
    if len(words) > 52:
        raise NotationError(say("{number} cards; a pack has 52", number=len(words)))
    return tuple(map(parse_card, words))


def _tokens(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


_PLAYS: Final = {str(play): play for play in PLAYS}


def _action(token: str) -> Action:
    return _PLAYS.get(token) or parse_token(token)


_FORMATS: Final = {
    "card": Codec(parse_card, str),
    "suit": Codec(parse_suit, attrgetter("letter")),
    "cards": Codec(lambda text: Cards(read_cards(text)), lambda cards: cards.tokens),
    "hand": Codec(read_cards, _tokens),
    "action": Codec(_action, str),
}


def _part(kind: Any) -> Part:
    """An attrs class, whose fields are called as those of the schema."""
    known = fields(kind)
    names = [each.name for each in known if each.init]
    defaults = {each.name: each.default for each in known if each.default is not REQUIRED}
    return Part(kind, lambda thing: {name: getattr(thing, name) for name in names}, defaults)


def _event(seat: int, do: Action, shows: Shows = NOTHING) -> Event:
    if isinstance(do, Play) and shows is NOTHING and seat != CHANCE:
        return play_event(seat, do.index)
    return Event(seat, do, shows)


def _event_fields(event: Event) -> dict[str, Any]:
    return {"seat": event.seat, "do": event.action, "shows": event.shows}


def _opened(
    seat: str, do: str, dealer: int, deal: int, antes: tuple[Transfer, ...],
    shows: Shows = NOTHING,
) -> Event:  # fmt: skip
    return Event(CHANCE, Opened(dealer, deal, antes), shows)


def _opened_fields(event: Event) -> dict[str, Any]:
    action = event.action
    assert isinstance(action, Opened), "the beginning of a deal"
    told = {"dealer": action.dealer, "deal": action.deal_number, "antes": action.antes}
    return {"seat": "chance", "do": "open", **told, "shows": event.shows}


_EMPTY: Final[Mapping[str, Any]] = _part(Shows).defaults


def _shows(**told: Any) -> Shows:
    if "dealt" in told:
        seen = dict(told["dealt"])
        told["dealt"] = tuple(seen.get(str(seat), HOLE) for seat in range(4))
    if "exposed" in told:
        if len(told["exposed"]) != 1:
            raise Misfit(say("is the hand of one seat"), "exposed")
        ((seat, hand),) = told["exposed"]
        told["exposed"] = (int(seat), hand)
    return Shows(**told)


def _shows_fields(shows: Shows) -> dict[str, Any]:
    told = {name: getattr(shows, name) for name in _EMPTY}
    if shows.dealt:
        told["dealt"] = [(str(n), hand) for n, hand in enumerate(shows.dealt) if hand is not HOLE]
    if shows.exposed is not None:
        seat, hand = shows.exposed
        told["exposed"] = [(str(seat), hand)]
    return told


def seated(shows: Shows, seats: int) -> Shows:
    """What was read of an event, at a table of so many seats: of hands dealt it tells so many."""
    dealt = shows.dealt
    if len(dealt) <= seats or any(hand is not HOLE for hand in dealt[seats:]):
        return shows
    return evolve(shows, dealt=dealt[:seats])


NONE_TOLD: Final[Mapping[str, Any]] = dict.fromkeys(
    ("revision", "fingerprint", "viewer", "start"), None
) | dict.fromkeys(("options", "rules", "players", "tags", "comments"), ())
"""Fields of a record that it need not tell."""

CODECS: Final = Codecs(
    {
        "": Part(dict, lambda values: {"schema": SCHEMA_NAME, **values}, NONE_TOLD),
        "start": _part(Start),
        "deal": _part(DealRecord),
        "event": Part(_event, _event_fields, {"shows": NOTHING}),
        "opened": Part(_opened, _opened_fields, {"shows": NOTHING}),
        "shows": Part(_shows, _shows_fields, _EMPTY),
        "counted": _part(Counted),
        "contract": _part(Contract),
        "settlement": _part(Settlement),
        "transfer": _part(Transfer),
        "line": _part(Line),
    },
    _FORMATS,
    {"chance": CHANCE, "?": HOLE, "unknown": UNKNOWN},
)
"""The codec of each part of a record, and of a whole one as its fields by name."""
