"""A chi-square test of samples against what should be drawn, and its power."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from math import erfc, sqrt
from typing import Final, NamedTuple

from attrs import frozen
from tests.exactness.alike import Alike, Key, key_of

import boston_rules as br

__all__ = ["DRAWS", "LIMIT", "Expected", "Fit", "pooled", "power", "smallest_bias"]

DRAWS: Final = 20
"""Samples for each state that a view may be."""
LIMIT: Final = 4.75
"""A fit is refused above it: one in a million of a fair sampler is."""


class Fit(NamedTuple):
    """How samples fit what is expected."""

    draws: int
    square: float
    """Pearson's statistic, of the samples that can be."""
    freedom: int
    strays: int = 0
    """Samples that cannot be."""
    missed: int = 0
    """States that were never drawn."""

    @property
    def height(self) -> float:
        """The statistic as a standard normal variable, after Wilson and Hilferty."""
        return _height(self.square, self.freedom)

    @property
    def power(self) -> float:
        """The probability that a sampler as far off as this one is refused."""
        if self.strays:
            return 1 - (1 - self.strays / self.draws) ** self.draws
        return power(max(self.square - self.freedom, 0.0), self.freedom)

    @property
    def refused(self) -> bool:
        """Whether the sampler is not one of these states, each with its chance."""
        return bool(self.strays or self.missed) or self.height > LIMIT


@frozen
class Expected:
    """What a sampler should draw: all worlds alike, and in a world every card that was laid."""

    chances: Mapping[Key, float]

    @classmethod
    def of(cls, states: Sequence[br.State]) -> Expected:
        """All states that look the same, each once."""
        keys = [key_of(state) for state in states]
        assert len(keys) == len(set(keys))
        laid = Counter(world for world, _ in keys)
        return cls({key: 1 / (len(laid) * laid[key[0]]) for key in keys})

    @property
    def worlds(self) -> int:
        """How many there are, cards laid with overcalled bids not told apart."""
        return len({world for world, _ in self.chances})

    @property
    def draws(self) -> int:
        """How many samples are taken."""
        return DRAWS * len(self.chances)

    def fit(self, alike: Alike, seed: int = 1) -> Fit:
        """Samples of a view."""
        sampler, rng = br.Worlds(alike.view), random.Random(seed)
        draws = self.draws
        drawn = draws if sampler.count else 0
        found = Counter(key_of(sampler.state(rng)) for _ in range(drawn))
        square = sum(
            (found[key] - draws * chance) ** 2 / (draws * chance)
            for key, chance in self.chances.items()
        )
        met = found.keys() & self.chances.keys()
        strays = drawn - sum(found[key] for key in met)
        return Fit(draws, square, len(self.chances) - 1, strays, len(self.chances) - len(met))


def pooled(fits: Sequence[Fit]) -> Fit:
    """Many tests as one."""
    return Fit(*map(sum, zip(*fits, strict=True)))


def power(away: float, freedom: int) -> float:
    """The probability that a sampler is refused whose statistic is so much higher on average.

    It has a noncentral chi-square distribution, taken as Patnaik did for a multiple of a central
    one.
    """
    scale = (freedom + 2 * away) / (freedom + away)
    like = (freedom + away) ** 2 / (freedom + 2 * away)
    return _above(_height(_quantile(freedom) / scale, like))


def smallest_bias(draws: int, freedom: int, certainty: float = 0.99) -> float:
    """The bias that is refused so often: half of the states drawn by so much too often."""
    low, high = 0.0, 1.0
    while high - low > 1e-5:
        bias = (low + high) / 2
        found = power(draws * bias**2, freedom) >= certainty
        low, high = (low, bias) if found else (bias, high)
    return high


def _height(square: float, freedom: float) -> float:
    part = 2 / (9 * freedom)
    root: float = (square / freedom) ** (1 / 3)
    return (root - (1 - part)) / sqrt(part)


def _quantile(freedom: float) -> float:
    """The statistic with the height of the limit."""
    part = 2 / (9 * freedom)
    root: float = LIMIT * sqrt(part) + 1 - part
    return freedom * root**3


def _above(height: float) -> float:
    return erfc(height / sqrt(2)) / 2
