"""Answers about one deal that all variants share, so that no question is solved twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Final, TypeAlias

import boston_rules as br
from boston_rules.deal.table import Deal
from boston_rules.deal.terms import Terms
from boston_rules.rules.trumps import TrickTable, ranked
from boston_rules.solver import Kind, Limits, cells
from boston_rules.solver.search.effort import LimitReached
from boston_rules.solver.search.search import Search

__all__ = ["Question", "Solved"]

_TRICKS: Final = 13
_SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_HIGH: Final = {12: 9, 11: 6, 10: 3}
"""A guess at the worth of an ace, a king and a queen, in tenths of a trick."""
_WASTED: Final = 12
"""The same of what a partner's hand adds too much."""
_MEMORY: Final = 300_000
"""Positions that a search keeps."""
_KEPT: Final = 8
"""Searches that are kept, lest they be asked again."""

Question: TypeAlias = tuple[TrickTable, int, int]
"""How many tricks a side wins: what follows and beats what, who leads, and its seats as bits."""


class Solved:
    """What is known of one deal, whichever variant asks.

    Args:
        hands: the hands as masks, by seat.
        nodes: the positions after which an answer is given up.
    """

    def __init__(self, hands: Sequence[int], nodes: int) -> None:
        self.hands = tuple(hands)
        self.nodes = nodes
        self.asked = 0
        """Questions that were put to the solver."""
        self.stopped = 0
        """Questions that were given up."""
        self._everybody = (1 << len(self.hands)) - 1
        self._tricks: dict[Question, tuple[int, int]] = {}
        self._known: defaultdict[tuple[TrickTable, int], dict[int, tuple[int, int]]]
        self._known = defaultdict(dict)
        self._searches: dict[Question, Search] = {}
        self._given_up: set[tuple[Question, int]] = set()
        self._made: dict[Hashable, bool | None] = {}

    # Contracts to win tricks.

    def bounds(self, question: Question) -> tuple[int, int]:
        """The fewest and the most tricks that best play can come to, as far as is known."""
        table, leader, side = question
        low, high = self._tricks.get(question, (0, _TRICKS))
        # What one side does not win its opponents do; with a seat more a side wins no fewer.
        for one, (least, most) in self._known[table, leader].items():
            if one & ~side == 0:
                low = max(low, least)
            if side & ~one == 0:
                high = min(high, most)
        self._keep(question, low, high)
        return low, high

    def gave_up(self, question: Question, need: int) -> bool:
        """Whether it was given up to find out whether a side wins so many tricks."""
        return (question, need) in self._given_up

    def ask(self, question: Question, need: int) -> bool:
        """Find out whether a side wins so many tricks; ``False`` where that was given up."""
        if self.gave_up(question, need):
            return False
        table, leader, side = question
        search = self._searches.pop(question, None)
        if search is None:
            order = ranked(table)
            hands = [order.mask(hand) for hand in self.hands]
            search = Search(order, hands, leader, (), side, side, memory=_MEMORY)
        search.effort.limited(self.nodes, 0.0)
        self.asked += 1
        try:
            reached = search.reaches(need)
        except LimitReached:
            self.stopped += 1
            self._given_up.add((question, need))
            return False
        finally:
            self._searches[question] = search
            if len(self._searches) > _KEPT:
                del self._searches[next(iter(self._searches))]
        low, high = self.bounds(question)
        self._keep(question, need if reached else low, high if reached else need - 1)
        return True

    def _keep(self, question: Question, low: int, high: int) -> None:
        table, leader, side = question
        self._tricks[question] = low, high
        known = self._known[table, leader]
        known[side] = low, high
        known[self._everybody & ~side] = _TRICKS - high, _TRICKS - low

    def strength(self, question: Question) -> int:
        """A guess at the tricks of a side, times ten, from trumps and high cards."""
        table, _, side = question
        # Two hands waste some of what they hold.
        total = -_WASTED * (side.bit_count() - 1)
        for seat, hand in enumerate(self.hands):
            if side >> seat & 1:
                if table.trump is not None:
                    total += 8 * (hand & table.suit_masks[table.trump]).bit_count()
                total += sum(_HIGH[rank] * (hand >> rank & _SUITS).bit_count() for rank in _HIGH)
        return total

    # Contracts in which only made and lost are told apart.

    def makes(self, deal: Deal, kind: Kind, contract: br.Contract, terms: Terms) -> bool | None:
        """Whether a contract of a kind is made with best play; ``None`` where it was given up."""
        step = kind.steps[0]
        key = (
            *(terms.trick_table, terms.goal, step.discard, step.play, deal.table.eldest),
            *(terms.leader, contract.declarer, contract.partner),
        )
        if key not in self._made:
            (cell,) = cells(
                deal.table.variant,
                map(br.Cards.from_mask, deal.hands),
                dealer=deal.table.dealer,
                turned=None if deal.turned is None else br.PACK[deal.turned],
                belle=deal.table.belle,
                limits=Limits(nodes=self.nodes),
                sides=[contract.side],
                only=[kind],
            )
            self.asked += 1
            self.stopped += cell.stopped is not None
            self._made[key] = cell.made
        return self._made[key]
