"""The games that the suites of the frameworks are run on, and walks through them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.cousins.games import BOTH

import boston_rules as br
from boston_rules.testing import random_walk
from boston_rules.variants import ALL

SLUGS: Final = tuple(cls.slug for cls in ALL)
"""The library's own: other tests may have registered variants of theirs."""
GAMES: Final = (
    *(br.get_variant(slug, deals=2) for slug in SLUGS),
    br.get_variant("english-boston", deals=2, seats=3),
    *BOTH,
)
"""All of these, one with three seats, and two of somebody else."""
GAME_NAMES: Final = [f"{each.slug}-{each.seats}" for each in GAMES]
SUITES: Final[tuple[tuple[str, dict[str, object], int], ...]] = (
    ("fontainebleau", {}, 1),
    ("fontainebleau-cats", {}, 2),
    ("american", {}, 1),
    ("french", {}, 1),
    ("english-boston", {"seats": 3}, 1),
    ("mariland", {}, 2),
)
"""Slug, options, deals: of different structure each."""
NAMES: Final = [f"{slug} of {deals}" for slug, _, deals in SUITES]


def states(variant: br.Variant, seeds: int, deals: int = 2) -> Iterator[br.State]:
    """Every state of some random sessions of so many deals."""
    for seed in range(seeds):
        for row in random_walk(variant, seed=seed, deals=deals, session=deals).states:
            yield from row
