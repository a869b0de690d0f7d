"""How much a question may take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import Attribute, field, frozen

from boston_rules.core.arguments import check_type, shown, wrong_type
from boston_rules.core.saying import say

__all__ = ["Limits", "check_limits"]

_MOST: Final = 2**62
"""What a limit stays below, so that it can be counted to."""


def _limit(limits: object, attribute: Attribute[Any], value: Any) -> None:
    kind = float if attribute.name == "seconds" else int
    if not isinstance(value, kind | int) or isinstance(value, bool):
        what = "a number" if kind is float else "an int"
        raise wrong_type(attribute.name, f"{what} above 0", value)
    if not 0 < value < _MOST:
        raise ValueError(
            say(
                "{name} is a positive number below {most}, not {value}",
                name=attribute.name,
                most="2**62",
                value=shown(value),
            )
        )


def _limit_or_none(limits: object, attribute: Attribute[Any], value: Any) -> None:
    if value is not None:
        _limit(limits, attribute, value)


def _callable(limits: object, attribute: Attribute[Any], value: Any) -> None:
    if value is not None and not callable(value):
        raise wrong_type(attribute.name, "a function of one number, or None", value)


@frozen(kw_only=True)
class Limits:
    """How much a question may take; with none it is answered however long it takes.

    Raises:
        TypeError: a limit is no number, or ``progress`` cannot be called.
        ValueError: a limit is not positive, or too large to be one.

    >>> from boston_rules.solver import Limits
    >>> Limits(nodes=0)
    Traceback (most recent call last):
        ...
    ValueError: nodes is a positive number below 2**62, not 0
    """

    nodes: int | None = field(default=None, validator=_limit_or_none)
    """The most positions before a trick to be looked at."""
    seconds: float | None = field(default=None, validator=_limit_or_none)
    """The most seconds, kept within some hundredths."""
    memory: int = field(default=500_000, validator=_limit)
    """The most positions kept, each of some 150 bytes; when they are reached all are forgotten."""
    progress: Callable[[int], object] | None = field(default=None, validator=_callable)
    """Called some times a second with the number of positions so far. Whatever it raises ends the
    search and is passed on: so a search is cancelled."""


def check_limits(limits: Limits | None) -> Limits:
    """The limits, where none are given those of :class:`Limits` by default.

    Raises:
        TypeError: they are none.
    """
    if limits is None:
        return Limits()
    check_type("limits", limits, Limits, "a Limits, or None")
    return limits
