"""How much a search may take, and what it has taken."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from boston_rules.core.cardplay.bits import COMPILED

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Effort", "LimitReached"]

_STEP: Final = 1024 if COMPILED else 32
"""Positions between two looks at the clock: a few milliseconds."""
_TOLD: Final = 1024
"""Positions between two calls of a progress."""


class LimitReached(Exception):
    """A search was given up before it had an answer."""


class Effort:
    """The positions that searches have looked at together, and when they are given up."""

    def __init__(self) -> None:
        self.nodes: i64 = 0
        """Positions before a trick that were looked at."""
        self.alarm: i64 = 2**60
        """The number of positions at which :meth:`look` is due."""
        self._limit: i64 = 0
        self._deadline = 0.0
        self._progress: Callable[[int], object] | None = None
        self._told: i64 = 0

    def limited(
        self, nodes: int, seconds: float, progress: Callable[[int], object] | None = None
    ) -> None:
        """Give up when it takes too long.

        Args:
            nodes: the most positions before a trick to be looked at from now on, 0 for any number.
            seconds: the most seconds from now on, 0 for any time.
            progress: called every some thousand positions with their number so far; whatever it
                raises ends the search.
        """
        self._limit = self.nodes + nodes if nodes else 0
        self._deadline = time.monotonic() + seconds if seconds else 0.0
        self._progress = progress
        self._told = self.nodes
        self._next_look()
        if self._deadline:
            # It may have passed while the search was made ready.
            self.alarm = self.nodes + 1

    def _next_look(self) -> None:
        self.alarm = self.nodes + _STEP
        if self._limit and self._limit < self.alarm:
            self.alarm = self._limit

    def look(self) -> None:
        """Raise an exception if a limit is reached."""
        if self._limit and self.nodes >= self._limit:
            raise LimitReached("nodes")
        if self._deadline and time.monotonic() >= self._deadline:
            raise LimitReached("seconds")
        if self._progress is not None and self.nodes - self._told >= _TOLD:
            self._told = self.nodes
            self._progress(self.nodes)
        self._next_look()
