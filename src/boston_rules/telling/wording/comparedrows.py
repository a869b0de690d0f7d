"""The prices of one contract in several variants, in as few rows as tell them all."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from boston_rules.core.saying import Said, joined, say
from boston_rules.rules.variant import Variant
from boston_rules.telling.wording.prices import (
    ALONE,
    LABELS,
    LOST,
    MADE,
    PARTNERED,
    PRICE,
    VERDICTS,
    WAYS,
    Axis,
    By,
    Part,
    Priced,
    Schedule,
    Verdict,
    Way,
)
from boston_rules.telling.wording.pricetables import (
    EITHER,
    Told,
    column_order,
    curved_axes,
    priced_bids,
    with_honours,
)

__all__ = ["ComparedRow", "Counted", "PricedColumn", "compared_rows", "priced_columns"]

Counted: TypeAlias = Literal["", "over", "short", "won"]
"""What the numbers of a row count: overtricks, undertricks, tricks won, or nothing."""


@frozen
class _What:
    """What chips are paid for: a price whatever is won, a price for so many tricks, an addition."""

    verdict: Told
    part: Part
    """The price, or an addition such as ``each overtrick`` or ``3 honours``."""
    counted: Counted = ""
    point: int = 0
    """How many are counted."""
    honours: int = 0
    """Honours that the price includes, where they are no addition."""


@frozen
class _Where:
    """Under which suits and in which way; empty where that makes no difference."""

    by: By = "nothing"
    label: str = ""
    way: Way | Literal[""] = ""


_Figures: TypeAlias = Mapping[_Where, int]


@frozen
class PricedColumn:
    """What a variant pays for a contract."""

    whole: Mapping[_What, _Figures]
    """A price for every number of tricks."""
    parts: Mapping[Verdict, Mapping[_What, _Figures]]
    """A price and what is added to it, for the verdicts of which that tells everything."""
    ways: frozenset[Way] = frozenset({ALONE, PARTNERED})
    """In which ways it can be played."""

    @staticmethod
    def of(bid: Priced, curved: Container[tuple[Verdict, Axis | None]]) -> PricedColumn:
        """The prices of a bid.

        Args:
            bid: the bid.
            curved: the verdicts under which the variant has no amount for each trick.
        """
        whole: dict[_What, dict[_Where, int]] = {}
        parts: dict[Verdict, dict[_What, dict[_Where, int]]] = {}
        for label, schedules in bid.columns.items():
            for (verdict, way), schedule in schedules.items():
                where = _Where(bid.by, label, way)
                for what, chips in _by_point(schedule):
                    whole.setdefault(what, {})[where] = chips
                if (verdict, bid.axis(verdict)) not in curved:
                    for part, chips in (schedule.parts() or {}).items():
                        told = parts.setdefault(verdict, {})
                        told.setdefault(_What(verdict, part), {})[where] = chips
        return PricedColumn(
            whole={what: _simplest(figures) for what, figures in whole.items()},
            parts={
                verdict: {what: _simplest(figures) for what, figures in told.items()}
                for verdict, told in parts.items()
            },
            ways=frozenset(way for _, way in bid.ways),
        )

    def told(self, verdict: Verdict, composed: bool) -> Mapping[_What, _Figures]:
        """The prices with a verdict: as a price and what is added, or for every number."""
        if composed:
            return self.parts[verdict]
        return {what: found for what, found in self.whole.items() if what.verdict == verdict}

    @staticmethod
    def slam(cells: Mapping[str, int]) -> PricedColumn:
        """The price of a slam, by trump suit."""
        figures = _simplest({_Where("trumps", label): chips for label, chips in cells.items()})
        told: dict[Verdict, Mapping[_What, _Figures]] = {
            MADE: {_What(MADE, PRICE): figures},
            LOST: {_What(LOST, PRICE): figures},
        }
        return PricedColumn(whole={**told[MADE], **told[LOST]}, parts=told)


def priced_columns(variant: Variant) -> dict[str, PricedColumn]:
    """The prices of every bid of a variant, by key."""
    bids = priced_bids(variant)
    curved = curved_axes(bids)
    return {bid.step.key: PricedColumn.of(bid, curved) for bid in bids}


def _by_point(schedule: Schedule) -> Iterator[tuple[_What, int]]:
    counted: Counted = "won"
    if schedule.axis == "margin":
        counted = "over" if schedule.verdict == MADE else "short"
    shown = schedule.prices[:1] if schedule.additive else schedule.prices
    for honours, prices in enumerate(shown):
        for point, chips in zip(schedule.points, prices, strict=True):
            yield _What(schedule.verdict, PRICE, counted, point, honours), chips
    if schedule.additive:
        for part, chips in schedule.honours().items():
            yield _What(schedule.verdict, part), chips


def _simplest(figures: _Figures) -> _Figures:
    """Without the suits, and without the ways, where they make no difference."""
    for plain in (_without_suits, _without_way):
        found: dict[_Where, set[int]] = {}
        for where, chips in figures.items():
            found.setdefault(plain(where), set()).add(chips)
        if all(len(chips) == 1 for chips in found.values()):
            figures = {where: chips.pop() for where, chips in found.items()}
    return figures


def _without_suits(where: _Where) -> _Where:
    return _Where(way=where.way)


def _without_way(where: _Where) -> _Where:
    return evolve(where, way="")


# Rows.


@frozen(kw_only=True)
class ComparedRow:
    """One price in every variant: chips from each opponent when made, to each when lost."""

    verdict: Told
    part: Part
    """The price, or what is added to it, such as ``each overtrick`` or ``3 honours``."""
    counted: Counted
    """What ``first`` and ``last`` count; nothing where the price is the same for all numbers."""
    first: int
    last: int
    all_counted: bool
    """Whether no other number of tricks has the verdict."""
    honours: int
    by: By
    """What tells ``suits`` from others."""
    suits: tuple[str, ...]
    """The suits or classes for which this is the price; none where it is that of all."""
    way: Way | Literal[""]
    """``alone`` or ``with a partner`` where these are paid differently."""
    chips: tuple[int | None, ...]
    """By variant; ``None`` where it has no such price."""

    @property
    def differs(self) -> tuple[bool, ...]:
        """By variant, whether it pays otherwise than the first of them that has this price."""
        told = (chips for chips in self.chips if chips is not None)
        usual = next(told, None)
        return tuple(chips not in (None, usual) for chips in self.chips)

    def label(self) -> Said:
        """The row in words, such as ``2 to 4 over`` or ``made, ♥``."""
        suits = joined(" ", self.suits)
        parts = (
            self._paid_for(),
            with_honours(self.honours) if self.honours else "",
            say("{suits} turned", suits=suits) if self.by == "turned" else suits,
            WAYS[self.way] if self.way else "",
        )
        return joined(", ", filter(None, parts))

    def _paid_for(self) -> Said:
        if self.part != PRICE:
            if self.verdict == EITHER or self.part.tells_verdict:
                return self.part.words
            return joined(", ", (self.part.words, VERDICTS[self.verdict]))
        if self.verdict == EITHER:
            return say("made or lost")
        if not self.counted or self.all_counted:
            exactly = self.counted and not self.last
            return say("made exactly") if exactly else VERDICTS[self.verdict]
        number: str = str(self.first)
        if self.first != self.last:
            number = say("{first} to {last}", first=self.first, last=self.last)
        if self.counted == "won":
            if self.verdict == MADE:
                return say("made with {number}", number=number)
            return say("lost with {number}", number=number)
        if self.counted == "short":
            return say("{number} short", number=number)
        if self.first:
            return say("{number} over", number=number)
        return say("made, up to {last} over", last=self.last) if self.last else say("made exactly")


def compared_rows(columns: Sequence[PricedColumn | None]) -> tuple[ComparedRow, ...]:
    """The prices of a contract in every variant that has it.

    Where every variant has a price and amounts added to it, these are the rows; where one has a
    price of its own for each number of tricks, the numbers are, as far as prices change.

    Args:
        columns: by variant; ``None`` where it has not the contract.
    """
    verdicts: tuple[Verdict, ...] = (MADE, LOST)
    rows: list[ComparedRow] = []
    for verdict in verdicts:
        composed = all(column is None or verdict in column.parts for column in columns)
        told = [{} if column is None else column.told(verdict, composed) for column in columns]
        ways = [frozenset() if column is None else column.ways for column in columns]
        rows += _ranges(list(_rows(told, ways)))
    return tuple(_either(row for row in rows if row.part == PRICE or any(row.chips)))


def _rows(
    told: Sequence[Mapping[_What, _Figures]], played: Sequence[frozenset[Way]]
) -> Iterator[ComparedRow]:
    whats = dict.fromkeys(what for figures in told for what in figures)
    for what in sorted(whats, key=lambda what: (what.part != PRICE, what.honours, what.point)):
        figures = [found.get(what, {}) for found in told]
        wheres = list(dict.fromkeys(where for found in figures for where in found))
        kinds = [by for by, _ in LABELS if any(where.by == by for where in wheres)]
        if len(kinds) > 1 and kinds[0] == "nothing":
            kinds.pop(0)  # stands in the rows of the others
        told_ways = [way for way in dict.fromkeys(where.way for where in wheres) if way]
        ways: list[Way | Literal[""]] = [*told_ways] or [""]
        for way in ways:
            for by in kinds:
                labels = {where.label for where in wheres if where.by == by}
                cells: dict[tuple[int | None, ...], list[str]] = {}
                for label in sorted(labels, key=column_order):
                    place = _Where(by, label, way)
                    chips = tuple(
                        _figure(found, place) if not way or way in ways else None
                        for found, ways in zip(figures, played, strict=True)
                    )
                    cells.setdefault(chips, []).append(label)
                for chips, suits in cells.items():
                    if any(chip is not None for chip in chips):
                        yield ComparedRow(
                            verdict=what.verdict,
                            part=what.part,
                            counted=what.counted,
                            first=what.point,
                            last=what.point,
                            all_counted=False,
                            honours=what.honours,
                            by=by if len(cells) > 1 else "nothing",
                            suits=tuple(suits) if len(cells) > 1 else (),
                            way=way,
                            chips=chips,
                        )


def _figure(found: _Figures, place: _Where) -> int | None:
    """What is paid in a place, by a figure of that place or one for all suits or ways."""
    for where in (place, _without_way(place), _without_suits(place), _Where()):
        if where in found:
            return found[where]
    return None


def _ranges(rows: list[ComparedRow]) -> list[ComparedRow]:
    """Neighbouring numbers of tricks with the same figures in one row.

    A contract just made has a row of its own, unless it pays the same with every overtrick.
    """
    points = {row.counted: set[int]() for row in rows}
    for row in rows:
        points[row.counted].add(row.first)
    changing = {
        (row.counted, row.honours)
        for row in rows
        for other in rows
        if (row.counted, row.honours) == (other.counted, other.honours) and row.chips != other.chips
    }
    made: list[ComparedRow] = []
    for row in rows:
        for place, other in enumerate(made):
            if (
                (row.counted, row.honours) in changing
                and other.counted == "over"
                and not other.last
            ):
                continue
            longer = evolve(other, last=row.first)
            follows = row.counted and other.last == row.first - 1
            if follows and longer == evolve(row, first=other.first):
                made[place] = longer
                break
        else:
            made.append(row)
    return [
        evolve(row, all_counted=points[row.counted] == set(range(row.first, row.last + 1)))
        if row.counted
        else row
        for row in made
    ]


def _either(rows: Iterable[ComparedRow]) -> Iterator[ComparedRow]:
    """What is the same made and lost in one row."""
    found = list(rows)
    plain = [evolve(row, verdict=EITHER, counted="", first=0, last=0) for row in found]
    simple = [row.all_counted or not row.counted for row in found]
    for place, row in enumerate(found):
        if not simple[place]:
            yield row
            continue
        others = [
            other
            for other, same in enumerate(plain)
            if other != place and same == plain[place] and simple[other]
        ]
        if not others:
            yield row
        elif others[0] > place:
            yield plain[place]
