"""Tables: one set of rows, drawn as SVG, written as HTML, or set in plain text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias
from xml.etree import ElementTree as ET

from attrs import frozen

from boston_rules import Card, Suit
from boston_rules.draw.measure import clean, width_of, wrapped
from boston_rules.draw.pieces import Pen, rank_text
from boston_rules.draw.svg import Drawing, add, canvas, finished
from boston_rules.draw.theme import Theme
from boston_rules.draw.words import in_words

__all__ = ["Align", "Cell", "Column", "Grid", "Sheet", "columns_of", "padded", "plain"]

Align: TypeAlias = Literal["left", "right", "middle"]


@frozen(kw_only=True)
class Cell:
    """What stands in one place of a table."""

    text: str = ""
    card: Card | None = None
    leads: bool = False
    """The card was led: an arrow stands before it."""
    wins: bool = False
    """The card has won: it is ringed, and a tick stands behind it."""
    bold: bool = False
    arrow: bool = False
    """An arrow from the cell before to the cell behind, in place of text."""
    bar: float | None = None
    """A bar, from -1, all to the left, to 1, all to the right."""

    def said(self, *, ascii_only: bool = False) -> str:
        """The cell as text."""
        if self.card is not None:
            shown = str(self.card) if ascii_only else self.card.symbol
            lead, win = (">", "*") if ascii_only else ("▸", "✓")
            return f"{lead if self.leads else ' '}{shown}{win if self.wins else ' '}"
        if self.arrow:
            return ">" if ascii_only else "→"
        return self.text


@frozen
class Column:
    """A column of a table."""

    head: str = ""
    align: Align = "left"
    room: int = 300
    """How wide it may be, in the units of a drawing; what is longer is broken into lines."""
    tail: str = ""
    """The end of the head, which is not cut short."""

    @property
    def title(self) -> str:
        """The whole head."""
        return self.head + self.tail


@frozen
class Grid:
    """A table."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    rails: bool = False
    """Draw the first column as a ladder."""


@frozen
class Sheet:
    """A page of tables with a title and notes."""

    title: str
    about: tuple[str, ...]
    """Lines below the title."""
    grids: tuple[Grid, ...]
    notes: tuple[str, ...] = ()
    """Lines below the tables."""

    def words(self) -> str:
        """The whole sheet in words, for those who hear it."""
        said = list(self.about)
        for grid in self.grids:
            for row in grid.rows:
                cells = [
                    f"{column.title} {_spoken(cell)}".strip()
                    for column, cell in zip(grid.columns, row, strict=True)
                    if _spoken(cell)
                ]
                said.append(", ".join(cells))
        return " ".join(f"{in_words(line).rstrip('.')}." for line in (*said, *self.notes) if line)

    # As a picture.

    def drawing(self, theme: Theme = "auto", *, four_colours: bool = False) -> Drawing:
        """The sheet as SVG."""
        measured = [_Measured(grid) for grid in self.grids]
        widths = [width_of(in_words(self.title), 16, bold=True)]
        widths += [width_of(in_words(line), 13) for line in (*self.about, *self.notes)]
        inner = max(*(grid.width for grid in measured), min(_TEXT, max(widths)))
        about = [line for text in self.about for line in wrapped(in_words(text), 13, inner)]
        notes = [line for text in self.notes for line in wrapped(in_words(text), 12, inner)]
        height = 44 + 19 * len(about) + 17 * len(notes) + 8
        height += sum(grid.height + 16 for grid in measured)
        root = canvas(round(inner + 2 * _EDGE), round(height))
        pen = Pen(root, four_colours=four_colours)
        pen.text(_EDGE, 30, in_words(self.title), size=16, bold=True, room=inner)
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
        return finished(root, in_words(self.title), self.words(), theme)

    # As text.

    def text(self, *, ascii_only: bool = False) -> str:
        """The sheet in lines of plain text."""
        parts = ["\n".join((self.title, *self.about))]
        parts += ["\n".join(_lines(grid, ascii_only=ascii_only)) for grid in self.grids]
        parts += ["\n".join(self.notes)] if self.notes else []
        whole = "\n\n".join(parts)
        return plain(whole) if ascii_only else whole

    # As HTML.

    def html(self) -> str:
        """The sheet as HTML tables; every text is escaped."""
        root = ET.Element("div")
        for count, grid in enumerate(self.grids):
            table = add(root, "table")
            if count == 0:
                add(table, "caption", " · ".join((self.title, *self.about)))
            if any(column.head for column in grid.columns):
                head = add(add(table, "thead"), "tr")
                for column in grid.columns:
                    add(head, "th", column.title, scope="col", style=_ALIGN[column.align])
            body = add(table, "tbody")
            for row in grid.rows:
                line = add(body, "tr")
                for column, cell in zip(grid.columns, row, strict=True):
                    place = add(line, "td", style=_ALIGN[column.align])
                    if cell.bold or cell.wins:
                        place.append(_strong(cell.said().strip()))
                    elif cell.bar is None:
                        place.text = clean(cell.said().strip())
        for note in self.notes:
            add(root, "p", note)
        return ET.tostring(root, encoding="unicode", method="html")


_EDGE: Final = 18
_TEXT: Final = 600
"""Titles and notes make a drawing no wider than this."""
_ALIGN: Final = {
    "left": "text-align:left",
    "right": "text-align:right",
    "middle": "text-align:center",
}
_SIZE: Final = 13.5
_LINE: Final = 18
_PAD: Final = 9
_BAR: Final = 170
_CARD: Final = 66


def _strong(text: str) -> ET.Element:
    made = ET.Element("strong")
    made.text = clean(text)
    return made


def _spoken(cell: Cell) -> str:
    if cell.card is not None:
        return f"{cell.card.words}{' led' if cell.leads else ''}{' wins' if cell.wins else ''}"
    return in_words(cell.text)


class _Measured:
    """A grid with the room that every column and row takes."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._texts = [
            [
                wrapped(in_words(cell.text), _SIZE * (1.1 if cell.bold else 1), column.room)
                for column, cell in zip(grid.columns, row, strict=True)
            ]
            for row in grid.rows
        ]
        self._widths = [self._width(place) for place in range(len(grid.columns))]
        self._headed = any(column.head for column in grid.columns)
        self._heights = [max([1, *map(len, texts)]) * _LINE + 8 for texts in self._texts]
        self.width = sum(self._widths)
        self.height = sum(self._heights) + (26 if self._headed else 0)

    def _width(self, place: int) -> float:
        """How wide a column is."""
        column = self.grid.columns[place]
        widths = [min(column.room, width_of(column.title, 12, bold=True))]
        for row, texts in zip(self.grid.rows, self._texts, strict=True):
            widths.append(self._wide(row, texts, place))
        rails = 28 if self.grid.rails and place == 0 else 0
        return max(widths) + 2 * _PAD + rails

    def _wide(self, row: Sequence[Cell], texts: Sequence[tuple[str, ...]], place: int) -> float:
        cell = row[place]
        if cell.card is not None:
            return _CARD
        if cell.bar is not None:
            return _BAR
        if cell.arrow:
            return 14
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
                room = max(column.room, width - 2 * _PAD)
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
        if self.grid.rails:
            self._rails(pen, left, top)
        for place, (row, texts) in enumerate(zip(self.grid.rows, self._texts, strict=True)):
            high = self._heights[place]
            if place % 2 and not self.grid.rails:
                add(
                    pen.root,
                    "rect",
                    x=left + 1,
                    y=top,
                    width=self.width - 2,
                    height=high,
                    rx=5 if place + 1 == len(self.grid.rows) else 0,
                    fill="@stripe",
                )
            for (x, column, width), cell, lines in zip(self._across(left), row, texts, strict=True):
                self._cell(pen, x, top, width, high, column.align, cell, lines)
            top += high

    def _across(self, left: float) -> Iterator[tuple[float, Column, float]]:
        for column, width in zip(self.grid.columns, self._widths, strict=True):
            yield left, column, width
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
        if cell.bar is not None:
            _bar(pen, x + _PAD, top + 5, high - 10, cell.bar)
            return
        if cell.arrow:
            pen.arrow(x + _PAD, top + 7, 12)
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


def _bar(pen: Pen, x: float, y: float, high: float, share: float) -> None:
    """A bar from the middle: filled to the right, empty to the left."""
    middle, length = x + _BAR / 2, abs(share) * (_BAR / 2 - 2)
    if length:
        add(
            pen.root,
            "rect",
            x=middle if share > 0 else middle - length,
            y=y,
            width=length,
            height=high,
            fill="@bar" if share > 0 else "none",
            stroke="@bar",
            stroke_width=1.5,
        )
    add(
        pen.root,
        "path",
        d=f"M{middle:g} {y - 3:g}v{high + 6:g}",
        stroke="@muted",
        fill="none",
    )


# Plain text.


def plain(text: str) -> str:
    """A text in ASCII: accents go, other signs become their nearest.

    >>> plain("Misère · 10–40 → ♥")
    'Misere - 10-40 > H'
    """
    for sign, letter in _ASCII.items():
        text = text.replace(sign, letter)
    text = unicodedata.normalize("NFKD", text)
    text = "".join(char for char in text if not unicodedata.combining(char))
    return text.encode("ascii", "replace").decode("ascii")


_ASCII: Final = {
    **{suit.symbol: suit.letter for suit in Suit},
    "·": "-",
    "–": "-",
    "—": "-",
    "→": ">",
    "…": "...",
    "▸": ">",
    "✓": "*",
    "×": "x",
}


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


def _lines(grid: Grid, *, ascii_only: bool) -> Iterator[str]:
    shown = [place for place in range(len(grid.columns)) if _has_text(grid, place)]
    rows = [[clean(row[place].said(ascii_only=ascii_only)) for place in shown] for row in grid.rows]
    columns = [grid.columns[place] for place in shown]
    heads = [clean(column.title) for column in columns]
    if ascii_only:
        rows = [[plain(text) for text in row] for row in rows]
        heads = [plain(head) for head in heads]
    widths = [
        max([columns_of(head), *(columns_of(row[place]) for row in rows)])
        for place, head in enumerate(heads)
    ]
    rule = "-" if ascii_only else "─"
    if any(heads):
        rows = [heads, [rule * width for width in widths], *rows]
    for row in rows:
        cells = (
            padded(text, width, column.align)
            for text, width, column in zip(row, widths, columns, strict=True)
        )
        yield "  ".join(cells).rstrip()


def _has_text(grid: Grid, place: int) -> bool:
    return bool(grid.columns[place].head) or any(row[place].said().strip() for row in grid.rows)
