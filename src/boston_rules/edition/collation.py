"""Collation of the tellings: their tables cell by cell, and the readings that they share.

Descent shows in what two tellings have in common: figures that agree under one factor, and above
all irregular ones, upon which two writers do not hit independently.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from attrs import frozen

from boston_rules.edition.statements import Statement, Text, texts

__all__ = ["Collation", "Readings", "Table", "collate", "irregular", "readings", "stemma", "tables"]

Cell: TypeAlias = tuple[str, str]
"""A bid, and a trump suit, a number of tricks won, or a number of tricks short."""

_BIDS: Final = range(5, 14)
_SUIT: Final = re.compile(r"([SCHD]|no trumps) (\d+)")
_BY_SUIT: Final = re.compile(rf"{_SUIT.pattern}(?: {_SUIT.pattern})*")
_ELSEWHERE: Final = "America: "
"""What precedes figures that a telling gives for another country than the rest."""
_NUMBERS: Final = re.compile(r"\d+(?: \d+)*")
_STEP: Final = Fraction(3, 2)
"""How many times any other step of its row a step is, at least, that is irregular."""
_FEWEST: Final = 8
"""Cells that two tables have in common, at least, to be worth a comparison."""
_ALIKE: Final = Fraction(4, 5)
"""Of the cells in common, the part that is equal, at least, if the tables are of one descent."""


@frozen
class Table:
    """A table of prices of a telling."""

    text: str
    """The text that has it."""
    kind: str
    """What it tells: ``suits``, ``flat``, ``won`` (by tricks won) or ``lost`` (by tricks short)."""
    part: str
    """The part of the text, of one of a few of its kind."""
    cells: Mapping[Cell, int]
    """Its figures, in chips."""

    def __str__(self) -> str:
        return f"{self.text}, {self.part}" if self.part else self.text


@frozen
class Collation:
    """Two tables of different tellings, held against each other."""

    one: Table
    other: Table
    factor: Fraction
    """By what the figures of the first become those of the other, as often as can be."""
    equal: int
    """Cells that are equal under the factor."""
    differing: tuple[tuple[Cell, int, int], ...]
    """Cells that are not, with the figure of each."""
    irregular: tuple[Cell, ...]
    """Irregular figures that both have: errors, or caprices, which nobody makes twice."""

    @property
    def common(self) -> int:
        """Cells that both have."""
        return self.equal + len(self.differing)

    @property
    def kindred(self) -> bool:
        """Whether one table must come from the other, or both from a third."""
        return self.equal >= _ALIKE * self.common


def _cells(statement: Statement) -> Iterator[tuple[str, Cell, int]]:
    """The figures of a statement about prices, each with the kind of its table."""
    question = re.sub(r"simple(-petite)?", "demande", statement.question.removeprefix("price."))
    answer = statement.answer.removeprefix(_ELSEWHERE)
    if _BY_SUIT.fullmatch(answer):
        for suit, chips in _SUIT.findall(answer):
            yield "suits", (question, suit), int(chips)
    if not _NUMBERS.fullmatch(answer):
        return
    figures = [int(number) for number in answer.split()]
    head, _, of = question.partition("+")
    if head == "lost-at":
        won = int(of)
        for bid, chips in zip((bid for bid in _BIDS if bid > won), figures, strict=True):
            yield "lost", (str(bid), str(bid - won)), chips
    elif head in ("lost", "lost-decimal"):
        yield from (("lost", (of, str(short)), chips) for short, chips in enumerate(figures, 1))
    elif head == "won":
        yield from (
            ("won", (str(bid), of), chips) for bid, chips in zip(_BIDS, figures, strict=False)
        )
    elif head == "flat":
        yield from (
            ("flat", (str(bid), ""), chips) for bid, chips in zip(_BIDS, figures, strict=False)
        )
    elif len(figures) > 1:
        at = enumerate(figures, int(question))
        yield from (("won", (question, str(won)), chips) for won, chips in at)
    else:
        yield "flat", (question, ""), figures[0]


@cache
def tables() -> tuple[Table, ...]:
    """Every table of prices of the tellings, in the order of the texts.

    >>> from boston_rules.edition.collation import tables
    >>> lost = [table for table in tables() if table.kind == "lost"]
    >>> print(lost[1], len(lost[1].cells))
    CATS, American Boston, tricks short by tricks bid 81
    """
    return tuple(table for text in texts().values() for table in _tables(text))


def _tables(text: Text) -> Iterator[Table]:
    found: dict[tuple[str, str], dict[Cell, int]] = {}
    priced = [
        each for each in text.statements if each.topic in ("prices", "honours", "slams", "misères")
    ]
    rows = {each.part for each in priced if any(kind == "won" for kind, _, _ in _cells(each))}
    for statement in priced:
        elsewhere = statement.answer.startswith(_ELSEWHERE)
        for kind, (bid, column), chips in _cells(statement):
            if kind == "flat" and statement.part in rows and bid.isdecimal() and "+" not in bid:
                kind, column = ("won", bid) if statement.question == f"price.{bid}" else (kind, "")
            part = statement.part if elsewhere or kind in ("won", "lost") else ""
            found.setdefault((kind, part), {})[bid, column] = chips
    for (kind, part), cells in found.items():
        yield Table(text.name, kind, part, cells)


def irregular(cells: Mapping[Cell, int]) -> frozenset[Cell]:
    """The cells of a table that break the order of their row, by tricks.

    >>> from boston_rules.edition.collation import irregular
    >>> row = (23, 34, 46, 56, 67, 78, 89, 110)
    >>> sorted(irregular({("8", str(short)): chips for short, chips in enumerate(row, 1)}))
    [('8', '8')]
    """
    rows: dict[str, list[tuple[int, int]]] = {}
    for (bid, tricks), chips in cells.items():
        if tricks.isdecimal():
            rows.setdefault(bid, []).append((int(tricks), chips))
    return frozenset(
        (bid, str(tricks)) for bid, row in rows.items() for tricks in _breaks(sorted(row))
    )


def _breaks(row: list[tuple[int, int]]) -> Iterator[int]:
    steps = {after[0]: after[1] - before[1] for before, after in pairwise(row)}
    for tricks, step in steps.items():
        others = [abs(other) for at, other in steps.items() if at != tricks]
        if step < 0 or (len(others) > 2 and step >= _STEP * max(others)):
            yield tricks


def collate(one: Table, other: Table) -> Collation | None:
    """Two tables held against each other; ``None`` where they have too little in common."""
    common = [cell for cell in one.cells if cell in other.cells]
    if one.kind != other.kind or len(common) < _FEWEST:
        return None
    ratios = Counter(Fraction(other.cells[cell], one.cells[cell]) for cell in common)
    ((factor, equal),) = ratios.most_common(1)
    differing = tuple(
        (cell, one.cells[cell], other.cells[cell])
        for cell in common
        if one.cells[cell] * factor != other.cells[cell]
    )
    odd = irregular(one.cells) & irregular(other.cells)
    odd -= {cell for cell, _, _ in differing}
    return Collation(one, other, factor, equal, differing, tuple(sorted(odd)))


def stemma() -> Mapping[tuple[str, str], tuple[Collation, ...]]:
    """By pairs of tellings, the tables that are of one descent; those with most cells first.

    >>> from boston_rules.edition.collation import stemma
    >>> for (one, other), found in stemma().items():
    ...     cells = sum(each.equal for each in found), sum(each.common for each in found)
    ...     print(one, other, *cells, *(cell for each in found for cell in each.irregular))
    CATS FOSTER 341 341 ('8', '8') ('9', '12')
    FOSTER PKW 138 147
    CATS PKW 131 140
    CATS DGM 90 90
    DGM FOSTER 90 90
    DGM PKW 89 90
    """
    found: dict[tuple[str, str], list[Collation]] = {}
    for one, other in combinations(tables(), 2):
        pair = None if one.text == other.text else collate(one, other)
        if pair is not None and pair.kindred:
            found.setdefault((one.text, other.text), []).append(pair)

    def weight(of: tuple[str, str]) -> tuple[int, tuple[str, str]]:
        return -sum(each.equal for each in found[of]), of

    return {
        of: tuple(sorted(found[of], key=lambda each: -each.equal))
        for of in sorted(found, key=weight)
    }


@frozen
class Readings:
    """What two tellings answer to questions about games that they share."""

    one: str
    """The key of the first telling."""
    other: str
    """The key of the second."""
    same: tuple[str, ...]
    """Questions that both answer alike."""
    alone: tuple[str, ...]
    """Of these the ones that at least one other telling answers otherwise, and none alike."""
    asked: int
    """Questions that both answer."""


def readings() -> Iterator[Readings]:
    """For every pair of tellings what they answer alike, prices left out."""
    answers: dict[str, dict[str, set[str]]] = {}
    for text in texts().values():
        for each in text.statements:
            if not each.question.startswith("price."):
                answers.setdefault(each.question, {}).setdefault(text.telling, set()).add(
                    each.answer
                )
    tellings = sorted({text.telling for text in texts().values()})
    for one, other in combinations(tellings, 2):
        both = {
            question: (told[one] & told[other], told)
            for question, told in answers.items()
            if one in told and other in told
        }
        same = [question for question, (shared, _) in both.items() if shared]
        alone = [question for question in same if _is_alone(*both[question], one, other)]
        if both:
            yield Readings(one, other, tuple(same), tuple(alone), len(both))


def _is_alone(shared: Iterable[str], told: Mapping[str, set[str]], one: str, other: str) -> bool:
    rest = [said for telling, said in told.items() if telling not in (one, other)]
    return bool(rest) and not any(set(shared) & said for said in rest)
