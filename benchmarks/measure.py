"""Interleaved rounds: everything is measured in turn, several times, and the medians are kept."""

from __future__ import annotations

import gc
import statistics
import time
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, TypeAlias

from attrs import frozen

from boston_rules.simulate.intervals import Clusters

__all__ = ["Figure", "Measure", "Missing", "Work", "count_chips", "library", "measured"]

Work: TypeAlias = Callable[[], int]
"""Does a portion of work and says of how many units it was."""


class Missing(Exception):
    """A peer is not installed."""


def library(name: str) -> Any:
    """A module of a peer.

    Raises:
        Missing: it is not installed.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return import_module(name)
    except ImportError as error:
        raise Missing(str(error)) from None


@frozen
class Measure:
    """Something to be timed."""

    group: str
    name: str
    unit: str
    """What one unit of work is: an action, a call."""
    prepare: Callable[[], Work]
    """Sets up, untimed; raises :class:`Missing` where a peer is not installed."""
    compared: bool = False
    """Whether its time is given as a ratio to the reference as well."""
    warming: int = 1
    """How much work is done before any is timed; once, where nothing is timed for long."""


@frozen
class Figure:
    """The time of one unit of work, in microseconds."""

    measure: Measure
    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.rounds)

    @property
    def text(self) -> str:
        """The median, with as many places as tell something."""
        return f"{self.median:.2f}" if self.median >= 0.1 else f"{self.median:.4f}"

    @property
    def spread(self) -> float:
        """Half the range of the middle half of the rounds, as a share of the median."""
        if len(self.rounds) < 4:
            return (max(self.rounds) - min(self.rounds)) / 2 / self.median
        low, _, high = statistics.quantiles(self.rounds, n=4)
        return (high - low) / 2 / self.median


def measured(
    measures: Sequence[Measure],
    *,
    rounds: int,
    seconds: float,
    tell: Callable[[str], None] = lambda _: None,
) -> tuple[list[Figure], list[tuple[Measure, str]]]:
    """Time everything ``rounds`` times in turn, each for about ``seconds`` a round.

    Returns the figures, and what was skipped with the reason. The time is that of this process
    alone, so that a busy machine disturbs as little as can be; the first portions warm a measure up
    and are not counted.
    """
    ready: list[tuple[Measure, Work]] = []
    skipped = []
    for measure in measures:
        try:
            work = measure.prepare()
        except Missing as missing:
            skipped.append((measure, str(missing)))
            continue
        for _ in range(measure.warming if seconds else 1):
            work()
        ready.append((measure, work))
    taken: list[list[float]] = [[] for _ in ready]
    for turn in range(rounds):
        tell(f"round {turn + 1} of {rounds}")
        for place, (_, work) in enumerate(ready):
            gc.collect()
            units = 0
            start = time.process_time()
            while True:
                units += work()
                spent = time.process_time() - start
                if spent >= seconds:
                    break
            taken[place].append(spent / units * 1e6)
    figures = [
        Figure(measure, tuple(times)) for (measure, _), times in zip(ready, taken, strict=True)
    ]
    return figures, skipped


def count_chips(clusters: Clusters, chips: float, hands: int = 1) -> None:
    """Count the chips of so many hands by hundredths: an exact mean needs whole numbers."""
    clusters.add(round(100 * chips), 100 * hands)
