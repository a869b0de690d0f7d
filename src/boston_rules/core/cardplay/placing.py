"""Cards into places, counted and drawn exactly: plain integers throughout.

A *place* takes a known number of cards and has a mask of the cards that may lie in it. Cards that
may lie in the same places are interchangeable, so that the ways to fill the places are counted
class by class; a draw walks the same counts with one random number a step. There is no rejection,
so the time is bounded whatever is known of the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, factorial
from random import Random
from typing import TYPE_CHECKING, final

from boston_rules.core.cardplay.bits import BIT, check_mask, count_of, indices
from boston_rules.core.cardplay.shuffling import mix

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Need", "Placing", "dealt_out"]

Need = tuple[int, int, int, int]
"""Places as a set of bits, a mask, and how many cards of it lie in them together: at least, at
most."""

_Key = tuple[int, int, int, tuple[int, ...], tuple[int, ...]]
"""A class, a place of it, cards left, free capacities, and what each need has so far."""


def dealt_out(cards: list[int], sizes: Sequence[int], rng: Random) -> tuple[int, ...]:
    """The cards at random into heaps of the sizes, as masks: every division is equally likely."""
    mix(cards, rng)
    heaps: list[int] = []
    top = 0
    for size in sizes:
        heaps.append(_mask_of(cards[top : top + size]))
        top += size
    return tuple(heaps)


def _mask_of(cards: list[int]) -> i64:
    mask: i64 = 0
    for card in cards:
        mask |= BIT[card]
    return mask


@final
class Placing:
    """Every way to fill places with cards, counted once and drawn from uniformly.

    Args:
        cards: the cards to place, as a mask.
        allowed: by place, the mask of the cards that may lie there.
        sizes: by place, the number of cards it takes.
        needs: conditions on how many cards of a mask lie in some places together.

    Raises:
        ValueError: a mask is not one of cards, a size is negative, or there are not as many masks
            as sizes.

    >>> from boston_rules.core.cardplay.placing import Placing
    >>> from random import Random
    >>> placing = Placing(0b1111, allowed=(0b0111, 0b1111), sizes=(2, 2))
    >>> placing.total
    3
    >>> rng = Random(1)
    >>> sorted({placing.draw(rng) for _ in range(100)})
    [(3, 12), (5, 10), (6, 9)]
    >>> Placing(0b1111, (0b0111, 0b1111), (2, 2), needs=[(0b01, 0b0110, 1, 1)]).total
    2
    """

    def __init__(
        self,
        cards: int,
        allowed: Sequence[int],
        sizes: Sequence[int],
        needs: Sequence[Need] = (),
    ) -> None:
        check_mask(cards)
        if len(allowed) != len(sizes) or len(sizes) > 52 or min(sizes, default=0) < 0:
            raise ValueError("each place has a mask and a size from 0")
        if len(needs) > 52:
            raise ValueError("there are at most 52 needs")
        self.cards: int = cards
        """The cards to place, as a mask."""
        self.sizes: tuple[int, ...] = tuple(sizes)
        """By place, the number of cards it takes."""
        self.allowed: tuple[int, ...] = tuple([mask & cards for mask in allowed])
        """By place, the cards that may lie there, as a mask."""
        self.needs: tuple[Need, ...] = tuple(needs)
        """Conditions, as places, cards, and how many of these lie there, at least and at most."""
        # A need has so many at most, and where more make no difference they are not counted.
        self._most: list[int] = []
        self._cap: list[int] = []
        for _, wanted, least, most in self.needs:
            bounded = most < count_of(wanted & cards)
            self._most.append(most if bounded else 52)
            self._cap.append(most if bounded else max(least, 0))
        # Places that take the same cards are one place until the end, when it is divided.
        alike: dict[tuple[int, int], list[int]] = {}
        for place in range(len(self.sizes)):
            if self.sizes[place]:
                member = 0
                for at in range(len(self.needs)):
                    if self.needs[at][0] & BIT[place]:
                        member |= BIT[at]
                alike.setdefault((self.allowed[place], member), []).append(place)
        kinds = list(alike)
        self._merged: list[list[int]] = list(alike.values())
        # Cards that may lie in the same places and meet the same needs are one class.
        found: list[tuple[int, int, int]] = [(cards, 0, 0)] if cards else []
        for at in range(len(kinds)):
            found = _divided(found, kinds[at][0], BIT[at], 0)
        for at in range(len(self.needs)):
            found = _divided(found, self.needs[at][1], 0, BIT[at])
        # The most constrained cards come first, so that few counts are ever met.
        ordered: list[tuple[int, int, int, int]] = []
        for at in range(len(found)):
            mask, may, _ = found[at]
            ordered.append((count_of(may), -count_of(mask), mask & -mask, at))
        ordered.sort()
        self._cards: list[tuple[int, ...]] = []
        self._classes: list[list[tuple[int, tuple[int, ...]]]] = []
        """By class, the merged places it may lie in, and the needs it meets there."""
        for row in ordered:
            mask, may, meets = found[row[3]]
            self._cards.append(indices(mask))
            self._classes.append([(at, indices(kinds[at][1] & meets)) for at in indices(may)])
        caps: list[int] = []
        for group in self._merged:
            room = 0
            for place in group:
                room += self.sizes[place]
            caps.append(room)
        self._counts: dict[_Key, int] = {}
        self._chances: dict[_Key, list[tuple[int, int]]] = {}
        self._caps: tuple[int, ...] = tuple(caps)
        self._none: tuple[int, ...] = (0,) * len(self.needs)
        self.total: int = 0
        """In how many ways the places can be filled, divided places told apart."""
        if sum(caps) == count_of(cards):
            ways = self._ways(0, 0, self._left(0), self._caps, self._none)
            self.total = ways * self._divisions()

    def _left(self, at: int) -> int:
        return len(self._cards[at]) if at < len(self._cards) else 0

    def _divisions(self) -> int:
        """In how many ways the merged places can be divided, once filled."""
        ways = 1
        for group in self._merged:
            room = 0
            for place in group:
                room += self.sizes[place]
            ways *= factorial(room)
            for place in group:
                ways //= factorial(self.sizes[place])
        return ways

    def _ways(
        self, at: int, turn: int, left: int, caps: tuple[int, ...], had: tuple[int, ...]
    ) -> int:
        """Ways to place ``left`` cards of a class from its place number ``turn`` on, and the rest.

        The cards of one merged place count as unordered; capacities are what is still free.
        """
        if at == len(self._classes):
            for number in range(len(had)):
                if not self.needs[number][2] <= had[number] <= self._most[number]:
                    return 0
            return 1
        key = (at, turn, left, caps, had)
        known = self._counts.get(key)
        if known is not None:
            return known
        total = 0
        for _, weight in self._splits(at, turn, left, caps, had):
            total += weight
        self._counts[key] = total
        return total

    def _splits(
        self, at: int, turn: int, left: int, caps: tuple[int, ...], had: tuple[int, ...]
    ) -> list[tuple[int, int]]:
        """How many cards may go to this place, each with its number of ways."""
        places = self._classes[at]
        if turn == len(places):  # the cards may lie nowhere
            return []
        place, meets = places[turn]
        # The places that come after it in the class take what is left.
        least = left
        for later in range(turn + 1, len(places)):
            least -= caps[places[later][0]]
        found: list[tuple[int, int]] = []
        for count in range(max(least, 0), min(left, caps[place]) + 1):
            more = self._with(had, meets, count)
            if len(more) != len(had):
                break
            rest = _less(caps, place, count)
            if count < left:
                ways = self._ways(at, turn + 1, left - count, rest, more)
            else:
                ways = self._ways(at + 1, 0, self._left(at + 1), rest, more)
            if ways:
                found.append((count, comb(left, count) * ways))
        return found

    def _with(self, had: tuple[int, ...], meets: tuple[int, ...], count: int) -> tuple[int, ...]:
        """What each need has with more cards that some of them count; nothing if one has enough."""
        if not (meets and count):
            return had
        found = list(had)
        for number in meets:
            now = found[number] + count
            if now > self._most[number]:
                return ()
            found[number] = min(now, self._cap[number])
        return tuple(found)

    def admits(self, masks: Sequence[int]) -> bool:
        """Whether this is one of the ways, by place."""
        taken = 0
        for mask, may, size in zip(masks, self.allowed, self.sizes, strict=True):
            if mask.bit_count() != size or mask & ~may or mask & taken:
                return False
            taken |= mask
        for places, wanted, least, most in self.needs:
            lying = 0
            for place in range(len(masks)):
                if places & BIT[place]:
                    lying += count_of(masks[place] & wanted)
            if not least <= lying <= most:
                return False
        return True

    def every(self) -> Iterator[tuple[int, ...]]:
        """All the ways, by place, the cards as masks; :attr:`total` of them.

        >>> sorted(Placing(0b1111, (0b0111, 0b1111), (2, 2)).every())
        [(3, 12), (5, 10), (6, 9)]
        """
        cards: list[int] = []
        for group in self._cards:
            cards.extend(group)
        masks = [0] * len(self.sizes)
        return self._filled(cards, 0, masks)

    def _filled(self, cards: list[int], at: int, masks: list[int]) -> Iterator[tuple[int, ...]]:
        """The ways that begin with so many cards in their places."""
        if at == len(cards):
            if self.admits(masks):
                yield tuple(masks)
            return
        bit = BIT[cards[at]]
        for place in range(len(masks)):
            if self.allowed[place] & bit and count_of(masks[place]) < self.sizes[place]:
                masks[place] |= bit
                yield from self._filled(cards, at + 1, masks)
                masks[place] ^= bit

    def draw(self, rng: Random) -> tuple[int, ...]:
        """The cards of each place, as masks; every way is equally likely.

        Raises:
            ValueError: there is no way.
        """
        if not self.total:
            raise ValueError("the cards cannot be placed so")
        heaps: list[list[int]] = [[] for _ in self._merged]
        caps = self._caps
        had = self._none
        for at in range(len(self._cards)):
            mixed = list(self._cards[at])
            places = self._classes[at]
            if len(places) > 1:
                mix(mixed, rng)
            for turn in range(len(places)):
                place, meets = places[turn]
                count = self._chosen(at, turn, len(mixed), caps, had, rng)
                if count:
                    heaps[place] += mixed[len(mixed) - count :]
                    del mixed[len(mixed) - count :]
                    caps = _less(caps, place, count)
                    had = self._with(had, meets, count)
        masks = [0] * len(self.sizes)
        for at in range(len(heaps)):
            group = self._merged[at]
            if len(group) == 1:
                masks[group[0]] = _mask_of(heaps[at])
                continue
            parts = dealt_out(heaps[at], [self.sizes[place] for place in group], rng)
            for turn in range(len(group)):
                masks[group[turn]] = parts[turn]
        return tuple(masks)

    def _chosen(
        self,
        at: int,
        turn: int,
        left: int,
        caps: tuple[int, ...],
        had: tuple[int, ...],
        rng: Random,
    ) -> int:
        if turn == len(self._classes[at]) - 1:
            return left
        key = (at, turn, left, caps, had)
        splits = self._chances.get(key)
        if splits is None:
            splits = self._splits(at, turn, left, caps, had)
            self._chances[key] = splits
        pick = rng.randrange(self._ways(at, turn, left, caps, had))
        for count, weight in splits:
            if pick < weight:
                return count
            pick -= weight
        raise AssertionError("a pick is below the sum of the weights")


def _divided(
    found: list[tuple[int, int, int]], mask: int, may: int, meets: int
) -> list[tuple[int, int, int]]:
    """Classes of cards, with where they may lie and what they meet, divided by a mask of cards."""
    parts: list[tuple[int, int, int]] = []
    for cards, places, needs in found:
        inside = cards & mask
        if inside:
            parts.append((inside, places | may, needs | meets))
        if cards ^ inside:
            parts.append((cards ^ inside, places, needs))
    return parts


def _less(caps: tuple[int, ...], place: int, count: int) -> tuple[int, ...]:
    """Capacities after cards were put in a place."""
    rest = list(caps)
    rest[place] -= count
    return tuple(rest)
