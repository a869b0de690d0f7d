"""How far a deal has been played, as everybody at the table sees it; cards are ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boston_rules.core.cardplay.bits import two_to
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cardplay.tricks import cards_beating, may_play, void_shown

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Progress"]


class Progress:
    """How far a deal has been played: cards gone, voids shown, the current trick, whose turn it is.

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
        self.exempt: i64 = declarer if free > 0 else -1
        """The seat that need not follow suit in this trick, -1 if all must."""
        self.actor: i64 = 0
        """Whose turn it is."""
        self.waiting: i64 = two_to(seats) - 1
        """The seats that have not played to the trick."""
        self.led: i64 = -1
        """The suit led, by number; -1 before."""
        self.lane: i64 = 0
        """The cards of the suit led, 0 before."""
        self.best: i64 = 0
        """The card that is winning the trick, 0 before the lead."""
        self.winner: i64 = 0
        """The seat whose card that is."""

    def take_over(self, other: Progress) -> None:
        """Copy where another one stands, of the same deal."""
        self.gone = other.gone
        self.void = other.void
        self.number = other.number
        self.exempt = other.exempt
        self.actor = other.actor
        self.waiting = other.waiting
        self.led = other.led
        self.lane = other.lane
        self.best = other.best
        self.winner = other.winner

    def lead(self, seat: i64) -> None:
        """A trick begins."""
        self.exempt = self.declarer if self.number < self.free else -1
        self.actor = seat
        self.waiting = two_to(self.seats) - 1
        self.led = -1
        self.lane = 0
        self.best = 0

    def legal(self, hand: i64) -> i64:
        """What the seat whose turn it is may play from a hand."""
        return hand if self.actor == self.exempt else may_play(hand, self.lane)

    def play(self, bit: i64) -> bool:
        """The seat whose turn it is plays a card; whether the trick is complete."""
        seat = self.actor
        lane = self.lane
        self.gone |= bit
        if not lane:
            self.led = self.order.suit_of(bit)
            self.lane = self.order.lane(self.led)
            self.best = bit
            self.winner = seat
        else:
            if seat != self.exempt and void_shown(bit, lane):
                self.void |= two_to(4 * self.led + seat)
            if bit & cards_beating(self.best, lane, self.order.trumps):
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
