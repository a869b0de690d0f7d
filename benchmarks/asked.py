"""Options that several commands share: the variants asked about, and how many processes work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

import click

import boston_rules as br
from boston_rules.simulate.workers import pool, processors

__all__ = ["JOBS", "ONLY", "shared_out"]

_S = TypeVar("_S")
_T = TypeVar("_T")


def _known(
    context: click.Context, parameter: click.Parameter, slugs: tuple[str, ...]
) -> tuple[str, ...]:
    for slug in slugs:
        if slug not in br.list_variants():
            raise click.BadParameter(f"no variant is called {slug!r}")
    return slugs


ONLY: Final = click.option(
    "--only",
    "slugs",
    multiple=True,
    metavar="SLUG",
    callback=_known,
    help="Only this variant.",
)
"""The variants named; none where all are meant."""

JOBS: Final = click.option(
    "--jobs", type=click.IntRange(1), default=processors(), show_default=True, help="Processes."
)
"""How many processes share the work."""


def shared_out(job: Callable[[_S], _T], units: Iterable[_S], jobs: int) -> Iterator[_T]:
    """What a job returns for each unit, in their order, by so many processes."""
    if jobs == 1:
        yield from map(job, units)
        return
    with pool(jobs) as executor:
        yield from executor.map(job, units, chunksize=8)
