"""Output: tables, headings and progress, with colour on a terminal and none in a pipe.

Whatever is printed here is said in the language of the moment.

Colour never carries anything alone. In a pipe the width is that of the environment variable
``COLUMNS`` or else 80, whatever the terminal, so that the same command prints the same text.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import TextIOWrapper
from string import ascii_uppercase
from typing import Any, Final, NoReturn, TextIO

import click
from attrs import evolve
from rich import box
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table as RichTable
from rich.text import Text

from boston_rules import VariantError, get_variant
from boston_rules.core.saying import say, term
from boston_rules.rules.variant import Variant
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.model import Cell, Row, Table
from boston_rules.telling.tables.text import plain

__all__ = [
    "NAMES",
    "beside",
    "echo",
    "grid",
    "heading",
    "in_words",
    "letters_for",
    "open_console",
    "pips",
    "print_blocks",
    "print_table",
    "print_title",
    "rich_table",
    "ruled",
]

_WIDEST: Final = 120
_PIPED: Final = 80
NAMES: Final = 12
"""Letters of a name on a line where there is little room."""
_RED: Final = "red"
_KEPT: Final = re.compile("[\u00a0\u202f]")
_RED_TEXT: Final = re.compile(r"[♥♦][2-9TJQKA]*")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """An encoding without pips gets the letters of the suits, accents go, columns stay."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error("boston_rules.plain", _plainly)


_HELD: Final = str.maketrans("\u00a0\u202f", "\ue000\ue001")
_FREE: Final = {stand_in: space for space, stand_in in _HELD.items()}


class _Console(Console):
    """No line is broken at a space that does not break, as rich does; in a pipe none ends in
    blanks, as the cells of a table otherwise do."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        if not isinstance(renderable, Text) or not _KEPT.search(renderable.plain):
            yield from super().render(renderable, options)
            return
        held = renderable.copy()
        held.plain = held.plain.translate(_HELD)
        for segment in super().render(held, options):
            yield segment._replace(text=segment.text.translate(_FREE))

    def print(self, *objects: Any, **how: Any) -> None:
        said = [spoken(each) if isinstance(each, str) else each for each in objects]
        if self.is_terminal:
            super().print(*said, **how)
            return
        with self.capture() as captured:
            super().print(*said, **how)
        self.file.write(re.sub(" +$", "", captured.get(), flags=re.MULTILINE))

    def on_broken_pipe(self) -> NoReturn:
        """The program decides what becomes of a broken pipe."""
        raise BrokenPipeError


def open_console(stream: TextIO | None = None) -> Console:
    """A console on standard output, or on ``stream``, that prints exactly what it is given."""
    file = sys.stdout if stream is None else stream
    if isinstance(file, TextIOWrapper):
        file.reconfigure(errors="boston_rules.plain")
    width = None
    if not file.isatty():
        columns = os.environ.get("COLUMNS", "")
        width = int(columns) if re.fullmatch("[1-9][0-9]{1,3}", columns) else _PIPED
    made = _Console(
        file=file, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False
    )
    if made.width > _WIDEST:
        made.width = _WIDEST
    return made


def echo(text: str = "", *, error: bool = False) -> None:
    """A line on standard output, or on standard error, of any length."""
    click.echo(spoken(text), err=error)


def pips(text: str, style: str = "") -> Text:
    """Text whose red suits are red."""
    made = Text(spoken(text), style)
    made.highlight_regex(_RED_TEXT, _RED)
    return made


def beside(parts: Iterable[str | Text], separator: str = "  ") -> Text:
    """Texts on one line."""
    return Text(separator).join(pips(part) if isinstance(part, str) else part for part in parts)


def heading(text: str) -> Text:
    """A heading."""
    return pips(text, "bold cyan")


def print_title(console: Console, variant: Variant) -> None:
    """The name of a variant as a heading, and where its rules are those of a house."""
    console.print(heading(term(variant.title)))
    with suppress(VariantError):  # the list of all variants takes long to load, as records do
        if variant == get_variant(variant.slug):
            return
    from boston_rules.records import house_rules

    if house := house_rules(variant):
        console.print(say("House rules: {fields}", fields=", ".join(house)))


def ruled(console: Console, text: str, characters: str = "─") -> None:
    """A heading across the page."""
    console.rule(heading(text), align="left", characters=characters, style="dim")


def print_blocks(console: Console, blocks: Iterable[Table | str]) -> None:
    """Tables and lines of text, each with an empty line below."""
    for block in blocks:
        if isinstance(block, Table):
            print_table(console, block)
        else:
            console.print(pips(block))
        console.print()


def print_table(console: Console, made: Table) -> None:
    """A table with its title and notes.

    Where it is too wide some columns go below others, and then lines are broken wherever they may.
    Numbers are not broken: if many stand beside each other, the table is printed in parts.
    """
    made = in_words(made)
    if made.width() > console.width:
        made = made.stacked()
    if made.width(NAMES) > console.width:
        made = made.narrowed(NAMES)
    if made.title:
        console.print(pips(made.title, "italic"))
    numbers = sum(column.align == "right" for column in made.columns)
    if made.width(NAMES) > console.width and numbers > 2:
        for at, part in enumerate(made.parts(console.width, most=NAMES)):
            if at:
                console.print()
            console.print(rich_table(part))
    else:
        console.print(rich_table(made))
    for note in made.notes:
        console.print(pips(note, "dim"))


def in_words(made: Table) -> Table:
    """A table in the language of the moment, so that its widths are those of what is printed."""

    def said(row: Row) -> Row:
        return tuple(evolve(cell, text=spoken(cell.text)) for cell in row)

    return evolve(
        made,
        columns=[evolve(column, head=spoken(column.head)) for column in made.columns],
        rows=map(said, made.rows),
        footer=map(said, made.footer),
    )


def rich_table(made: Table) -> RichTable:
    """A table with a ruled head, or without rules where no column has a head."""
    shown = RichTable(
        box=box.SIMPLE_HEAD if made.headed else None,
        show_header=made.headed,
        header_style="bold",
        pad_edge=False,
        padding=(0, 1, 0, 0) if made.headed else (0, 2, 0, 0),
        show_edge=False,
    )
    for column in made.columns:
        shown.add_column(
            pips(column.head),
            justify="right" if column.align == "right" else "left",
            no_wrap=column.room is None,
            overflow="fold",
        )
    for group in (made.rows, made.footer):
        for row in group:
            shown.add_row(*map(_text, row))
        shown.add_section()
    return shown


def _text(cell: Cell) -> Text:
    said = cell.said(lead=">", win="*")
    text = pips(said)
    if cell.bold or cell.differs:
        text.stylize("bold")
    if cell.wins or cell.mark:
        text.stylize("bold", len(said) - cell.wins - len(cell.mark))
    return text


def letters_for(count: int) -> list[str]:
    """``A``, ``B`` … ``Z``, ``A1``, ``B1`` and so on, to stand for long names."""
    size = len(ascii_uppercase)
    return [f"{ascii_uppercase[place % size]}{place // size or ''}" for place in range(count)]


def grid(columns: int) -> RichTable:
    """Columns without rules."""
    made = RichTable.grid(padding=(0, 2, 0, 0))
    for _ in range(columns):
        made.add_column(overflow="fold")
    return made
