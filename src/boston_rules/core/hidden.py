"""Marks for what somebody may not see: a hole in a state, an unknown partner, who looks."""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal, TypeAlias

__all__ = ["FULL", "HOLE", "UNKNOWN", "Full", "Hole", "Unknown", "Viewer"]


class Hole(Enum):
    """Something that lies face down; as text it is a question mark."""

    HOLE = "?"

    def __str__(self) -> str:
        return "?"

    def __repr__(self) -> str:
        return self.name


class Unknown(Enum):
    """A partner whom nobody else can name yet."""

    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        return self.name


class Full(Enum):
    """The viewer of a state without holes: the referee, a host, a test."""

    FULL = "full"

    def __repr__(self) -> str:
        return self.name


HOLE: Final = Hole.HOLE
"""In the place of a card, a cut or a pack that lies face down for the viewer."""
UNKNOWN: Final = Unknown.UNKNOWN
"""In the place of a partner: the holder of a called card that has not been seen yet."""
FULL: Final = Full.FULL
"""The viewer of a state without holes."""

Viewer: TypeAlias = int | Literal[Full.FULL] | None
"""Who looks at a state, :data:`FULL`, a seat, or ``None`` for an onlooker."""
