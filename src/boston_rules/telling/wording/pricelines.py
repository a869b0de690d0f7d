"""The lines of a price table; bids that cost the same share a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from attrs import evolve, frozen

from boston_rules.rules.variant import Variant
from boston_rules.telling.wording.prices import LOST, MADE, PRICE
from boston_rules.telling.wording.pricetables import EITHER, PriceRow, PriceTable

__all__ = [
    "PriceLine",
    "price_columns",
    "price_lines",
    "prices_of_bid",
    "says_verdict",
    "shared_lines",
]


@frozen
class PriceLine:
    """One line of a table."""

    label: str
    """Bids by their names, or what is added to the price of the bids above."""
    added: bool
    """Whether it is such an addition."""
    cells: tuple[str, ...]
    """Chips, column by column; nothing where the line says nothing."""
    marked: tuple[bool, ...] = ()
    """Column by column, whether the cell differs from what it is compared with."""


def price_columns(prices: PriceTable) -> tuple[str, ...]:
    """The heads of the columns of chips."""
    return (MADE, LOST) if prices.by == "nothing" else prices.columns


def price_lines(variant: Variant, prices: PriceTable) -> Iterator[PriceLine]:
    """Each price with the names of its bids, followed by what is added to it."""
    blocks: list[tuple[list[str], list[PriceRow]]] = []
    for key, found in groupby(prices.rows, key=lambda row: row.key):
        rows = [evolve(row, key="") for row in found]
        if blocks and key and blocks[-1][1] == rows:
            blocks[-1][0].append(key)
        else:
            blocks.append(([key], rows))
    for keys, rows in blocks:
        if prices.by in ("over", "short"):
            names = ", ".join(keys)
        else:
            known = (key for key in keys if key in variant.ladder)
            names = ", ".join(variant.ladder[key].name or key for key in known)
        yield from _lines(prices, rows, names)


def shared_lines(prices: PriceTable) -> Iterator[PriceLine]:
    """What is added to the prices of all bids, or of all but some."""
    for shared in prices.common:
        but = f" (not {', '.join(shared.but)})" if shared.but else ""
        row = PriceRow("", shared.what, shared.verdict, shared.cells)
        for line in _lines(prices, [row], ""):
            yield evolve(line, label=line.label + but, added=False)


def prices_of_bid(prices: PriceTable, key: str) -> PriceTable:
    """What a table says of one bid alone; no rows if it says nothing."""
    rows = tuple(row for row in prices.rows if row.key == key)
    common = tuple(shared for shared in prices.common if key not in shared.but)
    return evolve(prices, rows=rows, common=common if rows else ())


def _lines(prices: PriceTable, rows: list[PriceRow], names: str) -> Iterator[PriceLine]:
    if prices.by == "nothing":
        for (what, where), found in groupby(rows, key=lambda row: (row.what, row.where)):
            chips: dict[str, int] = {}
            for row in found:
                for verdict in (MADE, LOST):
                    if row.verdict in (EITHER, verdict):
                        chips[verdict] = row.cells[""]
            yield _line(what, where, names, price_columns(prices), chips)
        return
    for row in rows:
        told = row.verdict != EITHER and prices.by not in ("over", "short", "won")
        said = row.verdict if told and not says_verdict(row.what) else ""
        yield _line(row.what, row.where, names, prices.columns, row.cells, said)


def _line(
    what: str,
    where: str,
    names: str,
    columns: Iterable[str],
    chips: Mapping[str, int],
    verdict: str = "",
) -> PriceLine:
    label = ", ".join(filter(None, (names if what == PRICE else what, where, verdict)))
    cells = tuple(str(chips[column]) if column in chips else "" for column in columns)
    return PriceLine(label, what != PRICE, cells)


def says_verdict(what: str) -> bool:
    """Whether an addition to a price tells by its name when it is paid."""
    return "trick" in what
