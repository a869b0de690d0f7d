"""What exact play says: what every seat can make, and the cards by which something was lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from boston_rules.telling.tables.model import Cell, Column, Table, signed
from boston_rules.telling.wording.phrases import counted, listed
from boston_rules.telling.wording.rulewords import stop

if TYPE_CHECKING:  # whoever has an analysis has loaded the solver
    from boston_rules.solver import (
        Analysis,
        Best,
        Chips,
        JudgedCard,
        Kind,
        Outlook,
        Result,
        SolvedCell,
    )

__all__ = [
    "MARKS",
    "analysis_lines",
    "cards_table",
    "chips_words",
    "kind_label",
    "makes_table",
    "mark_of",
    "outlook_words",
]

MARKS: Final = "?? decided the contract, ? cost a trick; all cards seen."
"""What the marks behind cards mean."""
_UNKNOWN: Final = "?"
_BARRED: Final = "–"


def mark_of(card: JudgedCard) -> str:
    """The sign of a mistake: ``??`` where it decided the contract, else ``?``."""
    return "??" if card.decides else "?"


def outlook_words(outlook: Outlook | Result) -> str:
    """What perfect play comes to, in words.

    >>> from boston_rules.solver import Outlook
    >>> outlook_words(Outlook(True, 8)), outlook_words(Outlook(False, None))
    ('made with 8 tricks', 'lost')
    """
    said = "made" if outlook.made else "lost"
    return said if outlook.tricks is None else f"{said} with {counted(outlook.tricks, 'trick')}"


def chips_words(chips: Chips) -> str:
    """What a bill comes to for the declarer's side, in words.

    >>> from boston_rules.solver import Chips
    >>> chips_words(Chips(60, -45)), chips_words(Chips(-1, 1))
    ("the declarer's side gains 60 chips", "the declarer's side loses 1 chip")
    """
    verb = "loses" if chips.declarers < 0 else "gains"
    return f"the declarer's side {verb} {counted(abs(chips.declarers), 'chip')}"


def cards_table(labels: Sequence[str], seat: int, best: Best) -> Table:
    """What every card of the seat whose turn it is comes to, the best in bold type."""
    chips = best.chips
    worth = {} if chips is None else {card: signed(each) for card, each in chips}
    rows: list[list[str | Cell]] = [
        [
            Cell(card.symbol, bold=card in best.cards),
            outlook_words(result),
            *([worth[card]] if worth else []),
        ]
        for card, result in best.results
    ]
    side = "his side" if len(best.side) > 1 else labels[seat]
    heads = [Column(f"{labels[seat]} plays"), Column("the contract is")]
    if worth:
        heads.append(Column(f"chips for {side}", "right"))
    return Table(tuple(heads), rows, notes=("All cards seen and best play after the card.",))


def analysis_lines(labels: Sequence[str], analysis: Analysis) -> Iterator[str]:
    """An analysis in sentences: each mistake, what would have been right, how far it goes."""
    for card in analysis.mistakes:
        right = listed([each.symbol for each in card.right], "or")
        were = "was" if len(card.right) == 1 else "were"
        yield (
            f"Trick {card.trick}: {labels[card.seat]} plays {card.card.symbol} {mark_of(card)}. "
            f"Best play before it: {outlook_words(card.before)}; after it: "
            f"{outlook_words(card.after)}. Right {were} {right}."
        )
    if analysis.complete:
        if not analysis.mistakes:
            yield "With all cards seen nobody has made a mistake."
        return
    if analysis.certain_from is None:
        yield stop(f"Nothing is certain{_why(analysis)}")
    else:
        found = "" if analysis.mistakes else ", and there is no mistake from there on"
        first = analysis.cards[0]
        yield stop(
            f"Certain from trick {first.trick}, {labels[first.seat]}'s card, on{found}"
            f"{_why(analysis)}"
        )


def _why(analysis: Analysis) -> str:
    return "" if analysis.stopped is None else f": {analysis.stopped}"


def kind_label(kind: Kind) -> str:
    """The head of a column: a suit, or a contract.

    >>> from boston_rules.solver import kinds
    >>> [kind_label(kind) for kind in kinds("classic")]
    ['♣', '♦', '♥', '♠', 'petite-misere', 'grande-misere']
    """
    if kind.counts and kind.steps[0].has_trumps:
        return "grand" if kind.trump is None else kind.trump.symbol
    return kind.steps[0].key + ("" if kind.trump is None else f" {kind.trump.symbol}")


def makes_table(labels: Sequence[str], kinds: Iterable[Kind], cells: Iterable[SolvedCell]) -> Table:
    """What every side can make: a row a side, a column a kind of contract."""
    columns = tuple(kinds)
    found = {((cell.declarer, cell.partner), cell.kind): cell for cell in cells}
    sides = dict.fromkeys(side for side, _ in found)
    rows: list[list[str | Cell]] = []
    for declarer, partner in sides:
        who = labels[declarer] + ("" if partner is None else f" with {labels[partner]}")
        told = [found.get(((declarer, partner), kind)) for kind in columns]
        rows.append([who, *map(_cell, told)])
    notes = ["Tricks with best play, all cards seen; yes or no: whether the contract is made."]
    if any(cell.stopped for cell in found.values()) or len(found) < len(sides) * len(columns):
        notes.append(f"{_UNKNOWN}: not known within the limits.")
    if any(cell.barred for cell in found.values()):
        notes.append(f"{_BARRED}: no such contract is open to him in this deal.")
    for kind in columns:
        if len(kind.steps) > 1 and not kind.counts:
            same = listed([step.key for step in kind.steps[1:]])
            notes.append(f"{kind.steps[0].key} stands for {same} too: all cards are seen.")
    heads = (Column(kind_label(kind), "right") for kind in columns)
    return Table(("", *heads), rows, notes=tuple(notes))


def _cell(cell: SolvedCell | None) -> Cell:
    if cell is None or (not cell.known and not cell.barred):
        return Cell(_UNKNOWN)
    if cell.barred:
        return Cell(_BARRED)
    if cell.tricks is not None:
        return Cell(str(cell.tricks))
    return Cell("yes" if cell.made else "no", bold=cell.made is True)
