"""What can go wrong with a simulation."""

from __future__ import annotations

import os
from typing import TypeAlias

from boston_rules import BostonError
from boston_rules.core.saying import joined, say

__all__ = [
    "ClusterError",
    "Difference",
    "ResultsCorrupt",
    "ResultsError",
    "ResultsLocked",
    "ResultsMismatch",
    "SessionFailed",
    "SimulationError",
    "WorkerDied",
]

Difference: TypeAlias = tuple[str, object, object]
"""The name of what differs, what the results file has, and what was asked for."""


class SimulationError(BostonError):
    """Root of what is wrong with a simulation or a tournament; never raised itself."""


class ResultsError(SimulationError, ValueError):
    """A results file that cannot be used as asked."""

    def __init__(self, path: str | os.PathLike[str], reason: str) -> None:
        super().__init__(say("{place}: {reason}", place=os.fspath(path), reason=reason))
        self.path: str = os.fspath(path)
        """The file."""
        self.reason = reason
        """What is wrong with it."""


class ResultsCorrupt(ResultsError):
    """It is not a results file, or it has been damaged."""

    def __init__(self, path: str | os.PathLike[str], reason: str, *, damaged: bool = False) -> None:
        super().__init__(path, reason)
        self.damaged = damaged
        """Whether it was a results file once, so that it may be begun anew."""


class ResultsLocked(ResultsError):
    """Another process writes to the file, or this one does already."""


class ResultsMismatch(ResultsError):
    """The file holds results of something else."""

    def __init__(self, path: str | os.PathLike[str], differences: tuple[Difference, ...]) -> None:
        told = joined(
            "; ",
            [
                say(
                    "{name}: the file has {found}, asked for is {asked}",
                    name=name,
                    found=_shown(found),
                    asked=_shown(asked),
                )
                for name, found, asked in differences
            ],
        )
        super().__init__(path, told)
        self.differences = differences
        """Everything that differs."""


def _shown(value: object) -> str:
    if value is None:
        return say("nothing")
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 80 else text[:77] + "..."


class WorkerDied(SimulationError, RuntimeError):
    """A process of the executor ended without an answer: it was killed, or crashed.

    Every session that was finished is in the results file all the same, so that the same call with
    the same file plays only what is missing.
    """

    def __init__(self, cause: str) -> None:
        super().__init__(
            say(
                "a worker process died, perhaps for want of memory, or because a bot crashed it "
                "({cause}): the same call goes on from its results file, if it was given one; "
                "fewer workers need less memory, and with workers=1 a crash shows where it happens",
                cause=cause,
            )
        )
        self.cause = cause
        """What the executor said."""


class SessionFailed(SimulationError, RuntimeError):
    """A bot, or the engine, raised an exception in the middle of a deal.

    Every other session that was finished is in the results file all the same.
    """

    def __init__(self, unit: str, seed: int | str, deal: int, cause: str, trace: str = "") -> None:
        super().__init__(
            say(
                "{unit} of seed {seed} failed in deal {deal}: {cause}",
                unit=unit,
                seed=seed,
                deal=deal,
                cause=cause,
            )
        )
        self.unit = unit
        """What failed, such as ``session 17``; in a tournament the title of the variant."""
        self.seed = seed
        """The seed of the whole run, or the name of its set of deals."""
        self.deal = deal
        """1-based number of the deal."""
        self.cause = cause
        """The exception, as text."""
        self.trace = trace
        """Where it was raised, as the traceback of the worker has it."""


class ClusterError(SimulationError, RuntimeError):
    """A cluster cannot be used, or was lost; what was finished is in the results file."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(say("{place}: {reason}", place=address, reason=reason))
        self.address = address
        """The scheduler."""
        self.reason = reason
        """What is wrong with it."""
