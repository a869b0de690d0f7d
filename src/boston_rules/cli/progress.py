"""A line that tells how far something is."""

from __future__ import annotations

import os
import sys
import time
from datetime import timedelta
from typing import Final

from boston_rules.cli.terminal import open_console, pips
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.text import padded

__all__ = ["Progress"]

_BAR: Final = 30
_PAUSE: Final = 0.1
"""Seconds after which the line is written anew."""
_CLEARED: Final = "\r\x1b[K"


class Progress:
    """A bar on standard error, how much is done and for how long, which goes when it is closed.

    There is none without a terminal or under CI.
    """

    def __init__(self, units: str) -> None:
        self._units = units
        self._shown = sys.stderr.isatty() and not os.environ.get("CI")
        self._begun = time.monotonic()
        self._told = self._begun - _PAUSE

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._shown:
            sys.stderr.write(_CLEARED)
            sys.stderr.flush()

    def tell(self, done: int, total: int | None = None, what: str = "") -> None:
        """So many units are done.

        Args:
            done: how many.
            total: how many there are; ``None`` where nobody knows.
            what: what else is told.
        """
        now = time.monotonic()
        if not self._shown or now - self._told < _PAUSE:
            return
        self._told, taken = now, now - self._begun
        parts = [spoken(self._units), f"{done}/{total or '?'}", _clock(taken)]
        if total:
            parts.insert(1, padded("━" * (_BAR * done // total), _BAR))
            parts += ["–", _clock(taken * (total - done) / done)] if done else []
        line = " ".join((*parts, spoken(what)))[: open_console(sys.stderr).width - 1]
        sys.stderr.write(_CLEARED + pips(line))
        sys.stderr.flush()


def _clock(seconds: float) -> str:
    return str(timedelta(seconds=int(seconds)))
