"""The end of a deal with all cards seen: exact results by alpha-beta search.

All cards are ranked (see :mod:`~boston_rules.cardplay.ranked`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boston_rules.cardplay.bits import BIT, check_position, count_of, top_of, two_to
from boston_rules.cardplay.ranked import Ranked
from boston_rules.cardplay.tricks import cards_beating

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Known", "solve_avoiding", "solve_sides"]

Known = dict[tuple[int, int, int, int, int, int], tuple[int, int]]
"""By hands, leader and tricks wanted before a trick, the least and the most the result can be."""


def solve_sides(
    order: Ranked,
    hands: Sequence[int],
    leader: i64,
    camp: i64,
    trick: Sequence[int] = (),
    known: Known | None = None,
) -> int:
    """The tricks that the declarer's side wins from here on when both sides play perfectly.

    Args:
        order: the trick table.
        hands: what each of three or four seats holds.
        leader: who leads, or has led ``trick``.
        camp: the declarer's side, as bits by seat.
        trick: the cards of the current trick, no longer in the hands; it may be complete.
        known: results of positions of the same deal, kept between calls.

    Raises:
        ValueError: the hands, the trick or the leader are of no position.

    >>> lanes = tuple(0x1FFF << 13 * suit for suit in range(4))
    >>> order = Ranked(lanes, [[card % 13] * 52 for card in range(52)], -1)
    >>> solve_sides(order, (0b101, 0b010 | 1 << 20, 3 << 30, 3 << 40), 0, 0b0001)
    2
    >>> solve_sides(order, (0b101, 0b11000, 3 << 30, 3 << 40), 0, 0b0001)
    0
    """
    check_position(hands, leader, trick, 0)
    memory: Known = {} if known is None else known
    at = _Search(order, order.trumps, hands, leader, camp, trick, memory)
    cards: i64 = len(trick)
    for hand in hands:
        cards += count_of(hand)
    left = cards // at.seats
    if at.count == at.seats:
        won = camp >> at.winner & 1
        return won + at.lead(at.a, at.b, at.c, at.d, at.winner, left - 1, -won, left - won)
    if not at.count:
        return at.lead(at.a, at.b, at.c, at.d, leader, left, 0, left)
    return at.sides(
        at.a, at.b, at.c, at.d, at.seat, at.count, at.lane, at.best, at.winner, at.lying,
        left, 0, left,
    )  # fmt: skip


def solve_avoiding(
    order: Ranked,
    hands: Sequence[int],
    leader: i64,
    victim: i64,
    wanted: i64,
    trick: Sequence[int] = (),
    helpers: i64 = 0,
    known: Known | None = None,
) -> bool:
    """Whether a declarer wins exactly ``wanted`` tricks more, all playing perfectly.

    Args:
        order: the trick table.
        hands: what each of three or four seats holds.
        leader: who leads, or has led ``trick``.
        victim: the declarer.
        wanted: the tricks he must win from here on, no more and no fewer.
        trick: the cards of the current trick, no longer in the hands; it may be complete.
        helpers: seats that play for the declarer, as bits.
        known: results of positions of the same deal, kept between calls.

    Raises:
        ValueError: the hands, the trick, the leader or the declarer are of no position.

    >>> lanes = tuple(0x1FFF << 13 * suit for suit in range(4))
    >>> order = Ranked(lanes, [[card % 13] * 52 for card in range(52)], -1)
    >>> solve_avoiding(order, (0b0011, 0b1100, 3 << 30, 3 << 40), 0, 0, 0)
    True
    >>> solve_avoiding(order, (0b0110, 0b1001, 3 << 30, 3 << 40), 0, 0, 0)
    False
    """
    check_position(hands, leader, trick, 0)
    if victim < 0 or victim >= len(hands):
        raise ValueError(f"the declarer is a seat 0 to {len(hands) - 1}")
    memory: Known = {} if known is None else known
    at = _Search(order, 0, hands, leader, helpers | two_to(victim), trick, memory)
    at.victim = victim
    if at.count == at.seats:
        if at.winner == victim:
            wanted -= 1
        return wanted >= 0 and at.begins(at.a, at.b, at.c, at.d, at.winner, wanted)
    if not at.count:
        return at.begins(at.a, at.b, at.c, at.d, leader, wanted)
    return at.avoids(
        at.a, at.b, at.c, at.d, at.seat, at.count, at.lane, at.best, at.winner, at.lying, wanted
    )


class _Search:
    """A position, and what is known of those that come of it.

    The methods take a position apart, so that it is kept in words: the hands in the order of play,
    that of the seat whose turn it is first, that seat, and of the trick how many cards lie, the
    suit led as a mask, the best card, its seat, and the cards.
    """

    # The loops of `sides` and `avoids`, which visit every node, repeat what may_play and
    # cards_beating decide: calling them would make the search more than 10 % slower in plain
    # Python. tests/solver/test_endgame.py holds them to the functions.

    def __init__(
        self,
        order: Ranked,
        trumps: i64,
        hands: Sequence[int],
        leader: i64,
        camp: i64,
        trick: Sequence[int],
        known: Known,
    ) -> None:
        self.order = order
        self.trumps = trumps
        self.seats: i64 = len(hands)
        self.camp = camp
        self.known = known
        self.victim: i64 = -1
        seat = leader
        self.count: i64 = len(trick)
        self.lane: i64 = 0
        self.best: i64 = 0
        self.winner: i64 = leader
        self.lying: i64 = 0
        for card in trick:
            bit: i64 = BIT[card]
            if not self.best:
                self.lane = order.lane_of(bit)
            if not self.best or bit & cards_beating(self.best, self.lane, trumps):
                self.best = bit
                self.winner = seat
            self.lying |= bit
            seat = (seat + 1) % self.seats
        if self.count == self.seats:
            seat = self.winner
        self.seat = seat
        self.a: i64 = hands[seat]
        self.b: i64 = hands[(seat + 1) % self.seats]
        self.c: i64 = hands[(seat + 2) % self.seats]
        self.d: i64 = hands[(seat + 3) % self.seats] if self.seats > 3 else 0

    def turned(self, a: i64, b: i64, c: i64, d: i64, steps: i64) -> tuple[i64, i64, i64, i64]:
        """The hands when so many seats further is first."""
        while steps:
            if self.seats == 4:
                a, b, c, d = b, c, d, a
            else:
                a, b, c = b, c, a
            steps -= 1
        return a, b, c, d

    def lead(
        self, a: i64, b: i64, c: i64, d: i64, seat: i64, left: i64, alpha: i64, beta: i64
    ) -> i64:
        """Tricks of the camp, exact between alpha and beta, when ``left`` are to be played."""
        if left < 2:
            return self.sides(a, b, c, d, seat, 0, 0, 0, 0, 0, left, alpha, beta) if left else 0
        key = (a, b, c, d, seat, -1)
        low: i64 = 0
        high = left
        before = self.known.get(key)
        if before is not None:
            low = before[0]
            high = before[1]
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            if low > alpha:
                alpha = low
            if high < beta:
                beta = high
        value = self.sides(a, b, c, d, seat, 0, 0, 0, 0, 0, left, alpha, beta)
        if value <= alpha:
            self.known[key] = (low, min(high, value) if value > low else value)
        elif value >= beta:
            self.known[key] = (value, high)
        else:
            self.known[key] = (value, value)
        return value

    def sides(
        self,
        a: i64,
        b: i64,
        c: i64,
        d: i64,
        seat: i64,
        count: i64,
        lane: i64,
        best: i64,
        winner: i64,
        lying: i64,
        left: i64,
        alpha: i64,
        beta: i64,
    ) -> i64:
        """The same in a trick, which is counted by ``left``: the best card for the seat's side."""
        gaining = self.camp >> seat & 1
        found: i64 = -1 if gaining else 99
        live = a | b | c | d | lying
        rest = a & lane
        if not rest:
            rest = a
        after = seat + 1 if seat + 1 < self.seats else 0
        count += 1
        taking = self.trumps if best & self.trumps else lane
        led, top, holder = lane, best, winner
        run: i64 = 0
        last: i64 = 0
        while rest:
            bit = top_of(rest)
            rest ^= bit
            if bit & run:
                # Of two with no card of another hand between them the higher does for both.
                between = live & (last - 1) & -(bit + bit)
                last = bit
                if not between:
                    continue
            else:
                run = self.order.lane_of(bit)
                last = bit
            if count == 1:
                led, top, holder = run, bit, seat
            elif bit > best if bit & taking else bit & self.trumps:
                top, holder = bit, seat
            else:
                top, holder = best, winner
            if count < self.seats:
                if self.seats == 4:
                    value = self.sides(
                        b, c, d, a ^ bit, after, count, led, top, holder, lying | bit,
                        left, alpha, beta,
                    )  # fmt: skip
                else:
                    value = self.sides(
                        b, c, a ^ bit, 0, after, count, led, top, holder, lying | bit,
                        left, alpha, beta,
                    )  # fmt: skip
            else:
                value = self.camp >> holder & 1
                if left > 1:
                    steps = (holder - seat) % self.seats
                    e, f, g, h = self.turned(a ^ bit, b, c, d, steps)
                    value += self.lead(e, f, g, h, holder, left - 1, alpha - value, beta - value)
            if gaining:
                if value > found:
                    found = value
                    if found > alpha:
                        alpha = found
            elif value < found:
                found = value
                if found < beta:
                    beta = found
            if alpha >= beta:
                break
        return found

    def begins(self, a: i64, b: i64, c: i64, d: i64, seat: i64, wanted: i64) -> bool:
        """Whether the victim wins so many tricks more, no more and no fewer."""
        cards = count_of(a)
        if wanted > cards:
            return False
        if not cards:
            return wanted == 0
        key = (a, b, c, d, seat, wanted)
        before = self.known.get(key)
        if before is not None:
            return before[0] == 1
        result = self.avoids(a, b, c, d, seat, 0, 0, 0, 0, 0, wanted)
        self.known[key] = (1, 1) if result else (0, 0)
        return result

    def avoids(
        self,
        a: i64,
        b: i64,
        c: i64,
        d: i64,
        seat: i64,
        count: i64,
        lane: i64,
        best: i64,
        winner: i64,
        lying: i64,
        wanted: i64,
    ) -> bool:
        """The same in a trick; the camp is with the victim."""
        hoping = self.camp >> seat & 1 != 0
        live = a | b | c | d | lying
        rest = a & lane
        if not rest:
            rest = a
        after = seat + 1 if seat + 1 < self.seats else 0
        count += 1
        led, top, holder = lane, best, winner
        run: i64 = 0
        last: i64 = 0
        while rest:
            bit = top_of(rest)
            rest ^= bit
            if bit & run:
                between = live & (last - 1) & -(bit + bit)
                last = bit
                if not between:
                    continue
            else:
                run = self.order.lane_of(bit)
                last = bit
            if count == 1:
                led, top, holder = run, bit, seat
            elif bit & lane and bit > best:
                top, holder = bit, seat
            else:
                top, holder = best, winner
            if count < self.seats:
                if self.seats == 4:
                    made = self.avoids(
                        b, c, d, a ^ bit, after, count, led, top, holder, lying | bit, wanted
                    )
                else:
                    made = self.avoids(
                        b, c, a ^ bit, 0, after, count, led, top, holder, lying | bit, wanted
                    )
            else:
                missing = wanted - 1 if holder == self.victim else wanted
                made = False
                if missing >= 0:
                    e, f, g, h = self.turned(a ^ bit, b, c, d, (holder - seat) % self.seats)
                    made = self.begins(e, f, g, h, holder, missing)
            if made == hoping:
                return hoping
        return not hoping
