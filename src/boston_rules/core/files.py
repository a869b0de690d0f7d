"""Writing files: whole or not at all, and never in place of something that is not a file."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from typing import BinaryIO, Final

from boston_rules.core.arguments import shown, wrong_type

__all__ = ["atomic_write", "check_path"]

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_STANDARD: Final = (1, 2)
"""The descriptors of the standard output and the standard error."""


def check_path(path: object, expected: str = "the path of a file", name: str = "path") -> None:
    """Refuse what no file can be called; ``name`` is that of the argument.

    Raises:
        TypeError: it is not a path at all, such as the number of an open file.
        ValueError: it holds a character that no name can have.

    >>> check_path(0)
    Traceback (most recent call last):
        ...
    TypeError: path must be the path of a file, not 0 (int)
    """
    if not isinstance(path, str | os.PathLike):
        raise wrong_type(name, expected, path)
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeError:
        possible = False
    if not possible:
        raise ValueError(f"{name} must be {expected}; no file is called {shown(path)}")


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file to write to, which becomes the content of ``path`` when the block ends.

    A regular file is written beside ``path`` and then takes its place, so that whoever reads it,
    even after a crash, finds the old content or the new; it keeps its permissions, and of a
    symbolic link it is the file that the link names. What is not a regular file is not replaced:
    a terminal, a pipe or another character device (``/dev/stdout``, ``/dev/null``) is given the
    content at the end of the block, and so is a file that the standard output goes to; anything
    else, such as a disk, is refused. After an exception nothing has been written.

    Raises:
        OSError: it cannot be written.
        TypeError, ValueError: it is not a path.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "deal.txt")
    ...     with atomic_write(path) as file:
    ...         _ = file.write(b"AS KS")
    ...     path.read_text()
    'AS KS'
    """
    check_path(path)
    target = os.path.realpath(path)
    try:
        found: os.stat_result | None = os.stat(path)
    except FileNotFoundError:
        found = None
    if found is None or (stat.S_ISREG(found.st_mode) and _standard(found) is None):
        with _replacement(target, found) as file:
            yield file
    elif stat.S_ISREG(found.st_mode) or stat.S_ISFIFO(found.st_mode) or stat.S_ISCHR(found.st_mode):
        with _streamed(path, found) as file:
            yield file
    elif stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    else:
        raise _irregular(path)


@contextlib.contextmanager
def _replacement(target: str, old: os.stat_result | None) -> Iterator[BinaryIO]:
    beside = f"{target}.{secrets.token_hex(8)}.tmp"
    try:
        with open(os.open(beside, _NEW, 0o666), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if old is not None:
            os.chmod(beside, stat.S_IMODE(old.st_mode))
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(beside)
        raise


@contextlib.contextmanager
def _streamed(path: str | os.PathLike[str], found: os.stat_result) -> Iterator[BinaryIO]:
    """Collect the content, which may be sought in while it is made, and pass it on at the end."""
    with tempfile.TemporaryFile() as made:
        yield made
        made.seek(0)
        number = _standard(found)
        if number is None:
            number = os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0))
        else:
            number = os.dup(number)
        with open(number, "wb", buffering=0) as stream:
            while block := made.read(io.DEFAULT_BUFFER_SIZE):
                rest = memoryview(block)
                while rest:
                    rest = rest[stream.write(rest) or 0 :]


def _standard(found: os.stat_result) -> int | None:
    """The descriptor of a standard stream that goes to a file."""
    for number in _STANDARD:
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(number), found):
                return number
    return None


def _irregular(path: str | os.PathLike[str]) -> OSError:
    return OSError(errno.EINVAL, "not a regular file", os.fspath(path))
