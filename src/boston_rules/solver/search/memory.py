"""Results of positions, kept by the pattern on which each rests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64


__all__ = ["Entry", "Memory", "Shape"]

_MOST: Final = 1000
"""The most patterns kept of one shape: those found or used last.

A deal that is hard has hundreds; with two dozen kept it took two to four times the positions."""
_SLOTS: Final = 16381
"""Places of the table: a prime, so that keys that differ in few bits lie apart."""


class Entry:
    """What is known of the positions of a pattern.

    The pattern: how many cards of each suit every seat holds (its shape), and who holds the highest
    cards of each suit, as many as the masks cover. The low two suits are packed in one number, the
    high two in another.

    Args:
        owners: who holds the cards of the low two suits.
        mask: which of them count.
        more: who holds the cards of the high two suits.
        mask_more: which of them count.
        low: tricks that are certain; where an exact set is asked for, the set.
        high: tricks that cannot be exceeded; where a set is asked for, the answer, 1 or 0.
        move: the card that gave the result, 0 if none did.
    """

    def __init__(
        self, owners: i64, mask: i64, more: i64, mask_more: i64, low: i64, high: i64, move: i64
    ) -> None:
        self.owners: i64 = owners & mask
        self.mask = mask
        self.more: i64 = more & mask_more
        self.mask_more = mask_more
        self.low = low
        self.high = high
        self.move = move


class Shape:
    """What is known of the positions in which the seats have as many cards of each suit."""

    def __init__(self, key: i64, then: Shape | None) -> None:
        self.key = key
        self.entries: list[Entry] = []
        """Those found or used last at the end."""
        self.then: Shape | None = then
        """Another shape of the same place in the table."""

    def used(self, at: i64) -> None:
        """Put an entry at the end, in exchange for the one that is there."""
        entry = self.entries[at]
        end: i64 = len(self.entries) - 1
        self.entries[at] = self.entries[end]
        self.entries[end] = entry


class Memory:
    """A table of bounded size; it is emptied when it is full.

    It is a table of our own, since the keys of a ``dict`` are objects: they cost more time to make
    and to compare than the patterns do.

    Args:
        limit: the most entries.
    """

    def __init__(self, limit: i64) -> None:
        self.limit = limit
        self.count: i64 = 0
        self.slots: list[Shape | None] = [None] * _SLOTS

    def find(self, key: i64) -> Shape | None:
        """What is known of a shape."""
        shape = self.slots[key % _SLOTS]
        while shape is not None and shape.key != key:
            shape = shape.then
        return shape

    def add(self, key: i64, entry: Entry) -> None:
        """Keep an entry of a shape."""
        if self.count >= self.limit:
            self.slots = [None] * _SLOTS
            self.count = 0
        self.count += 1
        shape = self.find(key)
        if shape is None:
            shape = Shape(key, self.slots[key % _SLOTS])
            self.slots[key % _SLOTS] = shape
        elif len(shape.entries) == _MOST:
            del shape.entries[0]
            self.count -= 1
        shape.entries.append(entry)
