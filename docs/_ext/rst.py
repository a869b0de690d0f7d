"""reStructuredText as lines of text: headings, tables, citations with links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from boston_rules import Cite
from boston_rules.telling.tables.model import Table
from boston_rules.telling.tables.rst import escaped, table_rst
from boston_rules.telling.wording.rulewords import merged_cites

__all__ = [
    "cite_line",
    "escaped",
    "heading",
    "indented",
    "linked",
    "list_table",
    "ruling_link",
]

_KEY = re.compile(r"\b(CATS|WEB|PKW|ENC|DGM|FOSTER|HGI|EA20|LIB)\b")
_RULING = re.compile(r"\b((?:LW|[RPLFGN])[1-9]\d*)\b")


def heading(text: str, mark: str) -> list[str]:
    """A section's title."""
    return ["", text, mark * len(text), ""]


def indented(lines: Iterable[str], by: int = 3) -> list[str]:
    """The same lines further right."""
    return [f"{'':{by}}{line}" if line else "" for line in lines]


_OWN = re.compile(r":(?:term|class|ref):`~?([^`<]+?)(?: <[^`>]*>)?`")


def unlinked(text: str) -> str:
    """A text without links to what only the library has: its glossary, its sources, its classes.

    >>> unlinked(":term:`Troel`, :ref:`CAFE <source-CAFE>`, bids")
    'Troel, CAFE, bids'
    """
    return _OWN.sub(r"\1", text)


def linked(words: str) -> str:
    """Words in which the keys of sources and the numbers of rulings are links."""
    text = _KEY.sub(r":ref:`\1 <source-\1>`", escaped(words))
    return _RULING.sub(lambda match: ruling_link(match[1]), text)


def ruling_link(number: str) -> str:
    """A link to a ruling."""
    return f":ref:`{number} <{number}>`"


def cite_line(cites: Sequence[Cite]) -> str:
    """Where something comes from, in a line; nothing where nothing is cited.

    Citations of the same place are told once, with all their rulings.
    """
    lines = []
    for cite in merged_cites(cites):
        keys = " and ".join(f":ref:`{source.key} <source-{source.key}>`" for source in cite.sources)
        place = ", ".join(filter(None, (keys, escaped(cite.locus))))
        links = ", ".join(map(ruling_link, filter(None, cite.ruling.split(", "))))
        lines.append(f"{place} ({links})" if links else place)
    return "; ".join(lines)


def list_table(
    head: Sequence[str], rows: Iterable[Sequence[str]], widths: str = "auto"
) -> list[str]:
    """A table; cells are reStructuredText, of one line or several."""
    return table_rst(Table(head, rows), str, widths=widths)
