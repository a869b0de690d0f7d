"""Solves the deals on several processors."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from attrs import frozen

import boston_rules as br
from benchmarks.worth.contracts import Came, Row, came_to
from benchmarks.worth.dealt import dealt
from benchmarks.worth.solving import Solved

__all__ = ["SolvedDeal", "solve", "solve_deal"]


@frozen
class SolvedDeal:
    """One deal, solved for all variants."""

    number: int
    """The number of the deal, from 0."""
    came: dict[str, dict[Row, Came | None]]
    """By slug and row, what the best hand comes to; ``None`` where it is unknown."""
    asked: int
    """Questions put to the solver."""
    stopped: int
    """Questions that were given up."""


def solve_deal(number: int, *, seed: int, nodes: int, slugs: tuple[str, ...]) -> SolvedDeal:
    """Solve one deal of a seed."""
    cards = dealt(seed, number)
    solved = Solved([br.Cards(hand).mask for hand in cards.hands], nodes)
    came = {slug: came_to(br.get_variant(slug), cards, solved) for slug in slugs}
    return SolvedDeal(number, came, solved.asked, solved.stopped)


def solve(
    deals: int, seed: int, nodes: int, slugs: tuple[str, ...], jobs: int
) -> Iterator[SolvedDeal]:
    """Solve the first deals of a seed, in order; the figures do not depend on ``jobs``."""
    job = partial(solve_deal, seed=seed, nodes=nodes, slugs=slugs)
    if jobs == 1:
        yield from map(job, range(deals))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        yield from pool.map(job, range(deals))
