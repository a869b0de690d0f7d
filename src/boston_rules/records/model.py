"""What a record holds: a session, or a part of one, as plain immutable values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from boston_rules.arguments import shown
from boston_rules.display import html_of
from boston_rules.errors import RecordError
from boston_rules.records.checks import (
    first_problem,
    is_whole,
    problem_of_deal,
    problem_of_house_rules,
    problem_of_start,
    problem_of_tags,
    problem_of_text,
)
from boston_rules.records.data import Data
from boston_rules.records.deals import Comment, DealRecord, Ply, Start, Tag, tags_of
from boston_rules.records.limits import MOST_COMMENTS, MOST_DEALS, MOST_PLIES_IN_ALL

__all__ = [
    "ONLOOKER",
    "SCHEMA",
    "Comment",
    "DealRecord",
    "Ply",
    "Record",
    "Start",
    "Tag",
    "Viewer",
]

SCHEMA: Final = "boston_rules/record/1"
"""What a record calls itself."""
ONLOOKER: Final = "onlooker"

Viewer: TypeAlias = int | Literal["onlooker"]
"""For whom a record has been redacted."""


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(texts)


def _data(pairs: Iterable[tuple[str, Data]]) -> tuple[tuple[str, Data], ...]:
    return tuple((name, value) for name, value in pairs)


def _deals(deals: Iterable[DealRecord]) -> tuple[DealRecord, ...]:
    return tuple(deals)


@frozen(kw_only=True)
class Record:
    """A session, from its first deal or from a later one, as far as it was played.

    Raises:
        RecordError: it cannot be the record of anything: no deals, an invalid seat, a number
            beyond the limits; with the deal and ply where there is one.

    >>> import boston_rules as br
    >>> br.Record(variant="anything", seats=4, deals=[br.DealRecord(number=1, dealer=4)])
    Traceback (most recent call last):
    boston_rules.parse_errors.RecordError: deal 1: the dealer is a seat 0 to 3, not 4
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
    tags: tuple[Tag, ...] = field(default=(), converter=tags_of)
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
        _check(self)

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


_FINGERPRINT: Final = re.compile(r"[0-9A-Za-z]{1,128}")


def _check(record: Record) -> None:
    """Refuse what cannot be the record of anything.

    Raises:
        RecordError: the first thing found, with the deal and the ply where there is one.
    """
    found = _problem_of_header(record)
    if found:
        raise RecordError(found)
    redacted = record.viewer is not None
    plies = 0
    for number, deal in enumerate(record.deals, record.deals[0].number):
        found, ply = problem_of_deal(deal, number, record.seats, redacted=redacted)
        if found:
            raise RecordError(found, deal=number, ply=ply)
        plies += len(deal.actions)
    if plies > MOST_PLIES_IN_ALL:
        raise RecordError(f"{plies} actions in all; {MOST_PLIES_IN_ALL} is the most")


def _problem_of_header(record: Record) -> str:
    found = problem_of_text(record.variant, "the variant", empty=False, most=200)
    if found:
        return found
    if record.revision is not None and not is_whole(record.revision, 0, 10**9):
        return f"the revision is a whole number, not {shown(record.revision)}"
    if record.fingerprint is not None and not (
        type(record.fingerprint) is str and _FINGERPRINT.fullmatch(record.fingerprint)
    ):
        return f"a fingerprint is letters and digits, not {shown(record.fingerprint)}"
    if not is_whole(record.seats, 3, 4):
        return f"there are 3 or 4 seats, not {shown(record.seats)}"
    if len(record.players) not in (0, record.seats):
        return f"{record.seats} players sit at the table, not {len(record.players)}"
    if record.viewer not in (None, ONLOOKER) and not is_whole(record.viewer, 0, record.seats - 1):
        return (
            f"the viewer is a seat 0 to {record.seats - 1} or {ONLOOKER}, "
            f"not {shown(record.viewer)}"
        )
    if not record.deals:
        return "a record has at least one deal"
    if len(record.deals) > MOST_DEALS:
        return f"the record has {len(record.deals)} deals; {MOST_DEALS} is the most"
    if not is_whole(record.deals[0].number, 1, 10**9):
        return f"a deal has a number from 1, not {shown(record.deals[0].number)}"
    if len(record.comments) > MOST_COMMENTS:
        return f"{len(record.comments)} comments; {MOST_COMMENTS} is the most"
    return (
        first_problem(problem_of_text(name, "the name of a player") for name in record.players)
        or problem_of_tags(record.tags)
        or first_problem(
            problem_of_text(text, "a comment", empty=False) for text in record.comments
        )
        or problem_of_house_rules(record.options, record.rules)
        or problem_of_start(
            record.start,
            record.deals[0].number,
            record.seats,
            redacted=record.viewer is not None,
        )
    )
