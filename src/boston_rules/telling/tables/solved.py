"""What exact play says: what every seat can make, and the cards by which something was lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from boston_rules.core.saying import Said, joined, listed, say, say_number, sentence_of
from boston_rules.telling.tables.model import Cell, Column, Table, signed
from boston_rules.telling.wording.terms import class_word, label_with, verdict_with, verdict_words

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

MARKS: Final = say("?? decided the contract, ? cost a trick; all cards seen.")
"""What the marks behind cards mean."""
_UNKNOWN: Final = "?"
_BARRED: Final = "–"


def mark_of(card: JudgedCard) -> str:
    """The sign of a mistake: ``??`` where it decided the contract, else ``?``."""
    return "??" if card.decides else "?"


def outlook_words(outlook: Outlook | Result) -> Said:
    """What perfect play comes to, in words.

    >>> from boston_rules.solver import Outlook
    >>> outlook_words(Outlook(True, 8)), outlook_words(Outlook(False, None))
    ('made with 8 tricks', 'lost')
    """
    if outlook.tricks is None:
        return verdict_words(outlook.made)
    return verdict_with(outlook.tricks, made=outlook.made)


def chips_words(chips: Chips) -> Said:
    """What a bill comes to for the declarer's side, in words.

    >>> from boston_rules.solver import Chips
    >>> chips_words(Chips(60, -45)), chips_words(Chips(-1, 1))
    ("the declarer's side gains 60 chips", "the declarer's side loses 1 chip")
    """
    if chips.declarers < 0:
        return say_number(
            "the declarer's side loses {number} chip",
            "the declarer's side loses {number} chips",
            -chips.declarers,
        )
    return say_number(
        "the declarer's side gains {number} chip",
        "the declarer's side gains {number} chips",
        chips.declarers,
    )


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
    heads = [Column(say("{who} plays", who=labels[seat])), Column(say("the contract is"))]
    if worth:
        shared = len(best.side) > 1
        paid = say("chips for his side") if shared else say("chips for {who}", who=labels[seat])
        heads.append(Column(paid, "right"))
    return Table(tuple(heads), rows, notes=(say("All cards seen and best play after the card."),))


def analysis_lines(labels: Sequence[str], analysis: Analysis) -> Iterator[Said]:
    """An analysis in sentences: each mistake, what would have been right, how far it goes."""
    for card in analysis.mistakes:
        yield joined(
            " ",
            (
                say(
                    "Trick {number}: {who} plays {card} {mark}.",
                    number=card.trick,
                    who=labels[card.seat],
                    card=card.card.symbol,
                    mark=mark_of(card),
                ),
                say(
                    "Best play before it: {before}; after it: {after}.",
                    before=outlook_words(card.before),
                    after=outlook_words(card.after),
                ),
                _right(card),
            ),
        )
    if analysis.complete:
        if not analysis.mistakes:
            yield say("With all cards seen nobody has made a mistake.")
        return
    if analysis.certain_from is None:
        certain = say("Nothing is certain")
    else:
        first = analysis.cards[0]
        where: dict[str, object] = {"number": first.trick, "who": labels[first.seat]}
        if analysis.mistakes:
            certain = say("Certain from trick {number}, {who}'s card, on", **where)
        else:
            certain = say(
                "Certain from trick {number}, {who}'s card, on, and there is no mistake from there "
                "on",
                **where,
            )
    if analysis.stopped is not None:
        certain = label_with(certain, analysis.stopped)
    yield sentence_of(certain)


def _right(card: JudgedCard) -> Said:
    """By which cards nothing would have been lost."""
    right = listed([each.symbol for each in card.right], "or")
    if len(card.right) == 1:
        return say("Right was {cards}.", cards=right)
    return say("Right were {cards}.", cards=right)


def kind_label(kind: Kind) -> str:
    """The head of a column: a suit, or a contract.

    >>> from boston_rules.solver import kinds
    >>> [kind_label(kind) for kind in kinds("classic")]
    ['♣', '♦', '♥', '♠', 'Little Misère', 'Grand Misère']
    """
    if kind.counts and kind.steps[0].has_trumps:
        return class_word("grand") if kind.trump is None else kind.trump.symbol
    name = kind.steps[0].title
    return name if kind.trump is None else joined(" ", (name, kind.trump.symbol))


def makes_table(labels: Sequence[str], kinds: Iterable[Kind], cells: Iterable[SolvedCell]) -> Table:
    """What every side can make: a row a side, a column a kind of contract."""
    columns = tuple(kinds)
    found = {((cell.declarer, cell.partner), cell.kind): cell for cell in cells}
    sides = dict.fromkeys(side for side, _ in found)
    rows: list[list[str | Cell]] = []
    for declarer, partner in sides:
        who = labels[declarer]
        if partner is not None:
            who = say("{declarer} with {partner}", declarer=who, partner=labels[partner])
        told = [found.get(((declarer, partner), kind)) for kind in columns]
        rows.append([who, *map(_cell, told)])
    notes = [say("Tricks with best play, all cards seen; yes or no: whether the contract is made.")]
    if any(cell.bounds and cell.tricks is None for cell in found.values()):
        notes.append(say("Two numbers: between them; no more was found within the limits."))
    if any(Cell(_UNKNOWN) in row for row in rows):
        notes.append(label_with(_UNKNOWN, say("not known within the limits.")))
    if any(cell.barred for cell in found.values()):
        notes.append(label_with(_BARRED, say("no such contract is open to him in this deal.")))
    for kind in columns:
        if len(kind.steps) > 1 and not kind.counts:
            first, *same = (step.title for step in kind.steps)
            notes.append(
                say(
                    "{bid} stands for {others} too: all cards are seen.",
                    bid=first,
                    others=listed(same),
                )
            )
    heads = (Column(kind_label(kind), "right") for kind in columns)
    return Table(("", *heads), rows, notes=tuple(notes))


def _cell(cell: SolvedCell | None) -> Cell:
    if cell is not None and cell.barred:
        return Cell(_BARRED)
    if cell is not None and cell.bounds is not None:
        return Cell("–".join(dict.fromkeys(map(str, cell.bounds))))
    if cell is None or cell.made is None:
        return Cell(_UNKNOWN)
    return Cell(say("yes") if cell.made else say("no"), bold=cell.made is True)
