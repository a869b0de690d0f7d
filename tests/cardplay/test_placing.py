"""Cards into places with needs, against every division of a few cards."""

from __future__ import annotations

import random
from collections import Counter

from tests.enumeration import divisions

from boston_rules.core.cardplay.placing import Need, Placing


def admitted(division: tuple[int, ...], allowed: list[int], needs: list[Need]) -> bool:
    if any(mask & ~may for mask, may in zip(division, allowed, strict=True)):
        return False
    return all(
        least
        <= sum((mask & cards).bit_count() for at, mask in enumerate(division) if places >> at & 1)
        <= most
        for places, cards, least, most in needs
    )


def test_every_way_that_meets_all_needs_and_no_other() -> None:
    rng = random.Random(3)
    none = drawn = 0
    for _ in range(400):
        total = 10
        while total > 9:  # more cards have a hundred thousand divisions
            sizes = [rng.randrange(4) for _ in range(rng.choice([2, 3, 4]))]
            total = sum(sizes)
        cards = (1 << total) - 1
        allowed = [cards & (rng.getrandbits(total + 1) | rng.getrandbits(total + 1)) for _ in sizes]
        needs: list[Need] = []
        for _ in range(rng.randrange(4)):
            least = rng.randrange(-1, 3)
            most = rng.choice([52, max(least, -1) + rng.randrange(3)])
            needs.append(
                (rng.randrange(1 << len(sizes)), rng.getrandbits(total + 1) & cards, least, most)
            )
        found = list(divisions(cards, tuple(sizes)))
        every = {each for each in found if admitted(each, allowed, needs)}
        placing = Placing(cards, allowed, sizes, needs)
        assert placing.total == len(every)
        assert all(placing.admits(each) is (each in every) for each in found)
        none += not every
        if 1 < len(every) < 40:
            counts = Counter(placing.draw(rng) for _ in range(30 * len(every)))
            assert set(counts) == every
            drawn += 1
    assert none > 20
    assert drawn > 50
