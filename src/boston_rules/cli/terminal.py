"""Output: tables, headings and progress, with colour on a terminal and none in a pipe.

Whatever is printed here is said in the language of the moment. Styled text holds the sequences of
the terminal, as :func:`click.style` writes them; a console that shows no styles takes them out.

Colour never carries anything alone. In a pipe the width is that of the environment variable
``COLUMNS`` or else 80, whatever the terminal, so that the same command prints the same text.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from string import ascii_uppercase
from typing import Any, Final, TextIO

import click
from attrs import evolve

from boston_rules import VariantError, get_variant
from boston_rules.core.saying import say, term
from boston_rules.rules.variant import Variant
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.model import Align, Cell, Row, Table
from boston_rules.telling.tables.text import STYLES, columns_of, padded, plain

__all__ = [
    "NAMES",
    "Console",
    "beside",
    "echo",
    "folded",
    "grid",
    "heading",
    "in_words",
    "laid_out",
    "letters_for",
    "open_console",
    "pips",
    "print_blocks",
    "print_grid",
    "print_table",
    "print_title",
    "ruled",
    "table_lines",
]

_WIDEST: Final = 120
_PIPED: Final = 80
NAMES: Final = 12
"""Letters of a name on a line where there is little room."""
_RED_TEXT: Final = re.compile(r"([♥♦][2-9TJQKA]*)")
_RESET: Final = "\x1b[0m"


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """An encoding without pips gets the letters of the suits, accents go, columns stay."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error("boston_rules.plain", _plainly)


class Console:
    """Lines on a stream, none longer than it is wide."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        forced = bool(os.environ.get("FORCE_COLOR"))
        able = file.isatty() and os.environ.get("TERM") != "dumb"
        self.is_terminal = forced or file.isatty()
        self._styled = (forced or able) and not os.environ.get("NO_COLOR")
        columns, usual = os.environ.get("COLUMNS", ""), _PIPED
        if file.isatty():
            from shutil import get_terminal_size  # which nobody else needs

            usual = get_terminal_size().columns
        width = int(columns) if re.fullmatch("[1-9][0-9]{1,3}", columns) else usual
        self.width = min(width, _WIDEST)

    def print(self, text: str = "", *, indent: int = 0, whole: bool = False) -> None:
        """A text on lines of its own; ``whole`` breaks none of them."""
        said = spoken(text)
        lines = said.split("\n") if whole else folded(said, self.width - indent)
        if not self._styled:
            lines = [STYLES.sub("", line) for line in lines]
        shown = "\n".join(" " * indent + line for line in lines)
        if not self.is_terminal:
            shown = re.sub(" +$", "", shown, flags=re.MULTILINE)
        click.echo(shown, file=self.file, color=self._styled)


def open_console(stream: TextIO | None = None) -> Console:
    """A console on standard output, or on ``stream``."""
    file = sys.stdout if stream is None else stream
    if isinstance(file, TextIOWrapper):
        file.reconfigure(errors="boston_rules.plain")
    return Console(file)


def echo(text: str = "", *, error: bool = False) -> None:
    """A line on standard output, or on standard error, of any length."""
    click.echo(spoken(text), err=error)


def pips(text: str, style: str = "") -> str:
    """Text whose red suits are red, in a style such as ``bold cyan``."""
    how: dict[str, Any] = {}
    for name in style.split():
        how |= {name: True} if name in ("bold", "dim", "italic") else {"fg": name}

    def styled(part: str, **how: Any) -> str:
        return click.style(part, **how) if part and how else part

    parts = enumerate(_RED_TEXT.split(spoken(text)))
    return "".join(styled(part, **how | {"fg": "red"} if odd % 2 else how) for odd, part in parts)


def beside(parts: Iterable[str], separator: str = "  ") -> str:
    """Texts on one line."""
    return separator.join(map(pips, parts))


def heading(text: str) -> str:
    """A heading."""
    return pips(text, "bold cyan")


def folded(text: str, width: int) -> list[str]:
    """The lines of a text, those that are too long broken between words; styles go on.

    >>> folded("win six tricks\\nor more", 9)
    ['win six', 'tricks', 'or more']
    """
    lines = []
    for line in text.split("\n"):
        if columns_of(line) <= width:
            lines.append(line)
        else:
            lines += _broken(line, max(1, width))
    return lines


def _broken(line: str, width: int) -> list[str]:
    wrapped = textwrap.wrap(
        STYLES.sub("", line), width, replace_whitespace=False, break_on_hyphens=False
    )
    if not STYLES.search(line):
        return wrapped
    signs = iter(re.findall(rf"{STYLES.pattern}|.", line))
    lines, style = [], ""
    for part in wrapped:
        made = style
        for wanted in part:
            for sign in signs:
                if sign[0] == "\x1b":
                    style = "" if sign == _RESET else style + sign
                    made += sign
                elif sign == wanted:  # else a blank at which the line was broken
                    made += sign
                    break
        lines.append(made + _RESET if style else made)
    return lines


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
    title = heading(text)
    rule = characters * (console.width - columns_of(title) - 1)
    console.print(f"{title} {pips(rule, 'dim')}")


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
    """
    made = in_words(made)
    if made.width() > console.width:
        made = made.stacked()
    if made.width(NAMES) > console.width:
        made = made.narrowed(NAMES)
    if made.title:
        console.print(pips(made.title, "italic"))
    console.print(table_lines(made, console.width))
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


def table_lines(
    made: Table, width: int, *, widths: Sequence[int] = (), between: str = "  ", head: bool = True
) -> str:
    """A table with a ruled head, or without rules where no column has a head.

    Args:
        made: the table.
        width: how wide it may be.
        widths: those of the columns; without them as much as they need and may have.
        between: what stands between two columns.
        head: whether the head is shown.
    """
    made = in_words(made)
    heads = [pips(column.head, "bold") for column in made.columns]
    rows, footer = ([list(map(_text, row)) for row in group] for group in (made.rows, made.footer))
    aligns: list[Align] = [
        "right" if column.align == "right" else "left" for column in made.columns
    ]
    room = width - len(between) * (len(heads) - 1)
    wraps = [column.room is not None for column in made.columns]
    widths = _fitted(widths or _needed([heads, *rows, *footer]), room, wraps)
    lines = laid_out([heads] if made.headed and head else [], widths, aligns, between)
    if lines:
        lines.append("─" * (sum(widths) + len(between) * (len(widths) - 1)))
    lines += laid_out(rows, widths, aligns, between)
    lines += [""] * bool(made.headed and rows and footer)
    return "\n".join(lines + laid_out(footer, widths, aligns, between))


def _text(cell: Cell) -> str:
    said = cell.said(lead=">", win="*")
    bold, marks = "bold" * (cell.bold or cell.differs), cell.wins + len(cell.mark)
    shown = len(said) - marks
    return pips(said[:shown], bold) + pips(said[shown:], "bold")


def grid(
    rows: Iterable[Sequence[str]], width: int, *, first: int = 0, align: Align = "left"
) -> str:
    """Columns without rules.

    Args:
        rows: styled texts, of one line or several.
        width: how wide the whole may be.
        first: how wide the first column is at least.
        align: how the last column is aligned.
    """
    told = [[spoken(cell) for cell in row] for row in rows]
    count = max(map(len, told))
    told = [row + [""] * (count - len(row)) for row in told]
    one, *others = _needed(told)
    widths = _fitted((max(first, one), *others), width - 2 * (count - 1), [True] * count)
    aligns: list[Align] = ["left"] * (count - 1)
    return "\n".join(laid_out(told, widths, [*aligns, align]))


def print_grid(
    console: Console, rows: Iterable[Sequence[str]], *, first: int = 0, align: Align = "left"
) -> None:
    """Columns without rules as wide as the console, if there is a row."""
    if told := list(rows):
        console.print(grid(told, console.width, first=first, align=align))


def _needed(rows: Iterable[Sequence[str]]) -> list[int]:
    """The widths that columns need."""
    return [
        max(columns_of(line) for cell in column for line in cell.split("\n"))
        for column in zip(*rows, strict=True)
    ]


def _fitted(widths: Iterable[int], room: int, wraps: Sequence[bool]) -> list[int]:
    """Widths that go into a room: the widest column loses, as far as possible one that wraps."""
    fitted = list(widths)
    while sum(fitted) > room:
        _, wide, place = max(
            (wraps[at] and wide > NAMES, wide, -at) for at, wide in enumerate(fitted)
        )
        if wide == 1:
            break
        fitted[-place] -= 1
    return fitted


def laid_out(
    rows: Iterable[Sequence[str]],
    widths: Sequence[int],
    aligns: Sequence[Align],
    between: str = "  ",
) -> list[str]:
    """The lines of rows in columns of given widths."""
    lines = []
    for row in rows:
        cells = [folded(cell, width) for cell, width in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells))):
            parts = (
                padded(cell[at] if at < len(cell) else "", width, align)
                for cell, width, align in zip(cells, widths, aligns, strict=True)
            )
            lines.append(between.join(parts))
    return lines


def letters_for(count: int) -> list[str]:
    """``A``, ``B`` … ``Z``, ``A1``, ``B1`` and so on, to stand for long names."""
    size = len(ascii_uppercase)
    return [f"{ascii_uppercase[place % size]}{place // size or ''}" for place in range(count)]
