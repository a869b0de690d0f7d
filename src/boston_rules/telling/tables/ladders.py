"""The ladder and the prices of a variant, and those of several side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from attrs import evolve

from boston_rules import Variant
from boston_rules.core.saying import say, term
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.model import Cell, Column, Row, Sheet, Table
from boston_rules.telling.wording.pricelines import (
    PriceLine,
    price_columns,
    price_lines,
    prices_of_bid,
    shared_lines,
)
from boston_rules.telling.wording.prices import VERDICTS, least_prices
from boston_rules.telling.wording.pricetables import price_tables
from boston_rules.telling.wording.rulewords import bids_of, suit_rule

if TYPE_CHECKING:  # whoever compares has loaded it
    from boston_rules.telling.wording.comparison import Comparison

__all__ = ["comparison_tables", "ladder_sheet", "ladder_table", "prices_tables"]

_PRICED: Final = say(
    "Chips from each opponent when just made, to each when lost by one, without honours and "
    "played alone where that is possible; a range where the price depends on suits."
)


def ladder_table(variant: Variant, *, prices: bool = False) -> Table:
    """The bids, lowest first.

    Args:
        variant: the game.
        prices: with columns of what a bid costs when just made and when lost by one.
    """
    rows: list[list[Cell | str]] = []
    bids = bids_of(variant)
    named = any(bid.french.casefold() != spoken(bid.name).casefold() for bid in bids if bid.french)
    for bid in bids:
        row: list[Cell | str] = [str(bid.place), Cell(bid.name, bold=True)]
        row += [bid.french if named else "", bid.goal, say("yes") if bid.partnered else ""]
        rows.append(
            [*row, *(least_prices(variant, variant.ladder[bid.key]) if prices else ("", ""))]
        )
    columns = [
        Column("", "right"),
        Column(say("bid"), room=24),
        Column(say("French"), room=24, below=True),
        Column(say("to win"), room=32),
        Column(say("partner"), "middle"),
        *(Column(verdict, "right") for verdict in VERDICTS.values()),
    ]
    common = suit_rule(variant)
    notes = () if common is None else (say("Bids with trumps: {rule}.", rule=common),)
    filled = [at for at in range(len(columns)) if any(row[at] for row in rows)]
    return Table(columns, rows, notes=notes).part(filled)


def ladder_sheet(variant: Variant) -> Sheet:
    """The bids with their prices, the highest on top."""
    table = ladder_table(variant, prices=True)
    upright = evolve(table, rows=table.rows[::-1], notes=(*table.notes, _PRICED), rails=True)
    return Sheet(say("Ladder of {game}", game=term(variant.title)), (), (upright,))


# Prices.


def prices_tables(variant: Variant, key: str | None = None) -> Iterator[Table]:
    """The price tables, or what they say of one bid."""
    for prices in price_tables(variant):
        told = prices if key is None else prices_of_bid(prices, key)
        if told.rows:
            yield _lines_table(
                price_columns(told),
                price_lines(variant, told),
                shared_lines(variant, told),
                told.title,
            )


def comparison_tables(found: Comparison) -> tuple[Table, Table]:
    """The ladders and the prices of several variants."""
    return (
        _lines_table(found.names, found.ladder_lines()),
        _lines_table(found.names, found.price_lines()),
    )


def _lines_table(
    columns: Sequence[str],
    lines: Iterable[PriceLine],
    footer: Iterable[PriceLine] = (),
    title: str = "",
) -> Table:
    return Table(
        (Column(say("bid"), room=32), *(Column(head, "right") for head in columns)),
        map(_row, lines),
        map(_row, footer),
        title,
    )


def _row(line: PriceLine) -> Row:
    marked = line.marked or (False,) * len(line.cells)
    cells = (Cell(cell, differs=mark) for cell, mark in zip(line.cells, marked, strict=True))
    return (Cell("– " + line.label if line.added else line.label), *cells)
