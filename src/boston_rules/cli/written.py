"""Shows a deal of a record as written, where the rules to replay it are not available."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

import boston_rules as br
from boston_rules.cli.files import printable
from boston_rules.cli.report import Seats, bill_table, hand_cells
from boston_rules.cli.terminal import grid, joined, pips, table
from boston_rules.records import DealRecord
from boston_rules.wording.phrases import call

__all__ = ["written_blocks"]

_PACK = ("shuffle", "cut", "turn")


def written_blocks(
    deal: DealRecord, seats: Seats, variant: br.Variant | None
) -> Iterator[RenderableType]:
    """What the record says of a deal, in the order of a report."""
    bill = deal.settlement
    opening = [f"Seat {deal.dealer} deals."]
    turned = [token.partition(" ")[2] for _, token in deal.actions if token.startswith("turn ")]
    if deal.turned is not None:
        opening.append(f"Turned: {deal.turned.symbol}.")
    elif turned:
        opening.append(f"Turned: {_card(turned[0])}.")
    yield pips("\n".join(opening))
    if deal.hands is not None:
        yield _hands_table(deal.hands, deal.dealer, seats)
    calls = [
        (seat, token)
        for seat, token in deal.actions[deal.plies_before_deal(len(seats)) :]
        if token.partition(" ")[0] not in (*_PACK, "play")
    ]
    if calls:
        yield _calls_table(calls, seats, variant)
    tricks = list(_tricks(deal.actions, len(seats)))
    if tricks:
        yield _tricks_table(tricks, seats)
    if bill is None:
        yield "The deal is not finished."
        return
    yield pips(f"{printable(bill.heading)}.")
    if bill.transfers:
        yield bill_table(
            [
                br.Transfer(
                    paid.payer,
                    paid.payee,
                    tuple(br.Line(line.chips, printable(line.reason)) for line in paid.lines),
                )
                for paid in bill.transfers
            ]
        )
    pooled = bill.mentions_pool if variant is None else variant.pool is not None
    heads = ["pool", "set aside"] if pooled else []
    made = table("", *seats.labels, *heads, wrap=(), right=range(1, 9))
    held = [str(bill.pool), str(bill.set_aside)][: len(heads)]
    made.add_row("bill", *(f"{chips:+d}" for chips in bill.deltas), *held)
    yield made


def _hands_table(hands: Sequence[Sequence[br.Card]], dealer: int, seats: Seats) -> Table:
    """The hands that are known."""
    made = grid(6)
    for seat, hand in enumerate(hands):
        words = [seats.players[seat], "dealer" if seat == dealer else ""]
        role = Text(", ".join(filter(None, words)), "italic")
        cells = hand_cells(br.Cards(hand)) if hand else [Text("hidden"), *[Text("")] * 3]
        made.add_row(seats.label(seat), *cells, role)
    return made


def _calls_table(
    calls: Sequence[tuple[int, str]], seats: Seats, variant: br.Variant | None
) -> Table:
    made = table(*seats.labels)
    row: list[Text] = []
    for seat, token in calls:
        if row and seat < len(row):
            made.add_row(*row)
            row = []
        row += [Text("")] * (seat - len(row))
        row.append(pips(_words(token, variant)))
    made.add_row(*row)
    return made


def _words(token: str, variant: br.Variant | None) -> str:
    """A call by its name in the rules, where they are here and know it."""
    if variant is None:
        return token
    try:
        return call(variant, token)
    except (br.BostonError, LookupError):
        return token


def _card(text: str) -> str:
    try:
        return br.parse_card(text).symbol
    except br.NotationError:
        return text


@define
class _Trick:
    leader: int
    cards: dict[int, str] = field(factory=dict)
    winner: int | None = None
    """Who leads the next one: the record does not tell who wins the last."""


def _tricks(actions: Sequence[tuple[int, str]], seats: int) -> Iterator[_Trick]:
    current: _Trick | None = None
    for seat, token in actions:
        word, _, card = token.partition(" ")
        if word != "play":
            continue
        if current is None or len(current.cards) == seats or seat in current.cards:
            if current is not None:
                current.winner = seat if len(current.cards) == seats else None
                yield current
            current = _Trick(seat)
        current.cards[seat] = _card(card)
    if current is not None:
        yield current


def _tricks_table(tricks: Sequence[_Trick], seats: Seats) -> Table:
    made = table("trick", *seats.labels, "won by", right=(0,), wrap=())
    for number, trick in enumerate(tricks, 1):
        cells = []
        for seat in range(len(seats)):
            shown = trick.cards.get(seat, "")
            cell = joined((">" if shown and seat == trick.leader else " ", pips(shown)), "")
            if seat == trick.winner:
                cell.append("*").stylize("bold")
            cells.append(cell)
        winner = "" if trick.winner is None else seats.label(trick.winner)
        made.add_row(str(number), *cells, winner)
    made.caption = Text("(> led, * won the trick)", "dim")
    made.caption_justify = "left"
    return made
