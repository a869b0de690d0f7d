"""Names of bots, as they are typed: ``montecarlo:iterations=40``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from boston_rules import BostonError

__all__ = ["BotNameError", "Readers", "options_of"]

Readers: TypeAlias = Mapping[str, Callable[[str], object]]
"""The options of a bot, and how the value of each is read: ValueError for what is none."""


class BotNameError(BostonError, ValueError):
    """No bot is made by a name: it is unknown, or one of its options is."""

    def __init__(self, name: str, reason: str, legal: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.name = name
        """What was tried."""
        self.reason = reason
        """What is wrong with it."""
        self.legal = legal
        """The bots, or the options of the bot, that there are, where there is no other such."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.name, self.reason, self.legal))


def options_of(name: str, readers: Readers) -> dict[str, object]:
    """The options in the name of a bot: each follows a colon, ``NAME:OPTION=VALUE:OPTION=VALUE``.

    Args:
        name: the whole name.
        readers: the options that the bot has.

    Raises:
        BotNameError: it has no such option, or a value is none, or an option is given twice.

    >>> options_of("montecarlo:iterations=40", {"iterations": int})
    {'iterations': 40}
    """
    kind, *parts = name.split(":")
    options: dict[str, object] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if key not in readers:
            known = f"known: {', '.join(readers)}" if readers else "it has none"
            raise BotNameError(name, f"{kind} has no option {key!r}; {known}", tuple(readers))
        if not equals:
            raise BotNameError(name, f"{kind}: {key} has no value; give {key}=VALUE")
        if key in options:
            raise BotNameError(name, f"{kind}: {key} is given twice")
        try:
            options[key] = readers[key](value)
        except ValueError:
            hint = "; a colon goes before each option" if "," in value else ""
            reason = f"{kind}: {key} is no number: {value!r}{hint}"
            raise BotNameError(name, reason) from None
    return options
