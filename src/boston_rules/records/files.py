"""Records as texts and files."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, Literal, TypeAlias

from boston_rules.core.arguments import check_type, shown, wrong_type
from boston_rules.core.errors import RecordError
from boston_rules.core.files import atomic_write, check_path
from boston_rules.core.saying import say
from boston_rules.records.data import decode_text
from boston_rules.records.document import from_json, to_json
from boston_rules.records.limits import MOST_BYTES
from boston_rules.records.model import Record, check_record
from boston_rules.records.reading import from_text
from boston_rules.records.text import to_text

__all__ = ["Format", "dump", "dumps", "load", "loads"]

Format: TypeAlias = Literal["text", "json"]

_PATH: Final = "the path of a file (br.loads reads a text)"
_JSON: Final = re.compile(r'\s*\{\s*["}]')


def dumps(record: Record, format: Format = "text") -> str:
    """The record as a text that :func:`loads` reads back.

    Args:
        record: any record, whole or redacted.
        format: ``"text"`` for people, ``"json"`` for programs.

    Raises:
        RecordError: the text would be longer than is read.
        ValueError: there is no such format.
        TypeError: it is not a record.
    """
    check_record(record)
    if format not in ("text", "json"):
        raise ValueError(f"format must be 'text' or 'json', not {shown(format)}")
    text = to_text(record) if format == "text" else to_json(record)
    size = len(text.encode())
    if size > MOST_BYTES:
        raise RecordError(
            say("the record takes {size} bytes; {most} is the most", size=size, most=MOST_BYTES)
        )
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

    >>> import boston_rules as br
    >>> text = br.dumps(br.record(br.start("french")))
    >>> record = br.loads(text)
    >>> record.variant, len(record.deals)
    ('french', 1)
    """
    check_type(
        "text", text, str | bytes, "a str or bytes, the text of a record (br.load reads files)"
    )
    if len(text) > MOST_BYTES:
        raise RecordError(
            say("the record is too long: {most} bytes are read at most", most=MOST_BYTES)
        )
    text = decode_text(text)
    return from_json(text) if _JSON.match(text) else from_text(text)


def _check_path(path: object) -> None:
    if isinstance(path, str) and "\n" in path:
        raise wrong_type("path", _PATH, path)
    check_path(path, _PATH)


def load(path: str | Path) -> Record:
    """Read a record from a file.

    Args:
        path: the file, text or JSON.

    Raises:
        OSError: the file cannot be read.
        RecordError: as for :func:`loads`.
        TypeError: it is not a path.
        ValueError: no file can be called so.

    >>> import tempfile
    >>> import boston_rules as br
    >>> record = br.record(br.start("french"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     br.dump(record, f"{folder}/friday.txt")
    ...     br.load(f"{folder}/friday.txt") == record
    True
    """
    _check_path(path)
    with open(path, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    return loads(content)


def dump(record: Record, path: str | Path, format: Format | None = None) -> None:
    """Write a record to a file, whole or not at all.

    Whoever reads the file, even after a crash, finds the old record or the new one. A pipe or a
    character device, such as ``/dev/stdout``, is written to and stays what it is; anything else
    that is not a regular file is refused.

    Args:
        record: any record.
        path: the file; it is replaced if it exists, and keeps its permissions. Of a symbolic link
            it is the file that the link names.
        format: as for :func:`dumps`; without it ``"json"`` where the name ends so, else ``"text"``.

    Raises:
        OSError: the file cannot be written; what was there is unchanged.
        RecordError: as for :func:`dumps`.
        TypeError: it is not a record, or no path.
        ValueError: no such format, or no file can be called so.
    """
    _check_path(path)
    if format is None:
        format = "json" if os.path.realpath(path).lower().endswith(".json") else "text"
    content = dumps(record, format).encode()
    with atomic_write(path) as file:
        file.write(content)
