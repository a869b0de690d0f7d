"""The most that is read, so that a record from a stranger costs a bounded time and memory.

The same limits hold for what is written: a record that could not be read again is not made. How
many events, tags, comments and transfers there may be, the schema says.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "MOST_BYTES",
    "MOST_CHARACTERS",
    "MOST_DEALS",
    "MOST_DEPTH",
    "MOST_DIGITS",
    "MOST_DOTS",
    "MOST_HOUSE_BYTES",
    "MOST_LINES",
    "MOST_LINE_LENGTH",
    "MOST_NODES",
    "MOST_PLIES_IN_ALL",
    "MOST_RULE_NUMBER",
    "MOST_SEPARATORS",
    "MOST_STEPS",
    "MOST_WORDS",
]

MOST_BYTES: Final = 8 * 1024 * 1024
"""Bytes of a file, and characters of a text."""
MOST_HOUSE_BYTES: Final = 256 * 1024
"""Bytes of a file of house rules."""
MOST_DOTS: Final = 256
"""Dots in a line of it: the time and memory that a dotted key takes grow with their square."""
MOST_DEALS: Final = 1000
"""Deals in a record."""
MOST_PLIES_IN_ALL: Final = 250_000
"""Actions in a record."""
MOST_CHARACTERS: Final = 4096
"""Characters of a name, a tag, a comment or a reason."""
MOST_DIGITS: Final = 400
"""Digits of a number."""

MOST_DEPTH: Final = 24
"""Objects and lists within each other, in options and rules."""
MOST_NODES: Final = 3000
"""Values in all options and rules together."""
MOST_STEPS: Final = 64
"""Steps of a ladder, rows of a table, values of any list in a rule."""
MOST_RULE_NUMBER: Final = 10**12
"""A number in an option or a rule, either way from 0."""

MOST_LINES: Final = 400_000
"""Lines of the text form."""
MOST_WORDS: Final = 512
"""Words, and texts in quotes, in a line of the text form."""
MOST_LINE_LENGTH: Final = 262_144
"""Characters of a line of the text form."""
MOST_SEPARATORS: Final = 1_000_000
"""Commas, brackets and braces of the JSON form."""
