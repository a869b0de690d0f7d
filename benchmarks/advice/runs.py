"""Plays the trials on several processors."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from attrs import frozen

import boston_rules as br
from benchmarks.advice.trials import Job, Trials

__all__ = ["Run", "Size", "play"]

_CHUNK: Final = 25


@frozen
class Size:
    """How much is played."""

    deals: int = 3000
    """Deals in the game of the rules page."""
    calls: int = 2500
    """Deals in the game in which the declarer calls a card."""
    hands: int = 1000
    """Hands of each kind that are played as a misère."""
    ask: int = 400
    """Deals in which the Monte Carlo bot is asked too."""


@frozen
class Run:
    """The trials of all games."""

    size: Size
    seed: int
    plays: Trials
    calls: Trials


def play(size: Size, seed: int, workers: int, tell: Callable[[str], None]) -> Run:
    """Play everything; the figures do not depend on the number of workers."""
    plays = Job(variant=br.get_variant("classic"), seed=seed, ask=size.ask, hands=size.hands)
    calls = Job(variant=br.get_variant("fontainebleau-cats"), seed=seed, ask=size.ask)
    return Run(
        size,
        seed,
        _played(plays, size.deals, workers, tell),
        _played(calls, size.calls, workers, tell),
    )


def _played(job: Job, deals: int, workers: int, tell: Callable[[str], None]) -> Trials:
    chunks = [range(at, min(at + _CHUNK, deals)) for at in range(0, deals, _CHUNK)]
    found = job.play(())
    if workers == 1:
        for chunk in chunks:
            found.extend(job.play(chunk))
        return found
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for place, part in enumerate(pool.map(job.play, chunks), 1):
            found.extend(part)
            tell(f"{job.variant.slug}: {place} of {len(chunks)} parts")
    return found
