"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

__all__ = ["write_atomically"]


def write_atomically(path: str | os.PathLike[str], write: Callable[[Path], None]) -> None:
    """Write a file whole or not at all: beside it first, then in its place.

    Raises:
        OSError: it cannot be written; what was there is unchanged.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        write(beside)
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
