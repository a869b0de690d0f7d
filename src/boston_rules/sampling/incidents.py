"""What is known of the hands where players may err: who has shown a void, who has held what.

A card of another suit proves nothing there. A claim does: one that was wrong shows that the seat
could not follow suit, one that was right that it could. So does an exposed card that was demanded
and not played: it would have had to be, unless its owner held a card of the suit led.
"""

from __future__ import annotations

from typing import Protocol

from boston_rules.actions import Correct, Demand, Play, Revoke
from boston_rules.cardplay.tricks import winning_place
from boston_rules.contract import Contract
from boston_rules.notation import parse_action
from boston_rules.play.infractions.verdicts import trick_moves, winner_without
from boston_rules.rules.trumps import TrickTable
from boston_rules.variant import Variant

__all__ = ["read_incidents"]


class Shown(Protocol):
    """What is read of a view."""

    @property
    def variant(self) -> Variant: ...
    @property
    def history(self) -> tuple[tuple[int, str], ...]: ...
    @property
    def contract(self) -> Contract | None: ...
    @property
    def revokes(self) -> tuple[tuple[int, int], ...]: ...


class Known(Protocol):
    """The facts that are added to."""

    @property
    def void(self) -> list[int]: ...
    @property
    def played(self) -> list[int]: ...
    @property
    def seen(self) -> list[int]: ...
    @property
    def held(self) -> list[tuple[int, int]]: ...


class _Reader:
    """The play as a view tells it, from its first lead on."""

    def __init__(self, facts: Known, view: Shown, table: TrickTable, leader: int) -> None:
        self.facts = facts
        self.view = view
        self.table = table
        self.seats = view.variant.seats
        self.actor = leader
        self.leader = leader
        self.trick: list[int] = []
        self.done: list[tuple[int, tuple[int, ...], int]] = []
        self.demanded: int | None = None
        self.gone = [0] * self.seats
        """By seat, the cards played so far."""
        self.could: list[tuple[int, int, int]] = []
        """Seats that could follow suit, with the suit, and the cards they had played by then."""

    def read(self, seat: int, token: str) -> None:
        """One thing done."""
        word = token.partition(" ")[0]
        if word not in ("play", "correct", "demand", "revoke"):
            return
        action = parse_action(token)
        if isinstance(action, Play):
            self.facts.seen[seat] |= action.bit
            if seat == self.actor:
                self._played(seat, action.index)
        elif isinstance(action, Demand):
            self.demanded = action.card.index
        elif isinstance(action, Correct):
            self._corrected(seat, action.card.index)
        elif isinstance(action, Revoke):
            self._claimed(action.seat)

    def _played(self, seat: int, card: int) -> None:
        self.gone[seat] |= 1 << card
        follow = self.table.follow[self.trick[0]] if self.trick else 0
        if self.demanded not in (None, card) and follow and not follow >> card & 1:
            self.could.append((seat, follow, self.gone[seat]))
        self.demanded = None
        if not self.trick:
            self.leader = seat
        self.trick.append(card)
        self.actor = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            cards = tuple(self.trick)
            self.actor = (self.leader + winning_place(cards, self.table.power)) % self.seats
            self.done.append((self.leader, cards, self.actor))
            self.trick = []

    def _corrected(self, seat: int, card: int) -> None:
        place = (seat - self.leader) % self.seats
        for step, back in enumerate(self.trick[place:], place):
            self.gone[(self.leader + step) % self.seats] &= ~(1 << back)
        self.trick = [*self.trick[:place], card]
        self.gone[seat] |= 1 << card
        self.facts.seen[seat] |= 1 << card
        self.actor = (seat + 1) % self.seats
        self.demanded = None

    def _claimed(self, seat: int) -> None:
        row = self.done[-1]
        follow = self.table.follow[row[1][0]]
        if (len(self.done) - 1, seat) not in self.view.revokes:
            self.facts.void[seat] |= follow
            return
        self.could.append((seat, follow, self.gone[seat]))
        variant, contract = self.view.variant, self.view.contract
        if not trick_moves(variant, contract):
            return
        winner = winner_without(row, seat, contract, self.table.power)
        if winner != self.actor:
            self.actor, self.demanded = winner, None
            self.done[-1] = (row[0], row[1], winner)


def read_incidents(facts: Known, view: Shown, table: TrickTable, leader: int) -> None:
    """Add what is known from errors, claims and exposed cards."""
    reader = _Reader(facts, view, table, leader)
    for seat, token in view.history:
        reader.read(seat, token)
    for seat, follow, gone in reader.could:
        later = facts.played[seat] & ~gone
        lying = facts.seen[seat] & ~facts.played[seat]
        if not (later | lying) & follow:
            facts.held.append((seat, follow))
