"""What is asked of the search about a state: which numbers of tricks are better than which."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from boston_rules.core.actions import Play
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cards import mask_of
from boston_rules.core.saying import say
from boston_rules.deal.state import State, check_state
from boston_rules.deal.tricks import Playing
from boston_rules.rules.trumps import ranked
from boston_rules.solver.chips import Chips, chips_by_count
from boston_rules.solver.errors import NotSolvable, SearchStopped
from boston_rules.solver.limits import Limits, check_limits
from boston_rules.solver.positions import check_solvable
from boston_rules.solver.scale import Scale
from boston_rules.solver.search.effort import LimitReached
from boston_rules.solver.search.search import Search, most_reached

__all__ = ["Question", "Result"]

_NOTHING: Final = Chips(0, 0)


@frozen
class Result:
    """What the play comes to."""

    made: bool
    """Whether the contract is made."""
    tricks: int | None
    """Tricks at the end of the deal of those whose tricks count, those won so far included;
    ``None`` where neither the goal nor the bill tells the numbers apart that are left."""
    chips: Chips | None = None
    """What the bill comes to, where it was asked for; ``None`` also where the number of tricks does
    not tell it: see :func:`boston_rules.solver.best`."""


class Question:
    """What a state may come to, in levels from the worst for the declarer's side up.

    The side prefers a contract that is made, then the more overtricks or the fewer undertricks,
    then a number nearer to the goal, then the smaller: no two numbers are worth the same, so that
    perfect play comes to one of them. Where chips are asked for, the side prefers more chips first,
    and numbers that neither the bill nor the goal tells apart are one level.

    Args:
        state: a card is to be played in it, for a contract.
        limits: how much may be taken, by everything asked of the question and of those like it.
        verdict: only made and lost are told apart, and no numbers of tricks; ``None``: they are not
            where the goal counts neither over- nor undertricks.
        chips: what the bill pays comes first, and not whether the contract is made; numbers are
            told apart by the bill alone where the goal counts neither over- nor undertricks.
        like: a question about an earlier or later state of the same play, whose search goes on.
        hands: of a first lead, what each seat held before cards were laid aside: then the search
            can be asked about others that are laid aside.

    Raises:
        NotSolvable: no card is to be played, nobody has bid, or it is a view.
    """

    def __init__(
        self,
        state: State,
        limits: Limits | None = None,
        *,
        verdict: bool | None = False,
        chips: bool = False,
        like: Question | None = None,
        hands: Sequence[int] | None = None,
    ) -> None:
        began = time.monotonic()
        if not isinstance(state, Playing):
            check_state(state)
            raise NotSolvable(
                say(
                    "it must be the turn to play a card; this state is of the phase {phase}",
                    phase=state.phase,
                )
            )
        limits = check_limits(limits)
        contract, terms = check_solvable(state), state.terms
        goal = terms.goal
        assert goal is not None, "a contract has a goal"
        lawful = mask_of(each.index for each in state.lawful() if isinstance(each, Play))
        if lawful != state.may:
            raise NotSolvable(say("an exposed card is demanded, and must be played"))
        taken = sum(state.taken[seat] for seat in terms.counting)
        left = terms.total - len(state.done)
        slam = state.slam is not None

        def made(count: int) -> bool:
            return count == terms.total if slam else goal.verdict(count, 0) is True

        numbers = range(taken, taken + left + 1)
        paid = (chips_by_count(state, numbers) if chips else None) or {}

        def value(count: int) -> tuple[int, int, bool, int, int, int]:
            most = count if goal.most is None else goal.most
            away = max(0, goal.tricks - count, count - most)
            worth = paid.get(count, _NOTHING)
            return (
                worth.declarers,
                -worth.opponents,
                made(count),
                goal.over(count) - goal.under(count),
                -away,
                -count,
            )

        self.state = state
        self.chips: dict[int, Chips] = paid
        """By number of tricks, what the bill comes to; empty where it was not asked for."""
        self.side: tuple[int, ...] = contract.side
        self.counts: list[int] = sorted(numbers, key=value)
        """Tricks at the end, the worst number first."""
        self.verdict: bool = not goal.counted if verdict is None else verdict
        # Of two numbers that are not told apart, either may be what perfect play comes to.
        apart = 3 if self.verdict or (chips and not goal.counted) else None
        told = [value(count)[:apart] for count in self.counts]
        starts = [at for at in range(left + 1) if not at or told[at] != told[at - 1]]
        self.won: list[bool] = [made(self.counts[start]) for start in starts]
        """By level, whether the contract is made."""
        self.order: Ranked = ranked(state.setup.terms.trick_table)
        self.scale: Scale = Scale(terms, self.counts, starts, None if like is None else like.scale)
        self.search: Search
        trick = [self.order.numbers[card] for card in state.played]
        if like is None:
            held = [hand & state.left for hand in state.setup.hands] if hands is None else hands
            # The tricks are numbered from the first that is played, with fewer cards.
            done = terms.total - held[state.leader].bit_count() - bool(trick)
            self.search = self.scale.search(
                [*map(self.order.mask, held)],
                state.leader,
                trick,
                done=done,
                memory=limits.memory,
            )
            seconds = limits.seconds
            if seconds is not None:
                seconds = max(began + seconds - time.monotonic(), 1e-9)
            self.search.effort.limited(limits.nodes or 0, seconds or 0.0, limits.progress)
        else:
            self.search = like.search
        if like is not None or hands is not None:
            self.search.stand(self.order.mask(state.left), state.leader, trick)
        self.within: tuple[int, int] = (0, self.top)
        """Between which levels that lies which was looked for last."""

    @property
    def top(self) -> int:
        """The best level."""
        return self.scale.top

    @property
    def ours(self) -> bool:
        """Whether it is the turn of the declarer's side."""
        return self.state.actor in self.side

    def reaches(self, level: int, card: int | None = None) -> bool:
        """Whether the side reaches a level or a better one, after a card if one is given."""
        need = self.scale.need(level)
        try:
            if card is None:
                return self.search.reaches(need)
            return self.search.reaches_by(self.order.numbers[card], need)
        except LimitReached as reached:
            raise SearchStopped(str(reached), self.search.nodes) from None

    def level(self, low: int, high: int, card: int | None = None, guess: int | None = None) -> int:
        """The level that perfect play comes to, between two levels; the guess is tried first.

        Raises:
            SearchStopped: a limit was reached; without a card, its bounds say between which tricks.
        """
        if guess is None:
            # The first level that makes the contract.
            guess = sum(not won for won in self.won)
        self.within = (low, high)

        def reached(level: int) -> bool:
            found = self.reaches(level, card)
            self.within = (level, self.within[1]) if found else (self.within[0], level - 1)
            return found

        try:
            return most_reached(reached, low, high, guess)
        except SearchStopped as stopped:
            if card is None:
                stopped.bounds = None if self.within == (low, high) else self.bounds
            raise

    @property
    def bounds(self) -> tuple[int, int]:
        """The fewest and the most tricks of the levels between which that lies."""
        low, high = self.within
        first, *_, end = (*self.scale.starts, len(self.counts))[low : high + 2]
        counts = self.counts[first:end]
        return min(counts), max(counts)

    def keeps(self, level: int, card: int) -> bool:
        """Whether a card of the seat to play keeps the level that perfect play comes to."""
        if self.ours:
            return level == 0 or self.reaches(level, card)
        return level == self.top or not self.reaches(level + 1, card)

    def keepers(self, level: int) -> tuple[int, ...]:
        """The cards of the seat to play that keep the level that perfect play comes to."""
        known: dict[int, bool] = {}
        for card in self.playable():
            if card not in known:
                kept = self.keeps(level, card)
                known.update(dict.fromkeys(self.alike(card), kept))
        return tuple(card for card in self.playable() if known[card])

    def cards(self, value: int) -> dict[int, int]:
        """The level of every card that may be played, where perfect play comes to a value."""
        low, high = (0, value) if self.ours else (value, self.top)
        # Most cards keep the value, or come near it.
        guess = value if self.ours else value + 1
        levels: dict[int, int] = {}
        for card in self.playable():
            if card not in levels:
                level = self.level(low, high, card, guess)
                levels.update(dict.fromkeys(self.alike(card), level))
        return {card: levels[card] for card in self.playable()}

    def playable(self) -> list[int]:
        """The cards that may be played, in the order of the pack."""
        return [card for card in range(52) if self.state.may >> card & 1]

    def alike(self, card: int) -> list[int]:
        """The cards of the seat to play that are worth the same as one, with itself."""
        same = self.search.alike(self.order.numbers[card])
        return [card, *(self.order.cards[other] for other in same)]

    def result(self, level: int) -> Result:
        """What a level is."""
        first, *others = self.counts[slice(*(*self.scale.starts, None)[level : level + 2])]
        return Result(self.won[level], None if others else first, self.chips.get(first))

    def solve(self) -> Result:
        """What perfect play comes to."""
        return self.result(self.level(0, self.top))
