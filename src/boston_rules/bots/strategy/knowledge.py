"""What a player knows of the cards when it is his turn, and what he concludes from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boston_rules.core.cardplay.bits import FULL, count_of, top_of, two_to
from boston_rules.core.cardplay.progress import Progress
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cardplay.tricks import cards_beating

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Knowledge"]


class Knowledge:
    """The table as one seat sees it; cards are ranked, seats are bits of a set.

    It serves turn after turn: :meth:`update`, and :meth:`show_hand` for hands that lie face up, set
    what a seat knows.

    Args:
        order: the trick table.
        seats: players at the table.
        declarer: his seat, -1 without.
    """

    def __init__(self, order: Ranked, seats: i64, declarer: i64) -> None:
        self.order = order
        self.seats = seats
        self.declarer = declarer
        self.seat: i64 = 0
        """Whose turn it is."""
        self.hand: i64 = 0
        self.legal: i64 = 0
        """The cards that may be played."""
        self.unseen: i64 = 0
        """The cards that lie where this seat cannot see them."""
        self.side: i64 = 0
        """The seats known to be of the declarer's side."""
        self.allies: i64 = 0
        """The seats that are with this one, itself among them."""
        self.rivals: i64 = 0
        """The seats that are not."""
        self.later: i64 = 0
        """The seats that play to this trick after this one."""
        self.void: i64 = 0
        """By suit, four bits each, the seats known to hold none of it."""
        self.shown: i64 = 0
        """The declarer's hand where it lies face up, else 0."""
        self.best: i64 = 0
        """The card that is winning the trick, 0 before the lead."""
        self.winner: i64 = 0
        """The seat whose card that is, as a set."""
        self.led: i64 = 0
        """The suit led, by number."""
        self.beating: i64 = 0
        """The cards that would be winning the trick."""

    def update(
        self,
        progress: Progress,
        seat: i64,
        hand: i64,
        legal: i64,
        hidden: i64,
        side: i64,
        allies: i64,
    ) -> None:
        """Take in what a seat knows at its turn.

        Args:
            progress: how far the deal has been played.
            seat: whose turn it is.
            hand: what it holds.
            legal: what it may play.
            hidden: the cards it was not dealt.
            side: the seats it knows to be of the declarer's side.
            allies: the seats that are with it, itself among them.
        """
        order = self.order
        others = (two_to(self.seats) - 1) & ~two_to(seat)
        self.seat = seat
        self.hand = hand
        self.legal = legal
        self.unseen = hidden & ~progress.gone
        self.side = side
        self.allies = allies
        self.rivals = (two_to(self.seats) - 1) & ~allies
        self.later = progress.waiting & ~two_to(seat)
        self.shown = 0
        void = progress.void
        for suit in range(4):
            if not self.unseen & order.lane(suit):
                void |= others << 4 * suit
        self.void = void
        best = progress.best
        self.best = best
        self.winner = two_to(progress.winner)
        self.led = progress.led
        if best:
            self.beating = cards_beating(best, progress.lane, order.trumps)
        else:
            self.beating = FULL

    def show_hand(self, seat: i64, hand: i64) -> None:
        """Take in a hand that lies face up."""
        if seat == self.declarer:
            self.shown = hand
        for suit in range(4):
            if not hand & self.order.lane(suit):
                self.void |= two_to(4 * suit + seat)

    def higher(self, bit: i64) -> i64:
        """How many cards of its suit in other hands may beat a card."""
        return count_of(self.order.above(bit) & self.unseen)

    def lower(self, bit: i64) -> i64:
        """How many cards of its suit in other hands it may beat."""
        return count_of(self.order.below(bit) & self.unseen)

    def touching(self, low: i64, high: i64) -> bool:
        """Whether two cards of a suit are worth the same: no card that may be out lies between."""
        return not self.order.above(low) & ~self.order.above(high) & self.unseen

    def is_master(self, bit: i64) -> bool:
        """Whether no card that may be in another hand stands above it in its suit."""
        return not self.order.above(bit) & self.unseen

    def has_trumps(self) -> bool:
        """Whether this seat holds a trump."""
        return self.hand & self.order.trumps != 0

    def void_in(self, suit: i64) -> i64:
        """The seats known to hold none of a suit."""
        return self.void >> 4 * suit & 15

    def trumps_out(self) -> i64:
        """How many trumps an opponent may still hold."""
        trump = self.order.trump
        if trump < 0 or not self.rivals & ~self.void_in(trump):
            return 0
        return count_of(self.unseen & self.order.trumps)

    def ruffing(self, seats: i64, suit: i64) -> i64:
        """Of some seats those that are known to be able to trump a suit."""
        trump = self.order.trump
        if trump < 0 or suit == trump:
            return 0
        return seats & self.void_in(suit) & ~self.void_in(trump)

    def holds_up(self, bit: i64) -> bool:
        """Whether a card that is winning now is likely to win against the seats still to play."""
        rivals = self.later & self.rivals
        if not rivals:
            return True
        suit = self.order.suit_of(bit)
        beaten = self.order.above(bit) & self.unseen
        if beaten and rivals & ~self.void_in(suit):
            return False
        led = self.led if self.best else suit
        if suit != led:
            return not beaten or not rivals & self.void_in(led)
        return not self.ruffing(rivals, led)

    def lowest_equal(self, bit: i64) -> i64:
        """The lowest of the cards that may be played that are worth as much as this one."""
        rest = self.legal & self.order.below(bit)
        while rest:
            other = top_of(rest)
            if not self.touching(other, bit):
                break
            bit = other
            rest ^= other
        return bit
