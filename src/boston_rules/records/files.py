"""Records as texts and files."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from pathlib import Path
from typing import Final, Literal, TypeAlias

from boston_rules.arguments import wrong_type
from boston_rules.errors import RecordError
from boston_rules.records.document import from_json, to_json
from boston_rules.records.limits import MOST_BYTES
from boston_rules.records.model import Record
from boston_rules.records.reading import from_text
from boston_rules.records.text import to_text

__all__ = ["Format", "dump", "dumps", "load", "loads"]

Format: TypeAlias = Literal["text", "json"]

_JSON: Final = re.compile(r'\s*\{\s*["}]')


def dumps(record: Record, format: Format = "text") -> str:
    """The record as a text that :func:`loads` reads back.

    Args:
        record: any record, whole or redacted.
        format: ``"text"`` for people, ``"json"`` for programs.

    Raises:
        RecordError: the text would be longer than is read.
        ValueError: there is no such format.
        TypeError: it is no record.
    """
    if not isinstance(record, Record):
        raise wrong_type("record", "a Record, such as br.record() or br.load() returns", record)
    if format not in ("text", "json"):
        raise ValueError(f"a record is written as text or json, not {format!r}")
    text = to_text(record) if format == "text" else to_json(record)
    size = len(text.encode())
    if size > MOST_BYTES:
        raise RecordError(f"the record takes {size} bytes; {MOST_BYTES} is the most")
    return text


def loads(text: str | bytes) -> Record:
    """Read a record; the format is seen from the text.

    Args:
        text: a text or the content of a file, at most
            :data:`~boston_rules.records.limits.MOST_BYTES` long; bytes are UTF-8, with or without
            a byte order mark.

    Raises:
        RecordError: whatever is wrong with it, with line and column where there is a place.
            Nothing else is raised, whatever the text.
        TypeError: it is neither text nor bytes.
    """
    if not isinstance(text, str | bytes):
        raise wrong_type("text", "a str or bytes, the text of a record", text)
    if len(text) > MOST_BYTES:
        raise RecordError(f"the record is too long: {MOST_BYTES} bytes are read at most")
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            raise RecordError(f"the text is not UTF-8, at byte {error.start}") from error
    text = text.removeprefix("\ufeff")
    return from_json(text) if _JSON.match(text) else from_text(text)


def load(path: str | Path) -> Record:
    """Read a record from a file.

    Raises:
        OSError: the file cannot be read.
        RecordError: as for :func:`loads`.
    """
    with open(path, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    return loads(content)


def dump(record: Record, path: str | Path, format: Format | None = None) -> None:
    """Write a record to a file, whole or not at all.

    The text is written to a new file beside it, which then takes its place, so that whoever reads
    the file, even after a crash, finds the old record or the new one.

    Args:
        record: any record.
        path: the file; it is replaced if it exists, and keeps its permissions. Of a symbolic link
            it is the file that the link names.
        format: as for :func:`dumps`; without it ``"json"`` where the name ends so, else ``"text"``.

    Raises:
        OSError: the file cannot be written; what was there is unchanged.
        RecordError: as for :func:`dumps`.
    """
    target = os.path.realpath(path)
    if format is None:
        format = "json" if target.lower().endswith(".json") else "text"
    content = dumps(record, format).encode()
    beside = f"{target}.{secrets.token_hex(8)}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(beside, flags, 0o666), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            os.chmod(beside, os.stat(target).st_mode & 0o7777)
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(beside)
        raise
