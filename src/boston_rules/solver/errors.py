"""What the solver refuses, and how it says that it was stopped."""

from __future__ import annotations

from boston_rules.core.parse_errors import BostonError

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
        super().__init__(limit, nodes)
        self.limit = limit
        """The limit that was reached, ``nodes`` or ``seconds``."""
        self.nodes = nodes
        """Positions before a trick that were looked at."""

    def __str__(self) -> str:
        return f"no answer: the limit of {self.limit} was reached after {self.nodes} positions"
