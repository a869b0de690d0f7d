"""Numbers for the cards in which a higher number of a suit is the better card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boston_rules.core.cardplay.bits import BIT, number_of

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Ranked", "ranking"]


def ranking(suits: Sequence[int], power: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """By card, its ranked number: suit by suit, in each from the weakest card up.

    Args:
        suits: the masks of the cards that count as each suit.
        power: by card led and card, what wins.

    >>> ranking((0b0011, 0b1100), ((1, 2, 0, 0), (1, 2, 0, 0), (0, 0, 2, 1), (0, 0, 2, 1)))
    (0, 1, 3, 2)
    """
    rows = [[card for card in range(52) if suit & BIT[card]] for suit in suits]
    found = [0] * sum([len(row) for row in rows])
    number = 0
    for row in rows:
        levels = {power[card][card]: card for card in row}
        for level in sorted(levels):
            found[levels[level]] = number
            number += 1
    return tuple(found)


class Ranked:
    """The cards of one trick table in ranked numbers: each suit a run of bits, weakest card lowest.

    Args:
        suits: the masks of the cards that count as each of the four suits.
        power: by card led and card, what wins.
        trump: the number of the trump suit, -1 without.

    >>> lanes = tuple(0x1FFF * 2 ** (13 * suit) for suit in range(4))
    >>> order = Ranked(lanes, [[card % 13] * 52 for card in range(52)], 3)
    >>> order.plain, order.trumps == lanes[3], order.suit_of(2**14)
    (True, True, 1)
    """

    def __init__(self, suits: Sequence[int], power: Sequence[Sequence[int]], trump: int) -> None:
        self.numbers: tuple[int, ...] = ranking(suits, power)
        """By card, its ranked number."""
        cards = [0] * 52
        levels = [0] * 52
        lanes = [0, 0, 0, 0]
        for suit in range(4):
            for card in range(52):
                if suits[suit] & BIT[card]:
                    number = self.numbers[card]
                    cards[number] = card
                    levels[number] = power[card][card]
                    lanes[suit] |= BIT[number]
        self.cards: tuple[int, ...] = tuple(cards)
        """By ranked number, the card."""
        self.levels: bytes = bytes(levels)
        """By ranked number, the strength of the card when it is led."""
        self.lanes: tuple[int, ...] = tuple(lanes)
        """The mask of each suit."""
        self.lane0: i64 = lanes[0]
        self.lane1: i64 = lanes[1]
        self.lane2: i64 = lanes[2]
        self.lane3: i64 = lanes[3]
        self.trump: i64 = trump
        """The number of the trump suit, -1 without."""
        self.trumps: i64 = lanes[trump] if trump >= 0 else 0
        """The mask of the trumps, 0 without."""
        runs, plain = _runs(self.numbers)
        self.runs: tuple[tuple[int, int, int], ...] = runs
        self.plain: bool = plain

    def mask(self, mask: int) -> int:
        """A mask of cards in ranked numbers."""
        if self.plain:
            return mask
        found = 0
        for run, up, down in self.runs:
            found |= (mask & run) * up // down
        return found

    def lane(self, suit: i64) -> i64:
        """The cards of a suit."""
        if suit == 0:
            return self.lane0
        if suit == 1:
            return self.lane1
        return self.lane2 if suit == 2 else self.lane3

    def suit_of(self, bit: i64) -> i64:
        """The suit of a card."""
        if bit < self.lane1 & -self.lane1:
            return 0
        if bit < self.lane2 & -self.lane2:
            return 1
        return 2 if bit < self.lane3 & -self.lane3 else 3

    def lane_of(self, bit: i64) -> i64:
        """The cards of the suit of a card."""
        if bit & self.lane0:
            return self.lane0
        if bit & self.lane1:
            return self.lane1
        return self.lane2 if bit & self.lane2 else self.lane3

    def above(self, bit: i64) -> i64:
        """The cards of its suit that beat a card."""
        return self.lane_of(bit) & -(bit + bit)

    def below(self, bit: i64) -> i64:
        """The cards of its suit that a card beats."""
        return self.lane_of(bit) & (bit - 1)

    def level(self, bit: i64) -> int:
        """The strength of a card when it is led."""
        return self.levels[number_of(bit)]


def _runs(numbers: Sequence[int]) -> tuple[tuple[tuple[int, int, int], ...], bool]:
    """Cards that move by the same distance: their mask, a factor and a divisor; and if none do."""
    runs: dict[int, int] = {}
    for card in range(52):
        distance = numbers[card] - card
        runs[distance] = runs.get(distance, 0) | BIT[card]
    found = []
    for distance, mask in runs.items():
        up = BIT[distance] if distance > 0 else 1
        down = BIT[-distance] if distance < 0 else 1
        found.append((mask, up, down))
    return tuple(found), list(runs) == [0]
