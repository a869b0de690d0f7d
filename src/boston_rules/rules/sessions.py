"""How long a session is, what everybody starts with, and how its last deal settles the pool."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from boston_rules.core.sources import Cite, cited
from boston_rules.rules.checked import choice, figure
from boston_rules.rules.rule import Rule

__all__ = ["BostonBonus", "SessionRule"]


@frozen(kw_only=True)
class SessionRule(Rule):
    """The session."""

    deals: int = figure(12, least=1)
    """Deals in the session, thrown-in ones included."""
    starting_chips: int = figure(0)
    """Chips in each purse before the first deal."""
    first_to: int | None = figure(None, least=1, optional=True)
    """Chips that end the session instead of a number of deals, where set."""
    last_pool: Literal["all", "adversaries"] = choice("all", "adversaries")
    """On the last deal a failed caller's *adversaries* divide the pool; otherwise all do."""
    source: Cite | None = cited()

    def problems(self) -> list[str]:
        """What is nonsense in the rule."""
        found = []
        if self.first_to is not None and self.first_to <= self.starting_chips:
            found.append(f"everybody has {self.first_to} chips before the first deal")
        return found

    def without(self, made: bool | None, side: tuple[int, ...]) -> tuple[int, ...]:
        """The seats that have no part of what is left in the pool after the last deal.

        Args:
            made: the verdict on the last contract; ``None`` where there was none.
            side: the seats of its side.
        """
        return side if made is False and self.last_pool == "adversaries" else ()

    def ends(self, deal: int, purses: tuple[int, ...]) -> bool:
        """Whether deal number ``deal``, settled with these purses, is the last.

        >>> from boston_rules.rules.sessions import SessionRule
        >>> SessionRule(first_to=500).ends(99, (0, 499, -1, 0))
        False
        """
        if self.first_to is not None:
            return max(purses) >= self.first_to
        return deal >= self.deals

    def words(self) -> str:
        end = "what is left in the pool after the last deal is divided among all"
        if self.last_pool == "adversaries":
            end += ", but if the last caller fails his adversaries divide it"
        return f"{self.words_without_pool()}; {end}"

    def words_without_pool(self) -> str:
        """The rule in English, in a game without a pool."""
        start = (
            f"every player starts with {self.starting_chips} chips"
            if self.starting_chips
            else "purses start at 0 and show winnings"
        )
        length = f"{self.deals} deals" if self.first_to is None else f"first to {self.first_to}"
        return f"{length}; {start}"


@frozen
class BostonBonus(Rule):
    """The player dealt the Boston collects from each other player in every deal with trumps."""

    chips: int = figure()
    """Chips that each other player pays."""
    source: Cite | None = cited()

    def words(self) -> str:
        return (
            f"the player dealt the Boston takes {self.chips} chips from each other player in "
            "every deal with trumps, whoever wins"
        )
