"""A sheet as HTML tables; every text is escaped."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET

from boston_rules.core.saying import joined
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.model import Column, Row, Sheet, Table
from boston_rules.telling.tables.text import clean

__all__ = ["sheet_html"]

_ALIGN: Final = {"left": "left", "right": "right", "middle": "center"}


def sheet_html(sheet: Sheet) -> str:
    """A sheet as HTML."""
    root = ET.Element("div")
    for count, table in enumerate(sheet.tables):
        about = (sheet.title, *sheet.about) if count == 0 else ()
        _add_table(root, table, joined(" · ", filter(None, (*about, table.title))))
    for note in sheet.notes:
        _add(root, "p", note)
    return ET.tostring(root, encoding="unicode", method="html")


def _add(parent: ET.Element, tag: str, text: str = "", **attributes: str) -> ET.Element:
    made = ET.SubElement(parent, tag, attributes)
    made.text = clean(spoken(text))
    return made


def _style(column: Column) -> str:
    whole = ";white-space:nowrap" if column.room is None else ""
    return f"text-align:{_ALIGN[column.align]}{whole}"


def _add_table(root: ET.Element, table: Table, caption: str) -> None:
    made = _add(root, "table")
    if caption:
        _add(made, "caption", caption)
    if table.headed:
        head = _add(_add(made, "thead"), "tr")
        for column in table.columns:
            _add(head, "th", column.head, scope="col", style=_style(column))
    for tag, rows in (("tbody", table.rows), ("tfoot", table.footer)):
        if rows:
            body = _add(made, tag)
            for row in rows:
                _add_row(body, table, row)
    for note in table.notes:
        _add(root, "p", note)


def _add_row(body: ET.Element, table: Table, row: Row) -> None:
    line = _add(body, "tr")
    for column, cell in zip(table.columns, row, strict=True):
        said = cell.said().strip()
        place = _add(line, "td", style=_style(column))
        if said and (cell.bold or cell.wins or cell.mark or cell.differs):
            place = _add(place, "strong")
        place.text = clean(said)
