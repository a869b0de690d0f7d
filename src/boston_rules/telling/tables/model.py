"""A table: columns, rows of cells, sums and notes; nothing of how it is printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from attrs import evolve, field, frozen

from boston_rules import Card
from boston_rules.core.saying import joined
from boston_rules.telling.language import spoken

__all__ = ["Align", "Cell", "Column", "Row", "Sheet", "Table", "bold", "signed"]

Align: TypeAlias = Literal["left", "right", "middle"]


@frozen
class Cell:
    """What stands in one place of a table.

    >>> from boston_rules import parse_card
    >>> Cell("40", differs=True).said(), Cell(card=parse_card("AH"), leads=True).said()
    ('*40', '▸♥A ')
    """

    text: str = ""
    card: Card | None = field(default=None, kw_only=True)
    leads: bool = field(default=False, kw_only=True)
    """The card was led: an arrow stands before it."""
    wins: bool = field(default=False, kw_only=True)
    """The card has won: a tick stands behind it."""
    mark: str = field(default="", kw_only=True)
    """Of a card, a sign for what is said of it: ``?`` or ``??``."""
    bold: bool = field(default=False, kw_only=True)
    differs: bool = field(default=False, kw_only=True)
    """It is not as in the column that it is compared with: a star stands before it."""

    def said(self, *, ascii_only: bool = False, lead: str = "▸", win: str = "✓") -> str:
        """The cell as text, with other signs for the card led and the card that wins if wanted."""
        text = spoken(self.text)
        shown = f"*{text}" if self.differs else text
        if self.card is not None:
            shown = str(self.card) if ascii_only else self.card.symbol
        elif not (self.leads or self.wins):
            return shown
        return f"{lead if self.leads else ' '}{shown}{win if self.wins else ' '}{self.mark}"


Row: TypeAlias = tuple[Cell, ...]


def bold(*texts: str) -> Row:
    """Cells in bold type."""
    return tuple(Cell(text, bold=True) for text in texts)


def signed(chips: int) -> str:
    """Chips won or lost.

    >>> signed(40), signed(-5), signed(0)
    ('+40', '-5', '0')
    """
    return f"{chips:+d}" if chips else "0"


@frozen
class Column:
    """A column of a table."""

    head: str = ""
    align: Align = "left"
    room: int | None = None
    """Characters of a line; what is longer may be broken into lines. ``None``: it is not broken."""
    below: bool = False
    """Where room is short it goes below the column before."""


def _columns(given: Iterable[Column | str]) -> tuple[Column, ...]:
    return tuple(Column(one) if isinstance(one, str) else one for one in given)


def _rows(given: Iterable[Iterable[Cell | str]]) -> tuple[Row, ...]:
    return tuple(
        tuple(Cell(cell) if isinstance(cell, str) else cell for cell in row) for row in given
    )


@frozen
class Table:
    """Columns and rows.

    >>> table = Table(("bid", Column("made", "right")), [("Five", "10"), ("Six", "30")])
    >>> table.rows[1][0].text, table.columns[0].align
    ('Six', 'left')
    """

    columns: tuple[Column, ...] = field(converter=_columns)
    rows: tuple[Row, ...] = field(converter=_rows)
    footer: tuple[Row, ...] = field(default=(), converter=_rows)
    """Rows below a rule: sums, or what holds for all rows."""
    title: str = ""
    notes: tuple[str, ...] = ()
    """Lines below the table."""
    rails: bool = False
    """It is a ladder, and is drawn as one."""

    @property
    def headed(self) -> bool:
        """Whether any column has a head."""
        return any(column.head for column in self.columns)

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """The rows, those of the footer too."""
        return self.rows + self.footer

    def width(self, most: int | None = None) -> int:
        """Characters of a line; what may be broken is, as soon as it has ``most`` or its room."""
        wide = 0
        for place, column in enumerate(self.columns):
            texts = (spoken(column.head), *(row[place].said() for row in self.all_rows))
            longest = max(len(line) for text in texts for line in text.split("\n"))
            wide += 2 + (longest if column.room is None else min(longest, most or column.room))
        return wide - 2

    def stacked(self) -> Table:
        """The columns that may go below the one before them there."""
        places = [at for at, column in enumerate(self.columns) if at and column.below]
        if not places:
            return self
        at = places[-1]
        upper, lower = self.columns[at - 1 : at + 1]

        def merged(row: Row) -> Row:
            one, other = row[at - 1 : at + 1]
            both = joined("\n", dict.fromkeys(filter(None, (one.text, other.text))))
            return (*row[: at - 1], evolve(one, text=both), *row[at + 1 :])

        column = evolve(upper, head=joined(" / ", (upper.head, lower.head)))
        columns = (*self.columns[: at - 1], column, *self.columns[at + 1 :])
        return self._with(columns, merged).stacked()

    def narrowed(self, most: int) -> Table:
        """With names broken behind hyphens, brackets below, and lines that may be broken anywhere.

        >>> Table(["bid"], [["petite-misere-table"]]).narrowed(14).rows[0][0].text
        'petite-misere-\\ntable'
        """

        def broken(text: str) -> str:
            words = spoken(text).replace(" (", "\n(").split(" ")
            return " ".join(_folded(word, most) for word in words)

        def narrow(row: Row) -> Row:
            return tuple(
                evolve(cell, text=broken(cell.text)) if column.room is None else cell
                for cell, column in zip(row, self.columns, strict=True)
            )

        columns = (
            evolve(column, head=broken(column.head), room=most) if column.room is None else column
            for column in self.columns
        )
        return self._with(columns, narrow)

    def part(self, places: Sequence[int]) -> Table:
        """Some of the columns, with all rows."""
        columns = (self.columns[place] for place in places)
        return self._with(columns, lambda row: tuple(row[place] for place in places))

    def parts(self, width: int, kept: int = 1, most: int | None = None) -> Iterator[Table]:
        """The table in several that are no wider, the first columns in each.

        Rows that have nothing in the other columns of a part are left out there.

        Args:
            width: characters of a line.
            kept: how many columns stand in each part.
            most: what of a text that may be broken stands on a line at least, or its room.

        >>> table = Table(["bid", "1", "2"], [["Five", "10", ""], ["Six", "12", "15"]])
        >>> [[row[0].text for row in part.rows] for part in table.parts(8)]
        [['Five', 'Six'], ['Six']]
        """
        first, others = [*range(kept)], [*range(kept, len(self.columns))]
        while others:
            count = len(others)
            while count > 1 and self.part([*first, *others[:count]]).width(most) > width:
                count -= 1
            part = self.part([*first, *others[:count]])
            rows, footer = (
                [row for row in group if any(cell.text for cell in row[kept:])]
                for group in (part.rows, part.footer)
            )
            yield evolve(part, rows=rows, footer=footer)
            others = others[count:]

    def _with(self, columns: Iterable[Column], change: Callable[[Row], Row]) -> Table:
        """With other columns, and every row changed."""
        rows, footer = map(change, self.rows), map(change, self.footer)
        return evolve(self, columns=columns, rows=rows, footer=footer)


def _folded(text: str, width: int) -> str:
    """A name on several lines, broken behind its hyphens and colons as far as the width asks."""
    lines = [""]
    for part in re.findall(r"[^:-]*[:-]|[^:-]+", text):
        if lines[-1] and len(lines[-1]) + len(part) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


@frozen
class Sheet:
    """A page of tables with a title and notes."""

    title: str
    about: tuple[str, ...]
    """Lines below the title."""
    tables: tuple[Table, ...]
    notes: tuple[str, ...] = ()
    """Lines below the tables."""
