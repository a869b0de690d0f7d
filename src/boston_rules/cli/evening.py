"""The files in which ``boston-rules table`` keeps an evening."""

from __future__ import annotations

import boston_rules as br
from boston_rules.cli.files import failure, read_bytes, unwritable
from boston_rules.core.files import atomic_write
from boston_rules.records.evening import Evening, dumps_evening, loads_evening

__all__ = ["read_evening", "write_evening"]


def write_evening(evening: Evening, file: str) -> None:
    """Write an evening to its file, whole or not at all.

    Raises:
        ClickException: it cannot be written.
    """
    try:
        with atomic_write(file) as content:
            content.write(dumps_evening(evening).encode())
    except OSError as error:
        raise unwritable(file, error) from error


def read_evening(file: str) -> Evening:
    """Read an evening from its file.

    Raises:
        ClickException: it cannot be read, holds no evening, or was kept by other rules.
    """
    try:
        return loads_evening(read_bytes(file))
    except br.BostonError as error:
        raise failure(file, str(error)) from error
