"""Rows as CSV and Parquet: which columns there are, and what each says."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from attrs import frozen

from boston_rules.core.extras import needs
from boston_rules.core.files import atomic_write
from boston_rules.simulate.rows import PLAY, DealRow, columns

__all__ = [
    "CALLS",
    "CARDS",
    "Column",
    "columns_of",
    "exported",
    "write_csv",
    "write_parquet",
]

_GROUP: Final = 65536
"""Rows that are in memory at a time."""


@frozen
class Column:
    """A column of a Parquet file, or a part of one whose cells are lists."""

    name: str
    """Its name."""
    kind: str
    """``int``, ``bool``, ``text``; or ``list``, of objects with the parts."""
    meaning: str
    """What it says."""
    parts: tuple[Column, ...] = ()
    """The members of each object of a list."""

    def by_name(self, told: Any) -> dict[str, Any]:
        """An object of the list, which results files have as the values of its members in order."""
        if isinstance(told, dict):
            return told
        return dict(zip((part.name for part in self.parts), told, strict=True))


_SEAT: Final = Column("seat", "int", "the seat, from 0, clockwise")
CALLS: Final = Column(
    "calls",
    "list",
    "what was said and done but the cards played, in order",
    (
        _SEAT,
        Column("after", "int", "how many cards had been played before"),
        Column("call", "text", "the action as a token, such as 'bid 5 H'"),
    ),
)
CARDS: Final = Column(
    "cards",
    "list",
    "the cards played, in order",
    (_SEAT, Column("card", "text", "the card, such as 'QH'")),
)
_MEANINGS: Final = {
    "variant": ("text", "the slug of the game"),
    "session": ("int", "the number of the session, from 0"),
    "deal": ("int", "the number of the deal in its session, from 1"),
    "dealer": ("int", "the seat that dealt"),
    "contract": ("text", "the key of the contract; nothing when all passed"),
    "suit": ("text", "trumps, as the letter of a suit"),
    "suit_class": ("text", "plain, colour or preference, where suits have classes"),
    "declarer": ("int", "the seat of the bidder"),
    "partner": ("int", "the seat of the partner; nothing where the contract was played alone"),
    "made": ("bool", "whether the contract was made"),
    "slam": ("text", "closed or table, where a slam was declared"),
    "conceded": ("bool", "whether the opponents paid without play"),
    "tricks": ("int", "tricks that count for the contract"),
    "target": ("int", "tricks that the contract asks for"),
    "pool_before": ("int", "chips in the pool before the antes"),
    "pool_after": ("int", "chips in the pool after the bill"),
    "set_aside_before": ("int", "chips that a capped pool had set aside before the antes"),
    "set_aside_after": ("int", "chips set aside after the bill"),
    "actions": ("int", "decisions of players in the deal"),
}


def exported(seats: int) -> tuple[str, ...]:
    """The names of the columns of a CSV file, in order.

    >>> exported(4)[:6], exported(3)[-3:]
    (('variant', 'session', 'deal', 'dealer', 'contract', 'suit'), ('bot_0', 'bot_1', 'bot_2'))
    """
    return ("variant", "session", *columns(seats), *(f"bot_{seat}" for seat in range(seats)))


def columns_of(header: dict[str, Any]) -> tuple[Column, ...]:
    """The columns of a Parquet file of results with this header, in order."""
    seats = header["seats"]
    found = []
    for name in exported(seats):
        word, _, seat = name.rpartition("_")
        if word == "chips":
            kind, meaning = "int", f"chips that seat {seat} won or lost, the ante included"
        elif word == "bot":
            kind, meaning = "text", f"who played seat {seat}"
        else:
            kind, meaning = _MEANINGS[name]
        found.append(Column(name, kind, meaning))
    if PLAY not in header["columns"]:
        return tuple(found)
    found += [
        Column(f"hand_{seat}", "text", f"the cards dealt to seat {seat}, such as 'AS TH 2C'")
        for seat in range(seats)
    ]
    account = "a seat, 'pool' or 'set-aside'"
    return (
        *found,
        Column("turned", "text", "the card turned up, where one is"),
        CALLS,
        CARDS,
        Column(
            "bill",
            "list",
            "the lines of the bill",
            (
                Column("payer", "text", f"who paid: {account}"),
                Column("payee", "text", f"who was paid: {account}"),
                Column("chips", "int", "how many chips"),
                Column("reason", "text", "what they were for"),
            ),
        ),
        Column(
            "solved",
            "bool",
            "whether perfect play with all cards seen makes the contract; nothing where that was "
            "not asked or not found within the limit",
        ),
    )


def write_csv(
    path: str | os.PathLike[str], rows: Iterable[DealRow], header: dict[str, Any]
) -> None:
    """Write rows as CSV in UTF-8, with a head; lines end with a line feed on every system.

    What there is not, such as the contract of a deal that was passed out, is an empty cell; truth
    is ``true`` or ``false``. The file is written whole or not at all.

    Raises:
        OSError: the file cannot be written.
    """
    slug, bots = header["variant"]["slug"], header["bots"]
    with atomic_write(path) as content:
        file = io.TextIOWrapper(content, encoding="utf-8", newline="")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(exported(header["seats"]))
        for row in rows:
            cells = (slug, *row.values(), *bots)
            writer.writerow(
                [str(cell).lower() if isinstance(cell, bool) else cell for cell in cells]
            )
        file.detach()


def write_parquet(
    path: str | os.PathLike[str],
    rows: Iterable[tuple[DealRow, dict[str, Any] | None]],
    header: dict[str, Any],
) -> None:
    """Write rows as Parquet: the columns of the CSV and, where it was kept, how each deal went.

    The metadata have the header of the results as JSON, under ``boston_rules``. Equal results make
    equal files by the same version of pyarrow.

    Raises:
        MissingExtra: pyarrow is not installed.
        OSError: the file cannot be written.
    """
    with needs("Parquet", "simulation", "pyarrow"):
        import pyarrow as pa  # type: ignore[import-untyped]
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

    kinds = {"int": pa.int64(), "bool": pa.bool_(), "text": pa.string()}

    def kind(column: Column) -> Any:
        if column.kind != "list":
            return kinds[column.kind]
        return pa.list_(pa.struct([(part.name, kind(part)) for part in column.parts]))

    found = columns_of(header)
    schema = pa.schema(
        [
            pa.field(column.name, kind(column), metadata={"description": column.meaning})
            for column in found
        ],
        metadata={"boston_rules": json.dumps(header, ensure_ascii=False)},
    )
    cells = _cells(rows, found, header)
    with (
        atomic_write(path) as file,
        pq.ParquetWriter(file, schema, compression="zstd") as writer,
    ):
        while group := list(islice(cells, _GROUP)):
            arrays = [
                pa.array(values, type=field.type)
                for values, field in zip(zip(*group, strict=True), schema, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def _cells(
    rows: Iterable[tuple[DealRow, dict[str, Any] | None]],
    found: tuple[Column, ...],
    header: dict[str, Any],
) -> Iterator[tuple[Any, ...]]:
    """The cells of the columns, row by row."""
    slug, bots = header["variant"]["slug"], header["bots"]
    nested = [column for column in found if column.parts]
    for row, play in rows:
        plain = slug, *row.values(), *bots
        if play is None:
            yield plain
            continue
        lists = [[*map(column.by_name, play[column.name])] for column in nested]
        yield (*plain, *play["hands"], play["turned"], *lists, play["solved"])
