"""How far a deal has been played, as everybody at the table sees it; cards are ranked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from boston_rules.core.cardplay.bits import count_of, two_to
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cardplay.tricks import (
    cards_beating,
    choice_of,
    lacking,
    may_play,
    void_shown,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Progress"]


class Progress:
    """How far a deal has been played: cards gone, voids shown, the current trick, whose turn it is.

    Args:
        order: the trick table.
        seats: three or four players.
        declarer: his seat, -1 without.
        binds: where a play rule binds otherwise than by following suit, the sets of cards that bind
            a player: by his seat, the leader, how many tricks are complete, the cards that follow,
            the one that is winning, and those of ``watched`` that are left.
        lasts: in how many tricks it does.
        watched: the cards that it tells from others of their suit.
    """

    def __init__(
        self,
        order: Ranked,
        seats: i64,
        declarer: i64,
        binds: Callable[[int, int, int, int, int, int], Sequence[int]] | None = None,
        lasts: i64 = 0,
        watched: i64 = 0,
    ) -> None:
        self.order = order
        self.seats = seats
        self.declarer = declarer
        self.binds = binds
        self.lasts = lasts
        self.watched = watched
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
        self.actor = other.actor
        self.waiting = other.waiting
        self.led = other.led
        self.lane = other.lane
        self.best = other.best
        self.winner = other.winner

    def lead(self, seat: i64) -> None:
        """A trick begins."""
        self.actor = seat
        self.waiting = two_to(self.seats) - 1
        self.led = -1
        self.lane = 0
        self.best = 0

    def legal(self, hand: i64) -> i64:
        """What the seat whose turn it is may play from a hand."""
        if self.number < self.lasts:
            return choice_of(hand, self._masks())
        return may_play(hand, self.lane)

    def _masks(self) -> Sequence[int]:
        """The sets of cards that bind the seat whose turn it is."""
        assert self.binds is not None, "a rule binds"
        played = count_of(two_to(self.seats) - 1 & ~self.waiting)
        leader = self.actor - played
        if leader < 0:
            leader += self.seats
        left = self.watched & ~self.gone
        return self.binds(self.actor, leader, self.number, self.lane, self.best, left)

    def _show(self, seat: i64, lacks: i64) -> None:
        """Note the suits of which a seat holds nothing, of cards that it does not hold."""
        suit: i64 = 0
        while suit < 4:
            if not self.order.lane(suit) & ~lacks:
                self.void |= two_to(4 * suit + seat)
            suit += 1

    def play(self, bit: i64) -> bool:
        """The seat whose turn it is plays a card; whether the trick is complete."""
        seat = self.actor
        lane = self.lane
        if self.number < self.lasts:
            self._show(seat, lacking(bit, self._masks()))
        elif lane and void_shown(bit, lane):
            self.void |= two_to(4 * self.led + seat)
        self.gone |= bit
        if not lane:
            self.led = self.order.suit_of(bit)
            self.lane = self.order.lane(self.led)
            self.best = bit
            self.winner = seat
        elif bit & cards_beating(self.best, lane, self.order.trumps):
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
