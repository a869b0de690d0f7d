"""The two sides: a bot of this library, and one that asks another edition; both are timed."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import define

import boston_rules as br
from boston_rules.bots import Bot, make_bot

__all__ = ["Clock", "ours", "theirs"]

_NUMBERS: Final = itertools.count()


@define(eq=False)
class Clock:
    """How long a side has thought, in seconds of the processor."""

    seconds: float = 0.0
    decisions: int = 0

    def __repr__(self) -> str:
        """What is the same in every run: results are kept under the names of their bots."""
        return "Clock()"

    def add(self, seconds: float) -> None:
        """Count a decision."""
        self.seconds += seconds
        self.decisions += 1

    @property
    def mean(self) -> float:
        """Milliseconds for a decision."""
        return 1000 * self.seconds / max(self.decisions, 1)


class _Ours:
    def __init__(self, clock: Clock, name: str, rng: random.Random) -> None:
        self._clock = clock
        self._bot = make_bot(name, rng)

    def choose(self, view: br.State) -> br.Action:
        begun = time.process_time()
        chosen = self._bot.choose(view)
        self._clock.add(time.process_time() - begun)
        return chosen


class _Theirs:
    def __init__(self, clock: Clock, source: Path, name: str, rng: random.Random) -> None:
        self._clock = clock
        self._source = source
        self._named = (next(_NUMBERS), name, rng.getrandbits(62))
        self._rng = random.Random(rng.getrandbits(62))

    def choose(self, view: br.State) -> br.Action:
        """What it chooses, as an action of this edition.

        Raises:
            RuntimeError: the other edition cannot answer: its rules are others, or it has died.
        """
        world = br.sample(view, self._rng)
        assert world.deal is not None, "the deals of a tournament are given outright"
        answered = _asked(
            self._source,
            {
                "bot": self._named,
                "variant": view.variant.slug,
                "dealer": world.table.dealer,
                "hands": [" ".join(map(str, br.Cards.from_mask(m))) for m in world.deal.hands],
                "actions": [str(event.action) for event in world.events[1:]],
                "seat": view.viewer,
            },
        )
        self._clock.add(answered["seconds"])
        return br.parse_action(answered["action"], view.variant)


@cache
def _worker(source: Path) -> subprocess.Popen[str]:
    """The process of an edition; it ends with the one that asks it."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("other.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(source.resolve())},
    )


def _asked(source: Path, question: dict[str, Any]) -> dict[str, Any]:
    worker = _worker(source)
    assert worker.stdin is not None, "it is a pipe"
    assert worker.stdout is not None, "it is a pipe"
    worker.stdin.write(json.dumps(question) + "\n")
    worker.stdin.flush()
    line = worker.stdout.readline()
    answered: dict[str, Any] = json.loads(line) if line else {"error": "it has died"}
    if "error" in answered:
        raise RuntimeError(f"the edition of {source} cannot answer {question}: {answered['error']}")
    return answered


def ours(clock: Clock, name: str, rng: random.Random) -> Bot:
    """A bot of this library."""
    return _Ours(clock, name, rng)


def theirs(clock: Clock, source: Path, name: str, rng: random.Random) -> Bot:
    """A bot of another edition, which sees of a deal what the seat may know."""
    return _Theirs(clock, source, name, rng)
