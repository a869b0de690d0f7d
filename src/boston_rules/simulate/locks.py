"""One writer at a time: an advisory lock of the operating system on the results file itself.

The system lets go of it when the process ends, however it ends, so that there is no lock file that
somebody has to delete after a crash. Reading needs no lock.
"""

from __future__ import annotations

import os
import sys

__all__ = ["acquire_lock", "forget_lock"]

_held: set[int] = set()


def acquire_lock(number: int) -> bool:
    """Lock an open file; whether it was free.

    Raises:
        OSError: the file system knows no locks.
    """
    try:
        _lock(number)
    except (BlockingIOError, PermissionError):
        return False
    _held.add(number)
    return True


def forget_lock(number: int) -> None:
    """The file is about to be closed, which releases it."""
    _held.discard(number)


if sys.platform == "win32":  # pragma: no cover - not the system of the tests
    import msvcrt

    def _lock(number: int) -> None:
        # A byte far behind everything that is ever written, so that others may read the file.
        os.lseek(number, 2**62, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _forget() -> None:
        """A forked child must not hold the lock of a parent that is gone."""
        for number in _held:
            os.close(number)
        _held.clear()

    os.register_at_fork(after_in_child=_forget)
