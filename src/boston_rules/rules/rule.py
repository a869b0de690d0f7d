"""What every rule answers."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Rule"]


class Rule(Protocol):
    """A rule of a game, or a part of one, which can say what it is."""

    __slots__ = ()

    def words(self) -> str:
        """The rule in English."""
        ...
