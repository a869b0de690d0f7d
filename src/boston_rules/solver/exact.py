"""Whether a contract is made, what it comes to, and which cards keep that."""

from __future__ import annotations

from attrs import frozen

from boston_rules.core.cards import PACK, Card
from boston_rules.deal.state import State
from boston_rules.solver.limits import Limits
from boston_rules.solver.question import Question, Result

__all__ = ["Best", "best", "makes", "tricks"]


@frozen(kw_only=True)
class Best:
    """The cards of the seat whose turn it is."""

    side: tuple[int, ...]
    """The seats for which it plays, those of the declarer or his opponents."""
    is_declarers: bool
    """Whether that is the declarer's side."""
    result: Result
    """What the best card comes to."""
    cards: tuple[Card, ...]
    """The cards that keep it, in the order of the pack."""
    results: tuple[tuple[Card, Result], ...]
    """What every card that may be played comes to, in the order of the pack."""

    @property
    def chips(self) -> tuple[tuple[Card, int], ...] | None:
        """What every card is worth in chips to ``side``, all its seats together.

        ``None`` where the number of tricks alone does not tell it.
        """
        found = []
        for card, result in self.results:
            if result.chips is None:
                return None
            ours = result.chips.declarers if self.is_declarers else result.chips.opponents
            found.append((card, ours))
        return tuple(found)


def makes(state: State, limits: Limits | None = None) -> bool:
    """Whether the contract is made when everybody plays perfectly from here on.

    A slam that was declared is made by winning every trick; none is declared from here on.

    Args:
        state: a card is to be played in it, for a contract.
        limits: how much it may take.

    Raises:
        NotSolvable: no card is to be played, or nobody has bid.
        SearchStopped: a limit was reached before there was an answer.
        TypeError: an argument is of another type.
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
        SearchStopped: a limit was reached before there was an answer; its ``bounds`` tell what was
            found out.
        TypeError: an argument is of another type.
    """
    question = Question(state, limits)
    found = question.solve().tricks
    assert found is not None, "all numbers are told apart"
    return found


def best(state: State, limits: Limits | None = None) -> Best:
    """What every card that may be played comes to, and which are best for the seat to play.

    Both sides play for chips: the declarer's side for the highest balance by the bill (the price,
    slams, what it wins from the pool or pays into it), the opponents for the lowest. Among numbers
    of tricks that are paid alike they choose as :func:`boston_rules.solver.tricks` says. In all
    registered variants a contract that is made is paid better than one that is lost, and more
    tricks never worse, so that this is also the play that comes to those tricks; but a demande of
    ``french-foster`` may earn less with the tricks of a slam, which stands in place of honours.

    The bill is that of the deal as it stands at its table: the pool that lies there, the stakes of
    the contract, honours as dealt. Where neither the bill nor the goal tells numbers of tricks
    apart (a misère lost with one trick or with many) no number is looked for. There are no chips
    where the number of tricks alone does not tell them: the contract leaves open a turned suit
    that sets its price, the bill asks who of a side has won the tricks, or it counts something of
    their cards. Then both sides play for tricks.

    Args:
        state: a card is to be played in it, for a contract.
        limits: how much it may take, all cards together.

    Raises:
        NotSolvable: no card is to be played, or nobody has bid.
        SearchStopped: a limit was reached before there was an answer.
        TypeError: an argument is of another type.
    """
    question = Question(state, limits, chips=True)
    value = question.level(0, question.top)
    levels = question.cards(value)
    ours = question.ours
    return Best(
        side=question.side if ours else question.scale.terms.opponents,
        is_declarers=ours,
        result=question.result(value),
        cards=tuple(PACK[card] for card, level in levels.items() if level == value),
        results=tuple((PACK[card], question.result(level)) for card, level in levels.items()),
    )
