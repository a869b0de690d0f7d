"""Which card to try first: the order decides how fast an answer is found, never which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from boston_rules.core.cardplay.bits import count_of, number_of, top_of
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.solver.search.bounds import Bounds

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Ordering"]

_WEIGHT: Final = 280
"""What the looks of a lead weigh beside the answers that it has given before."""


class Ordering(Bounds):
    """The cards of a seat in the order in which a search tries them.

    Args:
        order: the trick table.
        hands: what each seat holds, in ranked numbers.
        leader: who leads, or has led ``trick``.
        trick: the cards of the current trick.
        friends: the seats that play for the declarer, his own included, as bits.
        victim: the declarer, whose tricks alone count, in a contract to win few; else -1.
        alike: cards, in ranked numbers, that are not told apart from those next to them.
    """

    def __init__(
        self,
        order: Ranked,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int],
        friends: int,
        victim: int,
        alike: int,
    ) -> None:
        super().__init__(order, hands, leader, trick, friends, victim, alike)
        self.history: list[int] = [0] * 60
        """By number of a card, how often it gave an answer when it was led, long answers more."""
        self.sets: bool = False
        """Whether sets of numbers of tricks are asked for, instead of least numbers."""
        self.watched: i64 = 0
        """Cards that a play rule tells from others of their suit."""

    def beats(self, bit: i64, best: i64, led: i64) -> bool:
        """Whether a card takes a trick from the card that is winning it."""
        if best & self.trumps:
            return bit & self.trumps != 0 and bit > best
        return bit & self.trumps != 0 or (bit & led != 0 and bit > best)

    def equals(self, cards: i64, table: i64) -> i64:
        """The numbers that do not interrupt cards of one hand that are worth the same.

        The unused numbers between the suits do, and cards that are watched.

        Args:
            cards: the cards of the hand.
            table: the cards left and those of the trick.
        """
        return (cards & self.apart | self.full & ~table) & ~self.watched

    def different(self, cards: i64, table: i64) -> i64:
        """Of cards of one hand that are worth the same the lowest, which is tried for all.

        Args:
            cards: the cards to choose from.
            table: the cards left and those of the trick.
        """
        found = cards & self.watched
        run = self.equals(cards, table)
        alike = cards & ~self.apart
        cards &= self.apart & ~self.watched
        while cards:
            low = cards & -cards
            found |= low
            cards &= ~(run & ~(run + low))
        if alike:
            run = self.full & ~(table & self.apart)
            while alike:
                low = alike & -alike
                found |= low
                alike &= ~(run & ~(run + low))
        return found

    def as_low(self, bit: i64, mark: i64, table: i64) -> i64:
        """The cards of the suit of a card that would have given the same answer in its place.

        If the answer does not rest on the rank of so low a card, it rests on that of none below
        the cards on which it does.

        Args:
            bit: the card that was tried.
            mark: the cards on whose ranks the answer rests.
            table: the cards left and those of the trick.
        """
        lane = self.lane_of(bit)
        lowest = self.edge(table & lane, mark & lane)
        if not lowest:
            return lane
        return lane & (lowest - 1) if bit < lowest else 0

    def lead_first(self, rest: i64, left: i64, leader: i64) -> i64:
        """The lead to be tried first: one that has answered much before, or looks best."""
        found: i64 = 0
        most: i64 = -2000000000
        while rest:
            bit = rest & -rest
            rest ^= bit
            score: i64 = self.history[number_of(bit)]
            if self.victim < 0:
                score += _WEIGHT * self._promise(bit, left, leader)
            else:
                score += _WEIGHT * self._threat(bit, left, leader)
            if score > most:
                most = score
                found = bit
        return found

    def _promise(self, bit: i64, left: i64, leader: i64) -> i64:
        """How good a lead looks where both sides want tricks."""
        side = self.friends if self.friends >> leader & 1 else ~self.friends
        lane = self.lane_of(bit)
        cards = left & lane
        own = cards & self.hand(leader)
        found: i64 = 0
        last: i64 = 0
        step: i64 = 1
        seat = leader
        while step < self.seats:
            seat = seat + 1 if seat + 1 < self.seats else 0
            hand = self.hand(seat) & left
            if side >> seat & 1:
                last = step
            if not hand & lane and hand & self.trumps:
                if side >> seat & 1:
                    found += 35
                else:
                    found -= 60
            step += 1
        best = top_of(cards)
        holder: i64 = self.owners[number_of(best)]
        second = top_of(cards ^ best)
        lowest = bit == own & -own
        if not side >> holder & 1:
            found += 55 if lowest else 17
            if cards & self.hand(holder) == best:
                # It falls to whatever is led.
                found += 20
            return found
        if holder == leader:
            # Of cards that are worth the same the lowest is played.
            found += 60 if not cards & ~own & -bit else 10
        else:
            found += 95 if lowest else 10
        if second:
            next_holder: i64 = self.owners[number_of(second)]
            if side >> next_holder & 1:
                found += 15
            elif cards & self.hand(next_holder) == second:
                found += 20
            elif holder != leader and (next_holder - leader + self.seats) % self.seats < last:
                # A partner plays after it.
                found += 15
        return found

    def _threat(self, bit: i64, left: i64, leader: i64) -> i64:
        """How good a lead looks where the declarer wants to win few tricks."""
        lane = self.lane_of(bit)
        if leader == self.victim:
            return -count_of(left & lane & (bit - 1))
        prey = self.hand(self.victim) & left & lane
        if not prey:
            return 0
        low = prey & -prey
        others = left & lane & ~self.hand(leader) & ~prey
        found: i64 = 40 if bit < low else 20
        if others and others & -others < low:
            found += 20
        return found

    def riddance(self, rest: i64, left: i64, seat: i64) -> i64:
        """The card to throw off first where the declarer wants to win few tricks.

        The declarer throws a high card of a suit in which he may have to win; the others a card
        that cannot make him win: of a suit that he does not hold, or higher than his.
        """
        found: i64 = 0
        most: i64 = -1000
        prey = self.hand(self.victim) & left
        while rest:
            bit = top_of(rest)
            lane = self.lane_of(bit)
            rest &= ~lane
            mine = prey & lane
            if seat == self.victim:
                # How much higher than the lowest cards of the others.
                score = self.danger(left & lane & ~mine, mine)
            elif mine:
                score = count_of(mine & (bit - 1))
            else:
                score = 14
            if score > most:
                most = score
                found = bit
        return found

    def danger(self, theirs: i64, mine: i64) -> i64:
        """How many cards of the declarer in a suit may win."""
        found: i64 = count_of(mine)
        while mine and theirs:
            bit = theirs & -theirs
            if mine & -mine > bit:
                break
            theirs ^= bit
            mine &= mine - 1
            found -= 1
        if not theirs:
            return 0
        return found

    def lower(
        self,
        rest: i64,
        taking: i64,
        left: i64,
        seat: i64,
        count: i64,
        led: i64,
        best: i64,
        winner: i64,
    ) -> i64:
        """The card to follow suit with first where the declarer wants to win few tricks."""
        under = top_of(rest & ~taking)
        if seat == self.victim:
            if count < self.seats and not best & self.trumps & ~led:
                # Who plays later may have to go higher.
                at = seat
                while count < self.seats:
                    count += 1
                    at = at + 1 if at + 1 < self.seats else 0
                    held = self.hand(at) & left & led
                    held &= -held
                    if held > best:
                        best = held
                under = top_of(rest & (best - 1))
            return under if under else top_of(rest)
        behind = (self.victim - seat + self.seats) % self.seats
        if behind >= self.seats - count + 1:
            # He has played.
            return under if winner == self.victim else top_of(rest)
        if self.sets:
            prey = self.hand(self.victim) & left & led
            prey &= -prey
            below = top_of(rest & (prey - 1)) if best < prey else 0
            return below if below else top_of(rest)
        return rest & -rest

    def discard(self, rest: i64, left: i64, hand: i64) -> i64:
        """The card to throw off first: of a long suit without a card that it guards."""
        plain = rest & ~self.trumps
        if not plain:
            return rest & -rest
        found: i64 = 0
        most: i64 = -1000
        while plain:
            bit = plain & -plain
            lane = self.lane_of(bit)
            plain &= ~lane
            own = hand & lane
            length = count_of(own)
            higher = count_of(left & lane & -top_of(own))
            # Of the cards left of the suit the highest of the hand is the so manyth.
            score: i64 = 4 * length
            if higher == length:
                score -= 20
            if score > most:
                most = score
                found = bit
        return found

    def taking(self, cards: i64, led: i64, best: i64) -> i64:
        """The cards that take the trick from the card that is winning it."""
        if best & self.trumps:
            return cards & self.trumps & -(best + best)
        return cards & (led & -(best + best) | self.trumps)

    def cheapest(
        self,
        left: i64,
        taking: i64,
        seat: i64,
        count: i64,
        led: i64,
        best: i64,
        winner: i64,
        mine: i64,
    ) -> i64:
        """The cheapest card that wins the trick for sure, where a partner does not; 0 for none."""
        if not taking:
            return 0
        side = self.friends if mine else ~self.friends
        partner = side >> winner & 1
        # What the opponents still to play may have.
        over: i64 = 0
        turn = count
        at = seat
        while turn < self.seats:
            at = at + 1 if at + 1 < self.seats else 0
            if not side >> at & 1:
                hand = self.hand(at) & left
                may = hand & led
                over |= may if may else hand & self.trumps
            turn += 1
        if partner and not self.taking(over, led, best):
            return 0
        trumping = over & self.trumps & ~led
        if trumping:
            found = taking & self.trumps & -top_of(trumping)
        else:
            above = over & led
            found = taking
            if above:
                found = taking & -top_of(above)
        return found & -found
