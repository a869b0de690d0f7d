"""What the searches know of a deal: whose tricks count, ranked cards, and exact ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from boston_rules import Contract, Playing, Slam
from boston_rules.bots.montecarlo.payoff import Payoff, payoff_of
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.deal.table import partnered
from boston_rules.deal.terms import Terms, terms_of
from boston_rules.rules.trumps import ranked
from boston_rules.solver.scale import Scale
from boston_rules.solver.search.search import Search, most_reached

__all__ = ["Ending", "Prospect", "SearchContext"]

_EXACT: Final = 24
"""So many cards, the current trick's among them, are played out by search."""


@frozen
class Prospect:
    """What the numbers of tricks at the end are worth to a seat."""

    scale: Scale
    chips: tuple[float, ...]
    """By level."""


class SearchContext:
    """The play of a deal for one seat: what its end is worth to that seat.

    Args:
        play: a state or a view of the play.
        seat: whose chips count.
        slam: a slam that is declared now.
    """

    def __init__(self, play: Playing, seat: int, slam: Slam | None = None) -> None:
        declared = None if play.slam is None else play.slam[0]
        if slam is not None:
            declared = "table" if slam.table else "closed"
        self.contract: Contract | None = play.contract
        self.payoff: Payoff = payoff_of(
            play.table.seen_by(None),
            self.contract,
            seat=seat,
            slam=declared,
            chicane=play.setup.chicane,
            infractions=play.infractions,
        )
        self.done: int = len(play.done)
        """Tricks complete."""
        self._terms: Terms = play.setup.terms
        """The terms as everybody knows them, with which the hands as dealt are counted."""
        self.seats: int = self._terms.seats
        self.ranked: Ranked = ranked(self._terms.trick_table)
        self._prospects: dict[tuple[object, ...], Prospect | None] = {}

    def honours(self, dealt: Sequence[int]) -> tuple[int, ...]:
        """Honours of each seat, from the hands as dealt."""
        return self._terms.honours_in(dealt) if self._terms.honours else ()

    def boston(self, dealt: Sequence[int]) -> int | None:
        """The seat that was dealt the bonus card."""
        return self._terms.boston_in(dealt)

    def is_end(self, cards: int) -> bool:
        """Whether so few cards are left, those of the current trick counted, that search pays."""
        return cards <= _EXACT and self.contract is not None

    def prospect(
        self,
        taken: Sequence[int],
        left: int,
        partner: int | None,
        honours: tuple[int, ...],
        boston: int | None,
    ) -> Prospect | None:
        """What the numbers of tricks that may be won are worth.

        ``None`` where it matters who of two partners wins a trick: no search tells that.

        Args:
            taken: tricks won so far, by seat.
            left: tricks to be played.
            partner: of the declarer, known or not.
            honours: by seat, as dealt.
            boston: the seat that was dealt the Boston, where one pays for it.
        """
        side = self.payoff.side_honours(honours, partner)
        key = (tuple(taken), left, partner, side, boston)
        if key not in self._prospects:
            self._prospects[key] = self._worked_out(taken, left, partner, honours, boston)
        return self._prospects[key]

    def _worked_out(
        self,
        taken: Sequence[int],
        left: int,
        partner: int | None,
        honours: tuple[int, ...],
        boston: int | None,
    ) -> Prospect | None:
        assert self.contract is not None, "somebody has bid"
        contract, seat = partnered(self.contract, partner), self.payoff.seat
        terms = terms_of(self._terms.variant, contract)
        before = sum(taken[each] for each in terms.counting)
        rest = next(each for each in range(self.seats) if each not in terms.counting)
        values: dict[int, float] = {}
        for more in range(left + 1):
            told = set()
            for mine in range(more + 1 if len(terms.counting) > 1 else 1):
                row = list(taken)
                row[terms.counting[-1]] += mine
                row[terms.counting[0]] += more - mine
                row[rest] += left - more
                told.add(
                    self.payoff.chips(tuple(row), partner=partner, honours=honours, boston=boston)
                )
            if len(told) > 1:
                return None
            (values[before + more],) = told
        sign = 1 if seat in contract.side else -1
        counts = sorted(values, key=lambda count: (sign * values[count], count))
        starts = [
            place
            for place, count in enumerate(counts)
            if not place or values[count] != values[counts[place - 1]]
        ]
        return Prospect(
            Scale(terms, counts, starts), tuple(values[counts[start]] for start in starts)
        )


class Ending:
    """What the cards of a world come to when all hands are open and played at best.

    Args:
        context: of the play.
        prospect: what the numbers of tricks are worth.
        hands: in ranked numbers.
        leader: who leads, or has led ``trick``.
        trick: in ranked numbers.
        seconds: how long all questions together may take; 0 for any time.
    """

    def __init__(
        self,
        context: SearchContext,
        prospect: Prospect,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int],
        seconds: float,
    ) -> None:
        self._scale: Scale = prospect.scale
        self._chips = prospect.chips
        self._guess = 0
        self._search: Search = prospect.scale.search(hands, leader, trick, done=context.done)
        self._search.effort.limited(0, seconds)

    def chips(self, card: int) -> float:
        """What the seat gains after a card.

        Raises:
            LimitReached: there was too little time.
        """
        scale, search = self._scale, self._search

        def reaches(level: int) -> bool:
            return search.reaches_by(card, scale.need(level))

        self._guess = most_reached(reaches, 0, scale.top, self._guess)
        return self._chips[self._guess]
