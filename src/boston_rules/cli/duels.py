"""The duels of a tournament as tables: on the terminal, as CSV and as reStructuredText."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import asdict
from rich.console import Console

from boston_rules import VariantError, get_variant
from boston_rules.cli.mass import bracketed, chips
from boston_rules.cli.terminal import letters_for, print_table
from boston_rules.simulate import Duel
from boston_rules.telling.tables.model import Column, Table
from boston_rules.telling.tables.rst import table_rst

__all__ = ["as_csv", "as_rst", "figures", "print_duels"]

_UNDECIDED: Final = "undecided"
_LINE: Final = 80
"""Of commands."""


def figures(duel: Duel) -> dict[str, Any]:
    """The figures of a duel by their names, unrounded."""
    interval = duel.difference
    told = {"difference": interval.estimate, "low": interval.low, "high": interval.high}
    return asdict(duel) | told | {"better": duel.better}


def _table(
    duels: Sequence[Duel], names: Mapping[str | None, str], title: str, *, deals: bool = False
) -> Table:
    """The duels of a pair, a row a variant, with the number of deals if wanted."""
    rows = [
        (
            duel.variant,
            *([str(duel.deals)] if deals else []),
            f"{duel.bot_chips:+.1f}",
            f"{duel.other_chips:+.1f}",
            chips(duel.difference),
            names.get(duel.better, _UNDECIDED),
        )
        for duel in duels
    ]
    bots = [names[bot] for bot in (duels[0].bot, duels[0].other)]
    heads = (Column(head, "right") for head in (*(["deals"] if deals else []), *bots, "difference"))
    return Table(("variant", *heads, "better"), rows, title=title)


def _pairs(duels: Sequence[Duel]) -> Iterator[tuple[str, str, list[Duel]]]:
    for bot, other in dict.fromkeys((duel.bot, duel.other) for duel in duels):
        yield bot, other, [duel for duel in duels if (duel.bot, duel.other) == (bot, other)]


# On the terminal.


def print_duels(
    console: Console, bots: Sequence[str], duels: Sequence[Duel], confidence: float
) -> None:
    """A table for each pair; letters stand for the bots where their names are too long."""
    letters: dict[str | None, str] = dict(zip(bots, letters_for(len(bots)), strict=True))
    whole: dict[str | None, str] = dict(zip(bots, bots, strict=True))
    for title, names in (("{0} against {1}", whole), ("{0} ({2}) against {1} ({3})", letters)):
        tables = [
            _table(group, names, title.format(one, two, letters[one], letters[two]))
            for one, two, group in _pairs(duels)
        ]
        if all(table.width() <= console.width for table in tables):
            break
    for table in tables:
        print_table(console, table)
        console.print()
    console.print(f"{_said(duels)} {bracketed(confidence)}", style="dim")


def _said(duels: Iterable[Duel]) -> str:
    """What the figures are."""
    antes = ", antes included" if any(_has_pool(duel.variant) for duel in duels) else ""
    return f"Chips a hand{antes}; both bots played the same hands."


def _has_pool(slug: str) -> bool:
    try:
        return get_variant(slug).pool is not None
    except VariantError:  # options that it cannot do without
        return True


# In files.


def as_csv(duels: Sequence[Duel]) -> str:
    """A row for each pair in each variant, unrounded."""
    made = io.StringIO()
    writer = csv.DictWriter(made, figures(duels[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(figures, duels))
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
    variants = {duel.variant for duel in duels}
    for bot, other, group in _pairs(duels):
        made = _table(group, _short(bot, other), f"``{bot}`` against ``{other}``", deals=True)
        yield from table_rst(made, lambda said: f"``{said}``" if said in variants else said)
    yield f"{_said(duels)} {bracketed(confidence)} Made with version {version} by:"
    yield ""
    yield ".. code-block:: console"
    yield ""
    yield from _folded_command(command)
    yield ""


def _short(*bots: str) -> dict[str | None, str]:
    """Names without options where they tell the bots apart; the title has them whole."""
    kinds = [bot.partition(":")[0] for bot in bots]
    shown = bots if len(set(kinds)) < len(kinds) else kinds
    return {bot: f"``{name}``" for bot, name in zip(bots, shown, strict=True)}


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
