"""Deals from a pack that was gathered from sorted hands, as after a misdeal (F2).

Each hand was sorted, so that the pack consists of four stretches whose cards are in order. Which
card lay in which stretch is drawn card by card, in that order: how full the stretches are tells
where in the pack the next card of each lies, thus to which hand it is dealt, and, since that hand
is sorted too where it was misdealt again, to which it was dealt after that.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

from attrs import frozen

from boston_rules.core.cards import mix
from boston_rules.deal.table import Table, clockwise
from boston_rules.rules.dealing import DealingRule

__all__ = ["Presorted", "draw_presorted", "rotations_of"]

_STRETCHES: Final = range(4)
_TRIES: Final = 16
"""Ways to cut all the packs that are tried before they are searched from the last one back."""

_Stretches: TypeAlias = list[tuple[int, ...]]
"""By stretch of a pack and place in it, the hand to which the card there is dealt."""


@frozen
class Presorted:
    """Deals from sorted packs, first to last. Hands are masks, a dead one last."""

    rotations: tuple[int, ...]
    """By how many cards each pack was cut."""
    gathered: tuple[tuple[int, ...], ...]
    """The hands from which each was gathered."""
    dealt: tuple[int, ...]
    """The hands that were dealt from the last."""


def rotations_of(rules: DealingRule, cuts: int) -> Sequence[int]:
    """How many cards can have gone from the top to the bottom after so many cuts."""
    if not cuts:
        return (0,)
    return rules.cuts if cuts == 1 else range(len(rules.pack))


def draw_presorted(
    table: Table, allowed: Sequence[int], counts: Sequence[int], rng: Random
) -> Presorted | None:
    """Deals from sorted packs, each of the hands that were dealt from the one before.

    Args:
        table: whose deal it is.
        allowed: the cards that each hand may have in the end, a dead one last, as masks.
        counts: how often each pack was cut.
        rng: draws what is open.

    Returns:
        ``None`` if there are none.
    """
    rules = table.variant.dealing
    cards = rules.order[::-1]
    takers = [[bool(mask >> card & 1) for mask in allowed] for card in cards]
    choices = [rotations_of(rules, each) for each in counts]
    for _ in range(_TRIES):
        rotations = tuple([each[int(rng.random() * len(each))] for each in choices])
        found = _drawn(table, rotations, takers, cards, rng)
        if found is not None:
            return found
    return _searched(table, choices, (), takers, cards, rng)


def _drawn(
    table: Table,
    rotations: tuple[int, ...],
    takers: Sequence[Sequence[bool]],
    cards: Sequence[int],
    rng: Random,
) -> Presorted | None:
    """Deals from packs that were cut so, if there are any."""
    chain = _Chain(table, rotations)
    layers = chain.layers(takers)
    return None if layers is None else chain.drawn(layers, takers, cards, rng)


def _searched(
    table: Table,
    choices: Sequence[Sequence[int]],
    last: tuple[int, ...],
    takers: Sequence[Sequence[bool]],
    cards: Sequence[int],
    rng: Random,
) -> Presorted | None:
    """Deals from packs of which the last were cut in a given way, the others in any.

    The last pack is cut first: what cannot be dealt from it whatever was gathered is left at once.
    """
    *before, choice = choices
    for rotation in mix(list(choice), rng):
        rotations = (rotation, *last)
        if not before:
            found = _drawn(table, rotations, takers, cards, rng)
        elif _Chain(table, rotations).layers(takers) is None:
            continue
        else:
            found = _searched(table, before, rotations, takers, cards, rng)
        if found is not None:
            return found
    return None


class _Chain:
    """Where the cards of some sorted packs go, each gathered from the hands of the one before."""

    def __init__(self, table: Table, rotations: tuple[int, ...]) -> None:
        self._rotations = rotations
        seats = table.variant.seats
        self._placed = (*clockwise(table.eldest, seats), *range(seats, 4))
        """By stretch, from whose hand it was gathered."""
        self._stretch_of = [self._placed.index(hand) for hand in _STRETCHES]
        self._size = table.variant.hand
        receivers = table.undealt([[hand] * self._size for hand in _STRETCHES])
        self._packs = [_stretches(receivers, rotation) for rotation in rotations]
        self._before = [[_counted(row) for row in stretches] for stretches in self._packs]

    def _ways(self, filled: int) -> list[tuple[int, ...]]:
        """For each stretch of the first pack that is not full, the stretch, and the hand to which
        its next card is dealt from each pack.

        Args:
            filled: how many cards lie in each stretch, four bits each.
        """
        lying = [filled >> 4 * stretch & 15 for stretch in _STRETCHES]
        places = [lying]
        for before in self._before[:-1]:
            rows = [before[stretch][places[-1][stretch]] for stretch in _STRETCHES]
            places.append([sum([row[hand] for row in rows]) for hand in self._placed])
        found = []
        for stretch in _STRETCHES:
            if lying[stretch] < self._size:
                way, at = [stretch], stretch
                for stretches, place in zip(self._packs, places, strict=True):
                    way.append(stretches[at][place[at]])
                    at = self._stretch_of[way[-1]]
                found.append(tuple(way))
        return found

    def layers(self, takers: Sequence[Sequence[bool]]) -> list[dict[int, int]] | None:
        """In how many ways the cards can lie in the stretches before each card, and after the last.

        Args:
            takers: by card in sorted order and hand, whether the hand may have it in the end.

        Returns:
            By how full the stretches are, the number of ways; ``None`` if there is none.
        """
        layers = [{0: 1}]
        for taker in takers:
            following: dict[int, int] = {}
            for filled, ways in layers[-1].items():
                for stretch, *_, hand in self._ways(filled):
                    if taker[hand]:
                        after = filled + (1 << 4 * stretch)
                        following[after] = following.get(after, 0) + ways
            if not following:
                return None
            layers.append(following)
        return layers

    def drawn(
        self,
        layers: list[dict[int, int]],
        takers: Sequence[Sequence[bool]],
        cards: Sequence[int],
        rng: Random,
    ) -> Presorted:
        """One of the ways, all equally likely."""
        hands = [[0] * 4 for _ in range(len(self._packs) + 1)]
        (filled,) = layers[-1]
        for number in reversed(range(len(cards))):
            open_ways = [
                (before, way)
                for stretch in _STRETCHES
                if (before := filled - (1 << 4 * stretch)) in layers[number]
                for way in self._ways(before)
                if way[0] == stretch and takers[number][way[-1]]
            ]
            chosen = rng.random() * sum([layers[number][before] for before, _ in open_ways])
            for filled, (stretch, *path) in open_ways:  # noqa: B007 - the one chosen is kept
                chosen -= layers[number][filled]
                if chosen < 0:
                    break
            for held, hand in zip(hands, (self._placed[stretch], *path), strict=True):
                held[hand] |= 1 << cards[number]
        gathered = tuple([tuple(held) for held in hands])
        return Presorted(self._rotations, gathered[:-1], gathered[-1])


def _stretches(receivers: tuple[int, ...], rotation: int) -> _Stretches:
    """To which hand the cards of each stretch are dealt, of a pack that was cut."""
    size = len(receivers)
    turned = receivers[size - rotation :] + receivers[: size - rotation]
    each = size // 4
    return [turned[each * stretch : each * (stretch + 1)] for stretch in _STRETCHES]


def _counted(row: tuple[int, ...]) -> list[list[int]]:
    """By place in a stretch, how many of its cards before it go to each hand."""
    return [[row[:place].count(hand) for hand in _STRETCHES] for place in range(len(row) + 1)]
