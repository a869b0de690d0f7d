"""Who may bid again, and what an earlier word forbids."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from boston_rules.core.sources import Cite, cited
from boston_rules.rules.ladder import Ladder, Step

__all__ = ["BiddingRule", "FreeReturn", "OutOfBidding", "ReEntry", "ReturnWith"]


class ReEntry(Protocol):
    """What a player who has passed may still bid."""

    def allows(self, step: Step) -> bool:
        """Whether a passed player may bid this step."""
        ...

    def words(self) -> str:
        """The rule in English."""
        ...


@frozen
class OutOfBidding:
    """A player who has passed bids no more in the deal."""

    source: Cite | None = cited()

    def allows(self, step: Step) -> bool:
        """Nothing."""
        return False

    def words(self) -> str:
        """The rule in English."""
        return "a player who has passed is out of the bidding"


@frozen
class ReturnWith:
    """A player who has passed may come back only with the bids named by ``keys``."""

    keys: tuple[str, ...]
    """The keys of the bids."""
    source: Cite | None = cited()

    def allows(self, step: Step) -> bool:
        """The bids named."""
        return step.key in self.keys

    def ladder_problems(self, ladder: Ladder) -> list[str]:
        """The bids must be on the ladder."""
        return [
            f"the re-entry rule names {key!r}, which is not on the ladder"
            for key in self.keys
            if key not in ladder
        ]

    def words(self) -> str:
        """The rule in English."""
        return "a player who has passed may come back only with " + " or ".join(self.keys)


@frozen
class FreeReturn:
    """A player who has passed may make any higher bid later."""

    source: Cite | None = cited()

    def allows(self, step: Step) -> bool:
        """Everything."""
        return True

    def words(self) -> str:
        """The rule in English."""
        return "a player who has passed may come back with any higher bid"


@frozen
class BiddingRule:
    """The auction beyond its common ground (eldest first, strictly higher, no self-raise)."""

    reentry: ReEntry = OutOfBidding()
    """Whether and how a player who has passed may bid again."""
    misere_after_tricks: bool = True
    """Whether a player who has bid tricks, or accepted, may still bid a misère."""
    partners_overcall: bool = True
    """Whether a player may overcall the bid of the partner whom fixed sides give him."""
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        parts = [self.reentry.words()]
        if not self.misere_after_tricks:
            parts.append("a player who has bid tricks or accepted may not bid a misère")
        if not self.partners_overcall:
            parts.append(
                "only an opponent may overcall: a bidder's partner is not asked while the bid "
                "stands, and has not passed"
            )
        return "; ".join(parts)
