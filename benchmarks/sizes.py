"""What is not a time of a call: bytes of a state, and the time of an import."""

from __future__ import annotations

import pickle
import statistics
import subprocess
import sys
from typing import Any

import boston_rules as br
from benchmarks.ours import deal_from

__all__ = ["import_seconds", "own_bytes", "pickled_bytes"]

_IMPORT = (
    "import time; start = time.process_time(); import boston_rules; boston_rules.start; "
    "print(time.process_time() - start)"
)


def import_seconds(rounds: int) -> float:
    """The median time of importing the library, its engine too, in a new interpreter."""
    times = [
        float(
            subprocess.run(
                [sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(rounds)
    ]
    return statistics.median(times)


def own_bytes(slug: str, plies: int = 34) -> int:
    """The bytes that a state takes beyond what it shares with the state before it."""
    before = deal_from(slug, plies)
    shared = _reachable(before)
    after = br.apply(before, br.legal_actions(before)[0])
    found = _reachable(after)
    return sum(sys.getsizeof(part) for key, part in found.items() if key not in shared)


def pickled_bytes(slug: str, plies: int = 34) -> int:
    """The bytes of a pickled state."""
    return len(pickle.dumps(deal_from(slug, plies)))


def _reachable(state: br.State) -> dict[int, Any]:
    """Every object that a state holds, by its identity."""
    found: dict[int, Any] = {}
    waiting: list[Any] = [state]
    while waiting:
        part = waiting.pop()
        if id(part) in found or isinstance(part, type):
            continue
        found[id(part)] = part
        if isinstance(part, tuple):
            waiting += part
        for cls in type(part).__mro__:
            for name in cls.__dict__.get("__slots__", ()):
                if name not in ("__weakref__", "__dict__"):
                    waiting += [value for value in [getattr(part, name, None)] if value is not None]
    return found
