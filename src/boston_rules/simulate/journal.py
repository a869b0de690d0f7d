"""The results file: append-only JSON Lines that survive a process killed at any byte.

The first line is the header. Each other line holds the rows of one finished unit, a session or a
deal of a tournament, or raises the number of units. Each proves itself, see
:mod:`boston_rules.simulate.lines`. What cannot be verified at the end of the file was being written
when the process died: it is cut off. In the middle it is damage, which is told.
"""

from __future__ import annotations

import contextlib
import os
import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from io import BufferedIOBase
from typing import Any, Final, Protocol

from attrs import frozen

from boston_rules.files import check_regular
from boston_rules.simulate.errors import (
    Difference,
    ResultsCorrupt,
    ResultsLocked,
    ResultsMismatch,
)
from boston_rules.simulate.lines import format_line, parse_line, verified
from boston_rules.simulate.locks import acquire_lock, forget_lock

__all__ = [
    "FileStore",
    "MemoryStore",
    "ResultsLayout",
    "Store",
    "Unit",
    "check_extent",
    "open_journal",
    "read_journal",
]

_BINARY: Final = getattr(os, "O_BINARY", 0)
_MISSING: Final = -1
_MOST_UNITS: Final = 10**9


@frozen(kw_only=True)
class ResultsLayout:
    """What a kind of results file calls its things."""

    schema: str
    """Its name and version, the first member of the header."""
    unit: str
    """The member that numbers a unit, from 0."""
    extent: str
    """The member that says how long the run is."""
    keyed_by: str | None = None
    """A list in the header; there is a unit for each of its members, as many times as the extent
    says. Without it the extent counts units."""

    def units(self, header: dict[str, Any], extent: int) -> int:
        """How many units there are."""
        return extent * (1 if self.keyed_by is None else len(header[self.keyed_by]))

    def line(self, unit: int, rows: list[Any]) -> bytes:
        """The line of a unit."""
        return format_line({self.unit: unit, "rows": rows})


Unit = tuple[int, list[Any]]
"""A unit's number and its rows."""


class Store(Protocol):
    """Where finished units are kept."""

    header: dict[str, Any]
    extent: int

    @property
    def units(self) -> int:
        """How many units there are to be."""
        ...

    @property
    def finished(self) -> int:
        """How many units are there."""
        ...

    def missing(self) -> Iterator[int]:
        """The units that are not, in order."""
        ...

    def append(self, batch: Iterable[tuple[int, bytes]]) -> None:
        """Keep the lines of finished units."""
        ...

    def contents(self) -> Iterator[Unit]:
        """The finished units, in order of their numbers."""
        ...


class MemoryStore:
    """Lines kept in memory."""

    def __init__(self, layout: ResultsLayout, header: dict[str, Any], extent: int) -> None:
        self.header = header
        self.extent = extent
        self._units = layout.units(header, extent)
        self._lines: dict[int, bytes] = {}

    @property
    def units(self) -> int:
        """How many units there are to be."""
        return self._units

    @property
    def finished(self) -> int:
        """How many units are there."""
        return len(self._lines)

    def missing(self) -> Iterator[int]:
        """The units that are not, in order."""
        return (unit for unit in range(self._units) if unit not in self._lines)

    def append(self, batch: Iterable[tuple[int, bytes]]) -> None:
        """Keep the lines of finished units."""
        self._lines.update(batch)

    def contents(self) -> Iterator[Unit]:
        """The finished units, in order of their numbers."""
        for unit in sorted(self._lines):
            yield unit, (parse_line(self._lines[unit]) or {})["rows"]


@frozen(kw_only=True)
class _Scan:
    """What a file holds."""

    header: dict[str, Any]
    extent: int
    places: array[int]
    """Where the line of each unit begins."""
    whole: int
    """Bytes that are verified."""
    size: int
    """Bytes in all."""


def _scanned(file: BufferedIOBase, path: str, layout: ResultsLayout) -> _Scan | None:
    """Read and verify the file; ``None`` if not even its header was written whole.

    Raises:
        ResultsCorrupt: it is no results file, or damaged before its end.
    """
    first = file.readline(1 << 20)
    header = parse_line(first)
    start = format_line({"schema": layout.schema}).partition(b',"check"')[0] + b","
    if header is None:
        if not first.startswith(start) and not start.startswith(first):
            raise ResultsCorrupt(path, "it is not a results file")
        if any(map(verified, file)):
            raise ResultsCorrupt(path, "the header is damaged", line=1)
        return None
    if header.get("schema") != layout.schema:
        raise ResultsCorrupt(path, f"it has {header.get('schema')}, expected {layout.schema}")
    extent = header.pop(layout.extent, None)
    if type(extent) is not int:
        raise ResultsCorrupt(path, f"the header has no {layout.extent}")
    places = array("q", [_MISSING]) * layout.units(header, extent)
    unit_line = re.compile(rb'\{"%s":(\d+),' % layout.unit.encode())
    whole = at = len(first)
    bad: int | None = None
    for number, line in enumerate(file, 2):
        at += len(line)
        if not verified(line):
            bad = bad or number
            continue
        if bad is not None:
            raise ResultsCorrupt(path, "it is damaged, but lines after it are whole", line=bad)
        found = unit_line.match(line)
        if found is None:
            content = parse_line(line) or {}
            extent = content.get(layout.extent, 0)
            more = layout.units(header, extent) - len(places)
            if more <= 0:
                raise ResultsCorrupt(path, "it holds nothing of a results file", line=number)
            places.extend(array("q", [_MISSING]) * more)
        else:
            unit = int(found[1])
            if unit >= len(places) or places[unit] != _MISSING:
                what = f"{layout.unit} {unit} is " + (
                    "there twice" if unit < len(places) else f"not below {len(places)}"
                )
                raise ResultsCorrupt(path, what, line=number)
            places[unit] = whole
        whole = at
    return _Scan(header=header, extent=extent, places=places, whole=whole, size=at)


class FileStore:
    """A results file: read only, or open for one writer."""

    def __init__(
        self, path: str, layout: ResultsLayout, scan: _Scan, number: int | None = None
    ) -> None:
        self.path = path
        self.header: dict[str, Any] = scan.header
        self.extent: int = scan.extent
        self._layout = layout
        self._places = scan.places
        self._end = scan.whole
        self._number = number
        self._finished = sum(place != _MISSING for place in scan.places)

    @property
    def units(self) -> int:
        """How many units there are to be."""
        return len(self._places)

    @property
    def finished(self) -> int:
        """How many units are there."""
        return self._finished

    def missing(self) -> Iterator[int]:
        """The units that are not, in order."""
        return (unit for unit, place in enumerate(self._places) if place == _MISSING)

    def append(self, batch: Iterable[tuple[int, bytes]]) -> None:
        """Write the lines of finished units.

        Raises:
            OSError: the file cannot be written; it then ends with the last whole line.
        """
        made = list(batch)
        self._write(b"".join(line for _, line in made))
        at = self._end
        for unit, line in reversed(made):
            at -= len(line)
            self._places[unit] = at
        self._finished += len(made)

    def extend(self, extent: int) -> None:
        """Raise the number of units."""
        self._write(format_line({self._layout.extent: extent}))
        more = self._layout.units(self.header, extent) - len(self._places)
        self._places.extend(array("q", [_MISSING]) * more)
        self.extent = extent

    def _write(self, content: bytes) -> None:
        assert self._number is not None, "the file is open for writing"
        rest = memoryview(content)
        try:
            while rest:
                rest = rest[os.write(self._number, rest) :]
        except BaseException:
            with contextlib.suppress(OSError):
                os.ftruncate(self._number, self._end)
                os.lseek(self._number, self._end, os.SEEK_SET)
            raise
        self._end += len(content)

    def close(self) -> None:
        """Bring everything to the disk and let go of the file. What was read remains readable."""
        if self._number is not None:
            number, self._number = self._number, None
            try:
                os.fsync(number)
            finally:
                forget_lock(number)
                os.close(number)

    def contents(self) -> Iterator[Unit]:
        """The finished units, in order of their numbers."""
        with open(self.path, "rb") as file:
            for unit, place in enumerate(self._places):
                if place != _MISSING:
                    if file.tell() != place:
                        file.seek(place)
                    content = parse_line(file.readline())
                    if content is None or content.get(self._layout.unit) != unit:
                        raise ResultsCorrupt(self.path, "it has been changed since it was opened")
                    yield unit, content["rows"]


def read_journal(path: str | os.PathLike[str], layout: ResultsLayout) -> FileStore:
    """What a results file holds, also while it is being written.

    Raises:
        OSError: it cannot be read.
        ResultsCorrupt: it is none, or damaged, or there is no header yet.
    """
    name = os.path.abspath(path)
    with open(name, "rb") as file:
        scan = _scanned(file, name, layout)
    if scan is None:
        raise ResultsCorrupt(name, "it has no header yet")
    return FileStore(name, layout, scan)


def open_journal(
    path: str | os.PathLike[str],
    layout: ResultsLayout,
    header: dict[str, Any],
    extent: int,
    *,
    fresh: bool = False,
    notice: Callable[[str], None],
) -> FileStore:
    """Open a results file for writing, and lock it until it is closed.

    Args:
        path: the file; it is made if need be.
        layout: the kind of results.
        header: what the results are of, without the extent; ``schema`` first.
        extent: how long the run is; a file with a shorter one is extended.
        fresh: throw away the results that are there.
        notice: is told what was cut off.

    Raises:
        OSError: the file cannot be opened or written.
        ResultsLocked: it is being written.
        ResultsCorrupt: it is no results file, or damaged.
        ResultsMismatch: it holds results of something else, or of a longer run.
    """
    name = os.path.abspath(path)
    number = os.open(name, os.O_RDWR | os.O_CREAT | _BINARY, 0o666)
    try:
        check_regular(number, name)
        if not acquire_lock(number):
            raise ResultsLocked(name, "another simulation is writing to it")
        store = _opened(name, number, layout, header, extent, fresh, notice)
    except BaseException:
        forget_lock(number)
        os.close(number)
        raise
    return store


def _opened(
    name: str,
    number: int,
    layout: ResultsLayout,
    header: dict[str, Any],
    extent: int,
    fresh: bool,
    notice: Callable[[str], None],
) -> FileStore:
    scan = None
    size = os.fstat(number).st_size
    if size:
        with open(number, "rb", closefd=False) as file:
            try:
                file.seek(0)
                scan = _scanned(file, name, layout)
            except ResultsCorrupt as error:
                # What was damaged may be thrown away, but only what was a results file.
                if not fresh or error.line is None:
                    raise
    if scan is not None and not fresh:
        _compare(name, layout, scan, header, extent)
    else:
        if size and not fresh:
            notice(f"{name}: the header was not written whole; the file begins anew")
        os.ftruncate(number, 0)
        os.lseek(number, 0, os.SEEK_SET)
        places = array("q", [_MISSING]) * layout.units(header, extent)
        scan = _Scan(header=header, extent=extent, places=places, whole=0, size=0)
        store = FileStore(name, layout, scan, number)
        store._write(format_line({**header, layout.extent: extent}))
        return store
    if scan.size > scan.whole:
        notice(
            f"{name}: the last {scan.size - scan.whole} bytes were not written whole; "
            "they are cut off, and what they were about is played again"
        )
        os.ftruncate(number, scan.whole)
    os.lseek(number, scan.whole, os.SEEK_SET)
    store = FileStore(name, layout, scan, number)
    if extent > scan.extent:
        store.extend(extent)
    return store


def _compare(
    path: str, layout: ResultsLayout, scan: _Scan, header: dict[str, Any], extent: int
) -> None:
    names = dict.fromkeys([*scan.header, *header])
    differences: list[Difference] = [
        (name, scan.header.get(name), header.get(name))
        for name in names
        if scan.header.get(name) != header.get(name)
    ]
    if extent < scan.extent:
        differences.append((layout.extent, scan.extent, extent))
    if differences:
        raise ResultsMismatch(path, tuple(differences))


def check_extent(extent: object, name: str) -> None:
    """Refuse a number of sessions or deals that is none."""
    if type(extent) is not int or not 0 < extent <= _MOST_UNITS:
        raise ValueError(f"{name}: a whole number from 1 to {_MOST_UNITS}, not {extent!r}")
