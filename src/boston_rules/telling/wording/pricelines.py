"""The lines of a price table; bids that cost the same share a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from attrs import evolve, frozen

from boston_rules.core.saying import Said, joined, say
from boston_rules.rules.variant import Variant
from boston_rules.telling.wording.prices import LOST, MADE, PRICE, VERDICTS, Part
from boston_rules.telling.wording.pricetables import EITHER, PriceRow, PriceTable

__all__ = [
    "PriceLine",
    "price_columns",
    "price_lines",
    "prices_of_bid",
    "shared_lines",
]


@frozen
class PriceLine:
    """One line of a table."""

    label: Said
    """Bids by their names, or what is added to the price of the bids above."""
    added: bool
    """Whether it is such an addition."""
    cells: tuple[str, ...]
    """Chips, column by column; nothing where the line says nothing."""
    marked: tuple[bool, ...] = ()
    """Column by column, whether the cell differs from what it is compared with."""


def price_columns(prices: PriceTable) -> tuple[str, ...]:
    """The heads of the columns of chips."""
    return tuple(VERDICTS.values()) if prices.by == "nothing" else prices.columns


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
        yield from _lines(prices, rows, _names(variant, filter(None, keys)))


def shared_lines(variant: Variant, prices: PriceTable) -> Iterator[PriceLine]:
    """What is added to the prices of all bids, or of all but some."""
    for shared in prices.common:
        row = PriceRow("", shared.part, shared.verdict, shared.cells)
        for line in _lines(prices, [row], ""):
            label = line.label
            if shared.but:
                label = say("{what} (not {bids})", what=label, bids=_names(variant, shared.but))
            yield evolve(line, label=label, added=False)


def _names(variant: Variant, keys: Iterable[str]) -> Said:
    return joined(", ", (variant.ladder[key].title for key in keys))


def prices_of_bid(prices: PriceTable, key: str) -> PriceTable:
    """What a table says of one bid alone; no rows if it says nothing."""
    rows = tuple(row for row in prices.rows if row.key == key)
    common = tuple(shared for shared in prices.common if key not in shared.but)
    told = [*(row.cells for row in rows), *(shared.cells for shared in common)]
    columns = tuple(column for column in prices.columns if any(column in cells for cells in told))
    return evolve(prices, columns=columns, rows=rows, common=common if rows else ())


def _lines(prices: PriceTable, rows: list[PriceRow], names: str) -> Iterator[PriceLine]:
    if prices.by == "nothing":
        for (part, where), found in groupby(rows, key=lambda row: (row.part, row.where)):
            chips: dict[str, int] = {}
            for row in found:
                for verdict in (MADE, LOST):
                    if row.verdict in (EITHER, verdict):
                        chips[verdict] = row.cells[""]
            yield _line(part, where, names, price_columns(prices), chips)
        return
    for row in rows:
        told = prices.by not in ("over", "short", "won") and not row.part.tells_verdict
        said = VERDICTS[row.verdict] if told and row.verdict != EITHER else ""
        yield _line(row.part, row.where, names, prices.columns, row.cells, said)


def _line(
    part: Part,
    where: str,
    names: str,
    columns: Iterable[str],
    chips: Mapping[str, int],
    verdict: str = "",
) -> PriceLine:
    what = names if part == PRICE else part.words
    label = joined(", ", filter(None, (what, where, verdict)))
    cells = tuple(str(chips[column]) if column in chips else "" for column in columns)
    return PriceLine(label, part != PRICE, cells)
