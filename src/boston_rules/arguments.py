"""TypeErrors of the public functions: which argument, what is expected, what was given."""

from __future__ import annotations

from typing import Final

__all__ = ["RNG", "wrong_type"]

RNG: Final = "a random.Random"
"""What draws chance events and samples."""
_MOST: Final = 60


def wrong_type(name: str, expected: str, given: object) -> TypeError:
    """The exception for an argument of the wrong type, unraised.

    >>> wrong_type("state", "a State", None)
    TypeError('state must be a State, not None')
    """
    shown = repr(given)
    if len(shown) > _MOST:
        shown = f"{shown[: _MOST - 1]}…"
    kind = "" if given is None or isinstance(given, type) else f" ({type(given).__name__})"
    return TypeError(f"{name} must be {expected}, not {shown}{kind}")
