"""How each slice of a tensor is filled from a view; the fast spelling is held to this one.

A filler writes a slice from the place where it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from boston_rules import HOLE, UNKNOWN, Action, Bid, Card, Cards, State
from boston_rules.table import Table

__all__ = ["CHIPS", "OF_TABLE", "Filler", "TableFiller", "TableWriter", "Writer", "squeezed"]

CHIPS: Final = 100.0
"""The chips that become one half."""


def squeezed(chips: float) -> float:
    """Chips between -1 and 1, strictly rising: ``chips / (abs(chips) + 100)``.

    >>> squeezed(100), squeezed(-300), squeezed(0)
    (0.5, -0.75, 0.0)
    """
    return chips / (abs(chips) + CHIPS)


class TableWriter:
    """What the table puts into the tensor of a seat, and the numbers so far."""

    __slots__ = ("n", "ones", "seat", "table", "values")

    def __init__(self, table: Table, seat: int) -> None:
        self.table: Table = table
        self.seat: int = seat
        self.n: int = table.variant.seats
        self.ones: int = 0
        """The places that become 1, as a mask."""
        self.values: list[tuple[int, float]] = []
        """Places that become something else."""

    def mark(self, at: int, seat: int | None) -> None:
        """A seat, as counted from the observer; nothing for no seat and for chance."""
        if seat is not None and seat >= 0:
            self.ones |= 1 << at + (seat - self.seat) % self.n

    def by_seat(self, at: int, values: Iterable[float]) -> None:
        """A value for each seat."""
        for seat, value in enumerate(values):
            self.values.append((at + (seat - self.seat) % self.n, value))

    def cards(self, at: int, cards: Cards) -> None:
        """A set of cards."""
        self.ones |= cards.mask << at

    def trick(self, at: int, leader: int, cards: tuple[Card, ...]) -> None:
        """The cards of a trick, each at the seat that played it."""
        first = leader - self.seat
        n = self.n
        for place, card in enumerate(cards):
            self.ones |= 1 << at + 52 * ((first + place) % n) + card.index


class Writer(TableWriter):
    """The same of a view, whose events are read once."""

    __slots__ = ("bids", "laid", "said", "view")

    def __init__(self, view: State, seat: int) -> None:
        super().__init__(view.table, seat)
        self.view: State = view
        self.said: list[tuple[int, Action]] = []
        self.bids: list[tuple[int, Bid]] = []
        self.laid: Card | None = None
        deal = view.deal
        for event in () if deal is None else view.events[len(deal.events) :]:
            action: Any = event.action
            who = (event.seat - seat) % self.n
            if isinstance(action, Bid):
                self.bids.append((who, action))
                self.laid = None if action.card is HOLE else action.card
            else:
                self.said.append((who, action))
            self.laid = event.shows.laid or self.laid


Filler: TypeAlias = Callable[[Writer, int], None]
TableFiller: TypeAlias = Callable[[TableWriter, int], None]


def actor(writer: Writer, at: int) -> None:
    writer.mark(at, writer.view.actor)


def hand(writer: Writer, at: int) -> None:
    if writer.view.settlement is None:  # what is left is gathered
        writer.cards(at, writer.view.hand)


def dealt(writer: Writer, at: int) -> None:
    writer.cards(at, writer.view.dealt)


def exposed(writer: Writer, at: int) -> None:
    for seat, cards in writer.view.exposed:
        writer.cards(at + 52 * ((seat - writer.seat) % writer.n), cards)


def faced(writer: Writer, at: int) -> None:
    for seat, cards in writer.view.faced if writer.view.settlement is None else ():
        writer.cards(at + 52 * ((seat - writer.seat) % writer.n), cards)


def revokes(writer: Writer, at: int) -> None:
    offenders = [seat for _, seat in writer.view.revokes]
    writer.by_seat(at, [offenders.count(seat) / 13 for seat in range(writer.n)])


def trick(writer: Writer, at: int) -> None:
    if writer.view.leader is not None:
        writer.trick(at, writer.view.leader, writer.view.trick)


def played(writer: Writer, at: int) -> None:
    for row in writer.view.tricks:
        writer.trick(at, row.leader, row.cards)
    trick(writer, at)


def order(writer: Writer, at: int) -> None:
    number = 0
    view = writer.view
    for cards in (*(row.cards for row in view.tricks), view.trick):
        for card in cards:
            number += 1
            writer.values.append((at + card.index, number / 52))


def voids(writer: Writer, at: int) -> None:
    for seat, suits in enumerate(writer.view.voids):
        for suit in suits:
            writer.ones |= 1 << at + 4 * ((seat - writer.seat) % writer.n) + suit


def leader(writer: Writer, at: int) -> None:
    writer.mark(at, writer.view.leader)


def taken(writer: Writer, at: int) -> None:
    writer.by_seat(at, [tricks / 13 for tricks in writer.view.taken])


def dealer(writer: TableWriter, at: int) -> None:
    writer.mark(at, writer.table.dealer)


def turned(writer: Writer, at: int) -> None:
    if writer.view.turned is not None:
        writer.ones |= 1 << at + writer.view.turned.index


def belle(writer: TableWriter, at: int) -> None:
    if writer.table.belle is not None:
        writer.ones |= 1 << at + writer.table.belle


def bidder(writer: Writer, at: int) -> None:
    writer.mark(at, None if writer.view.standing_bid is None else writer.view.standing_bid[0])


def laid(writer: Writer, at: int) -> None:
    if writer.laid is not None:
        writer.ones |= 1 << at + writer.laid.index


def called(writer: Writer, at: int) -> None:
    contract = writer.view.contract
    if contract is not None and contract.called is not None:
        writer.ones |= 1 << at + contract.called.index


def trump(writer: Writer, at: int) -> None:
    contract = writer.view.contract
    if contract is not None:
        writer.ones |= 1 << at + (4 if contract.trump is None else contract.trump)


def declarer(writer: Writer, at: int) -> None:
    contract = writer.view.contract
    writer.mark(at, None if contract is None else contract.declarer)


def partner(writer: Writer, at: int) -> None:
    contract = writer.view.contract
    if contract is not None and contract.partner is not UNKNOWN:
        writer.mark(at, contract.partner)


def target(writer: Writer, at: int) -> None:
    contract = writer.view.contract
    if contract is not None and contract.target is not None:
        writer.values.append((at, contract.target / 13))


def verdict(writer: Writer, at: int) -> None:
    view = writer.view
    verdict = view.decided if view.settlement is None else view.settlement.made
    if verdict is not None:
        writer.ones |= 1 << at + verdict


def stakes(writer: TableWriter, at: int) -> None:
    rule = writer.table.variant.stakes
    if rule is not None:
        writer.ones |= 1 << at + rule.values.index(writer.table.stakes)


def pool(writer: TableWriter, at: int) -> None:
    writer.values.append((at, squeezed(writer.table.pool)))
    writer.values.append((at + 1, squeezed(writer.table.set_aside)))


def purses(writer: TableWriter, at: int) -> None:
    start = writer.table.variant.session.starting_chips
    writer.by_seat(at, [squeezed(purse - start) for purse in writer.table.purses])


def antes(writer: TableWriter, at: int) -> None:
    for transfer in writer.table.antes:
        if isinstance(transfer.payer, int):
            place = at + (transfer.payer - writer.seat) % writer.n
            writer.values.append((place, squeezed(transfer.chips)))


def result(writer: Writer, at: int) -> None:
    if writer.view.settlement is not None:
        writer.by_seat(at, map(squeezed, writer.view.settlement.deltas))


def session(writer: TableWriter, at: int) -> None:
    deals = writer.table.variant.session.deals
    writer.values.append((at, min(1.0, writer.table.deal_number / deals)))


OF_TABLE: Final[tuple[TableFiller, ...]] = (dealer, belle, stakes, pool, purses, antes, session)
"""What says the same from the opening of a deal to its bill."""
