"""The duels of a tournament as tables: on the terminal, as CSV and as reStructuredText."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from boston_rules import VariantError, get_variant
from boston_rules.cli.mass import NAMES, bracketed, chips
from boston_rules.cli.terminal import fits, folded, heading, letters_for, table
from boston_rules.simulate import Duel

__all__ = ["COLUMNS", "as_csv", "as_rst", "cells_of", "print_duels"]

COLUMNS: Final = (
    "variant",
    "bot",
    "other",
    "deals",
    "hands",
    "bot_chips",
    "other_chips",
    "difference",
    "low",
    "high",
    "better",
)
"""The names of :func:`cells_of`."""

_UNDECIDED: Final = "undecided"
_LINE: Final = 80
"""Of commands."""


def cells_of(duel: Duel) -> tuple[str | int | float | None, ...]:
    """The figures of a duel, unrounded."""
    difference = duel.difference
    return (
        duel.variant,
        duel.bot,
        duel.other,
        duel.deals,
        duel.hands,
        duel.bot_chips,
        duel.other_chips,
        difference.estimate,
        difference.low,
        difference.high,
        duel.better,
    )


def _figures(duel: Duel, narrow: bool = False) -> tuple[str, ...]:
    return (
        f"{duel.bot_chips:+.1f}",
        f"{duel.other_chips:+.1f}",
        chips(duel.difference, narrow),
    )


def _pairs(duels: Sequence[Duel]) -> Iterator[tuple[str, str, list[Duel]]]:
    for bot, other in dict.fromkeys((duel.bot, duel.other) for duel in duels):
        yield bot, other, [duel for duel in duels if (duel.bot, duel.other) == (bot, other)]


# On the terminal.


def print_duels(
    console: Console, bots: Sequence[str], duels: Sequence[Duel], confidence: float
) -> None:
    """A table for each pair, all of them alike.

    Letters stand for the bots where their names are too long, and names and intervals have lines
    of their own where even that is too wide.
    """
    pairs = list(_pairs(duels))
    letters = dict(zip(bots, letters_for(len(bots)), strict=True))
    narrow = False
    made = [(f"{one} against {two}", _table(group, one, two)) for one, two, group in pairs]
    if not all(fits(console, each) for _, each in made):
        titles = [f"{one} ({letters[one]}) against {two} ({letters[two]})" for one, two, _ in pairs]
        tables = [_table(group, letters[one], letters[two]) for one, two, group in pairs]
        if not all(fits(console, each) for each in tables):
            narrow = True
            tables = [
                _table(group, letters[one], letters[two], narrow) for one, two, group in pairs
            ]
        made = list(zip(titles, tables, strict=True))
    for title, each in made:
        console.print(heading(title))
        console.print(each)
        console.print()
    console.print(
        f"{_said(duels)} {bracketed(confidence, narrow)}" + (" – is undecided." if narrow else ""),
        style="dim",
    )


def _said(duels: Iterable[Duel]) -> str:
    """What the figures are."""
    antes = ", antes included" if any(_has_pool(duel.variant) for duel in duels) else ""
    return f"Chips a hand{antes}; both bots played the same hands."


def _has_pool(slug: str) -> bool:
    try:
        return get_variant(slug).pool is not None
    except VariantError:  # options that it cannot do without
        return True


def _table(duels: Sequence[Duel], one: str, two: str, narrow: bool = False) -> Table:
    made = table("variant", one, two, "difference", "better",
                 right=range(1, 4), wrap="all" if narrow else ())  # fmt: skip
    for duel in duels:
        names = {None: "–" if narrow else _UNDECIDED, duel.bot: one, duel.other: two}
        variant = folded(duel.variant, NAMES) if narrow else duel.variant
        made.add_row(variant, *_figures(duel, narrow), names[duel.better])
    return made


# In files.


def as_csv(duels: Sequence[Duel]) -> str:
    """A row for each pair in each variant, unrounded."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(cells_of, duels))
    return made.getvalue()


def as_rst(
    duels: Sequence[Duel], confidence: float, version: str, command: Sequence[tuple[str, ...]]
) -> str:
    """A table for each pair, and the command that makes them.

    Args:
        duels: the results.
        confidence: of the intervals, between 0 and 1.
        version: of the library.
        command: the program, and each option with its value.
    """
    return "\n".join(_rst_lines(duels, confidence, version, command))


def _rst_lines(
    duels: Sequence[Duel], confidence: float, version: str, command: Sequence[tuple[str, ...]]
) -> Iterator[str]:
    yield ".. Made by the command below; do not edit."
    yield ""
    for bot, other, group in _pairs(duels):
        short = _short(bot, other)
        yield f".. list-table:: ``{bot}`` against ``{other}``"
        yield "   :header-rows: 1"
        yield ""
        yield _rst_row("variant", "deals", *short.values(), "difference", "better")
        for duel in group:
            better = _UNDECIDED if duel.better is None else short[duel.better]
            yield _rst_row(f"``{duel.variant}``", str(duel.deals), *_figures(duel), better)
        yield ""
    yield f"{_said(duels)} {bracketed(confidence, narrow=False)} Made with version {version} by:"
    yield ""
    yield ".. code-block:: console"
    yield ""
    yield from _folded_command(command)
    yield ""


def _short(*bots: str) -> dict[str, str]:
    """Names without options where they tell the bots apart; the title has them whole."""
    kinds = [bot.partition(":")[0] for bot in bots]
    shown = bots if len(set(kinds)) < len(kinds) else kinds
    return {bot: f"``{name}``" for bot, name in zip(bots, shown, strict=True)}


def _rst_row(*cells: str) -> str:
    return "\n".join(f"   {' ' if place else '*'} - {cell}" for place, cell in enumerate(cells))


def _folded_command(command: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """A command on as many lines as it needs, an option beside its value."""
    line = "   $"
    for words in command:
        part = f" {' '.join(words)}"
        if len(line) + len(part) > _LINE - 2:
            yield f"{line} \\"
            line = f"{'':6}"
        line += part
    yield line
