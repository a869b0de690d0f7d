"""Whether a side reaches its number of tricks, all cards seen and both sides at their best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from boston_rules.core.cardplay.bits import (
    BIT,
    check_position,
    count_of,
    number_of,
    top_of,
    two_to,
)
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cardplay.tricks import choice_of
from boston_rules.solver.search.effort import Effort
from boston_rules.solver.search.layout import LENGTHS, OWNERS, tops
from boston_rules.solver.search.memory import Entry, Memory
from boston_rules.solver.search.ordering import Ordering

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Search", "most_reached"]

_PLACED: Final = 2
"""Cards that a rule tells from others, whose ranks have room in the key of a pattern."""
_HIGHER: Final = 2
"""A plain card of a lone declarer with more cards of the others above it counts as low."""
_ALONE: Final = 300
"""Positions after which a search is helped by a coarser one."""


def most_reached(reaches: Callable[[int], bool], low: int, high: int, guess: int) -> int:
    """The highest number that is reached, known to lie between two; the guess is tried first."""
    while low < high:
        guess = min(max(guess, low + 1), high)
        if reaches(guess):
            low = guess
            guess += 1
        else:
            high = guess - 1
            guess = high
    return low


class Search(Ordering):
    """Answers about one deal; what one question finds serves the next.

    Args:
        order: the trick table.
        hands: what each of three or four seats holds, in ranked numbers.
        leader: who leads, or has led ``trick``.
        trick: the cards of the current trick, no longer in the hands.
        friends: the seats that play together for the contract, as bits.
        counted: the seats whose tricks count, as bits.
        sets: whether sets of numbers of tricks are asked for, instead of least numbers.
        watched: where a play rule binds otherwise than by following suit, the cards that it tells
            from others of their suit, in ranked numbers.
        lasts: in how many tricks from the current one on it binds so; see :meth:`obey`.
        memory: the most positions kept.
        effort: what is counted together with another search.
        alike: cards, in ranked numbers, that are not told apart from those of the same suit next to
            them: all of the opponents, and in each suit those of ``friends`` below some card. The
            opponents choose which of such cards has won a trick: what the side reaches so it
            reaches whoever holds which of them, but not the other way round.

    Raises:
        ValueError: the hands, the trick or the leader are of no position.
    """

    def __init__(
        self,
        order: Ranked,
        hands: Sequence[int],
        leader: i64,
        trick: Sequence[int],
        friends: i64,
        counted: i64,
        *,
        sets: bool = False,
        watched: int = 0,
        lasts: i64 = 0,
        memory: i64 = 1000000,
        effort: Effort | None = None,
        alike: int = 0,
    ) -> None:
        check_position(hands, leader, trick, 0)
        everybody = 2 ** len(hands) - 1
        # In a contract to win few, the tricks of the others are counted.
        few = counted if sets else everybody & ~counted
        alone = count_of(few) == 1 and few & friends and (sets or counted != friends)
        victim = number_of(few) if alone else -1
        super().__init__(order, hands, leader, trick, friends, victim, alike)
        self.counted = counted
        self.sets = sets
        self.bounded: bool = not sets and counted == friends
        self.binds: Callable[[int, int, int, int, int, int], Sequence[int]] | None = None
        self.loose: bool = True
        """Whether at most following suit binds the declarer of a contract to win few."""
        self.done: i64 = 0
        """Tricks complete before the search began."""
        cards: i64 = len(trick)
        left: i64 = 0
        for hand in hands:
            cards += count_of(hand)
        for seat in range(self.seats):
            left |= self.hand(seat)
        self.tricks: i64 = cards // self.seats
        """Tricks left, the current one included."""
        self.begun: i64 = self.tricks
        """The same when the search began."""
        self.strict: i64 = self.tricks - lasts
        """With so many tricks left or fewer players must follow suit, and nothing else binds."""
        told_apart: i64 = 0
        for card, number in self.numbers.items():
            if watched & BIT[card]:
                told_apart |= two_to(number)
        self.watched = told_apart
        self.exact: bool = count_of(self.watched) > _PLACED
        """Whether positions are kept card by card, since a rule looks at more cards than a pattern
        has room for."""
        self.memory: Memory = Memory(memory)
        self.effort: Effort = Effort() if effort is None else effort
        self.coarse: Search | None = None
        """The same search with fewer cards told apart: a yes of it is one."""
        self.alone: i64 = 2**60
        """The number of positions from which on there is one."""
        if not alike and not lasts and not watched and count_of(friends) == 1:
            self.alone = _ALONE
        self._dealt = (order, tuple(hands), leader, tuple(trick), memory)
        self.move: i64 = 0
        """The lead that gave the last answer, 0 if none did."""
        self.killers: list[int] = [0] * 64
        """By tricks left and leader, the last lead that gave an answer."""
        # The position asked about.
        self.count: i64 = len(trick)
        self.led: i64 = 0
        self.best: i64 = 0
        self.winner: i64 = leader
        self.lying: i64 = 0
        self.seat: i64 = leader
        self.left: i64 = left
        self._lay(leader, trick)

    @property
    def nodes(self) -> int:
        """Positions before a trick that were looked at."""
        return self.effort.nodes

    def coarser(self, higher: int = _HIGHER) -> Search:
        """The same search with fewer cards told apart.

        The opponents' cards are alike, and so are, where tricks are to be won, the declarer's plain
        cards that have more than some number of theirs above them.

        Args:
            higher: that number.
        """
        order, hands, leader, trick, memory = self._dealt
        theirs = self.full
        for seat in range(self.seats):
            if self.friends >> seat & 1:
                theirs &= ~self.hand(seat)
        alike: i64 = 0
        for card, number in self.numbers.items():
            bit = two_to(number)
            low = count_of(theirs & self.lane_of(bit) & -bit) > higher and not bit & self.trumps
            if theirs & bit or (low and self.bounded):
                alike |= BIT[card]
        return Search(
            order,
            hands,
            leader,
            trick,
            self.friends,
            self.counted,
            sets=self.sets,
            memory=memory,
            effort=self.effort,
            alike=alike,
        )

    def obey(
        self,
        binds: Callable[[int, int, int, int, int, int], Sequence[int]],
        done: i64,
        loose: Sequence[int],
    ) -> None:
        """Ask a play rule what binds a seat.

        Args:
            binds: the sets of cards that bind a seat, by the seat, the leader, how many tricks are
                complete, the cards that follow, the one that is winning, and the watched cards
                left; all in the numbers of the search.
            done: how many tricks were complete before the search began.
            loose: the seats that the rule never binds to more than following suit.
        """
        self.binds = binds
        self.done = done
        self.loose = self.victim in loose

    def bound(
        self, hand: i64, seat: i64, leader: i64, led: i64, best: i64, left: i64, tricks: i64
    ) -> i64:
        """The cards of a hand that may be played under the rule."""
        assert self.binds is not None, "a rule binds"
        number = self.done + self.begun - tricks
        masks = self.binds(seat, leader, number, led, best, left & self.watched)
        return choice_of(hand, masks)

    def stand(self, cards: int, leader: int, trick: Sequence[int]) -> None:
        """Ask from now on about another position of the same deal; what is known of it is kept.

        Args:
            cards: all cards in the hands, in ranked numbers, of those that it began with.
            leader: who leads, or has led ``trick``.
            trick: the cards of the current trick, in ranked numbers, no longer in the hands.
        """
        left: i64 = 0
        for card, number in self.numbers.items():
            if cards & BIT[card]:
                left |= two_to(number)
        self.left = left
        self._lay(leader, trick)
        self.tricks = (count_of(self.left) + len(trick)) // self.seats

    def _lay(self, leader: i64, trick: Sequence[int]) -> None:
        """Lay the cards of the current trick on the table."""
        self.count = len(trick)
        self.led = 0
        self.best = 0
        self.winner = leader
        self.lying = 0
        seat_now: i64 = leader
        for card in trick:
            bit = two_to(self.numbers[card])
            if not self.best:
                self.led = self.lane_of(bit)
            if not self.best or self.beats(bit, self.best, self.led):
                self.best = bit
                self.winner = seat_now
            self.lying |= bit
            seat_now = (seat_now + 1) % self.seats
        self.seat = seat_now
        self.left &= ~self.lying

    def reaches(self, need: i64) -> bool:
        """Whether the side reaches so many tricks, or a number of a set, from here on."""
        if self.count == self.seats:
            return self._ended(self.left, self.lying, self.best, self.winner, self.tricks, need)
        if self.count:
            return self._follow(
                self.left, self.seat, self.count, self.led, self.best, self.winner, self.lying,
                self.tricks, need,
            )  # fmt: skip
        return self._lead(self.left, self.seat, self.tricks, need)

    def reaches_by(self, card: int, need: i64) -> bool:
        """The same after a card, in ranked numbers, of the seat whose turn it is."""
        bit = two_to(self.numbers[card])
        if self.count == self.seats:
            raise ValueError("the trick is complete")
        led, best, winner = self.led, self.best, self.winner
        if not self.count:
            led, best, winner = self.lane_of(bit), bit, self.seat
        elif self.beats(bit, best, led):
            best, winner = bit, self.seat
        left, trick = self.left ^ bit, self.lying | bit
        if self.count + 1 == self.seats:
            return self._ended(left, trick, best, winner, self.tricks, need)
        after = self.seat + 1 if self.seat + 1 < self.seats else 0
        return self._follow(
            left, after, self.count + 1, led, best, winner, trick, self.tricks, need
        )

    def alike(self, card: int) -> tuple[int, ...]:
        """The cards of the seat whose turn it is that are worth the same as one, in ranked numbers.

        Between them no card of another hand is in play.
        """
        hand = self.hand(self.seat) & self.left
        run = (hand | self.full & ~(self.left | self.lying)) & ~self.watched
        for number in range(len(self.cards)):
            if hand & two_to(number):
                low = two_to(number)
                same = hand & run & ~(run + low)
                if same & two_to(self.numbers[card]):
                    return tuple(
                        [self.cards[at] for at in range(len(self.cards)) if same & two_to(at)]
                    )
        return (card,)

    def most(self, low: int, high: int, guess: int) -> int:
        """The most tricks that the side reaches, known to lie between two numbers."""
        return most_reached(self.reaches, low, high, guess)

    def _ended(self, left: i64, trick: i64, best: i64, winner: i64, tricks: i64, need: i64) -> bool:
        """The same when a trick is complete."""
        if not best & self.apart:
            return self._claimed(left, trick, best, tricks, need)
        if self.counted >> winner & 1:
            need = need >> 1 if self.sets else need - 1
        made = self._lead(left, winner, tricks - 1, need)
        same = trick & self.lane_of(best)
        if same & (same - 1):
            self.rests_on(self.mark | best)
        return made

    def _band(self, cards: i64, best: i64) -> i64:
        """The cards that are not told apart from a card, with itself."""
        lane = self.lane_of(best)
        apart = self.apart & cards & lane
        found = cards & lane
        under = top_of(apart & (best - 1))
        if under:
            found &= -(under + under)
        over = apart & -best
        if over:
            found &= (over & -over) - 1
        return found

    def _claimed(self, left: i64, trick: i64, best: i64, tricks: i64, need: i64) -> bool:
        """The same where the opponents choose which of some cards has won the trick."""
        band = self._band(left | trick, best) & trick
        same = trick & self.lane_of(best)
        top: i64 = best if same & (same - 1) else 0
        mark = top
        seat: i64 = 0
        while seat < self.seats:
            if self.hand(seat) & band:
                rest = need
                if self.counted >> seat & 1:
                    rest = need >> 1 if self.sets else need - 1
                if not self._lead(left, seat, tricks - 1, rest):
                    self.rests_on(self.mark | top)
                    return False
                mark |= self.mark
            seat += 1
        self.rests_on(mark)
        return True

    def _lead(self, left: i64, leader: i64, tricks: i64, need: i64) -> bool:
        """The same before a trick."""
        self.rests_on(0)
        self.move = 0
        if self.sets:
            full = two_to(tricks + 1) - 1
            need &= full
            if not need:
                return False
            if need == full:
                return True
        elif need <= 0:
            return True
        elif need > tricks:
            return False
        effort = self.effort
        effort.nodes += 1
        if effort.nodes >= effort.alarm:
            effort.look()
        if tricks == 1:
            return self._last(left, leader, need)
        t0: i64 = self.suit0[left & self.mask0]
        t1: i64 = self.suit1[left >> self.start1 & self.mask1]
        t2: i64 = self.suit2[left >> self.start2 & self.mask2]
        t3: i64 = self.suit3[left >> self.start3 & self.mask3]
        if self.bounded and tricks <= self.strict:
            if self.friends >> leader & 1:
                if self.cash(left, leader, tricks, t0, t1, t2, t3, need):
                    return True
            elif self.cash(left, leader, tricks, t0, t1, t2, t3, tricks - need + 1):
                return False
            seat: i64 = 0
            if self.trump >= 0:
                cards = self.part(left, self.trump)
                strength = self.strength(cards)
                while seat < self.seats:
                    value = strength >> 4 * seat & 15
                    if value:
                        if self.friends >> seat & 1:
                            if value >= need:
                                depth = self.depth(cards, seat, need)
                                self.rests_on(tops(left & self.trumps, depth))
                                return True
                        elif tricks - value < need:
                            depth = self.depth(cards, seat, tricks - need + 1)
                            self.rests_on(tops(left & self.trumps, depth))
                            return False
                    seat += 1
            trumps = left & self.trumps
            seat = 0
            while seat < self.seats:
                if seat != leader and not trumps & ~self.hand(seat):
                    if self.friends >> seat & 1:
                        if self.waiting(left, seat, tricks, t0, t1, t2, t3, need):
                            return True
                    elif self.waiting(left, seat, tricks, t0, t1, t2, t3, tricks - need + 1):
                        return False
                seat += 1
        elif self.victim >= 0 and (self.loose or tricks <= self.strict):
            if leader != self.victim and (not self.sets or need & 1 != 0) and self.secure(left):
                return True
            if tricks <= self.strict and not left & self.trumps:
                losses = need
                if self.sets:
                    # So many at most are to be won.
                    losses = tricks + 1 - count_of(need) if not need & need + 1 else 0
                if losses:
                    found = self.losing(left, leader, tricks, losses)
                    if found >= 0:
                        return found == 1
        lengths: i64 = t0 >> LENGTHS & 0xFFFF
        lengths |= (t1 >> LENGTHS & 0xFFFF) << 16
        lengths |= (t2 >> LENGTHS & 0xFFFF) << 32
        key = lengths | leader << 48 | tricks << 50
        owners = t0 & OWNERS | (t1 & OWNERS) << LENGTHS
        more = t2 & OWNERS | (t3 & OWNERS) << LENGTHS
        watched: i64 = left & self.watched if tricks > self.strict else 0
        if watched:
            key = left | leader << 56 if self.exact else key | self._places_of(watched, left) << 54
        hint: i64 = 0
        shape = self.memory.find(key)
        if shape is not None:
            entries = shape.entries
            at: i64 = len(entries)
            while at:
                at -= 1
                entry = entries[at]
                if (owners ^ entry.owners) & entry.mask == 0:
                    if (more ^ entry.more) & entry.mask_more == 0:
                        if self.sets:
                            known: i64 = entry.high if entry.low == need else -1
                        else:
                            known = 1 if entry.low >= need else 0 if entry.high < need else -1
                        if known >= 0:
                            shape.used(at)
                            self.rests_on(self._cards_of(left, entry) | watched)
                            self.move = entry.move
                            return known == 1
                        if entry.move:
                            hint = entry.move
                elif not hint:
                    hint = entry.move
        if effort.nodes >= self.alone:
            coarse = self.coarse
            if coarse is None:
                coarse = self.coarse = self.coarser()
            if coarse._lead(left, leader, tricks, need):
                self.rests_on(coarse.edges(left))
                self.move = coarse.move
                return True
            if coarse.move:
                hint = coarse.move
        made = self._choose(left, leader, tricks, need, hint)
        mark = self.mark | watched
        low: i64 = 0
        high: i64 = 99
        if self.sets:
            low = need
            high = 1 if made else 0
        elif made:
            low = need
        else:
            high = need - 1
        m0 = self._mask(left & self.lane0, mark & self.lane0)
        m1 = self._mask(left & self.lane1, mark & self.lane1)
        m2 = self._mask(left & self.lane2, mark & self.lane2)
        m3 = self._mask(left & self.lane3, mark & self.lane3)
        entry = Entry(owners, m0 | m1 << LENGTHS, more, m2 | m3 << LENGTHS, low, high, self.move)
        self.memory.add(key, entry)
        self.rests_on(mark)
        return made

    def _last(self, left: i64, leader: i64, need: i64) -> bool:
        """The same when each seat has one card."""
        cards = left & self.trumps
        if not cards:
            cards = left & self.lane_of(self.hand(leader) & left)
        best = top_of(cards)
        self.rests_on(best if cards & (cards - 1) else 0)
        seat: i64 = 0
        if not best & self.apart:
            band = self._band(left, best)
            while seat < self.seats:
                if self.hand(seat) & band:
                    won = self.counted >> seat & 1
                    if not (need >> won & 1 if self.sets else won):
                        return False
                seat += 1
            return True
        while not self.hand(seat) & best:
            seat += 1
        won = self.counted >> seat & 1
        # The answer depends on the trick, or it would have been given before.
        return (need >> won & 1 if self.sets else won) != 0

    def _places_of(self, watched: i64, left: i64) -> i64:
        """Where the watched cards stand among those left of their suits, four bits each."""
        found: i64 = 0
        shift: i64 = 0
        every = self.watched
        while every:
            bit = every & -every
            every ^= bit
            if watched & bit:
                found |= count_of(left & self.lane_of(bit) & -bit) << shift
            shift += 4
        return found

    def _mask(self, cards: i64, mark: i64) -> i64:
        """The owners that matter of a suit."""
        lowest = self.edge(cards, mark)
        if not lowest:
            return 0
        depth = count_of(cards & -lowest)
        return OWNERS & ~(OWNERS >> 2 * depth)

    def edges(self, left: i64) -> i64:
        """The lowest cards on which the last answer rests, of those left."""
        return (
            self.edge(left & self.lane0, self.mark & self.lane0)
            | self.edge(left & self.lane1, self.mark & self.lane1)
            | self.edge(left & self.lane2, self.mark & self.lane2)
            | self.edge(left & self.lane3, self.mark & self.lane3)
        )

    def _cards_of(self, left: i64, entry: Entry) -> i64:
        """The cards on which an answer kept rests, in another position of its pattern."""
        found: i64 = 0
        if entry.mask & OWNERS:
            found |= tops(left & self.lane0, count_of(entry.mask & OWNERS) >> 1)
        if entry.mask >> LENGTHS:
            found |= tops(left & self.lane1, count_of(entry.mask >> LENGTHS) >> 1)
        if entry.mask_more & OWNERS:
            found |= tops(left & self.lane2, count_of(entry.mask_more & OWNERS) >> 1)
        if entry.mask_more >> LENGTHS:
            found |= tops(left & self.lane3, count_of(entry.mask_more >> LENGTHS) >> 1)
        return found

    def _choose(self, left: i64, leader: i64, tricks: i64, need: i64, hint: i64) -> bool:
        """The best lead."""
        mine = self.friends >> leader & 1
        hand = self.hand(leader) & left
        run = self.equals(hand, left)
        may = hand
        if tricks > self.strict:
            may = self.bound(hand, leader, leader, 0, 0, left, tricks)
        rest = self.different(may, left)
        after: i64 = leader + 1 if leader + 1 < self.seats else 0
        if hint & hand:
            hint = top_of(rest & (hint + hint - 1))
        else:
            killer: i64 = self.killers[tricks * 4 + leader]
            hint = rest & killer
        mark: i64 = 0
        while rest:
            bit = hint if hint else self.lead_first(rest, left, leader)
            hint = 0
            rest ^= bit
            made = self._follow(
                left ^ bit, after, 1, self.lane_of(bit), bit, leader, bit, tricks, need
            )
            if made == (mine != 0):
                self.move = bit
                number = number_of(bit)
                self.history[number] = self.history[number] + tricks * tricks
                self.killers[tricks * 4 + leader] = bit
                return made
            rest &= ~self.as_low(bit, self.mark, left)
            mark |= self.mark
            # An answer that rests on one of equal cards rests on all, since one is tried for all.
            if mark & hand & run & ~(run + bit):
                mark |= bit
        self.rests_on(mark)
        self.move = 0
        return mine == 0

    def _follow(
        self,
        left: i64,
        seat: i64,
        count: i64,
        led: i64,
        best: i64,
        winner: i64,
        trick: i64,
        tricks: i64,
        need: i64,
    ) -> bool:
        """The same in a trick: the best card of the seat whose turn it is."""
        hand = self.hand(seat) & left
        if tricks > self.strict:
            leader = seat - count + (self.seats if seat < count else 0)
            may = self.bound(hand, seat, leader, led, best, left, tricks)
        else:
            may = hand & led
            if not may:
                may = hand
        mine = self.friends >> seat & 1
        table = left | trick
        run = self.equals(may, table)
        rest = may if not may & (may - 1) else self.different(may, table)
        after: i64 = seat + 1 if seat + 1 < self.seats else 0
        count += 1
        mark: i64 = 0
        first: i64 = 0
        throws = not may & led
        if rest & (rest - 1):
            taking = self.taking(rest, led, best)
            if self.victim >= 0:
                if not throws:
                    first = self.lower(rest, taking, left, seat, count, led, best, winner)
            else:
                first = self.cheapest(left, taking, seat, count, led, best, winner, mine)
                if not first and taking and (self.friends >> winner & 1) != mine:
                    first = taking & -taking
        while rest:
            if first:
                bit = first
                first = 0
            elif throws:
                if self.victim < 0:
                    bit = self.discard(rest, left, hand)
                else:
                    bit = self.riddance(rest, left, seat)
            elif seat == self.victim or self.sets:
                bit = top_of(rest)
            else:
                bit = rest & -rest
            rest ^= bit
            if self.beats(bit, best, led):
                top, holder = bit, seat
            else:
                top, holder = best, winner
            if count < self.seats:
                made = self._follow(
                    left ^ bit, after, count, led, top, holder, trick | bit, tricks, need
                )
            else:
                made = self._ended(left ^ bit, trick | bit, top, holder, tricks, need)
            if made == (mine != 0):
                return made
            rest &= ~self.as_low(bit, self.mark, table)
            mark |= self.mark
            # An answer that rests on one of equal cards rests on all, since one is tried for all.
            if mark & may & run & ~(run + bit):
                mark |= bit
        self.rests_on(mark)
        return mine == 0
