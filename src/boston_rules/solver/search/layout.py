"""The cards of one deal numbered for the search, and what follows from the cards left of a suit.

The cards still in play are numbered without gaps, suit by suit, the weakest card first, with an
unused number after each suit. Who holds a card never changes, so a position before a trick is the
set of the cards left and the leader, and much of what a search asks of a suit depends on the cards
left of it alone: that is looked up in tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from boston_rules.core.cardplay.bits import BIT, count_of, number_of, top_of, two_to
from boston_rules.core.cardplay.ranked import Ranked

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["LENGTHS", "OWNERS", "Layout", "tops"]

LENGTHS: Final = 28
"""The first bit of the four lengths, four bits each, in an entry of :attr:`Layout.suits`."""
OWNERS: Final = 0xFFFFFFF
"""The bits of the owners, two each from the highest card down, in such an entry."""
_RUN: Final = 44


def tops(mask: i64, count: i64) -> i64:
    """The highest cards of a mask, so many of them.

    >>> bin(tops(0b101101, 2))
    '0b101000'
    """
    drop = count_of(mask) - count
    while drop > 0:
        mask &= mask - 1
        drop -= 1
    return mask


class Layout:
    """The cards of a deal as the search numbers them.

    Args:
        order: the trick table.
        hands: what each of three or four seats holds, in ranked numbers.
        leader: who leads, or has led ``trick``.
        trick: the cards of the current trick, no longer in the hands.
        alike: cards, in ranked numbers, that are not told apart from those of the same suit next to
            them.
        lower: the seats, as bits, whose cards count as the lower ones of those.
    """

    def __init__(
        self,
        order: Ranked,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int],
        alike: int,
        lower: int,
    ) -> None:
        seats = len(hands)
        owner: dict[int, int] = {}
        for seat in range(seats):
            rest: i64 = hands[seat]
            while rest:
                owner[number_of(rest & -rest)] = seat
                rest &= rest - 1
        for step in range(len(trick)):
            owner[trick[step]] = (leader + step) % seats
        self.cards: list[int] = []
        """By number, the ranked card; -1 for the unused numbers between the suits."""
        self.owners: list[int] = []
        """By number, the seat that holds the card."""
        self.numbers: dict[int, int] = {}
        """By ranked card, its number."""
        starts: list[int] = []
        masks: list[int] = []
        tables: list[list[int]] = []
        for suit in range(4):
            starts.append(len(self.cards))
            lane = order.lanes[suit]
            held: list[int] = []
            apart: list[bool] = []
            for card in range(52):
                if lane & BIT[card] and card in owner:
                    self.numbers[card] = len(self.cards)
                    self.cards.append(card)
                    held.append(owner[card])
                    apart.append(not alike & BIT[card])
            self.owners += held
            masks.append(2 ** len(held) - 1)
            # Seats count only where cards are not told apart: the other tables serve all sides.
            tables.append(_table(tuple(held), tuple(apart), 0 if all(apart) else lower))
            self.cards.append(-1)
            self.owners.append(-1)
        self.seats: i64 = seats
        self.start1: i64 = starts[1]
        self.start2: i64 = starts[2]
        self.start3: i64 = starts[3]
        self.mask0: i64 = masks[0]
        self.mask1: i64 = masks[1]
        self.mask2: i64 = masks[2]
        self.mask3: i64 = masks[3]
        self.lane0: i64 = masks[0]
        self.lane1: i64 = masks[1] * 2 ** starts[1]
        self.lane2: i64 = masks[2] * 2 ** starts[2]
        self.lane3: i64 = masks[3] * 2 ** starts[3]
        self.suit0: list[int] = tables[0]
        """By the cards left of the first suit: owners, lengths, and how many of the highest cards
        one seat holds."""
        self.suit1: list[int] = tables[1]
        self.suit2: list[int] = tables[2]
        self.suit3: list[int] = tables[3]
        self.trump: i64 = order.trump
        self.trumps: i64 = 0
        if order.trump >= 0:
            self.trumps = masks[order.trump] * 2 ** starts[order.trump]
        dealt = [0, 0, 0, 0]
        for card, seat in owner.items():
            dealt[seat] |= 2 ** self.numbers[card]
        self.hand0: i64 = dealt[0]
        """The cards of each seat, that which it has played to the current trick included."""
        self.hand1: i64 = dealt[1]
        self.hand2: i64 = dealt[2]
        self.hand3: i64 = dealt[3]
        self.full: i64 = self.lane0 | self.lane1 | self.lane2 | self.lane3
        self.apart: i64 = self.full
        """The cards that are told apart from all others."""
        for card, number in self.numbers.items():
            if alike & BIT[card]:
                self.apart &= ~two_to(number)

    def hand(self, seat: i64) -> i64:
        """The cards that a seat held at the start."""
        if seat < 2:
            return self.hand1 if seat else self.hand0
        return self.hand2 if seat == 2 else self.hand3

    def lane(self, suit: i64) -> i64:
        """The cards of a suit."""
        if suit < 2:
            return self.lane1 if suit else self.lane0
        return self.lane2 if suit == 2 else self.lane3

    def lane_of(self, bit: i64) -> i64:
        """The cards of the suit of a card."""
        if bit & self.lane0:
            return self.lane0
        if bit & self.lane1:
            return self.lane1
        return self.lane2 if bit & self.lane2 else self.lane3

    def part(self, left: i64, suit: i64) -> i64:
        """The cards of a suit, moved to the lowest bits."""
        if suit < 2:
            return left >> self.start1 & self.mask1 if suit else left & self.mask0
        return left >> self.start2 & self.mask2 if suit == 2 else left >> self.start3 & self.mask3

    def edge(self, cards: i64, mark: i64) -> i64:
        """The lowest card of a suit on whose rank an answer rests.

        Where that is not told apart from lower ones it is the lowest of them; if no card below it
        is told apart, who holds those is clear from the lengths and the cards above.

        Args:
            cards: the cards of the suit that count.
            mark: those of them on which the answer rests.
        """
        lowest = mark & -mark
        if lowest & ~self.apart:
            apart = cards & self.apart
            under = top_of(apart & (lowest - 1))
            if not under:
                return apart & -apart
            cards &= -(under + under)
            lowest = cards & -cards
        return lowest

    def entry(self, suit: i64, cards: i64) -> i64:
        """What the tables say of the cards left of a suit, moved to the lowest bits."""
        if suit < 2:
            return self.suit1[cards] if suit else self.suit0[cards]
        return self.suit2[cards] if suit == 2 else self.suit3[cards]


@lru_cache(maxsize=64)
def _table(held: tuple[int, ...], apart: tuple[bool, ...], lower: int) -> list[int]:
    """By the cards left of a suit whose cards these seats hold, from the weakest up, an entry.

    Cards that are not told apart are put in the order of the seats, the lower ones last.
    """
    table = [0]
    one = two_to(_RUN)
    lengths = one - 1 & ~OWNERS
    places = [seat + 4 * (lower >> seat & 1) for seat in range(4)]
    separate: i64 = 0
    for card in range(len(held)):
        seat: i64 = held[card]
        more = two_to(LENGTHS + 4 * seat)
        for cards in range(len(table)):
            entry: i64 = table[cards]
            owners = entry & OWNERS
            run = entry & ~(one - 1)
            at: i64 = 26
            if not apart[card]:
                top = top_of(cards & separate)
                end: i64 = 26 - 2 * count_of(cards & ~(top + top - 1) if top else cards)
                while at > end and places[owners >> at & 3] < places[seat]:
                    at -= 2
            if at == 26:
                run = one + (run if run and owners >> 26 == seat else 0)
            below = owners & (two_to(at + 2) - 1)
            owners += (seat << at) + (below >> 2) - below
            table.append(owners + (entry & lengths) + more + run)
        if apart[card]:
            separate |= two_to(card)
    return table
