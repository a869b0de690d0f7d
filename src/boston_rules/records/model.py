"""What a record holds: a session, or a part of one, as plain immutable values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from attrs import asdict, field, frozen

from boston_rules.core.arguments import check_type, pairs_of, tuple_of
from boston_rules.core.display import html_of
from boston_rules.records.checks import check
from boston_rules.records.data import Data
from boston_rules.records.deals import Comment, DealRecord, Start, Tag, tags_of

__all__ = ["ONLOOKER", "Comment", "DealRecord", "Record", "Start", "Tag", "Viewer", "check_record"]

ONLOOKER: Final = "onlooker"

Viewer: TypeAlias = int | Literal["onlooker"]
"""For whom a record has been redacted."""


def _data(pairs: Iterable[tuple[str, Data]]) -> tuple[tuple[str, Data], ...]:
    return pairs_of("options and rules", pairs, "pairs of a name and a value")


def _names(players: Iterable[str]) -> tuple[str, ...]:
    return tuple_of("players", players, "names by seat")


def _texts(comments: Iterable[str]) -> tuple[str, ...]:
    return tuple_of("comments", comments, "several texts")


def _deals(deals: Iterable[DealRecord]) -> tuple[DealRecord, ...]:
    return tuple_of("deals", deals, "DealRecord objects")


@frozen(kw_only=True)
class Record:
    """A session, from its first deal or from a later one, as far as it was played.

    Raises:
        RecordError: it cannot be the record of anything: no deals, an invalid seat, a number
            beyond the limits; with the deal and ply where there is one.
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> br.Record(variant="anything", seats=4, deals=[br.DealRecord(number=1, dealer=4)])
    Traceback (most recent call last):
    boston_rules.core.parse_errors.RecordError: deal 1: dealer is a seat 0 to 3, not 4
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
    players: tuple[str, ...] = field(default=(), converter=_names)
    """Names by seat, or nothing."""
    tags: tuple[Tag, ...] = field(default=(), converter=tags_of)
    """Further tags, in order."""
    comments: tuple[str, ...] = field(default=(), converter=_texts)
    """Comments before the first deal."""
    viewer: Viewer | None = None
    """Who has seen it so; ``None`` for a whole record."""
    start: Start | None = None
    """The table at which it begins; ``None`` for the start of a session."""
    deals: tuple[DealRecord, ...] = field(converter=_deals)
    """The deals in order; only the last may be unfinished."""

    def __attrs_post_init__(self) -> None:
        check(asdict(self, recurse=False))

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

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        return html_of(self)


def check_record(record: object) -> None:
    """Refuse what is not a record.

    Raises:
        TypeError: it is none.
    """
    check_type("record", record, Record, "a Record, such as br.record() or br.load() returns")
