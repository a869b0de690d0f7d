"""What a bill asks of the rules by which players are polled around the play.

The rules themselves, each with the phase that it brings, are in :mod:`boston_rules.deal.questions`.
"""

from __future__ import annotations

from typing import Any, Protocol

from boston_rules.core.sources import Cite
from boston_rules.rules.rule import Rule

__all__ = ["AnyQuestion", "Asks", "ChicanePoll", "ConcessionPoll", "ContestPoll"]


class Asks:
    """What a rule that asks something is known by; derive yours from ``QuestionRule``."""

    __slots__ = ()


class AnyQuestion(Rule, Protocol):
    """Anything that players are asked between the auction and the first lead."""

    __slots__ = ()


class ChicanePoll(Rule, Protocol):
    """Somebody dealt no trump may say so, and collects."""

    __slots__ = ()

    @property
    def chips(self) -> int:
        """Chips from each other player."""
        ...

    def declared(self, said: Any, /) -> tuple[int, ...]:
        """The seats that have declared it, of the events of a deal."""
        ...

    @property
    def source(self) -> Cite | None:
        """Where the rule comes from."""
        ...


class ContestPoll(Rule, Protocol):
    """Small bids may be conceded before the first lead."""

    __slots__ = ()

    def covers(self, key: str) -> bool:
        """Whether the opponents are asked about a contract."""
        ...

    def takes_pool(self, taken: int) -> bool:
        """Whether a declarer who was made to play takes the pool with so many tricks."""
        ...


class ConcessionPoll(Rule, Protocol):
    """The opponents may agree to pay after the first trick."""

    __slots__ = ()

    def ask(self, play: Any, /) -> Any:
        """The phase that follows the first trick, given the play to go on with."""
        ...

    def phases(self) -> tuple[type[Any], ...]:
        """The classes of the phases that the rule brings; each seat answers once in each."""
        ...
