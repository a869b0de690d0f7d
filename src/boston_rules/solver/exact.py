"""Whether a contract is made, what it comes to, and which cards keep that."""

from __future__ import annotations

from attrs import frozen

from boston_rules.cards import PACK, Card
from boston_rules.solver.limits import Limits
from boston_rules.solver.question import Question, Result
from boston_rules.state import State

__all__ = ["Best", "best", "makes", "tricks"]


@frozen
class Best:
    """The cards of the seat whose turn it is."""

    result: Result
    """What the best card comes to."""
    cards: tuple[Card, ...]
    """The cards that keep it, in the order of the pack."""
    results: tuple[tuple[Card, Result], ...]
    """What every card that may be played comes to, in the order of the pack."""


def makes(state: State, limits: Limits | None = None) -> bool:
    """Whether the contract is made when everybody plays perfectly from here on.

    A slam that was declared is made by winning every trick; none is declared from here on.

    Args:
        state: a card is to be played in it, for a contract.
        limits: how much it may take.

    Raises:
        NotSolvable: no card is to be played, or nobody has bid.
        SearchStopped: a limit was reached before there was an answer.
    """
    return Question(state, limits, verdict=True).solve().made


def tricks(state: State, limits: Limits | None = None) -> int:
    """The tricks that perfect play comes to, at the end of the deal.

    Counted are those of the seats that the goal of the contract binds, those won so far included.
    The declarer's side prefers to make the contract, then more tricks or fewer as the goal counts
    them, then a number nearer to the goal, then the smaller.

    Args:
        state: a card is to be played in it, for a contract.
        limits: how much it may take.

    Raises:
        NotSolvable: no card is to be played, or nobody has bid.
        SearchStopped: a limit was reached before there was an answer.
    """
    return Question(state, limits).solve().tricks


def best(state: State, limits: Limits | None = None) -> Best:
    """What every card that may be played comes to, and which are best for the seat to play.

    Args:
        state: a card is to be played in it, for a contract.
        limits: how much it may take, all cards together.

    Raises:
        NotSolvable: no card is to be played, or nobody has bid.
        SearchStopped: a limit was reached before there was an answer.
    """
    question = Question(state, limits)
    value = question.level(0, question.top)
    levels = question.cards(value)
    return Best(
        question.result(value),
        tuple(PACK[card] for card, level in levels.items() if level == value),
        tuple((PACK[card], question.result(level)) for card, level in levels.items()),
    )
