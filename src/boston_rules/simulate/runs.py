"""What simulations and tournaments have in common: results in a store, and how they get there."""

from __future__ import annotations

import contextlib
import os
import pickle
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, ClassVar, Final, TypedDict

import boston_rules as br
from boston_rules.core.arguments import check_options, shown, wrong_type
from boston_rules.core.saying import say
from boston_rules.simulate.store import (
    ResultsLayout,
    Store,
    check_extent,
    open_store,
)
from boston_rules.simulate.workers import Chunk, Job, pool, processors, run

__all__ = [
    "Progress",
    "Results",
    "RunOptions",
    "play_units",
    "variant_header",
    "whole",
]

Progress = Callable[[int, int], None]
"""Is told how many units are finished, and how many there are to be."""

_PER_WORKER: Final = 3
"""Chunks that are with the executor for each worker, so that none waits for the next."""


class RunOptions(TypedDict, total=False):
    """The keyword arguments that a simulation and a tournament share: who plays, and what is kept.

    A *unit* is a session of a simulation, or a deal of a tournament.
    """

    results: str | os.PathLike[str] | None
    """A file that keeps every finished unit. If it is there, what is finished is not played again;
    it may also be extended to more units. Without a file results are in memory."""
    fresh: bool
    """Throw away what a results file has."""
    workers: int | None
    """Without an executor, how many processes play; by default one for each processor this process
    may use. With 1 it is played here. As the processes are spawned, a script calls this below
    ``if __name__ == "__main__":``."""
    in_flight: int | None
    """How many chunks of units are with the executor at a time; by default three for each worker,
    or for each processor where an executor is given."""
    progress: Progress | None
    """Is told how many units are finished, and how many there are to be, in this thread."""


class Results:
    """The finished units of a run, sessions or deals of a tournament, wherever they are kept."""

    _layout: ClassVar[ResultsLayout]

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def header(self) -> dict[str, Any]:
        """What was played, as JSON values, as the results file has it."""
        return {**self._store.header, self._layout.extent: self._store.extent}

    @property
    def bots(self) -> tuple[str, ...]:
        """What the bots are called."""
        return tuple(self._store.header["bots"])

    @property
    def units(self) -> int:
        """How many units there are to be."""
        return self._store.units

    @property
    def finished(self) -> int:
        """How many units there are."""
        return self._store.finished

    @property
    def complete(self) -> bool:
        """Whether every unit is there."""
        return self.finished == self.units


def play_units(
    job: Job,
    layout: ResultsLayout,
    header: dict[str, Any],
    extent: int,
    executor: Executor | None,
    *,
    results: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    workers: int | None = None,
    in_flight: int | None = None,
    progress: Progress | None = None,
    **unknown: object,
) -> Store:
    """Play every unit that is not there yet, and give back where all are."""
    check_options(unknown, RunOptions.__annotations__)
    check_extent(extent, layout.extent)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise wrong_type("executor", "a concurrent.futures.Executor, or None", executor)
    if progress is not None and not callable(progress):
        raise wrong_type("progress", "a function of two numbers, or None", progress)
    count = processors() if workers is None else whole(workers, "workers", least=1)
    most = count * _PER_WORKER if in_flight is None else whole(in_flight, "in_flight", least=1)
    if executor is None and count > 1:
        try:
            pickle.dumps(job)  # what cannot be sent is told now, and not by a process
        except Exception as error:  # whatever somebody's bots come to
            raise TypeError(
                f"variant and bots must be picklable, or else workers=1: {shown(str(error))}"
            ) from error
    with contextlib.ExitStack() as stack:
        store = open_store(results, layout, header, extent, fresh=fresh)
        stack.callback(store.close)

        def tell() -> None:
            if progress is not None:
                progress(store.finished, store.units)

        def take(chunk: Chunk) -> None:
            store.append(chunk.units)
            tell()

        tell()
        left = store.units - store.finished
        if executor is None and min(count, left) > 1:
            executor = stack.enter_context(pool(min(count, left)))
        run(job, store.missing(), left, executor, most, take)
    return store


def variant_header(variant: br.Variant) -> dict[str, Any]:
    """Which rules, exactly, as JSON values."""
    return {
        "slug": variant.slug,
        "revision": variant.revision,
        "fingerprint": variant.fingerprint(),
        "options": {
            name: value if isinstance(value, str | int | bool | None) else repr(value)
            for name, value in variant.options().items()
        },
    }


def whole(value: object, name: str, least: int | None = None) -> int:
    """Refuse what is no whole number."""
    if type(value) is not int or (least is not None and value < least):
        what = say("a whole number")
        if least is not None:
            what = say("a whole number of {least} or more", least=least)
        raise ValueError(
            say("{name}: {wanted}, not {value}", name=name, wanted=what, value=shown(value))
        )
    return value
