"""Sessions to be recorded."""

from __future__ import annotations

import boston_rules as br
from boston_rules.testing import Walk, random_walk

__all__ = ["SLUGS", "ends", "mid", "walked"]

SLUGS = br.list_variants()


def walked(slug: str, seed: int = 1, deals: int = 2, **options: object) -> Walk:
    """A random walk."""
    return random_walk(br.get_variant(slug, **options), seed=seed, deals=deals)


def ends(walk: Walk) -> tuple[br.State, ...]:
    """The last state of each deal."""
    return tuple(states[-1] for states in walk.states)


def mid(walk: Walk, ply: int) -> tuple[br.State, ...]:
    """The same, but for the last deal its state after so many actions."""
    last = walk.states[-1]
    return (*ends(walk)[:-1], last[min(ply, len(last) - 1)])
