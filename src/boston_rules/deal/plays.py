"""The plays of a hand, or of what follows suit in it, from tables by suit."""

from __future__ import annotations

from typing import Final

from boston_rules.core.actions import PLAYS, Play
from boston_rules.core.cards import subsets

__all__ = ["ONE_SUIT", "plays_of"]

_LANE: Final = 0x1FFF
_FEW: Final = 4

_CLUBS: Final[list[tuple[Play, ...]]] = []
_DIAMONDS: Final[list[tuple[Play, ...]]] = []
_HEARTS: Final[list[tuple[Play, ...]]] = []
_SPADES: Final[list[tuple[Play, ...]]] = []
"""The plays of every mask of one suit."""
ONE_SUIT: Final[dict[int, tuple[Play, ...]]] = {}
"""The same of few cards by the mask in the pack: what most players who follow suit look up.

It is small, so that it stays near the processor, where the tables of all masks do not.
"""


def _fill() -> None:
    """Make the tables, which takes some milliseconds: before the first card, not on import."""
    for suit, row in enumerate((_CLUBS, _DIAMONDS, _HEARTS, _SPADES)):
        row[:] = subsets(PLAYS[13 * suit : 13 * suit + 13])
        ONE_SUIT.update(
            (lane << 13 * suit, plays) for lane, plays in enumerate(row) if 0 < len(plays) <= _FEW
        )


def plays_of(mask: int) -> tuple[Play, ...]:
    """The plays of a mask in card order."""
    try:
        return (
            _CLUBS[mask & _LANE]
            + _DIAMONDS[mask >> 13 & _LANE]
            + _HEARTS[mask >> 26 & _LANE]
            + _SPADES[mask >> 39]
        )
    except IndexError:
        if _SPADES:
            raise
        _fill()
        return plays_of(mask)
