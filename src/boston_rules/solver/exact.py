"""Whether a contract is made, what it comes to, and which cards keep that."""

from __future__ import annotations

import math
from collections.abc import Callable

from attrs import field, frozen
from attrs.validators import instance_of, optional

from boston_rules.actions import Play
from boston_rules.cards import PACK, Card, mask_of
from boston_rules.play.tricks import Playing
from boston_rules.rules.trumps import ranked
from boston_rules.search.search import LimitReached, Search
from boston_rules.solver.errors import NotSolvable, SearchStopped
from boston_rules.state import State

__all__ = ["Best", "Limits", "Result", "best", "makes", "tricks"]


def _positive(limits: Limits, attribute: object, value: float | None) -> None:
    if value is not None and not 0 < value < math.inf:
        raise ValueError(f"a limit is a positive number, not {value!r}")


@frozen(kw_only=True)
class Limits:
    """How much a question may take; with none it is answered however long it takes.

    >>> Limits(nodes=0)
    Traceback (most recent call last):
        ...
    ValueError: a limit is a positive number, not 0
    """

    nodes: int | None = field(default=None, validator=[optional(instance_of(int)), _positive])
    """The most positions before a trick to be looked at."""
    seconds: float | None = field(default=None, validator=_positive)
    """The most seconds."""
    memory: int = field(default=500_000, validator=[instance_of(int), _positive])
    """The most positions kept, each of some 150 bytes; when they are reached all are forgotten."""
    progress: Callable[[int], object] | None = None
    """Called every some thousand positions with their number so far. Whatever it raises ends the
    search and is passed on: so a search is cancelled."""


@frozen
class Result:
    """What the play comes to."""

    made: bool
    """Whether the contract is made."""
    tricks: int
    """Tricks at the end of the deal of those whose tricks count, those won so far included."""


@frozen
class Best:
    """The cards of the seat whose turn it is."""

    result: Result
    """What the best card comes to."""
    cards: tuple[Card, ...]
    """The cards that keep it, in the order of the pack."""
    results: tuple[tuple[Card, Result], ...]
    """What every card that may be played comes to, in the order of the pack."""


class _Question:
    """The numbers of tricks that a state may end with, from the worst for the declarer's side up.

    The side prefers a contract that is made, then the more overtricks or the fewer undertricks,
    then a number nearer to the goal, then the smaller: no two numbers are worth the same, so that
    perfect play comes to one of them.
    """

    def __init__(self, state: State, limits: Limits | None) -> None:
        if not isinstance(state, Playing):
            raise NotSolvable(
                f"a card must be to be played: this state is of the phase {state.name}"
            )
        setup = state.setup
        terms = setup.terms
        contract, goal = setup.contract, terms.goal
        if contract is None or goal is None:
            raise NotSolvable("nobody has bid in this deal: there is no contract to solve")
        if state.revokes:
            raise NotSolvable("a revoke has been established: its penalty decides with the cards")
        lawful = mask_of(each.index for each in state.lawful() if isinstance(each, Play))
        if lawful != state.may:
            raise NotSolvable("an exposed card is demanded, and must be played")
        taken = sum(state.taken[seat] for seat in terms.counting)
        left = terms.total - len(state.done)
        slam = state.slam is not None and state.slam[0] != "waived"

        def made(count: int) -> bool:
            return count == terms.total if slam else goal.verdict(count, 0) is True

        def value(count: int) -> tuple[bool, int, int, int]:
            most = count if goal.most is None else goal.most
            away = max(0, goal.tricks - count, count - most)
            return made(count), goal.over(count) - goal.under(count), -away, -count

        self.state = state
        self.counts = sorted(range(taken, taken + left + 1), key=value)
        """Tricks at the end, the worst number first."""
        self.won = [made(count) for count in self.counts]
        self.taken, self.left = taken, left
        seats = range(terms.seats)
        counting = sum(1 << seat for seat in terms.counting)
        self.rising = self.counts == sorted(self.counts)
        self.falling = self.counts == sorted(self.counts, reverse=True)
        if self.falling and not self.rising:
            counting = sum(1 << seat for seat in seats) & ~counting
        self.order = ranked(setup.trick_table)
        limits = Limits() if limits is None else limits
        self.search = Search(
            self.order,
            [self.order.mask(setup.hands[seat] & state.left) for seat in seats],
            state.leader,
            [self.order.numbers[card] for card in state.played],
            sum(1 << seat for seat in contract.side),
            counting,
            sets=not (self.rising or self.falling),
            exempt=terms.exempt,
            free=max(0, terms.free - len(state.done)),
            memory=limits.memory,
        )
        self.search.limited(limits.nodes or 0, limits.seconds or 0.0, limits.progress)

    def need(self, place: int) -> int:
        """What the search is asked for: a number of the list from a place on."""
        more = self.counts[place] - self.taken
        if self.rising:
            return more
        if self.falling:
            return self.left - more
        return sum(1 << count - self.taken for count in self.counts[place:])

    def reaches(self, place: int, card: int | None = None) -> bool:
        """Whether the side reaches this number or a better one, after a card if one is given."""
        need = self.need(place)
        try:
            if card is None:
                return self.search.reaches(need)
            return self.search.reaches_by(self.order.numbers[card], need)
        except LimitReached as reached:
            raise SearchStopped(str(reached), self.search.nodes) from None

    def place(self, low: int, high: int, card: int | None = None) -> int:
        """The place of the number that perfect play comes to, between two places."""
        # The first number that makes the contract is the first to be tried.
        guess = sum(not won for won in self.won)
        while low < high:
            guess = min(max(guess, low + 1), high)
            if self.reaches(guess, card):
                low = guess
                guess += 1
            else:
                high = guess - 1
                guess = high
        return low

    def result(self, place: int) -> Result:
        """The number at a place."""
        return Result(self.won[place], self.counts[place])


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
    question = _Question(state, limits)
    if all(question.won) or not any(question.won):
        return question.won[0]
    return question.reaches(sum(not won for won in question.won))


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
    question = _Question(state, limits)
    return question.counts[question.place(0, question.left)]


def best(state: State, limits: Limits | None = None) -> Best:
    """What every card that may be played comes to, and which are best for the seat to play.

    Args:
        state: a card is to be played in it, for a contract.
        limits: how much it may take, all cards together.

    Raises:
        NotSolvable: no card is to be played, or nobody has bid.
        SearchStopped: a limit was reached before there was an answer.
    """
    question = _Question(state, limits)
    played = question.state
    contract = played.contract
    assert contract is not None, "a question is about a contract"
    ours = played.actor in contract.side
    value = question.place(0, question.left)
    low, high = (0, value) if ours else (value, question.left)
    places: dict[int, int] = {}
    for card in range(52):
        if played.may >> card & 1 and card not in places:
            place = question.place(low, high, card)
            for other in question.search.alike(question.order.numbers[card]):
                places[question.order.cards[other]] = place
    cards = [card for card in range(52) if played.may >> card & 1]
    return Best(
        question.result(value),
        tuple(PACK[card] for card in cards if places[card] == value),
        tuple((PACK[card], question.result(places[card])) for card in cards),
    )
