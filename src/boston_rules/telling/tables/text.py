"""A table in plain text: with pips and accents, or in ASCII alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from boston_rules import Suit
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.model import Align, Sheet, Table

__all__ = ["clean", "columns_of", "padded", "plain", "sheet_text", "table_text"]

_STRANGE: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters, halves of surrogate pairs, and two code points that are no characters."""


def sheet_text(sheet: Sheet, *, ascii_only: bool = False) -> str:
    """A sheet in lines of plain text."""
    parts = ["\n".join(map(spoken, (sheet.title, *sheet.about)))]
    parts += [table_text(table, ascii_only=ascii_only) for table in sheet.tables]
    parts += ["\n".join(map(spoken, sheet.notes))] if sheet.notes else []
    whole = "\n\n".join(parts)
    return plain(whole) if ascii_only else whole


def table_text(table: Table, *, ascii_only: bool = False) -> str:
    """A table in lines of plain text, its columns lined up.

    >>> from boston_rules.telling.tables.model import Column
    >>> print(table_text(Table(("bid", Column("made", "right")), [("Five", "10"), ("Six", "30")])))
    bid   made
    ────  ────
    Five    10
    Six     30
    """
    said = (spoken(table.title), *_lines(table, ascii_only), *map(spoken, table.notes))
    lines = [line.rstrip() for line in said]
    whole = "\n".join(lines if table.title else lines[1:])
    return plain(whole) if ascii_only else whole


def _lines(table: Table, ascii_only: bool) -> Iterator[str]:
    rows, sums = (
        [[clean(cell.said(ascii_only=ascii_only)) for cell in row] for row in group]
        for group in (table.rows, table.footer)
    )
    heads = [clean(spoken(column.head)) for column in table.columns]
    if ascii_only:
        rows, sums, (heads,) = (
            [[plain(text) for text in row] for row in group] for group in (rows, sums, [heads])
        )
    widths = [
        max(columns_of(row[place]) for row in (heads, *rows, *sums)) for place in range(len(heads))
    ]
    rule = ["─" * width for width in widths]
    if table.headed:
        rows = [heads, rule, *rows]
    for row in (*rows, rule, *sums) if sums else rows:
        cells = (
            padded(text, width, column.align)
            for text, width, column in zip(row, widths, table.columns, strict=True)
        )
        yield "  ".join(cells)


def clean(text: str) -> str:
    """The text with characters that XML forbids replaced, and line breaks as spaces.

    >>> clean("A\\nB\\x00")
    'A B\\ufffd'
    """
    return _STRANGE.sub(lambda found: " " if found[0] in "\t\r\n" else "\ufffd", text)


def plain(text: str) -> str:
    """A text in ASCII: accents go, other signs become their nearest.

    >>> plain("Misère · 10–40 ♥")
    'Misere - 10-40 H'
    """
    text = unicodedata.normalize("NFKD", text.translate(_ASCII))
    text = "".join(char for char in text if not unicodedata.combining(char))
    return text.encode("ascii", "replace").decode("ascii")


_ASCII: Final = str.maketrans(
    {
        **{suit.symbol: suit.letter for suit in Suit},
        **dict.fromkeys("·–—−─━═", "-"),
        **dict.fromkeys("│┃║", "|"),
        **dict.fromkeys("▸›", ">"),
        "✓": "*",
        "×": "x",
        "…": "~",
        "’": "'",
    }
)
"""One sign for another, so that columns stay."""


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def padded(text: str, width: int, align: Align = "left") -> str:
    """A text filled up with blanks to so many columns."""
    blanks = max(0, width - columns_of(text))
    if align == "right":
        return " " * blanks + text
    left = blanks // 2 if align == "middle" else 0
    return " " * left + text + " " * (blanks - left)
