"""Which of some candidates is worth most, by the same worlds for all of them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final

from boston_rules.core.arguments import is_number, shown
from boston_rules.core.saying import say
from boston_rules.solver.search.effort import LimitReached

__all__ = ["CAUTION", "Budget", "best_of"]

CAUTION: Final = 0.75
"""Standard errors by which a choice must be better than that of the simple player."""
_AT_ONCE: Final = 4
"""Worlds drawn together where time is short; it may end before the next ones are drawn."""
_DOOMED: Final = 2.0
"""Standard errors behind the best at which a candidate is given up."""


class Budget:
    """How long to think: a number of worlds, or seconds.

    >>> Budget(iterations=8).seconds is None
    True

    Raises:
        ValueError: neither or both are given, or one is not positive.
    """

    def __init__(self, *, iterations: int | None = None, seconds: float | None = None) -> None:
        if (iterations is None) == (seconds is None):
            raise ValueError(say("give a budget of iterations or of seconds, one of the two"))
        if iterations is not None and (type(iterations) is not int or not iterations >= 1):
            raise ValueError(
                say("iterations is a whole number from 1, not {value}", value=shown(iterations))
            )
        if seconds is not None and not (is_number(seconds) and 0 < seconds < math.inf):
            raise ValueError(say("seconds is a positive number, not {value}", value=shown(seconds)))
        self.iterations: Final = iterations
        self.seconds: Final = seconds

    def times(self, number: int) -> Budget:
        """So many times the worlds; where seconds are given, the same seconds.

        >>> Budget(iterations=8).times(2).iterations
        16
        """
        if self.iterations is None:
            return self
        return Budget(iterations=number * self.iterations)

    def deadline(self) -> float | None:
        """When to stop, on the clock of :func:`time.perf_counter`; ``None`` without a limit."""
        return None if self.seconds is None else time.perf_counter() + self.seconds


class _Tally:
    """The values of the candidates in the worlds looked at."""

    def __init__(self, number: int) -> None:
        self.weights: list[float] = []
        self.values: list[list[float]] = [[] for _ in range(number)]

    def mean(self, candidate: int) -> float:
        values = self.values[candidate]
        total = sum(self.weights[: len(values)])
        return sum(map(_times, values, self.weights)) / total if total else 0.0

    def behind(self, candidate: int, best: int) -> tuple[float, float]:
        """By how much a candidate is worth less than another, and the standard error of that."""
        pairs = list(zip(self.values[best], self.values[candidate], self.weights, strict=False))
        total = sum(weight for _, _, weight in pairs)
        if not total:
            return 0.0, math.inf
        mean = sum((high - low) * weight for high, low, weight in pairs) / total
        if len(pairs) < 2:
            return mean, math.inf
        spread = sum((weight * (high - low - mean)) ** 2 for high, low, weight in pairs)
        return mean, math.sqrt(spread * len(pairs) / (len(pairs) - 1)) / total

    def is_clear(self, habit: int, best: int, caution: float, fewest: int) -> bool:
        """Whether another candidate is better by so many standard errors, in worlds enough."""
        behind, error = self.behind(habit, best)
        return len(self.values[habit]) >= fewest and behind > caution * error


def _times(value: float, weight: float) -> float:
    return value * weight


def best_of(
    candidates: int,
    worlds: Callable[[int], Sequence[tuple[object, float]]],
    value: Callable[[int, object], float],
    budget: Budget,
    *,
    habit: int,
    caution: float = CAUTION,
    fewest: int = 0,
) -> tuple[int, list[float]]:
    """The candidate with the best mean value, and all means as far as they were followed.

    Candidates that fall behind for good are given up on the way.

    Args:
        candidates: how many there are.
        worlds: worlds with their weights, worth as much as so many that weigh the same.
        value: the value of a candidate in a world; a search given up ends the thinking.
        budget: how long to go on.
        habit: the candidate to prefer while none is clearly better.
        caution: the standard errors by which another must be better than the habit.
        fewest: the worlds that another must be better in.
    """
    tally = _Tally(candidates)
    alive = list(range(candidates))
    deadline = budget.deadline()
    goal = budget.iterations
    stages = _stages(goal)
    for batch in stages:
        parts = [batch] if deadline is None else [_AT_ONCE] * (batch // _AT_ONCE)
        for world, weight in chain.from_iterable(map(worlds, parts)):
            found = []
            for candidate in alive:
                try:
                    found.append(value(candidate, world))
                except LimitReached:
                    break
                if deadline is not None and time.perf_counter() >= deadline:
                    break
            if len(found) < len(alive):
                break
            tally.weights.append(weight)
            for candidate, chips in zip(alive, found, strict=True):
                tally.values[candidate].append(chips)
        if deadline is not None and time.perf_counter() >= deadline:
            break
        alive = _kept(tally, alive, habit, caution, fewest)
        if len(alive) == 1:
            break
    means = [tally.mean(candidate) for candidate in range(candidates)]
    best = max(alive, key=lambda candidate: (means[candidate], candidate == habit))
    compared = best != habit and tally.values[habit]
    if compared and not tally.is_clear(habit, best, caution, fewest):
        best = habit
    return best, means


def _stages(iterations: int | None) -> list[int]:
    """Worlds between two looks at the candidates."""
    if iterations is None:
        return [4, 4] + [8] * 100000
    first = max(1, iterations // 4)
    rest = iterations - first
    found = [first]
    while rest > 0:
        found.append(min(rest, max(first, 1)))
        rest -= found[-1]
    return found


def _kept(tally: _Tally, alive: list[int], habit: int, caution: float, fewest: int) -> list[int]:
    """Those not far behind; the habit stays until it is clear that another is better."""
    best = max(alive, key=lambda candidate: (tally.mean(candidate), candidate == habit))
    kept = []
    for candidate in alive:
        behind, error = tally.behind(candidate, best)
        if behind <= _DOOMED * error + 1e-9:
            kept.append(candidate)
    if caution > _DOOMED and habit not in kept and not tally.is_clear(habit, best, caution, fewest):
        kept = sorted([*kept, habit])
    return kept
