"""The root of the exceptions, and those of reading text: all that cards need of them.

Programs find them in :mod:`boston_rules.core.errors` with all the others, which name actions and so
stand above the cards.
"""

from __future__ import annotations

import copyreg
from typing import Any

from boston_rules.core.saying import Said, joined, say

__all__ = ["BostonError", "NotationError", "RecordError", "message_of"]


class BostonError(Exception):
    """Root of everything this library raises on purpose; never raised itself."""

    @property
    def message(self) -> str:
        """All that ``str`` says, as a sentence that can be said in another language."""
        return self.args[0] if self.args else ""

    def __str__(self) -> str:
        return str(self.message)

    def __reduce__(self) -> Any:
        # As objects are pickled, since the constructors of exceptions take more than the message.
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class RecordError(BostonError, ValueError):
    """Text that cannot be read, or a record that cannot be replayed."""

    def __init__(
        self,
        reason: str,
        *,
        line: int | None = None,
        column: int | None = None,
        deal: int | None = None,
        ply: int | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        """1-based line of the text, where known."""
        self.column = column
        """1-based column of the text, where known."""
        self.deal = deal
        """1-based number of the deal, for replay errors."""
        self.ply = ply
        """0-based number of the action within its deal, for replay errors."""

    @property
    def message(self) -> str:
        """The place, where it is known, and the reason."""
        places = [
            *([] if self.line is None else [say("line {number}", number=self.line)]),
            *([] if self.column is None else [say("column {number}", number=self.column)]),
            *([] if self.deal is None else [say("deal {number}", number=self.deal)]),
            *([] if self.ply is None else [say("ply {number}", number=self.ply)]),
        ]
        if not places:
            return self.reason
        return say("{place}: {reason}", place=joined(", ", places), reason=self.reason)


class NotationError(RecordError):
    """A token or card that cannot be read."""


def message_of(error: BaseException) -> str:
    """What an exception says, as a sentence where it was made from one.

    >>> message_of(RecordError("a trick has 4 cards", line=3))
    'line 3: a trick has 4 cards'
    """
    if isinstance(error, BostonError):
        return error.message
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Said) else str(error)
