"""Cards into places, counted and drawn exactly: plain functions on integers.

A *place* takes a known number of cards and has a mask of the cards that may lie in it. Cards that
may lie in the same places are interchangeable, so that the ways to fill the places are counted
class by class; a draw walks the same counts with one random number a step. There is no rejection,
so the time is bounded whatever is known of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial
from random import Random
from typing import final

from boston_rules.cards import bits, mix

__all__ = ["Placing", "dealt_out"]

Need = tuple[int, int]
"""Places as a set of bits, and a mask: at least one card of the mask lies in one of them."""


def dealt_out(cards: list[int], sizes: Sequence[int], rng: Random) -> tuple[int, ...]:
    """The cards at random into heaps of the sizes, as masks: every division is equally likely."""
    mix(cards, rng)
    heaps = []
    top = 0
    for size in sizes:
        mask = 0
        for card in cards[top : top + size]:
            mask |= 1 << card
        heaps.append(mask)
        top += size
    return tuple(heaps)


@final
class Placing:
    """Every way to fill places with cards, counted once and drawn from uniformly.

    Args:
        cards: the cards to place, as a mask.
        allowed: by place, the mask of the cards that may lie there.
        sizes: by place, the number of cards it takes.
        needs: conditions that at least one card of a mask lies in one of some places.

    >>> placing = Placing(0b1111, allowed=(0b0111, 0b1111), sizes=(2, 2))
    >>> placing.total
    3
    >>> rng = Random(1)
    >>> sorted({placing.draw(rng) for _ in range(100)})
    [(3, 12), (5, 10), (6, 9)]
    """

    __slots__ = (
        "_cards",
        "_classes",
        "_counts",
        "_merged",
        "_start",
        "allowed",
        "cards",
        "needs",
        "sizes",
        "total",
    )

    def __init__(
        self,
        cards: int,
        allowed: Sequence[int],
        sizes: Sequence[int],
        needs: Sequence[Need] = (),
    ) -> None:
        # Places that take the same cards are one place until the end, when it is divided.
        alike: dict[tuple[int, int], list[int]] = {}
        for place, (mask, size) in enumerate(zip(allowed, sizes, strict=True)):
            if size:
                member = sum(1 << at for at, need in enumerate(needs) if need[0] >> place & 1)
                alike.setdefault((mask & cards, member), []).append(place)
        self.cards = cards
        """The cards to place, as a mask."""
        self.sizes = tuple(sizes)
        """By place, the number of cards it takes."""
        self.allowed = tuple(mask & cards for mask in allowed)
        """By place, the cards that may lie there, as a mask."""
        self.needs = tuple(needs)
        """Conditions, as places and cards of which one lies there."""
        self._merged = tuple(map(tuple, alike.values()))
        kinds = tuple(alike)
        signatures: dict[tuple[int, int], int] = {}
        for card in bits(cards):
            may = sum(1 << at for at, kind in enumerate(kinds) if kind[0] >> card & 1)
            meets = sum(1 << at for at, need in enumerate(needs) if need[1] >> card & 1)
            signatures[may, meets] = signatures.get((may, meets), 0) | 1 << card
        # The most constrained cards come first, so that few counts are ever met.
        ordered = sorted(
            signatures.items(), key=lambda item: (item[0][0].bit_count(), -item[1].bit_count())
        )
        self._cards = tuple(tuple(bits(mask)) for _, mask in ordered)
        self._classes = tuple(
            tuple((at, kinds[at][1] & meets) for at in bits(may)) for (may, meets), _ in ordered
        )
        """By class, the merged places it may lie in, and the needs it meets there."""
        caps = tuple(sum(sizes[place] for place in group) for group in self._merged)
        self._counts: dict[tuple[int, int, int, tuple[int, ...], int], int] = {}
        self._start = (caps, (1 << len(needs)) - 1)
        self.total = 0
        """In how many ways the places can be filled, divided places told apart."""
        if sum(caps) == cards.bit_count():
            self.total = self._ways(0, 0, self._left(0), caps, self._start[1]) * self._divisions()

    def _left(self, at: int) -> int:
        return len(self._cards[at]) if at < len(self._cards) else 0

    def _divisions(self) -> int:
        """In how many ways the merged places can be divided, once filled."""
        ways = 1
        for group in self._merged:
            ways *= factorial(sum(self.sizes[place] for place in group))
            for place in group:
                ways //= factorial(self.sizes[place])
        return ways

    def _ways(self, at: int, turn: int, left: int, caps: tuple[int, ...], unmet: int) -> int:
        """Ways to place ``left`` cards of a class from its place number ``turn`` on, and the rest.

        The cards of one merged place count as unordered; capacities are what is still free.
        """
        if at == len(self._classes):
            return 0 if unmet else 1
        key = (at, turn, left, caps, unmet)
        known = self._counts.get(key)
        if known is None:
            known = sum(weight for _, weight in self._splits(at, turn, left, caps, unmet))
            self._counts[key] = known
        return known

    def _splits(
        self, at: int, turn: int, left: int, caps: tuple[int, ...], unmet: int
    ) -> list[tuple[int, int]]:
        """How many cards may go to this place, each with its number of ways."""
        places = self._classes[at]
        if turn == len(places):
            if left:
                return []
            return [(0, self._ways(at + 1, 0, self._left(at + 1), caps, unmet))]
        place, meets = places[turn]
        free = caps[place]
        # The last place of the class takes all that is left.
        least = left if turn == len(places) - 1 else 0
        found = []
        for count in range(least, min(left, free) + 1):
            rest = (*caps[:place], free - count, *caps[place + 1 :])
            still = unmet & ~meets if count else unmet
            ways = self._ways(at, turn + 1, left - count, rest, still)
            if ways:
                found.append((count, comb(left, count) * ways))
        return found

    def admits(self, masks: Sequence[int]) -> bool:
        """Whether this is one of the ways, by place."""
        taken = 0
        for mask, may, size in zip(masks, self.allowed, self.sizes, strict=True):
            if mask.bit_count() != size or mask & ~may or mask & taken:
                return False
            taken |= mask
        return all(
            any(at >> place & 1 and mask & wanted for place, mask in enumerate(masks))
            for at, wanted in self.needs
        )

    def draw(self, rng: Random) -> tuple[int, ...]:
        """The cards of each place, as masks; every way is equally likely.

        Raises:
            ValueError: there is no way.
        """
        if not self.total:
            raise ValueError("the cards cannot be placed so")
        heaps: list[list[int]] = [[] for _ in self._merged]
        caps, unmet = self._start
        for at, cards in enumerate(self._cards):
            mixed = list(cards)
            places = self._classes[at]
            if len(places) > 1:
                mix(mixed, rng)
            for turn, (place, meets) in enumerate(places):
                count = self._chosen(at, turn, len(mixed), caps, unmet, rng)
                if count:
                    heaps[place] += mixed[len(mixed) - count :]
                    del mixed[len(mixed) - count :]
                    caps = (*caps[:place], caps[place] - count, *caps[place + 1 :])
                    unmet &= ~meets
        masks = [0] * len(self.sizes)
        for group, heap in zip(self._merged, heaps, strict=True):
            sizes = [self.sizes[place] for place in group]
            if len(group) == 1:
                masks[group[0]] = sum(1 << card for card in heap)
                continue
            for place, mask in zip(group, dealt_out(heap, sizes, rng), strict=True):
                masks[place] = mask
        return tuple(masks)

    def _chosen(
        self, at: int, turn: int, left: int, caps: tuple[int, ...], unmet: int, rng: Random
    ) -> int:
        if turn == len(self._classes[at]) - 1:
            return left
        pick = rng.randrange(self._ways(at, turn, left, caps, unmet))
        for count, weight in self._splits(at, turn, left, caps, unmet):
            if pick < weight:
                return count
            pick -= weight
        raise AssertionError("a pick is below the sum of the weights")
