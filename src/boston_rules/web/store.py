"""Journals of tables, in SQLite or PostgreSQL: entries are appended and read, and nothing else.

A store writes in a thread of its own. What comes while it is at it is written next, in one
transaction: many tables share one wait for the disk. An entry whose place is taken is a
:class:`Conflict`, so that of two processes only one goes on.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import queue
import secrets
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import frozen

import boston_rules as br
from boston_rules.core.extras import needs
from boston_rules.core.saying import say
from boston_rules.web.table import Entry

if TYPE_CHECKING:
    import psycopg

__all__ = ["BadStore", "Conflict", "Postgres", "Sqlite", "Store", "StoreError", "open_store"]

_CHANNEL: Final = "boston_rules"
_LONGEST_NOTICE: Final = 1500
"""Characters of entries that are told with the notice; PostgreSQL sends none of 8000 bytes."""
_AGAIN: Final = 2.0
"""Seconds before a lost line to the server is tried again."""
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS entries (
    name text NOT NULL, number integer NOT NULL, entry text NOT NULL, PRIMARY KEY (name, number));
CREATE TABLE IF NOT EXISTS tables (
    name text PRIMARY KEY, touched double precision NOT NULL, begun boolean NOT NULL,
    about text NOT NULL);
"""
_FITS: Final = (
    "SELECT name, number, entry FROM entries LIMIT 0",
    "SELECT name, touched, begun, about FROM tables LIMIT 0",
)
"""Fail where another program has tables of these names there."""

Listener: TypeAlias = Callable[[str, dict[str, Any]], None]
"""Is told of a table that something has happened in another process."""


class StoreError(OSError):
    """The store cannot write or read, and nothing was done."""


class Conflict(Exception):
    """An entry has its place taken: another process has gone on with the table."""


class BadStore(br.BostonError, ValueError):
    """There is no such store, or it cannot be opened."""


@frozen
class _Append:
    """Entries of one table that are to be written."""

    name: str
    number: int
    """The place of the first of them."""
    entries: Sequence[str]
    about: str | None
    """The table for those who look for one, where that has changed."""
    begun: bool
    told: bool
    """Whether other processes are told."""


@frozen
class _Job:
    """Something that the thread is to do, and where its answer goes."""

    does: Callable[[], Any] | _Append
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]

    def answer(self, answer: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed, nobody waits any more
            self.loop.call_soon_threadsafe(self._settle, answer)

    def _settle(self, answer: Any) -> None:
        if self.done.cancelled():
            return
        if isinstance(answer, BaseException):
            self.done.set_exception(answer)
        else:
            self.done.set_result(answer)


class Store(ABC):
    """The journals of all tables."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    # What a host asks.

    async def append(
        self,
        name: str,
        number: int,
        entries: Iterable[Entry],
        about: dict[str, Any] | None = None,
        *,
        begun: bool = False,
        told: bool = True,
    ) -> None:
        """Write entries after the first ``number`` of a table's, all or none.

        Args:
            about: what is told of the table, where that has changed.
            begun: whether it is kept longer from now on, told with ``about``.
            told: whether other processes are told, as far as there are any.

        Raises:
            Conflict: the table has more entries already.
            StoreError: it cannot be written.
        """
        lines = [json.dumps(entry, ensure_ascii=False) for entry in entries]
        known = None if about is None else json.dumps(about, ensure_ascii=False)
        await self._ask(_Append(name, number, lines, known, begun, told))

    async def read(self, name: str, number: int = 0) -> list[Entry]:
        """The entries of a table after the first so many; none where there is no such table.

        Raises:
            StoreError: it cannot be read.
        """
        rows = await self._ask(lambda: self._read(name, number))
        return [json.loads(entry) for (entry,) in rows]

    async def tables(self, most: int) -> list[tuple[str, dict[str, Any]]]:
        """The tables that have changed last, at most so many, with what is told of each.

        Raises:
            StoreError: they cannot be read.
        """
        statement = "SELECT name, about FROM tables ORDER BY touched DESC LIMIT ?"
        rows = await self._ask(lambda: self._rows(statement, most))
        return [(name, json.loads(about)) for name, about in rows]

    async def count(self) -> int:
        """How many tables there are."""
        ((number,),) = await self._ask(lambda: self._rows("SELECT count(*) FROM tables"))
        return int(number)

    async def expire(self, idle: float, begun: float, used: Iterable[str] = ()) -> int:
        """Delete tables that nobody has touched.

        Args:
            idle: since when, as seconds of the epoch, where ``begun`` was never told.
            begun: since when, where it was.
            used: tables that are touched now, for somebody is there.

        Returns:
            How many were deleted.
        """
        names = [*used]
        return int(await self._ask(lambda: self._expire(idle, begun, names)))

    async def tell(self, name: str, notice: dict[str, Any]) -> None:
        """Tell the other processes something of a table that is not kept; here there are none."""
        return

    def listen(self, listener: Listener) -> None:
        """Be told in this loop of what other processes append and tell."""
        return

    async def close(self) -> None:
        """Finish what is begun."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _ask(self, does: Callable[[], Any] | _Append) -> Any:
        loop = asyncio.get_running_loop()
        job = _Job(does, loop, loop.create_future())
        self._jobs.put(job)
        return await job.done

    # What its thread does.

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            with suppress(queue.Empty):
                while (job := self._jobs.get_nowait()) is not None:
                    jobs.append(job)
            self._do(jobs)
            if job is None:
                break
        self._close()

    def _do(self, jobs: list[_Job]) -> None:
        writes = [each for each in jobs if isinstance(each.does, _Append)]
        if writes:
            self._write(writes)
        for each in jobs:
            if not isinstance(each.does, _Append):
                try:
                    answer = each.does()
                except self._errors() as error:
                    answer = StoreError(str(error))
                    self._recover()
                except Exception as error:
                    answer = error
                each.answer(answer)

    def _write(self, jobs: list[_Job]) -> None:
        """All in one transaction; those whose place is taken are left out of it."""
        answers: Sequence[Exception | None]
        try:
            answers = self._transact([each.does for each in jobs])  # type: ignore[misc]
        except Exception as error:  # whatever it is, the thread goes on for all other tables
            self._recover()
            if len(jobs) > 1:  # what is wrong with one may be nothing to the others
                for each in jobs:
                    self._write([each])
                return
            if isinstance(error, self._taken()):  # another process has just written there
                answers = [Conflict(str(error))]
            elif isinstance(error, self._errors()):
                answers = [StoreError(str(error))]
            else:
                answers = [error]
        for each, answer in zip(jobs, answers, strict=True):
            each.answer(answer)

    def _read(self, name: str, number: int) -> list[Any]:
        statement = "SELECT entry FROM entries WHERE name = ? AND number >= ? ORDER BY number"
        return self._rows(statement, name, number)

    def _expire(self, idle: float, begun: float, used: Sequence[str]) -> int:
        for name in used:
            self._execute("UPDATE tables SET touched = ? WHERE name = ?", time.time(), name)
        self._execute(
            "DELETE FROM entries WHERE name IN (SELECT name FROM tables WHERE touched < ? "
            "AND (touched < ? OR NOT begun))",
            *(idle, begun),
        )
        return self._execute(
            "DELETE FROM tables WHERE touched < ? AND (touched < ? OR NOT begun)", idle, begun
        )

    def _transact(self, writes: Sequence[_Append]) -> list[Conflict | None]:
        """Do all of it in one transaction."""
        self._execute("BEGIN")
        names = [each.name for each in writes]
        asked = ", ".join(["(?)"] * len(names))
        last = "SELECT max(number) FROM entries WHERE name = column1"
        rows = self._rows(f"SELECT column1, ({last}) FROM (VALUES {asked}) AS asked", *names)
        counts = {name: 0 if number is None else number + 1 for name, number in rows}
        answers: list[Conflict | None] = []
        done = []
        for each in writes:
            if (count := counts[each.name]) == each.number:
                counts[each.name] += len(each.entries)
                done.append(each)
                answers.append(None)
            else:
                told = f"{each.name} has {count} entries, not {each.number}"
                answers.append(Conflict(told))
        self._append(done)
        self._execute("COMMIT")
        return answers

    def _append(self, writes: Sequence[_Append]) -> None:
        """Write entries within a transaction."""
        now = time.time()
        self._insert(
            "INSERT INTO entries VALUES",
            [
                (each.name, number, entry)
                for each in writes
                for number, entry in enumerate(each.entries, each.number)
            ],
        )
        told = {each.name: each for each in writes if each.about is not None}
        self._insert(
            "INSERT INTO tables VALUES",
            [(each.name, now, each.begun, each.about) for each in told.values()],
            "ON CONFLICT (name) DO UPDATE SET touched = excluded.touched, "
            "begun = tables.begun OR excluded.begun, about = excluded.about",
        )

    def _insert(self, into: str, rows: Sequence[tuple[Any, ...]], then: str = "") -> None:
        """Insert rows of one length."""
        if rows:
            row = f"({', '.join('?' * len(rows[0]))})"
            values = itertools.chain.from_iterable(rows)
            self._execute(f"{into} {', '.join([row] * len(rows))} {then}", *values)

    @abstractmethod
    def _rows(self, statement: str, *values: Any) -> list[Any]: ...

    @abstractmethod
    def _execute(self, statement: str, *values: Any) -> int: ...

    @abstractmethod
    def _errors(self) -> type[Exception]: ...

    @abstractmethod
    def _taken(self) -> type[Exception]:
        """The error of an entry whose place is taken."""

    @abstractmethod
    def _recover(self) -> None:
        """Undo what is half done, after an error."""

    @abstractmethod
    def _close(self) -> None: ...


class Sqlite(Store):
    """Journals in one file of SQLite, for one process.

    Raises:
        BadStore: the file cannot be opened, or another host has it.
    """

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
            # A transaction that never ends, in a file of its own: it is over when this process is.
            self._lock = sqlite3.connect(f"{path}-lock", timeout=0, check_same_thread=False)
            self._acquire_lock(path)
            self._sql = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._sql.execute("PRAGMA journal_mode = wal")
            self._sql.execute("PRAGMA synchronous = full")
            self._sql.executescript(_SCHEMA)
            for statement in _FITS:
                self._sql.execute(statement)
        except (OSError, sqlite3.Error) as error:
            raise BadStore(f"{path}: {error}") from error
        super().__init__()

    def _acquire_lock(self, path: Path) -> None:
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            told = say("{path}: another host has it; perhaps it is running already", path=path)
            raise BadStore(told) from error

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        return self._sql.execute(statement, values).fetchall()

    def _execute(self, statement: str, *values: Any) -> int:
        return self._sql.execute(statement, values).rowcount

    def _errors(self) -> type[Exception]:
        return sqlite3.Error

    def _taken(self) -> type[Exception]:
        return sqlite3.IntegrityError

    def _recover(self) -> None:
        with suppress(sqlite3.Error):
            self._sql.rollback()

    def _close(self) -> None:
        self._sql.close()
        self._lock.close()


class Postgres(Store):
    """Journals in PostgreSQL, which several processes share.

    Raises:
        BadStore: the server cannot be reached.
    """

    def __init__(self, url: str) -> None:
        with needs("a store in PostgreSQL", "web", "psycopg"):
            import psycopg

        self._library = psycopg
        self._url = url
        self._own = secrets.token_hex(8)
        """Which notices are this process's own."""
        self._sql: psycopg.Connection[Any] | None = None
        try:
            for statement in (_SCHEMA, *_FITS):
                self._connected().execute(statement)
        except psycopg.Error as error:
            raise BadStore(str(error).strip().splitlines()[0]) from error
        super().__init__()

    def _connected(self) -> psycopg.Connection[Any]:
        if self._sql is None or self._sql.closed:
            self._sql = self._library.connect(self._url, autocommit=True, connect_timeout=5)
        return self._sql

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        return self._connected().execute(statement.replace("?", "%s"), values).fetchall()

    def _execute(self, statement: str, *values: Any) -> int:
        return self._connected().execute(statement.replace("?", "%s"), values).rowcount

    def _errors(self) -> type[Exception]:
        return self._library.Error

    def _taken(self) -> type[Exception]:
        return self._library.errors.UniqueViolation

    def _recover(self) -> None:
        if self._sql is not None:
            with suppress(self._library.Error):
                self._sql.rollback()

    def _close(self) -> None:
        if self._sql is not None:
            self._sql.close()

    # What the processes tell each other.

    def _append(self, writes: Sequence[_Append]) -> None:
        super()._append(writes)
        told = []
        for each in filter(lambda each: each.told, writes):
            short = sum(map(len, each.entries)) < _LONGEST_NOTICE
            what = {"number": each.number, "entries": each.entries} if short else {}
            told.append((each.name, what))
        if told:
            self._notify(told)

    async def tell(self, name: str, notice: dict[str, Any]) -> None:
        """Tell the other processes something of a table that is not kept."""
        with suppress(StoreError):  # whoever cannot be told now is told again later
            await self._ask(lambda: self._notify([(name, notice)]))

    def _notify(self, notices: Sequence[tuple[str, dict[str, Any]]]) -> None:
        told = [json.dumps({"from": self._own, "table": name, **what}) for name, what in notices]
        self._execute("SELECT pg_notify(?, told) FROM unnest(?::text[]) AS told", _CHANNEL, told)

    def listen(self, listener: Listener) -> None:
        """Be told in this loop of what other processes append and tell."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, args=(listener, loop), daemon=True).start()

    def _listen(self, listener: Listener, loop: asyncio.AbstractEventLoop) -> None:
        while not loop.is_closed():
            try:
                with self._library.connect(self._url, autocommit=True) as sql:
                    sql.execute(f"LISTEN {_CHANNEL}")
                    loop.call_soon_threadsafe(listener, "", {})  # something may have been missed
                    for notice in sql.notifies():
                        told = json.loads(notice.payload)
                        if told["from"] != self._own:
                            loop.call_soon_threadsafe(listener, told["table"], told)
            except self._library.Error:
                time.sleep(_AGAIN)
            except RuntimeError:  # the loop was closed meanwhile
                return


def open_store(url: str) -> Store:
    """The store of a URL, made if it is not there.

    Args:
        url: ``sqlite:PATH``, or ``postgresql://…`` as libpq reads it.

    Raises:
        BadStore: it is no such URL, or the store cannot be opened.
        MissingExtra: it is in PostgreSQL, and psycopg is not installed.
    """
    kind, _, path = url.partition(":")
    if kind == "sqlite" and path:
        return Sqlite(Path(path))
    if kind in ("postgresql", "postgres"):
        return Postgres(url)
    raise BadStore(say("a store is sqlite:PATH or postgresql://…, not {url}", url=repr(url[:80])))
