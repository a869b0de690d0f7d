"""The results file: an SQLite database that survives a process killed at any moment.

Finished units, the sessions of a simulation or the deals of a tournament, come in transactions: a
unit is there whole or not at all, and once. While results are written the database is in WAL mode,
so that it may be read meanwhile; afterwards it is one plain file. The writer holds the write lock
of SQLite all the time, from before the first unit until it closes the file or its process ends,
however it ends.

SQLite does not notice every changed byte of a file, so a unit has a check sum beside it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import frozen

from boston_rules.core.arguments import shown
from boston_rules.core.files import check_path
from boston_rules.core.saying import say
from boston_rules.simulate.errors import (
    Difference,
    ResultsCorrupt,
    ResultsError,
    ResultsLocked,
    ResultsMismatch,
)

__all__ = ["Cell", "ResultsLayout", "Row", "Store", "check_extent", "open_store", "read_store"]

Cell: TypeAlias = int | str | None
"""A value as the database has it; truth is 0 or 1."""
Row: TypeAlias = tuple[Cell, ...]

_APPLICATION: Final = 0x426F7374
"""What the header of the database says of whom it is: ``Bost``."""
_SEAL: Final = "seal"
_MOST_UNITS: Final = 10**9
_FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; its words about a damaged file need not be text."""


@frozen(kw_only=True)
class ResultsLayout:
    """What a kind of results file calls its things."""

    schema: str
    """Its name and version, the first member of the header."""
    table: str
    """The table of the rows."""
    unit: str
    """The column that numbers a unit, from 0."""
    row: str
    """The column that tells the rows of a unit apart."""
    extent: str
    """The member of the header that says how long the run is."""
    keyed_by: str | None = None
    """A list in the header; there is a unit for each of its members, as many times as the extent
    says. Without it the extent counts units."""

    def units(self, header: dict[str, Any], extent: int) -> int:
        """How many units there are."""
        return extent * (1 if self.keyed_by is None else len(header[self.keyed_by]))


class Store:
    """Finished units: read only, or open for one writer; in a file or in memory."""

    def __init__(
        self,
        layout: ResultsLayout,
        header: dict[str, Any],
        extent: int,
        *,
        path: str = "",
        writer: sqlite3.Connection | None = None,
    ) -> None:
        self.header = header
        self.extent: int = extent
        self.path = path
        self._layout = layout
        self._writer = writer
        self._there = bytearray(layout.units(header, extent))
        self._finished = 0

    @property
    def units(self) -> int:
        """How many units there are to be."""
        return len(self._there)

    @property
    def finished(self) -> int:
        """How many units are there."""
        return self._finished

    def missing(self) -> Iterator[int]:
        """The units that are not, in order."""
        return (unit for unit, there in enumerate(self._there) if not there)

    def append(self, batch: Iterable[tuple[int, list[Row]]]) -> None:
        """Keep finished units, all of them or none.

        Raises:
            OSError: the file cannot be written.
            ResultsLocked: another simulation has taken it.
        """
        made = list(batch)
        layout, places = self._layout, ", ?" * len(self.header["columns"])
        assert self._writer is not None, "the file is open for writing"
        with _failures(self.path):
            try:
                self._writer.executemany(
                    "INSERT INTO units VALUES (?, ?)", ((unit, _sum(rows)) for unit, rows in made)
                )
                self._writer.executemany(
                    f"INSERT INTO {layout.table} VALUES (?{places})",
                    ((unit, *row) for unit, rows in made for row in rows),
                )
                _commit(self._writer)
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    if self._writer.in_transaction:
                        self._writer.execute("ROLLBACK")
                    self._writer.execute("BEGIN IMMEDIATE")
                raise
        for unit, _ in made:
            self._there[unit] = 1
        self._finished += len(made)

    def extend(self, extent: int) -> None:
        """Raise the number of units."""
        assert self._writer is not None, "the file is open for writing"
        with _failures(self.path):
            _write_header(self._writer, self._layout, self.header, extent)
            _commit(self._writer)
        self._there.extend(bytes(self._layout.units(self.header, extent) - self.units))
        self.extent = extent

    def contents(self) -> Iterator[tuple[int, list[tuple[Any, ...]]]]:
        """The finished units, in order of their numbers.

        Raises:
            ResultsCorrupt: the file is damaged.
        """
        layout = self._layout
        query = (
            f"SELECT seal, units.number, rows.* FROM units LEFT JOIN {layout.table} AS rows "
            f"ON units.number = rows.{layout.unit} ORDER BY units.number, rows.{layout.row}"
        )
        # A cursor left open would go on reading for as long as somebody holds the exception.
        with (
            _failures(self.path),
            self._reader() as reader,
            contextlib.closing(reader.execute(query)) as cursor,
        ):
            for (seal, unit), group in groupby(cursor, key=itemgetter(0, 1)):
                if type(unit) is int and not (unit < self.units and self._there[unit]):
                    continue  # finished since the file was opened
                rows = [row[3:] for row in group]
                if seal != _sum(rows):
                    raise _damaged(
                        self.path,
                        say("{unit} {number} has been changed", unit=layout.unit, number=unit),
                    )
                yield unit, rows

    def close(self) -> None:
        """Let go of the file, which is then one plain file. What was read remains readable."""
        if not self.path or self._writer is None:
            return
        writer, self._writer = self._writer, None
        with contextlib.closing(writer), contextlib.suppress(sqlite3.Error):
            writer.execute("ROLLBACK")
            writer.execute("PRAGMA journal_mode = DELETE")  # refused while somebody reads

    def _read_units(self) -> None:
        """Read what is there."""
        with _failures(self.path), self._reader() as reader:
            for (unit,) in reader.execute("SELECT number FROM units").fetchall():
                if type(unit) is not int or not 0 <= unit < self.units:
                    raise _damaged(
                        self.path,
                        say(
                            "{unit} {number} is not below {most}",
                            unit=self._layout.unit,
                            number=unit,
                            most=self.units,
                        ),
                    )
                self._there[unit] = 1
        self._finished = sum(self._there)

    @contextlib.contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        if self._writer is not None:
            yield self._writer
        else:
            assert self.path, "what is in memory is open"
            with contextlib.closing(_connected(self.path, "ro")) as reader:
                yield reader


def read_store(path: str | os.PathLike[str], layout: ResultsLayout) -> Store:
    """What a results file holds, also while it is being written.

    Raises:
        OSError: it cannot be read.
        ResultsCorrupt: it is not a results file, or is damaged, or nothing has been written yet.
    """
    check_path(path)
    name = os.path.abspath(path)
    os.stat(name)  # that it is not there is told as of any file
    with _failures(name), contextlib.closing(_connected(name, "ro")) as reader:
        begun = _begun(reader, name, layout)
    if begun is None:
        raise ResultsCorrupt(name, say("it is empty"))
    store = Store(layout, *begun, path=name)
    store._read_units()
    return store


def open_store(
    path: str | os.PathLike[str] | None,
    layout: ResultsLayout,
    header: dict[str, Any],
    extent: int,
    *,
    fresh: bool = False,
) -> Store:
    """Open a results file for writing, and lock it until it is closed.

    Args:
        path: the file, which is made if need be; without one the results end with the process.
        layout: the kind of results.
        header: what the results are of, without the extent; ``schema`` first, and ``columns``, the
            columns of a row after its unit.
        extent: how long the run is; a file with a shorter one is extended.
        fresh: throw away the results that are there.

    Raises:
        OSError: the file cannot be opened or written.
        ResultsLocked: it is being written.
        ResultsCorrupt: it is not a results file, or damaged.
        ResultsMismatch: it holds results of something else, or of a longer run.
    """
    if path is not None:
        check_path(path, "the path of a file, or None", "results")
    name = "" if path is None else os.path.abspath(path)
    with _failures(name):
        writer = _connected(name, "rwc")
    try:
        with _failures(name):
            return _opened(writer, name, layout, header, extent, fresh)
    except ResultsCorrupt as error:
        writer.close()
        if not name or not fresh or not error.damaged:
            raise
    except BaseException:
        writer.close()
        raise
    # What is so damaged that it cannot even be emptied.
    for suffix in ("", "-wal", "-shm"):
        Path(name + suffix).unlink(missing_ok=True)
    return open_store(path, layout, header, extent)


def _opened(
    writer: sqlite3.Connection,
    name: str,
    layout: ResultsLayout,
    header: dict[str, Any],
    extent: int,
    fresh: bool,
) -> Store:
    _tables(writer, name)
    # Of a file of somebody else not even the mode has been changed.
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("PRAGMA synchronous = NORMAL")
    writer.execute("BEGIN IMMEDIATE")
    if fresh:
        for table in _tables(writer, name):
            writer.execute(f'DROP TABLE "{table}"')
    begun = _begun(writer, name, layout)
    if begun is None:
        _create(writer, layout, header, extent)
        begun = header, extent
    _compare(name, layout, begun, header, extent)
    store = Store(layout, *begun, path=name, writer=writer)
    _commit(writer)
    store._read_units()
    for _ in store.contents():
        pass  # what is damaged is told before anything is played
    if extent > store.extent:
        store.extend(extent)
    return store


def _commit(writer: sqlite3.Connection) -> None:
    """Commit, and take the write lock again at once."""
    writer.execute("COMMIT")
    writer.execute("BEGIN IMMEDIATE")


def _connected(name: str, mode: str) -> sqlite3.Connection:
    """A connection that waits for nobody and commits when it is told to."""
    if not name:
        where = ":memory:"
    elif os.path.exists(name) and not os.path.isdir(name) and not os.path.isfile(name):
        raise ResultsCorrupt(name, say("it is not a regular file"))
    elif "\0" in name:
        raise ValueError("embedded null byte")
    else:
        where = f"{Path(name).as_uri()}?mode={mode}"
    return sqlite3.connect(
        where, uri=bool(name), timeout=0, isolation_level=None, check_same_thread=False
    )


def _tables(connection: sqlite3.Connection, name: str) -> list[str]:
    """The tables of a results file; none if nothing has been written yet.

    Raises:
        ResultsCorrupt: it is a database of somebody else.
    """
    ((application,),) = connection.execute("PRAGMA application_id").fetchall()
    found = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    if application != _APPLICATION and (application or found):
        raise ResultsCorrupt(name, say("it is not a results file"))
    return [table for kind, table in found if kind == "table"]


def _begun(
    connection: sqlite3.Connection, name: str, layout: ResultsLayout
) -> tuple[dict[str, Any], int] | None:
    """The header and the extent; ``None`` if nothing has been written yet."""
    if not _tables(connection, name):
        return None
    told = connection.execute("SELECT name, value FROM run ORDER BY rowid").fetchall()
    (seal,) = [value for name, value in told if name == _SEAL] or [None]
    members = [(name, value) for name, value in told if name != _SEAL]
    if seal != str(_sum(members)):
        raise _damaged(name, say("its header has been changed"))
    header = {name: json.loads(value) for name, value in members}
    if header.get("schema") != layout.schema:
        raise ResultsCorrupt(
            name,
            say(
                "it has {found}, expected {schema}",
                found=header.get("schema"),
                schema=layout.schema,
            ),
        )
    extent: int = header.pop(layout.extent)
    return header, extent


def _create(
    connection: sqlite3.Connection, layout: ResultsLayout, header: dict[str, Any], extent: int
) -> None:
    columns = header["columns"]
    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
    connection.execute("CREATE TABLE run (name TEXT UNIQUE, value TEXT NOT NULL)")
    connection.execute("CREATE TABLE units (number INTEGER PRIMARY KEY, seal INTEGER NOT NULL)")
    connection.execute(
        f"CREATE TABLE {layout.table} ({layout.unit} INTEGER NOT NULL, {', '.join(columns)}, "
        f"PRIMARY KEY ({layout.unit}, {layout.row})) WITHOUT ROWID"
    )
    _write_header(connection, layout, header, extent)


def _write_header(
    connection: sqlite3.Connection, layout: ResultsLayout, header: dict[str, Any], extent: int
) -> None:
    members = [
        (name, json.dumps(value, ensure_ascii=False))
        for name, value in {**header, layout.extent: extent}.items()
    ]
    connection.execute("DELETE FROM run")
    connection.executemany("INSERT INTO run VALUES (?, ?)", [*members, (_SEAL, str(_sum(members)))])


def _compare(
    path: str,
    layout: ResultsLayout,
    found: tuple[dict[str, Any], int],
    header: dict[str, Any],
    extent: int,
) -> None:
    there, length = found
    differences = [
        difference
        for name in dict.fromkeys([*there, *header])
        for difference in _differences(name, there.get(name), header.get(name))
    ]
    if extent < length:
        differences.append((layout.extent, length, extent))
    if differences:
        raise ResultsMismatch(path, tuple(differences))


def _differences(name: str, found: Any, asked: Any) -> list[Difference]:
    """What differs, by the path of each innermost member: ``variant.options.deals``."""
    if found == asked:
        return []
    inner = [
        difference
        for member, one, other in _members(found, asked)
        for difference in _differences(f"{name}.{member}", one, other)
    ]
    # The fingerprint of rules differs because an option does.
    rest = [difference for difference in inner if not difference[0].endswith(".fingerprint")]
    return rest or inner or [(name, _slugs(found), _slugs(asked))]


def _members(found: Any, asked: Any) -> list[tuple[str, Any, Any]]:
    """The members of two objects, or of two lists of rules; none where they are of other games."""
    if isinstance(found, dict) and isinstance(asked, dict):
        if found.get("slug") == asked.get("slug"):
            names = dict.fromkeys([*found, *asked])
            return [(name, found.get(name), asked.get(name)) for name in names]
    elif isinstance(found, list) and _slugs(found) == _slugs(asked):
        return [(one["slug"], one, other) for one, other in zip(found, asked, strict=True)]
    return []


def _slugs(value: Any) -> Any:
    """Rules by their slug, anything else as it is."""
    if isinstance(value, list):
        return [_slugs(member) for member in value]
    return value.get("slug", value) if isinstance(value, dict) else value


def _sum(rows: Iterable[Row]) -> int:
    return zlib.crc32(repr([tuple(row) for row in rows]).encode())


def _damaged(path: str, reason: str) -> ResultsCorrupt:
    return ResultsCorrupt(path, say("it is damaged: {reason}", reason=reason), damaged=True)


@contextlib.contextmanager
def _failures(path: str) -> Iterator[None]:
    """Raise what SQLite says of a file as what it means for the results."""
    try:
        yield
    except _FAILURES as error:
        raise _told(path, error) from error


def _told(name: str, error: Exception) -> ResultsError | OSError:
    """The exception for what SQLite says of a file."""
    code = getattr(error, "sqlite_errorname", "")
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return ResultsLocked(name, say("another simulation is writing to it"))
    if code == "SQLITE_NOTADB":
        return ResultsCorrupt(name, say("it is not a results file"))
    if code == "SQLITE_FULL":
        return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), name)
    if code.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_PERM")):
        try:
            os.close(os.open(name, os.O_RDWR))  # the system has a word for what hinders us
        except OSError as reason:
            return reason
        return OSError(errno.EIO, str(error), name)
    return _damaged(name, str(error))


def check_extent(extent: object, name: str) -> None:
    """Refuse a number of sessions or deals that is none."""
    if type(extent) is not int or not 0 < extent <= _MOST_UNITS:
        wanted = say("a whole number from 1 to {most}", most=_MOST_UNITS)
        raise ValueError(
            say("{name}: {wanted}, not {value}", name=name, wanted=wanted, value=shown(extent))
        )
