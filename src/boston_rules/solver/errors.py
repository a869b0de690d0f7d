"""What the solver refuses, and how it says that it was stopped."""

from __future__ import annotations

from typing import Final

from boston_rules.core.parse_errors import BostonError
from boston_rules.core.saying import say, say_number

__all__ = ["NotSolvable", "SearchStopped"]


_WHY: Final = {
    "nodes": say("as many as were allowed"),
    "seconds": say("when the time was over"),
}


class NotSolvable(BostonError, ValueError):
    """A state in which no card is to be played, a deal without a contract or of errors, a view."""


class SearchStopped(BostonError):
    """A limit was reached before there was an answer.

    >>> from boston_rules.solver import SearchStopped
    >>> print(SearchStopped("nodes", 5000))
    no answer after 5000 positions, as many as were allowed
    """

    def __init__(self, limit: str, nodes: int) -> None:
        super().__init__(
            say_number(
                "no answer after {number} position, {why}",
                "no answer after {number} positions, {why}",
                nodes,
                why=_WHY[limit],
            )
        )
        self.limit = limit
        """The limit that was reached, ``nodes`` or ``seconds``."""
        self.nodes = nodes
        """Positions before a trick that were looked at."""
        self.bounds: tuple[int, int] | None = None
        """The fewest and the most tricks that perfect play can come to, as far as was found out;
        ``None`` where a verdict or single cards were asked for."""
