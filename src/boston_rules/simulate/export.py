"""Rows as CSV and Parquet."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from boston_rules.core.extras import needs
from boston_rules.core.files import atomic_write
from boston_rules.simulate.rows import DealRow, columns

__all__ = ["exported", "write_csv", "write_parquet"]

_GROUP: Final = 65536
"""Rows that are in memory at a time."""
_TEXTS: Final = ("variant", "contract", "suit", "suit_class", "slam")
_TRUTHS: Final = ("made", "conceded")


def exported(seats: int) -> tuple[str, ...]:
    """The names of the columns, in order.

    >>> exported(4)[:6], exported(3)[-3:]
    (('variant', 'session', 'deal', 'dealer', 'contract', 'suit'), ('bot_0', 'bot_1', 'bot_2'))
    """
    return ("variant", "session", *columns(seats), *(f"bot_{seat}" for seat in range(seats)))


def _values(rows: Iterable[DealRow], header: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """The cells of :func:`exported`, row by row."""
    slug, bots = header["variant"]["slug"], header["bots"]
    return ((slug, *row.values(), *bots) for row in rows)


def write_csv(
    path: str | os.PathLike[str], rows: Iterable[DealRow], header: dict[str, Any]
) -> None:
    """Write rows as CSV in UTF-8, with a head; lines end with a line feed on every system.

    What there is not, such as the contract of a deal that was passed out, is an empty cell; truth
    is ``true`` or ``false``. The file is written whole or not at all.

    Raises:
        OSError: the file cannot be written.
    """
    with atomic_write(path) as content:
        file = io.TextIOWrapper(content, encoding="utf-8", newline="")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(exported(header["seats"]))
        for values in _values(rows, header):
            writer.writerow(
                [str(cell).lower() if isinstance(cell, bool) else cell for cell in values]
            )
        file.detach()


def write_parquet(
    path: str | os.PathLike[str], rows: Iterable[DealRow], header: dict[str, Any]
) -> None:
    """Write rows as Parquet, with the columns of the CSV and the header in its metadata.

    The metadata have the header of the results as JSON, under ``boston_rules``.

    Raises:
        MissingExtra: pyarrow is not installed.
        OSError: the file cannot be written.
    """
    with needs("Parquet", "simulation", "pyarrow"):
        import pyarrow as pa  # type: ignore[import-untyped]
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

    def kind(name: str) -> Any:
        if name in _TEXTS or name.startswith("bot_"):
            return pa.string()
        return pa.bool_() if name in _TRUTHS else pa.int64()

    schema = pa.schema(
        [(name, kind(name)) for name in exported(header["seats"])],
        metadata={"boston_rules": json.dumps(header, ensure_ascii=False)},
    )
    values = _values(rows, header)
    with atomic_write(path) as file, pq.ParquetWriter(file, schema) as writer:
        while group := list(islice(values, _GROUP)):
            writer.write_table(pa.Table.from_arrays(list(zip(*group, strict=True)), schema=schema))
