"""Stakes that one deal leaves to the next."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from boston_rules.core.sources import Cite, cited
from boston_rules.rules.checked import figure

__all__ = ["DoubledAfterThrownIn", "StakesRule"]


class StakesRule(Protocol):
    """By how much the payments of a deal are multiplied, from what came before it.

    A session begins with stakes of 1.
    """

    @property
    def values(self) -> tuple[int, ...]:
        """All that the stakes can be, 1 first."""
        ...

    def following(self, stakes: int, *, played: bool) -> int:
        """The stakes of the next deal.

        Args:
            stakes: those of this deal.
            played: whether this deal was played; otherwise the hands were thrown in.
        """
        ...

    def words(self) -> str:
        """The rule in English."""
        ...


@frozen
class DoubledAfterThrownIn:
    """A deal that is thrown in multiplies the stakes of the next one played, once.

    >>> from boston_rules.rules.stakes import DoubledAfterThrownIn
    >>> rule = DoubledAfterThrownIn()
    >>> rule.following(1, played=False), rule.following(2, played=False)
    (2, 2)
    >>> rule.following(2, played=True)
    1
    """

    factor: int = figure(2, least=2)
    """What stakes are multiplied by."""
    source: Cite | None = cited()

    @property
    def values(self) -> tuple[int, ...]:
        """Plain and raised."""
        return (1, self.factor)

    def following(self, stakes: int, *, played: bool) -> int:
        """Raised after a deal thrown in, plain after one that was played."""
        return 1 if played else self.factor

    def words(self) -> str:
        """The rule in English."""
        return (
            f"when the hands are thrown in, all payments of the next deal played are multiplied by "
            f"{self.factor}, once, however often they were thrown in"
        )
