"""Deals from sorted packs against an enumeration of all from which the same hands come."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import pytest
from attrs import evolve
from tests.cousins.games import SmallBoston
from tests.depth import DEEP
from tests.enumeration import divisions

from boston_rules.core.cards import bits, mask_of
from boston_rules.deal.table import open_table
from boston_rules.knowing.presorted import Presorted, draw_presorted, rotations_of

PACK = SmallBoston().dealing.pack
TABLE = open_table(SmallBoston(dealing=evolve(SmallBoston().dealing, sorts_misdeal=True)), dealer=3)
"""Eight cards, dealt by twos, that are sorted after a misdeal; seat 0 is eldest."""


def dealt_from(hands: tuple[int, ...], rotation: int) -> tuple[int, ...]:
    """The hands that come from sorted ones: gathered from eldest on, cut, dealt again."""
    pack = [card for hand in hands for card in sorted(bits(hand), reverse=True)]
    pack = pack[rotation:] + pack[:rotation]
    return tuple([mask_of(hand) for hand in TABLE.dealt(pack)])


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(3 if DEEP else 1))
def test_every_pack_that_gives_hands_like_these_is_as_likely(seed: int) -> None:
    cards = random.Random(seed).sample(list(bits(PACK.mask)), 8)
    # Two hands are known, and nothing is of the other two.
    known = [1 << cards[0] | 1 << cards[1], 1 << cards[2] | 1 << cards[3]]
    rest = PACK.mask & ~known[0] & ~known[1]
    allowed = [*known, rest, rest]
    ways: dict[int, set[tuple[int, ...]]] = defaultdict(set)
    for rotation in rotations_of(TABLE.variant.dealing, 1):
        for hands in divisions(PACK.mask, (2, 2, 2, 2)):
            dealt = dealt_from(hands, rotation)
            if all(not hand & ~may for hand, may in zip(dealt, allowed, strict=True)):
                ways[rotation].add(hands)
    rng = random.Random(seed)
    counts: dict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for _ in range(3000):
        drawn = draw_presorted(TABLE, allowed, [1], rng)
        assert isinstance(drawn, Presorted)
        assert dealt_from(drawn.gathered[0], drawn.rotations[0]) == drawn.dealt
        counts[drawn.rotations[0]][drawn.gathered[0]] += 1
    assert {rotation: set(found) for rotation, found in counts.items()} == dict(ways)
    for rotation, found in counts.items():
        mean = found.total() / len(ways[rotation])
        assert all(abs(count - mean) < 5 * mean**0.5 for count in found.values()), rotation
