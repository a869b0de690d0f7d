"""A table in reStructuredText."""

from __future__ import annotations

import re
from collections.abc import Callable

from boston_rules.telling.language import spoken
from boston_rules.telling.tables.model import Cell, Table

__all__ = ["escaped", "table_rst"]

_SPECIAL = re.compile(r"([\\*`|_])")


def escaped(text: str) -> str:
    """Text that is read as itself."""
    return _SPECIAL.sub(r"\\\1", text)


def table_rst(
    table: Table, worded: Callable[[str], str] = escaped, *, widths: str = "auto", classes: str = ""
) -> list[str]:
    """The lines of a ``list-table``.

    Args:
        table: what stands in it.
        worded: makes reStructuredText of a cell or head; without it the text is read as itself.
        widths: of the columns.
        classes: of the table.
    """
    lines = [f".. list-table:: {spoken(table.title)}".rstrip(), "   :header-rows: 1"]
    lines.append(f"   :widths: {widths}")
    if classes:
        lines.append(f"   :class: {classes}")
    lines.append("")
    heads = tuple(Cell(column.head) for column in table.columns)
    for row in (heads, *table.all_rows):
        for place, cell in enumerate(row):
            said = worded(cell.said())
            first, *more = (f"**{said}**" if cell.bold or cell.differs else said).split("\n")
            lines.append(f"   {'* - ' if place == 0 else '  - '}{first}".rstrip())
            lines += [f"{'':7}{line}".rstrip() for line in more]
    return [*lines, ""]
