"""How much a question may take."""

from __future__ import annotations

import math
from collections.abc import Callable

from attrs import field, frozen
from attrs.validators import instance_of, optional

__all__ = ["Limits"]


def _positive(limits: Limits, attribute: object, value: float | None) -> None:
    if value is not None and not 0 < value < math.inf:
        raise ValueError(f"a limit is a positive number, not {value!r}")


@frozen(kw_only=True)
class Limits:
    """How much a question may take; with none it is answered however long it takes.

    >>> from boston_rules.solver import Limits
    >>> Limits(nodes=0)
    Traceback (most recent call last):
        ...
    ValueError: a limit is a positive number, not 0
    """

    nodes: int | None = field(default=None, validator=[optional(instance_of(int)), _positive])
    """The most positions before a trick to be looked at."""
    seconds: float | None = field(default=None, validator=_positive)
    """The most seconds."""
    memory: int = field(default=500_000, validator=[instance_of(int), _positive])
    """The most positions kept, each of some 150 bytes; when they are reached all are forgotten."""
    progress: Callable[[int], object] | None = None
    """Called every some thousand positions with their number so far. Whatever it raises ends the
    search and is passed on: so a search is cancelled."""
