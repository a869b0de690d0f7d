"""A deal from card to card, as everybody sees it; cards are ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boston_rules.kernel.bits import two_to
from boston_rules.kernel.ranked import Ranked

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Course"]


class Course:
    """How far a deal has been played.

    Args:
        order: the trick table.
        seats: three or four players.
        declarer: his seat, -1 without.
        free: the first so many tricks in which the declarer need not follow suit.
    """

    def __init__(self, order: Ranked, seats: i64, declarer: i64, free: i64) -> None:
        self.order = order
        self.seats = seats
        self.declarer = declarer
        self.free = free
        self.gone: i64 = 0
        """The cards that were played."""
        self.void: i64 = 0
        """By suit, four bits each, the seats that have shown to hold none of it."""
        self.number: i64 = 0
        """Tricks complete."""
        self.actor: i64 = 0
        """Whose turn it is."""
        self.waiting: i64 = two_to(seats) - 1
        """The seats that have not played to the trick."""
        self.led: i64 = -1
        """The suit led, by number; -1 before."""
        self.best: i64 = 0
        """The card that is winning the trick, 0 before the lead."""
        self.winner: i64 = 0
        """The seat whose card that is."""

    def take_over(self, other: Course) -> None:
        """Stand where another course stands."""
        self.gone = other.gone
        self.void = other.void
        self.number = other.number
        self.actor = other.actor
        self.waiting = other.waiting
        self.led = other.led
        self.best = other.best
        self.winner = other.winner

    def lead(self, seat: i64) -> None:
        """A trick begins."""
        self.actor = seat
        self.waiting = two_to(self.seats) - 1
        self.led = -1
        self.best = 0

    def legal(self, hand: i64) -> i64:
        """What the seat whose turn it is may play from a hand."""
        if self.led < 0:
            return hand
        fitting = hand & self.order.lane(self.led)
        if not fitting or (self.actor == self.declarer and self.number < self.free):
            return hand
        return fitting

    def play(self, bit: i64) -> bool:
        """The seat whose turn it is plays a card; whether the trick is complete."""
        order = self.order
        seat = self.actor
        self.gone |= bit
        if self.led < 0:
            self.led = order.suit_of(bit)
            self.best = bit
            self.winner = seat
        else:
            lane = order.lane(self.led)
            if not bit & lane and (seat != self.declarer or self.number >= self.free):
                self.void |= two_to(4 * self.led + seat)
            if self.best & order.trumps:
                lane = order.trumps
            if bit > self.best if bit & lane else bit & order.trumps != 0:
                self.best = bit
                self.winner = seat
        self.waiting ^= two_to(seat)
        if not self.waiting:
            self.number += 1
            self.lead(self.winner)
            return True
        seat += 1
        self.actor = 0 if seat == self.seats else seat
        return False
