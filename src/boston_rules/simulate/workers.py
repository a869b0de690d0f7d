"""Sending work to an executor, a few chunks at a time, and a pool of processes to send it to.

Any executor whose ``submit`` returns a :class:`concurrent.futures.Future` will do.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from itertools import islice
from multiprocessing import connection
from multiprocessing.connection import Connection
from typing import Final, ParamSpec, TypeVar

from attrs import frozen

from boston_rules.core.programs import kill_all
from boston_rules.simulate.errors import SessionFailed, WorkerDied
from boston_rules.simulate.store import Row

__all__ = ["Chunk", "Job", "pool", "processors", "run"]

_P = ParamSpec("_P")
_T = TypeVar("_T")

_CHUNK_SECONDS: Final = 0.5
"""How long a chunk is meant to take: so much is played again after a kill, for each worker."""
_MOST_IN_CHUNK: Final = 256
_GROWTH: Final = 4
"""A chunk is at most so many times as long as the longest before it."""


@frozen(kw_only=True)
class Job(ABC):
    """Plays one unit. It is pickled with every chunk."""

    seed: int | str
    """The seed of the whole run, or the name of its set of deals."""

    @abstractmethod
    def name(self, unit: int) -> str:
        """What the unit is called in messages."""

    @abstractmethod
    def play(self, unit: int, begin: Callable[[int], None]) -> list[Row]:
        """The rows of a unit; ``begin`` is told the number of each deal that is begun."""


@frozen
class Chunk:
    """What a worker gives back."""

    units: tuple[tuple[int, list[Row]], ...]
    """Finished units and their rows."""
    seconds: float
    failure: SessionFailed | None = None


def play_chunk(job: Job, units: Sequence[int]) -> Chunk:
    """Play some units; what was finished before a failure is not lost."""
    began = time.perf_counter()
    played: list[tuple[int, list[Row]]] = []
    failure = None
    for unit in units:
        deal = 1

        def begin(number: int) -> None:
            nonlocal deal
            deal = number

        try:
            played.append((unit, job.play(unit, begin)))
        except (Exception, SystemExit) as error:
            told = f"{type(error).__name__}: {error}"
            failure = SessionFailed(
                job.name(unit), job.seed, deal, told, "".join(traceback.format_exception(error))
            )
            break
    return Chunk(tuple(played), time.perf_counter() - began, failure)


def run(
    job: Job,
    units: Iterator[int],
    left: int,
    executor: Executor | None,
    in_flight: int,
    finished: Callable[[Chunk], None],
) -> None:
    """Play all units.

    Chunks begin with one unit each and grow until they take about half a second, as far as the
    units allow. Towards the end they become small again, so that no worker is left alone with a
    long one. What is played does not depend on it.

    Args:
        job: plays a unit.
        units: their numbers.
        left: how many they are.
        executor: who plays; ``None`` is this very thread.
        in_flight: how many chunks are with the executor at a time.
        finished: is given every chunk, in this thread, as it comes back.

    Raises:
        SessionFailed: of the first unit that failed, after everything that was going on has come
            back. What was not begun is not played.
        WorkerDied: a process of the executor is gone.
    """
    size = 1
    failure: SessionFailed | None = None
    pending: set[Future[Chunk]] = set()

    def share() -> int:
        return max(1, min(size, left // in_flight))

    def take(chunk: Chunk) -> None:
        nonlocal size, failure
        finished(chunk)
        failure = failure or chunk.failure
        if chunk.units:
            each = max(chunk.seconds / len(chunk.units), 1e-6)
            size = max(1, min(_MOST_IN_CHUNK, size * _GROWTH, int(_CHUNK_SECONDS / each)))

    try:
        while failure is None:
            while len(pending) < in_flight and (some := tuple(islice(units, share()))):
                left -= len(some)
                if executor is None:
                    pending.add(_done(play_chunk(job, some)))
                    break
                pending.add(executor.submit(play_chunk, job, some))
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                take(future.result())
        for future in pending:
            future.cancel()
        for future in pending:
            with contextlib.suppress(CancelledError):
                take(future.result())
    except BrokenExecutor as error:
        raise WorkerDied(str(error)) from error
    finally:
        for future in pending:
            future.cancel()
    raise failure


def _done(chunk: Chunk) -> Future[Chunk]:
    future: Future[Chunk] = Future()
    future.set_result(chunk)
    return future


def processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Pool(ProcessPoolExecutor):
    """A pool whose processes know no interrupts from their first moment on.

    They are started as work is submitted, with the signals blocked that are blocked then. An
    interrupt that comes meanwhile reaches this process right afterwards.
    """

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - another system
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def pool(workers: int) -> Iterator[Executor]:
    """A pool of new processes, which leave when this one ends, is killed or interrupted.

    After an interrupt they may end what they are at, if it takes no longer than a chunk is meant
    to. They are spawned, so that they are alike on every system and inherit no locks and threads.
    """
    context = multiprocessing.get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    executor = _Pool(workers, mp_context=context, initializer=_enter, initargs=(reader,))
    try:
        yield executor
    except BaseException:
        # Python 3.11 prints an error if processes are gone before what was cancelled is forgotten.
        end = threading.Timer(2 * _CHUNK_SECONDS, writer.send_bytes, [b"go"])
        end.start()
        executor.shutdown(wait=True, cancel_futures=True)
        end.cancel()
        end.join()
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
        writer.close()
        reader.close()


def _enter(reader: Connection) -> None:
    """A worker leaves interrupts to its parent and watches whether that is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_leave_after, args=(reader,), daemon=True).start()


def _leave_after(reader: Connection) -> None:  # pragma: no cover - in another process
    parent = multiprocessing.parent_process()
    connection.wait([reader] if parent is None else [reader, parent.sentinel])
    _leave()


def _leave(*_: object) -> None:
    """Leave at once, with the programs that play: one that is busy would go on without us."""
    kill_all()
    os._exit(1)
