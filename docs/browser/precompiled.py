"""Code that classes generate as they are made, compiled when the bundle is made.

attrs writes the methods of a class as text and compiles it at every start, which in a browser is
nearly half of what the import of the library takes.
"""

from __future__ import annotations

import builtins
import marshal
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any, Final

__all__ = ["FILE", "kept", "recorded"]

FILE: Final = "compiled.bin"
"""The table, beside this module in the bundle."""

_Key = tuple[str, str, str]
"""Source, name of the file, and mode."""


@contextmanager
def _answering(answer: Any) -> Iterator[None]:
    real = builtins.compile
    builtins.compile = answer
    try:
        yield
    finally:
        builtins.compile = real


@contextmanager
def recorded(table: dict[_Key, CodeType]) -> Iterator[None]:
    """Put everything that is compiled from text into a table."""
    real = builtins.compile

    def answer(source: Any, filename: Any, mode: str, *rest: Any, **options: Any) -> Any:
        made = real(source, filename, mode, *rest, **options)
        if isinstance(source, str) and not rest and not options:
            table[source, filename, mode] = made
        return made

    with _answering(answer):
        yield


@contextmanager
def kept() -> Iterator[None]:
    """Take from the table of the bundle what is in it, and compile the rest."""
    table: dict[_Key, CodeType] = marshal.loads(pkgutil.get_data(__name__, FILE) or b"")
    real = builtins.compile

    def answer(source: Any, filename: Any, mode: str, *rest: Any, **options: Any) -> Any:
        if isinstance(source, str) and not rest and not options:
            made = table.get((source, filename, mode))
            if made is not None:
                return made
        return real(source, filename, mode, *rest, **options)

    with _answering(answer):
        yield
