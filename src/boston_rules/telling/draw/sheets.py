"""Tables as drawings, and in words for those who hear them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boston_rules import Card
from boston_rules.core.saying import joined, say
from boston_rules.telling.draw.measure import width_of, wrapped
from boston_rules.telling.draw.pieces import Pen, rank_text
from boston_rules.telling.draw.svg import Drawing, add, canvas, finished
from boston_rules.telling.draw.theme import Theme
from boston_rules.telling.draw.words import in_words
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.labels import nameplate
from boston_rules.telling.tables.model import Cell, Column, Sheet, Table

__all__ = ["sheet_drawing", "sheet_words"]

_EDGE: Final = 18
_TEXT: Final = 600
"""Titles and notes make a drawing no wider than this."""
_SIZE: Final = 13.5
_LINE: Final = 18
_PAD: Final = 9
_HEAD: Final = 26
_CARD: Final = 66
_MARK: Final = 36
"""The room of marks behind a card, and as much before it."""
_LETTER: Final = 7.5
"""The room of a character."""
_ROOM: Final = 300
"""The room of a cell, where its column has no other."""


def sheet_words(sheet: Sheet) -> str:
    """A sheet in words, row by row."""
    said: list[str] = list(sheet.about)
    for table in sheet.tables:
        for row in table.all_rows:
            cells = [
                joined(" ", filter(None, (column.head, words)))
                for column, cell in zip(table.columns, row, strict=True)
                if (words := _spoken(cell))
            ]
            said.append(joined(", ", cells))
    lines = map(in_words, (*said, *_notes(sheet)))
    return " ".join(f"{line.rstrip('.')}." for line in lines if line)


def _spoken(cell: Cell) -> str:
    if cell.card is None:
        return in_words(cell.said())
    card = cell.card.words
    if cell.leads and cell.wins:
        said = say("{card} led wins", card=card)
    elif cell.leads:
        said = say("{card} led", card=card)
    else:
        said = say("{card} wins", card=card) if cell.wins else card
    return joined(" ", filter(None, (said, cell.mark)))


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
            [_wrapped(cell, column) for column, cell in zip(table.columns, row, strict=True)]
            for row in table.all_rows
        ]
        self._widths = [self._width(place) for place in range(len(table.columns))]
        self._heights = [max([1, *map(len, texts)]) * _LINE + 8 for texts in self._texts]
        self.width = sum(self._widths)
        self.height = sum(self._heights) + _HEAD * table.headed

    def _width(self, place: int) -> float:
        """How wide a column is."""
        column = self.table.columns[place]
        widths = [min(_room(column), width_of(spoken(column.head), 12, bold=True))]
        for row, texts in zip(self.table.all_rows, self._texts, strict=True):
            bold = row[place].bold
            widths += [width_of(line, _SIZE, bold=bold) for line in texts[place]]
            widths.append(0 if row[place].card is None else _CARD + _MARK * bool(row[place].mark))
        rails = 28 if self.table.rails and place == 0 else 0
        return max(widths) + 2 * _PAD + rails

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw it with its corner at a place."""
        table, wide = self.table, self.width
        pen.box((left, top, wide, self.height), 6, fill="@panel", stroke="@line")
        rule = f"h{wide:g}"
        if table.headed:
            for at, anchor, column, width in self._across(left):
                name, tail = nameplate(column.head)
                pen.text(
                    at,
                    top + 18,
                    name,
                    tail=tail,
                    size=12,
                    bold=True,
                    fill="@muted",
                    anchor=anchor,
                    room=max(_room(column), width - 2 * _PAD),
                )
            top += _HEAD
            add(pen.root, "path", d=f"M{left:g} {top:g}{rule}", stroke="@line", fill="none")
        if table.rails:
            self._rails(pen, left, top)
        for place, (row, high) in enumerate(zip(table.all_rows, self._heights, strict=True)):
            if place % 2 and not table.rails:
                corners = 5 if place + 1 == len(self._heights) else 0
                pen.box((left + 1, top, wide - 2, high), corners, fill="@stripe")
            if place and place == len(table.rows):
                add(pen.root, "path", d=f"M{left:g} {top:g}{rule}", stroke="@line", fill="none")
            for (at, anchor, _, _), cell, lines in zip(
                self._across(left), row, self._texts[place], strict=True
            ):
                if cell.card is not None:
                    _card(pen, at, top + high / 2, cell, cell.card)
                for down, line in enumerate(lines):
                    y = top + 17.5 + down * _LINE
                    pen.text(at, y, line, size=_SIZE, bold=cell.bold, anchor=anchor)
            top += high

    def _across(self, left: float) -> Iterator[tuple[float, str, Column, float]]:
        """Where the text of each column is set, and how; the column and its width."""
        for place, (column, width) in enumerate(zip(self.table.columns, self._widths, strict=True)):
            if column.align == "middle" or (self.table.rails and not place):
                yield left + width / 2, "middle", column, width
            elif column.align == "right":
                yield left + width - _PAD, "end", column, width
            else:
                yield left + _PAD, "start", column, width
            left += width

    def _rails(self, pen: Pen, left: float, top: float) -> None:
        """Two rails, a step for each row, and room for its number in the middle of the step."""
        bottom = top + sum(self._heights)
        one, other = left + 7, left + self._widths[0] - 7
        rails = f"M{one:g} {top + 4:g}V{bottom - 4:g}M{other:g} {top + 4:g}V{bottom - 4:g}"
        tops = [top + sum(self._heights[:place]) for place in range(len(self._heights))]
        steps = "".join(f"M{one:g} {at + 13:g}H{other:g}" for at in tops)
        for path, width in ((steps, 3), (rails, 4)):
            add(pen.root, "path", d=path, stroke="@bar", stroke_width=width, fill="none")
        for at in tops:
            pen.box(((one + other) / 2 - 11, at + 3, 22, 20), 6, fill="@panel")


def _wrapped(cell: Cell, column: Column) -> tuple[str, ...]:
    said = "" if cell.card else in_words(cell.said())
    return wrapped(said, _SIZE * (1.1 if cell.bold else 1), _room(column))


def _card(pen: Pen, x: float, y: float, cell: Cell, card: Card) -> None:
    """A card in a table: suit and rank, an arrow before the one led, a ring around the winner."""
    if cell.wins:
        pen.box((x - 21, y - 11.5, 56, 23), 6, fill="none", stroke="@win", stroke_width=2)
        pen.tick(x + 19, y - 6.5, 13)
    if cell.leads:
        pen.arrow(x - 35, y - 6, 12)
    if cell.mark:
        pen.text(
            x + (39 if cell.wins else 20), y + 5, cell.mark, size=15, bold=True, fill="@pip-red"
        )
    pen.suit(x - 16, y - 7, card.suit, 14)
    rank = rank_text(card)
    size = 14 if len(rank) == 1 else 12.5
    pen.text(x + 8.5, y + 5, rank, size=size, bold=cell.wins, anchor="middle")
