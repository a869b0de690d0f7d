"""What to install where a framework is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["needs"]


@contextmanager
def needs(*modules: str) -> Iterator[None]:
    """Imports of modules that only an extra brings.

    Raises:
        ModuleNotFoundError: one of them is missing; the message names the extra.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").split(".")[0]
        if missing not in modules:
            raise
        raise ModuleNotFoundError(
            f"boston_rules.envs needs {missing}: pip install 'boston_rules[envs]'",
            name=missing,
        ) from error
