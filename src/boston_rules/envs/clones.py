"""Tables put aside, from which a batch can go on again, there or at other tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

__all__ = ["Clones", "Parts", "put", "taken"]

Parts: TypeAlias = Iterable[NDArray[Any] | list[Any]]
"""What is kept of tables: each has a row, or an entry, of each table."""


@frozen(eq=False)
class Clones:
    """Tables as they stood; see :meth:`~boston_rules.envs.vector.SelfPlayVectorEnv.clone`."""

    of: object
    """The environment to which they belong."""
    count: int
    """How many tables they are."""
    parts: Parts
    """What is kept of them."""


def taken(parts: Parts, tables: list[int]) -> Parts:
    """A copy of what is kept of some tables."""
    return [
        part[tables] if isinstance(part, np.ndarray) else [part[table] for table in tables]
        for part in parts
    ]


def put(parts: Parts, tables: list[int], copies: Parts) -> None:
    """Put back what :func:`taken` has copied, at as many tables; a part may be wider by now."""
    for part, copy in zip(parts, copies, strict=True):
        if isinstance(part, list):
            for table, entry in zip(tables, copy, strict=True):
                part[table] = entry
        elif part.ndim == 1:
            part[tables] = copy
        else:
            part[tables, : np.shape(copy)[1]] = copy
