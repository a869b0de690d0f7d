"""Results of positions, kept by the pattern on which each rests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

_CHAIN: Final = 1000
"""The most patterns kept for one division of the suits: those found last.

A deal that is hard has hundreds; with two dozen kept it took two to four times the positions."""

__all__ = ["Entry", "Memory"]


class Entry:
    """What is known of the positions of a pattern.

    The pattern: how many cards of each suit every seat holds (the key in the table), and who holds
    the highest cards of each suit, as many as the masks cover. The low two suits are packed in one
    number, the high two in another.
    """

    def __init__(self, owners: i64, mask: i64, more: i64, mask_more: i64, then: Entry | None):
        self.owners: i64 = owners & mask
        self.mask = mask
        self.more: i64 = more & mask_more
        self.mask_more = mask_more
        self.low: i64 = 0
        """Tricks that are certain; where an exact set is asked for, the set."""
        self.high: i64 = 99
        """Tricks that cannot be exceeded; where an exact set is asked for, the answer, 1 or 0."""
        self.move: i64 = 0
        """The card that gave the result, 0 if none did."""
        self.then: Entry | None = then


class Memory:
    """A table of bounded size; it is emptied when it is full.

    Args:
        limit: the most entries.
    """

    def __init__(self, limit: i64) -> None:
        self.limit = limit
        self.count: i64 = 0
        self.table: dict[int, Entry] = {}

    def add(self, key: i64, owners: i64, mask: i64, more: i64, mask_more: i64, need: i64) -> Entry:
        """The entry of a pattern, and of a set if one is asked for; a new one if there is none."""
        first = self.table.get(key)
        entry = first
        length: i64 = 0
        last: Entry | None = None
        while entry is not None:
            length += 1
            if length == _CHAIN:
                last = entry
            if (
                entry.mask == mask
                and entry.mask_more == mask_more
                and entry.owners == owners & mask
                and entry.more == more & mask_more
                and (need < 0 or entry.low == need)
            ):
                return entry
            entry = entry.then
        if last is not None:
            last.then = None
        if self.count >= self.limit:
            self.table = {}
            self.count = 0
            first = None
        self.count += 1
        made = Entry(owners, mask, more, mask_more, first)
        self.table[key] = made
        return made
