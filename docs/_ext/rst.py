"""reStructuredText as lines of text: headings, tables, citations with links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rich.table import Table
from rich.text import Text

from boston_rules import Cite

__all__ = [
    "cite_line",
    "escaped",
    "heading",
    "in_order",
    "indented",
    "linked",
    "list_table",
    "rows_of",
    "ruling_link",
    "sentence",
]

_SPECIAL = re.compile(r"([\\*`|_])")
_KEY = re.compile(r"\b(CATS|WEB|PKW|ENC|DGM|FOSTER|HGI|EA20|LIB)\b")
_RULING = re.compile(r"\b([RPN][1-9]\d*)\b")


def escaped(text: str) -> str:
    """Text that is read as itself."""
    return _SPECIAL.sub(r"\\\1", text)


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def heading(text: str, mark: str) -> list[str]:
    """A section's title."""
    return ["", text, mark * len(text), ""]


def indented(lines: Iterable[str], by: int = 3) -> list[str]:
    """The same lines further right."""
    return [f"{'':{by}}{line}" if line else "" for line in lines]


def linked(words: str) -> str:
    """Words in which the keys of sources and the numbers of rulings are links."""
    text = _KEY.sub(r":ref:`\1 <source-\1>`", escaped(words))
    return _RULING.sub(lambda match: ruling_link(match[1]), text)


def in_order(rulings: Iterable[str]) -> list[str]:
    """Numbers of rulings as the register has them: R, P, N."""
    return sorted(rulings, key=lambda ruling: ("RPN".index(ruling[0]), int(ruling[1:])))


def ruling_link(number: str) -> str:
    """A link to a ruling."""
    return f":ref:`{number} <{number}>`"


def cite_line(cites: Sequence[Cite]) -> str:
    """Where something comes from, in a line; nothing where nothing is cited.

    Citations of the same place are told once, with all their rulings.
    """
    merged: dict[str, dict[str, None]] = {}
    for cite in cites:
        keys = " and ".join(f":ref:`{source.key} <source-{source.key}>`" for source in cite.sources)
        place = ", ".join(filter(None, (keys, escaped(cite.locus))))
        merged.setdefault(place, {}).update(dict.fromkeys(filter(None, cite.ruling.split(", "))))
    return "; ".join(
        place + (f" ({', '.join(map(ruling_link, in_order(rulings)))})" if rulings else "")
        for place, rulings in merged.items()
    )


def list_table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    widths: str = "auto",
    classes: str = "",
) -> list[str]:
    """A table; cells are reStructuredText, of one line or several."""
    lines = [".. list-table::", "   :header-rows: 1", f"   :widths: {widths}"]
    if classes:
        lines.append(f"   :class: {classes}")
    lines.append("")
    for row in (head, *rows):
        for place, cell in enumerate(row):
            first, *more = cell.split("\n")
            lines.append(f"   {'* - ' if place == 0 else '  - '}{first}".rstrip())
            lines += indented(more, 7)
    return [*lines, ""]


def rows_of(table: Table) -> Iterator[list[str]]:
    """The cells of a table made for the terminal, its heading first."""

    def plain(cell: object) -> str:
        return cell.plain if isinstance(cell, Text) else str(cell)

    yield [plain(column.header) for column in table.columns]
    for row in zip_longest(*(column.cells for column in table.columns), fillvalue=""):
        yield [plain(cell) for cell in row]
