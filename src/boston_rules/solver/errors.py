"""What the solver refuses, and how it says that it was stopped."""

from __future__ import annotations

from boston_rules.core.parse_errors import BostonError
from boston_rules.core.saying import say_number

__all__ = ["NotSolvable", "SearchStopped"]


class NotSolvable(BostonError, ValueError):
    """A state in which no card is to be played, a deal without a contract or of errors, a view."""


class SearchStopped(BostonError):
    """A limit was reached before there was an answer.

    >>> from boston_rules.solver import SearchStopped
    >>> print(SearchStopped("nodes", 5000))
    no answer: the limit of nodes was reached after 5000 positions
    """

    def __init__(self, limit: str, nodes: int) -> None:
        super().__init__(
            say_number(
                "no answer: the limit of {limit} was reached after {number} position",
                "no answer: the limit of {limit} was reached after {number} positions",
                nodes,
                limit=limit,
            )
        )
        self.limit = limit
        """The limit that was reached, ``nodes`` or ``seconds``."""
        self.nodes = nodes
        """Positions before a trick that were looked at."""
        self.bounds: tuple[int, int] | None = None
        """The fewest and the most tricks that perfect play can come to, as far as was found out;
        ``None`` where a verdict or single cards were asked for."""
