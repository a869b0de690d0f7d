"""All prices of a variant, in as few tables as possible."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from attrs import evolve, frozen

from boston_rules.core.saying import Said, joined, say, say_number
from boston_rules.rules.cases import COLUMNS
from boston_rules.rules.ladder import Step
from boston_rules.rules.variant import Variant
from boston_rules.telling.wording.prices import (
    ALONE,
    LABELS,
    LOST,
    MADE,
    PARTNERED,
    PRICE,
    WAYS,
    Axis,
    By,
    Part,
    Priced,
    Verdict,
    Way,
    priced,
    slam_prices,
)

__all__ = [
    "EITHER",
    "ByTricks",
    "Common",
    "PriceRow",
    "PriceTable",
    "Told",
    "column_order",
    "curved_axes",
    "named_slams",
    "price_tables",
    "priced_bids",
    "with_honours",
]

EITHER: Final = "either"

ByTricks: TypeAlias = Literal["over", "short", "won"]
"""Columns that are numbers of tricks."""
Told: TypeAlias = Literal["made", "lost", "either"]
Cells: TypeAlias = Mapping[str, int]
"""Chips by column."""


@frozen
class PriceRow:
    """Chips for one bid, or for one addition to its price."""

    key: str
    """The bid; empty where it is a slam."""
    part: Part
    """The price, or an addition: ``each overtrick``, ``3 honours`` …"""
    verdict: Told
    cells: Cells
    where: str = ""
    """What else the row is limited to, such as a suit or a partner; or which slam it is."""

    @property
    def what(self) -> str:
        """The price or the addition in words."""
        return self.part.words


@frozen
class Common:
    """An addition that is the same for most bids of a table, whatever it says of the others."""

    part: Part
    verdict: Told
    cells: Cells
    but: tuple[str, ...]
    """Bids to which it could apply and does not, by their keys."""

    @property
    def what(self) -> str:
        """The addition in words."""
        return self.part.words


@frozen(kw_only=True)
class PriceTable:
    """Chips paid by each opponent for a made bid, or to each for a lost one."""

    title: Said
    by: By | ByTricks
    """What the columns are."""
    columns: tuple[str, ...]
    rows: tuple[PriceRow, ...]
    common: tuple[Common, ...] = ()


_TITLES: Final[Mapping[By, Said]] = {
    "nothing": say("Chips from or to each opponent"),
    "trumps": say("Chips from or to each opponent, by trump suit"),
    "turned": say("Chips from or to each opponent, by turned suit"),
    "class": say("Chips from or to each opponent, by class of the trump suit"),
    "relation": say("Chips from or to each opponent, by trump suit"),
    "belle": say("Chips from or to each opponent, by trump suit and whether it is belle"),
    "suits": say("Chips from or to each opponent, by the suits of the deal"),
}
_CURVED: Final[tuple[tuple[Verdict, Axis, ByTricks, Said], ...]] = (
    (MADE, "margin", "over", say("Made: chips from each opponent, by tricks over")),
    (LOST, "margin", "short", say("Lost: chips to each opponent, by tricks short")),
    (MADE, "won", "won", say("Made: chips from each opponent, by tricks won")),
    (LOST, "won", "won", say("Lost: chips to each opponent, by tricks won")),
)
_ORDER: Final = (
    *(f"{suit.symbol}{belle}" for suit in COLUMNS for belle in ("", " belle")),
    *("plain", "colour", "preference"),
    *("any other", "petite", "belle"),
)


def price_tables(variant: Variant) -> tuple[PriceTable, ...]:
    """Every price of the variant."""
    bids = priced_bids(variant)
    curved = curved_axes(bids)
    tables = []
    for by, _ in LABELS:
        rows = [row for bid in bids if bid.by == by for row in _flat_rows(bid, curved)]
        if rows:
            tables.append(_table(_TITLES[by], by, rows))
    for verdict, axis, columns, title in _CURVED:
        if (verdict, axis) in curved:
            chosen = (bid for bid in bids if bid.axis(verdict) == axis)
            rows = [row for bid in chosen for row in _curved_rows(bid, verdict)]
            tables.append(_table(title, columns, rows))
    slams = list(slam_prices(variant))
    if slams:
        by_suit = any(len(cells) > 1 for _, cells, _ in slams)
        title = (
            say("Slams: chips from or to each opponent, by trump suit")
            if by_suit
            else say("Slams: chips from or to each opponent")
        )
        rows = [
            PriceRow("", PRICE, EITHER, cells, name) for name, cells in named_slams(slams).items()
        ]
        tables.append(_table(title, "trumps" if by_suit else "nothing", rows))
    return tuple(tables)


def priced_bids(variant: Variant) -> list[Priced]:
    """Every bid that some deal can have, with its prices."""
    return [bid for step in variant.ladder if (bid := priced(variant, step)) is not None]


def curved_axes(bids: Iterable[Priced]) -> set[tuple[Verdict, Axis]]:
    """The verdicts under which one amount a trick does not tell the prices of all bids."""
    return {
        (verdict, axis)
        for bid in bids
        for schedules in bid.columns.values()
        for (verdict, _), schedule in schedules.items()
        if schedule.parts() is None and (axis := bid.axis(verdict)) is not None
    }


def named_slams(
    slams: Sequence[tuple[Said, Cells, tuple[Step, ...]]],
) -> dict[Said, Cells]:
    """The prices of slams; where bids have different ones they are told with the slam."""
    names = [name for name, _, _ in slams]
    return {
        name
        if names.count(name) == 1
        else say(
            "{slam} after {bids}", slam=name, bids=joined(", ", (step.title for step in steps))
        ): cells
        for name, cells, steps in slams
    }


def _flat_rows(bid: Priced, curved: Collection[tuple[Verdict, Axis]]) -> Iterator[PriceRow]:
    """The parts of the prices, for the verdicts of which parts tell everything."""
    parts = {
        label: {
            end: schedule.parts() or {}
            for end, schedule in schedules.items()
            if (end[0], bid.axis(end[0])) not in curved
        }
        for label, schedules in bid.columns.items()
    }
    names = dict.fromkeys(
        name for by_end in parts.values() for found in by_end.values() for name in found
    )
    for name in names:
        ends = [
            end for end in bid.ways if all(name in by_end.get(end, {}) for by_end in parts.values())
        ]
        cells = {end: {label: by_end[end][name] for label, by_end in parts.items()} for end in ends}
        yield from _rows(bid.step.key, name, cells)


def _rows(key: str, part: Part, found: Mapping[tuple[Verdict, Way], Cells]) -> Iterator[PriceRow]:
    """As few rows as tell the cells of every verdict and way."""
    by_way: dict[Way, dict[Verdict, Cells]] = {}
    for (verdict, way), cells in found.items():
        by_way.setdefault(way, {})[verdict] = cells
    alike = len(by_way) == 2 and by_way[ALONE] == by_way[PARTNERED]
    for way, by_verdict in by_way.items():
        if alike and way == PARTNERED:
            continue
        where = WAYS[way] if len(by_way) == 2 and not alike else ""
        if len(by_verdict) == 2 and by_verdict[MADE] == by_verdict[LOST]:
            yield PriceRow(key, part, EITHER, by_verdict[MADE], where)
        else:
            adding = {
                verdict: cells for verdict, cells in by_verdict.items() if any(cells.values())
            }
            # An addition that only one verdict knows is said of that one alone.
            for verdict, cells in (adding or by_verdict).items():
                yield PriceRow(key, part, verdict, cells, where)


def _curved_rows(bid: Priced, verdict: Verdict) -> Iterator[PriceRow]:
    """A price for every number of tricks, where one amount a trick does not tell it."""
    for label, schedules in bid.columns.items():
        told = [end for end in bid.ways if end[0] == verdict]
        if len(told) == 2 and schedules[told[0]] == schedules[told[1]]:
            told.pop()
        for end in told:
            schedule = schedules[end]
            where = joined(", ", filter(None, (label, WAYS[end[1]] if len(told) > 1 else "")))
            for honours, prices in enumerate(schedule.prices):
                cells = dict(zip(map(str, schedule.points), prices, strict=True))
                if honours == 0 or prices != schedule.plain:
                    part = PRICE if honours == 0 else Part(with_honours(honours))
                    yield PriceRow(bid.step.key, part, verdict, cells, where)


def with_honours(honours: int) -> Said:
    """A price that includes so many honours."""
    return say_number("with {number} honour", "with {number} honours", honours)


def _table(title: Said, by: By | ByTricks, rows: Sequence[PriceRow]) -> PriceTable:
    """The rows under common columns; additions that most bids share are said once."""
    kept = list(rows)
    common = []
    for name in dict.fromkeys((row.part, row.where) for row in rows if row.part != PRICE):
        said = [row for row in rows if (row.part, row.where) == name]
        keys = {row.key for row in said}
        # Who says it in other cases says it of these as well.
        apart = [row.key for row in rows if row.part == name[0] and row.key not in keys]
        shared = _shared(said, dict.fromkeys(apart))
        if shared is not None:
            kept = [row for row in kept if (row.part, row.where) != name or row.key in shared.but]
            if any(shared.cells.values()):
                common.append(shared)
    kept = [row for row in kept if row.part == PRICE or any(row.cells.values())]
    return PriceTable(
        title=title,
        by=by,
        columns=tuple(sorted({label for row in kept for label in row.cells}, key=column_order)),
        rows=tuple(kept),
        common=tuple(common),
    )


def _shared(said: Sequence[PriceRow], apart: Iterable[str]) -> Common | None:
    """What most of the bids say in one row; those ``apart`` say it otherwise."""
    keys = list(dict.fromkeys(row.key for row in said))
    if len(keys) < 2:
        return None
    first: dict[tuple[Told, tuple[tuple[str, int], ...]], list[str]] = {}
    for row in said:
        first.setdefault((row.verdict, tuple(row.cells.items())), []).append(row.key)
    (verdict, cells), agreeing = max(first.items(), key=lambda item: len(item[1]))
    if 2 * len(agreeing) <= len(keys):
        return None
    # A bid that says more than the shared row stays out of it.
    once = [key for key in agreeing if sum(row.key == key for row in said) == 1]
    part = said[0].part
    if said[0].where:
        part = evolve(part, words=joined(" ", (part.words, said[0].where)))
    but = [*(key for key in keys if key not in once), *apart]
    return Common(part, verdict, dict(cells), tuple(but))


def column_order(label: str) -> tuple[int, int, str]:
    """Where a suit, a class or a number stands among the columns of a table."""
    known = _ORDER.index(label) if label in _ORDER else len(_ORDER)
    return known, int(label) if label.isdigit() else 0, label
