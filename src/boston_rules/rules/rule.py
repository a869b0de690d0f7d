"""What every rule answers."""

from __future__ import annotations

from typing import Final, Protocol

from attrs import frozen

from boston_rules.core.saying import say_as
from boston_rules.core.sources import Cite, cited

__all__ = ["LEFT", "RIGHT", "CitedRule", "Rule"]

LEFT: Final = say_as("side of a player", "left")
"""A player's left, in the hole of a message on a game in which the turn goes to the left."""
RIGHT: Final = say_as("side of a player", "right")
"""His right there; :meth:`~boston_rules.rules.dealing.DealingRule.sided` exchanges the two."""


class Rule(Protocol):
    """A rule of a game, or a part of one, which can say what it is."""

    __slots__ = ()

    def words(self) -> str:
        """The rule, as a message (:mod:`boston_rules.core.saying`)."""
        ...


@frozen
class CitedRule:
    """Base of the library's rules that state nothing but where they come from.

    They need no decorator, only ``__slots__ = ()``. A rule that is registered stands below
    ``@frozen`` all the same.
    """

    source: Cite | None = cited()
