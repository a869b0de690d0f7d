"""What a record holds: a session, or a part of one, as plain immutable values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from boston_rules.cards import Card, Suit
from boston_rules.display import html_of, svg_of
from boston_rules.records.checks import ONLOOKER, check_record
from boston_rules.records.data import Data
from boston_rules.settlement import Settlement

__all__ = [
    "ONLOOKER",
    "SCHEMA",
    "SCHEMAS",
    "Comment",
    "DealRecord",
    "Ply",
    "Record",
    "Start",
    "Tag",
    "Viewer",
]

SCHEMA: Final = "boston_rules/record/1"
"""What a record calls itself, unless it holds something that a later schema has added."""
_WITH_STAKES: Final = "boston_rules/record/2"
SCHEMAS: Final = (SCHEMA, _WITH_STAKES)
"""All schemas that are read."""

Viewer: TypeAlias = int | Literal["onlooker"]
"""For whom a record has been redacted."""
Ply: TypeAlias = tuple[int, str]
"""The seat that acted (-1 for chance) and the token of the action."""
Comment: TypeAlias = tuple[int, str]
"""How many actions of the deal stand before the comment, and its text."""
Tag: TypeAlias = tuple[str, str]
"""Name and value."""


def _numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(numbers)


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(texts)


def _cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards)


def _numbered(pairs: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    return tuple((number, text) for number, text in pairs)


def _tags(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    return tuple((name, value) for name, value in tags)


def _data(pairs: Iterable[tuple[str, Data]]) -> tuple[tuple[str, Data], ...]:
    return tuple((name, value) for name, value in pairs)


def _hands(hands: Iterable[Iterable[Card]] | None) -> tuple[tuple[Card, ...], ...] | None:
    return None if hands is None else tuple(map(tuple, hands))


@frozen(kw_only=True)
class Start:
    """The table at which a record begins in the middle of a session, before the antes.

    Dealer and number are those of the first deal of the record.
    """

    purses: tuple[int, ...] = field(converter=_numbers)
    """Chips by seat."""
    pool: int = 0
    """Chips in the pool."""
    set_aside: int = 0
    """Chips that a capped pool has set aside."""
    stakes: int = 1
    """What payments between players are multiplied by, where the variant has a rule for it."""
    belle: Suit | None = None
    """The suit fixed by the first deal of the session, where the variant fixes one."""
    pack: tuple[Card, ...] = field(default=(), converter=_cards, repr=False)
    """The pack as gathered after the deal before, top first, where it is not shuffled again."""


@frozen(kw_only=True)
class DealRecord:
    """One deal."""

    number: int
    """1 for the first deal of the session."""
    dealer: int
    """The dealing seat."""
    hands: tuple[tuple[Card, ...], ...] | None = field(default=None, converter=_hands)
    """Hands given outright, by seat, in the order dealt; in a redacted record the cards that the
    viewer knows of each hand. ``None`` where the cards follow from shuffle, cuts or the last deal.
    """
    turned: Card | None = None
    """The card turned up, where it was given with the hands; in a redacted record always."""
    actions: tuple[Ply, ...] = field(default=(), converter=_numbered, repr=False)
    """Every action in order; chance is seat -1."""
    settlement: Settlement | None = None
    """The bill; ``None`` while the deal is unfinished."""
    comments: tuple[Comment, ...] = field(default=(), converter=_numbered)
    """Comments in order, each with the number of actions before it."""
    tags: tuple[Tag, ...] = field(default=(), converter=_tags)
    """Further tags, in order."""


def _deals(deals: Iterable[DealRecord]) -> tuple[DealRecord, ...]:
    return tuple(deals)


@frozen(kw_only=True)
class Record:
    """A session, from its first deal or from a later one, as far as it was played.

    Raises:
        RecordError: it cannot be the record of anything: no deals, a seat that is none, a number
            beyond the limits; with the deal and ply where there is one.

    >>> Record(variant="anything", seats=4, deals=[DealRecord(number=1, dealer=4)])
    Traceback (most recent call last):
    boston_rules.errors.RecordError: deal 1: the dealer is a seat 0 to 3, not 4
    """

    variant: str
    """The slug of the variant."""
    revision: int | None = None
    """The revision of its rules; ``None`` where the record does not say."""
    fingerprint: str | None = None
    """The fingerprint of its rules; ``None`` where the record does not say."""
    options: tuple[tuple[str, Data], ...] = field(default=(), converter=_data)
    """The options that differ from their defaults."""
    rules: tuple[tuple[str, Data], ...] = field(default=(), converter=_data)
    """The rule objects that are not those of the variant, by dotted path."""
    seats: int
    """Players at the table."""
    players: tuple[str, ...] = field(default=(), converter=_texts)
    """Names by seat, or nothing."""
    tags: tuple[Tag, ...] = field(default=(), converter=_tags)
    """Further tags, in order."""
    comments: tuple[str, ...] = field(default=(), converter=_texts)
    """Comments before the first deal."""
    viewer: Viewer | None = None
    """For whom the record has been redacted; ``None`` for a whole record."""
    start: Start | None = None
    """The table at which it begins; ``None`` for the start of a session."""
    deals: tuple[DealRecord, ...] = field(converter=_deals)
    """The deals in order; only the last may be unfinished."""

    def __attrs_post_init__(self) -> None:
        check_record(self)

    @property
    def schema(self) -> str:
        """The first schema that has room for everything in the record."""
        return SCHEMA if self.start is None or self.start.stakes == 1 else _WITH_STAKES

    @property
    def dealer(self) -> int:
        """The seat that deals first."""
        return self.deals[0].dealer

    @property
    def deal_number(self) -> int:
        """The number of its first deal; above 1 in a record that begins in mid-session."""
        return self.deals[0].number

    @property
    def finished(self) -> bool:
        """Whether the last deal is settled."""
        return self.deals[-1].settlement is not None

    def tag(self, name: str) -> str | None:
        """The value of the first further tag of a name, or ``None``."""
        return next((value for known, value in self.tags if known == name), None)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return svg_of(self)

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        return html_of(self)
