"""Short runs, executors and bots for the tests of simulations."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import boston_rules as br
from boston_rules.bots import RandomBot
from boston_rules.simulate import Bots, SimulationResults, simulate

SLUG = "fontainebleau"
SESSIONS = 6


class InPlace(Executor):
    """Does everything at once, in the thread that asks for it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future


class Counting(Executor):
    """Does nothing before it holds as much as it is given at a time; then the newest first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.most = 0
        self.closed = False
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            self.waiting.append((future, lambda: fn(*args, **kwargs)))
            self.most = max(self.most, len(self.waiting))
            if self._timer is None:
                self._timer = threading.Timer(0.02, self._work)
                self._timer.start()
        return future

    def _work(self) -> None:
        with self._lock:
            some, self.waiting, self._timer = self.waiting[::-1], [], None
        for future, call in some:
            if future.set_running_or_notify_cancel():
                future.set_result(call())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.closed = True


class Failing:
    """Plays at random until it must not."""

    seed_of_failure: str | None = None
    """Of a bot whose first number is this, nothing good comes."""

    def __init__(self, rng: random.Random) -> None:
        self._first = repr(rng.random())
        self._bot = RandomBot(rng)

    def choose(self, view: br.State) -> br.Action:
        if self._first == Failing.seed_of_failure and view.table.deal_number == 2:
            raise RuntimeError("out of cards")
        return self._bot.choose(view)


class Broken(RandomBot):
    """Cannot play, in whatever process."""

    def choose(self, view: br.State) -> br.Action:
        raise ZeroDivisionError("no thirteenth of nothing")


class Leaving(RandomBot):
    """Ends the program when it is to act, or at once."""

    def __init__(self, rng: random.Random, *, when: str = "choose") -> None:
        if when == "made":
            sys.exit(3)
        super().__init__(rng)

    def choose(self, view: br.State) -> br.Action:
        sys.exit(3)


def short(
    sessions: int = SESSIONS, *, bots: Bots = "random", workers: int | None = 1, **how: Any
) -> SimulationResults:
    """A run of sessions of one deal by random bots."""
    return simulate(SLUG, bots, sessions, 3, deals=1, workers=workers, **how)


def csv_of(results: SimulationResults, folder: Path) -> bytes:
    """The exported rows."""
    path = folder / "rows.csv"
    results.to_csv(path)
    return path.read_bytes()


class Patchy(Executor):
    """Does the first task at once, the second a little later, and no other ever."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.futures.append(future)

        def work() -> None:
            future.set_result(fn(*args, **kwargs))

        if len(self.futures) == 1:
            work()
        elif len(self.futures) == 2:
            future.set_running_or_notify_cancel()
            threading.Timer(0.05, work).start()
        return future
