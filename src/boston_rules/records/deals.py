"""The deals of a record, and the table at which it begins, as plain immutable values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from attrs import field, frozen

from boston_rules.core.arguments import pairs_of, tuple_of
from boston_rules.core.cards import Card, Suit
from boston_rules.core.events import NOTHING, Event, Shows
from boston_rules.core.hidden import HOLE, Hole
from boston_rules.deal.settlement import Settlement
from boston_rules.rules.carryover import PLAIN

__all__ = ["Comment", "DealRecord", "Start", "Tag", "tags_of"]

Comment: TypeAlias = tuple[int, str]
"""How many events of the deal stand before the comment, and its text."""
Tag: TypeAlias = tuple[str, str]
"""Name and value."""


_HANDS: Final = "Card objects by seat, or None"


def _pack(cards: Iterable[Card] | Hole) -> tuple[Card, ...] | Hole:
    return HOLE if cards is HOLE else tuple_of("pack and still", cards, "Card objects, or HOLE")


def tags_of(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """Tags as a record keeps them."""
    return pairs_of("tags", tags, "pairs of a name and a value")


def _comments(comments: Iterable[Comment]) -> tuple[Comment, ...]:
    return pairs_of("comments", comments, "pairs of a number of events and a text")


def _hands(hands: Iterable[Iterable[Card]] | None) -> tuple[tuple[Card, ...], ...] | None:
    if hands is None:
        return None
    return tuple([tuple_of("hands", hand, _HANDS) for hand in tuple_of("hands", hands, _HANDS)])


def _events(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple_of("events", events, "Event objects")


def _purses(purses: Iterable[int]) -> tuple[int, ...]:
    return tuple_of("purses", purses, "ints by seat, such as (1600, 1600, 1600, 1600)")


@frozen(kw_only=True)
class Start:
    """The table at which a record begins in the middle of a session, before the antes.

    Dealer and number are those of the first deal of the record.
    """

    purses: tuple[int, ...] = field(converter=_purses)
    """Chips by seat."""
    pool: int = 0
    """Chips in the pool."""
    set_aside: int = 0
    """Chips that a capped pool has set aside."""
    conditions: str = PLAIN.name
    """What the deals before have left to the first of the record, by name."""
    belle: Suit | None = None
    """The suit fixed by the first deal of the session, where the variant fixes one."""
    pack: tuple[Card, ...] | Hole = field(default=(), converter=_pack, repr=False)
    """The pack as gathered after the deal before, top first, where it is not shuffled again; a hole
    in a redacted record."""
    still: tuple[Card, ...] | Hole = field(default=(), converter=_pack, repr=False)
    """The pack that is not dealt, where there are two and it has been shuffled."""


@frozen(kw_only=True)
class DealRecord:
    """One deal: the events since it was opened, and what it was opened with."""

    number: int
    """1 for the first deal of the session."""
    dealer: int
    """The dealing seat."""
    hands: tuple[tuple[Card, ...], ...] | None = field(default=None, converter=_hands)
    """Hands given outright, by seat, in the order dealt. ``None`` where the cards follow from
    shuffle, cuts or the last deal, and in a redacted record."""
    turned: Card | None = None
    """The card turned up, where it was given with the hands."""
    shows: Shows = NOTHING
    """In a redacted record, what the viewer has seen when the deal was opened: his cards, where
    they were dealt then."""
    events: tuple[Event, ...] = field(default=(), converter=_events, repr=False)
    """What has happened since, in order. In a whole record events show nothing besides, since it
    follows from them; in a redacted one they show what the viewer has seen."""
    dealing: int = 0
    """How many of the events come before the cards lie dealt: shuffle, cuts or passes instead of
    them, a turned card, a misdeal that is dealt again."""
    settlement: Settlement | None = None
    """The bill; ``None`` while the deal is unfinished."""
    comments: tuple[Comment, ...] = field(default=(), converter=_comments)
    """Comments in order, each with the number of events before it."""
    tags: tuple[Tag, ...] = field(default=(), converter=tags_of)
    """Further tags, in order."""
