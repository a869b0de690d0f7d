"""How long a session is, what everybody starts with, and how its last deal settles the pool."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen
from attrs.validators import instance_of

from boston_rules.rules.sources import Cite, cited

__all__ = ["BostonBonus", "SessionRule"]


@frozen(kw_only=True)
class SessionRule:
    """The session."""

    deals: int = field(default=12, validator=instance_of(int))
    """Deals in the session, thrown-in ones included."""
    starting_chips: int = field(default=0, validator=instance_of(int))
    """Chips in each purse before the first deal."""
    last_pool: Literal["divided", "adversaries"] = "divided"
    """On the last deal a failed caller's *adversaries* divide the pool; otherwise all do."""
    source: Cite | None = cited()

    def problems(self) -> list[str]:
        """What is nonsense in the rule."""
        return [] if self.deals > 0 else [f"a session of {self.deals} deals cannot be played"]

    def words(self) -> str:
        """The rule in English."""
        end = "what is left in the pool after the last deal is divided among all"
        if self.last_pool == "adversaries":
            end += ", but if the last caller fails his adversaries divide it"
        start = (
            f"every player starts with {self.starting_chips} chips"
            if self.starting_chips
            else "purses start at 0 and show winnings"
        )
        return f"{self.deals} deals; {start}; {end}"


@frozen
class BostonBonus:
    """The player dealt the Boston collects from each other player in every deal with trumps."""

    chips: int
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        return (
            f"the player dealt the Boston takes {self.chips} chips from each other player in "
            "every deal with trumps, whoever wins"
        )
