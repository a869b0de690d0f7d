"""Tables as drawings, and in words for those who hear them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from boston_rules import Card
from boston_rules.draw.measure import width_of, wrapped
from boston_rules.draw.pieces import Pen, rank_text
from boston_rules.draw.svg import Drawing, add, canvas, finished
from boston_rules.draw.theme import Theme
from boston_rules.draw.words import in_words
from boston_rules.tables.model import Align, Cell, Column, Sheet, Table

__all__ = ["sheet_drawing", "sheet_words"]

_EDGE: Final = 18
_TEXT: Final = 600
"""Titles and notes make a drawing no wider than this."""
_SIZE: Final = 13.5
_LINE: Final = 18
_PAD: Final = 9
_CARD: Final = 66
_LETTER: Final = 7.5
"""The room of a character."""
_ROOM: Final = 300
"""The room of a cell, where its column has no other."""


def sheet_words(sheet: Sheet) -> str:
    """A sheet in words, row by row."""
    said = list(sheet.about)
    for table in sheet.tables:
        for row in table.all_rows:
            cells = [
                f"{column.title} {spoken}".strip()
                for column, cell in zip(table.columns, row, strict=True)
                if (spoken := _spoken(cell))
            ]
            said.append(", ".join(cells))
    lines = (*said, *_notes(sheet))
    return " ".join(f"{in_words(line).rstrip('.')}." for line in lines if line)


def _spoken(cell: Cell) -> str:
    if cell.card is not None:
        return f"{cell.card.words}{' led' if cell.leads else ''}{' wins' if cell.wins else ''}"
    return in_words(cell.said())


def _notes(sheet: Sheet) -> tuple[str, ...]:
    return (*(note for table in sheet.tables for note in table.notes), *sheet.notes)


def sheet_drawing(sheet: Sheet, theme: Theme = "auto", *, four_colours: bool = False) -> Drawing:
    """A sheet as SVG.

    Raises:
        ValueError: there is no such theme.
    """
    said = _notes(sheet)
    measured = [_Measured(table) for table in sheet.tables]
    widths = [width_of(in_words(sheet.title), 16, bold=True)]
    widths += [width_of(in_words(line), 13) for line in (*sheet.about, *said)]
    inner = max(*(grid.width for grid in measured), min(_TEXT, max(widths)))
    about = [line for text in sheet.about for line in wrapped(in_words(text), 13, inner)]
    notes = [line for text in said for line in wrapped(in_words(text), 12, inner)]
    height = 44 + 19 * len(about) + 17 * len(notes) + 8
    height += sum(grid.height + 16 for grid in measured)
    root = canvas(round(inner + 2 * _EDGE), round(height))
    pen = Pen(root, four_colours=four_colours)
    pen.text(_EDGE, 30, in_words(sheet.title), size=16, bold=True, room=inner)
    top = 51.0
    for line in about:
        pen.text(_EDGE, top, line, size=13, fill="@muted")
        top += 19
    top -= 5
    for grid in measured:
        grid.draw(pen, _EDGE, top)
        top += grid.height + 16
    top += 4
    for line in notes:
        pen.text(_EDGE, top, line, size=12, fill="@muted")
        top += 17
    return finished(root, in_words(sheet.title), sheet_words(sheet), theme)


def _room(column: Column) -> float:
    return _ROOM if column.room is None else column.room * _LETTER


class _Measured:
    """A table with the room that every column and row takes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._texts = [
            [
                wrapped(
                    "" if cell.card else in_words(cell.said()),
                    _SIZE * (1.1 if cell.bold else 1),
                    _room(column),
                )
                for column, cell in zip(table.columns, row, strict=True)
            ]
            for row in table.all_rows
        ]
        self._widths = [self._width(place) for place in range(len(table.columns))]
        self._headed = table.headed
        self._heights = [max([1, *map(len, texts)]) * _LINE + 8 for texts in self._texts]
        self.width = sum(self._widths)
        self.height = sum(self._heights) + (26 if self._headed else 0)

    def _width(self, place: int) -> float:
        """How wide a column is."""
        column = self.table.columns[place]
        widths = [min(_room(column), width_of(column.title, 12, bold=True))]
        for row, texts in zip(self.table.all_rows, self._texts, strict=True):
            widths.append(self._wide(row, texts, place))
        rails = 28 if self.table.rails and place == 0 else 0
        return max(widths) + 2 * _PAD + rails

    def _wide(self, row: Sequence[Cell], texts: Sequence[tuple[str, ...]], place: int) -> float:
        cell = row[place]
        if cell.card is not None:
            return _CARD
        return max((width_of(line, _SIZE, bold=cell.bold) for line in texts[place]), default=0)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw it with its corner at a place."""
        add(
            pen.root,
            "rect",
            x=left,
            y=top,
            width=self.width,
            height=self.height,
            rx=6,
            fill="@panel",
            stroke="@line",
        )
        if self._headed:
            for x, column, width in self._across(left):
                at, anchor = _placed(x, width, column.align)
                room = max(_room(column), width - 2 * _PAD)
                pen.text(
                    at,
                    top + 18,
                    column.head,
                    tail=column.tail,
                    size=12,
                    bold=True,
                    fill="@muted",
                    anchor=anchor,
                    room=room,
                )
            top += 26
            add(
                pen.root,
                "path",
                d=f"M{left:g} {top:g}h{self.width:g}",
                stroke="@line",
                fill="none",
            )
        if self.table.rails:
            self._rails(pen, left, top)
        for place, (row, texts) in enumerate(zip(self.table.all_rows, self._texts, strict=True)):
            high = self._heights[place]
            if place % 2 and not self.table.rails:
                add(
                    pen.root,
                    "rect",
                    x=left + 1,
                    y=top,
                    width=self.width - 2,
                    height=high,
                    rx=5 if place + 1 == len(self.table.all_rows) else 0,
                    fill="@stripe",
                )
            if place == len(self.table.rows) and place:
                line = f"M{left:g} {top:g}h{self.width:g}"
                add(pen.root, "path", d=line, stroke="@line", fill="none")
            for (x, column, width), cell, lines in zip(self._across(left), row, texts, strict=True):
                self._cell(pen, x, top, width, high, column.align, cell, lines)
            top += high

    def _across(self, left: float) -> Iterator[tuple[float, Column, float]]:
        for place, (column, width) in enumerate(zip(self.table.columns, self._widths, strict=True)):
            step = self.table.rails and not place
            yield left, evolve(column, align="middle") if step else column, width
            left += width

    def _rails(self, pen: Pen, left: float, top: float) -> None:
        """Two rails, a step for each row, and room for its number in the middle of the step."""
        bottom = top + sum(self._heights)
        one, other = left + 7, left + self._widths[0] - 7
        rails = f"M{one:g} {top + 4:g}V{bottom - 4:g}M{other:g} {top + 4:g}V{bottom - 4:g}"
        open_bids, at = "", top
        for high in self._heights:
            open_bids += f"M{one:g} {at + 13:g}H{other:g}"
            at += high
        for path, width in ((open_bids, 3), (rails, 4)):
            add(pen.root, "path", d=path, stroke="@bar", stroke_width=width, fill="none")
        for high in self._heights:
            x = (one + other) / 2 - 11
            add(pen.root, "rect", x=x, y=top + 3, width=22, height=20, rx=6, fill="@panel")
            top += high

    def _cell(
        self,
        pen: Pen,
        x: float,
        top: float,
        width: float,
        high: float,
        align: Align,
        cell: Cell,
        lines: tuple[str, ...],
    ) -> None:
        if cell.card is not None:
            _card(pen, x + width / 2, top + high / 2, cell, cell.card)
            return
        at, anchor = _placed(x, width, align)
        for place, line in enumerate(lines):
            pen.text(
                at, top + 17.5 + place * _LINE, line, size=_SIZE, bold=cell.bold, anchor=anchor
            )


def _placed(x: float, width: float, align: Align) -> tuple[float, str]:
    if align == "right":
        return x + width - _PAD, "end"
    return (x + width / 2, "middle") if align == "middle" else (x + _PAD, "start")


def _card(pen: Pen, x: float, y: float, cell: Cell, card: Card) -> None:
    """A card in a table: suit and rank, an arrow before the one led, a ring around the winner."""
    if cell.wins:
        add(
            pen.root,
            "rect",
            x=x - 21,
            y=y - 11.5,
            width=56,
            height=23,
            rx=6,
            fill="none",
            stroke="@win",
            stroke_width=2,
        )
        pen.tick(x + 19, y - 6.5, 13)
    if cell.leads:
        pen.arrow(x - 35, y - 6, 12)
    pen.suit(x - 16, y - 7, card.suit, 14)
    rank = rank_text(card)
    size = 14 if len(rank) == 1 else 12.5
    pen.text(x + 8.5, y + 5, rank, size=size, bold=cell.wins, anchor="middle")
