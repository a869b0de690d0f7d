"""What the searches know of a deal: whose tricks count, ranked cards, and exact ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from attrs import evolve

from boston_rules import Contract, Suit, Variant
from boston_rules.bots.montecarlo.payoff import Payoff
from boston_rules.bots.simple.contracts import has_limit
from boston_rules.cardplay.ranked import Ranked
from boston_rules.rules.trumps import TrickTable, ranked
from boston_rules.search.search import Search
from boston_rules.terms import Terms, completed, terms_of

__all__ = ["SearchContext"]

import os

_EXACT: Final = int(os.environ.get("BOT_EXACT", "20"))
"""So many cards, the current trick's among them, are played out by search."""


class SearchContext:
    """The play of a deal for one seat: what its end is worth to that seat.

    Args:
        variant: the rules.
        contract: what is played, or ``None`` in a deal that nobody bid.
        turned: the suit turned in the deal.
        payoff: the chips of the seat.
        played: tricks complete.
    """

    def __init__(
        self,
        variant: Variant,
        contract: Contract | None,
        turned: Suit | None,
        payoff: Payoff,
        played: int = 0,
    ) -> None:
        trump = None if contract is None else contract.trump
        self.contract: Contract | None = None if contract is None else completed(variant, contract)
        self.seats: int = variant.seats
        self.payoff = payoff
        self.table: TrickTable = variant.trumps.table(trump, turned)
        self.ranked: Ranked = ranked(self.table)
        self.honoured: int = 0
        self.bonus: int | None = None
        """The card that pays for being dealt."""
        self.free: int = 0
        self.kind: Literal["sides", "exact", "open"] = "open"
        """What a search finds: the tricks of a side, whether the declarer wins an exact number, or
        nothing."""
        self.goal: int = 0
        if self.contract is not None:
            terms = terms_of(variant, evolve(self.contract, turned=turned))
            self.honoured = terms.honours
            self.bonus = terms.boston
            self.goal = terms.target
            self.free = max(0, terms.free - played)
            self.kind = _kind(terms)

    def honours(self, dealt: Sequence[int]) -> tuple[int, ...]:
        """Honours of each seat, from the hands as dealt."""
        if not self.honoured:
            return ()
        return tuple((hand & self.honoured).bit_count() for hand in dealt)

    def boston(self, dealt: Sequence[int]) -> int | None:
        """The seat that was dealt the bonus card."""
        if self.bonus is None:
            return None
        return next((seat for seat, hand in enumerate(dealt) if hand >> self.bonus & 1), None)

    def side(self, partner: int | None) -> int:
        """The seats of the declarer's side as bits."""
        assert self.contract is not None
        bits = 1 << self.contract.declarer
        other = self.contract.partner if partner is None else partner
        return bits if other is None else bits | 1 << other

    def ending(
        self,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int],
        taken: Sequence[int],
        partner: int | None,
    ) -> Ending:
        """The end of a world, with all hands open, in ranked numbers."""
        return Ending(self, hands, leader, trick, taken, partner)

    def is_end(self, cards: int, exact: int = _EXACT) -> bool:
        """Whether so few cards are left, those of the current trick counted, that search pays."""
        return cards <= exact and self.kind != "open"


def _kind(terms: Terms) -> Literal["sides", "exact", "open"]:
    contract, goal, step = terms.contract, terms.goal, terms.step
    assert contract is not None, "the terms are of a contract"
    assert goal is not None, "a contract has a goal"
    assert step is not None, "a contract has a step"
    if not has_limit(step):
        return "sides" if terms.counting == contract.side else "open"
    alone = terms.counting == (contract.declarer,)
    return "exact" if alone and goal.most == goal.tricks and not goal.counted else "open"


def _shared(
    taken: Sequence[int],
    side: int,
    declarer: int,
    gained: int,
    hands: Sequence[int],
    trick: Sequence[int],
) -> tuple[int, ...]:
    """Tricks of the two sides put down to seats: to partners as five to three."""
    left = (sum(hand.bit_count() for hand in hands) + len(trick)) // len(taken)
    row = list(taken)
    partners = [seat for seat in range(len(row)) if side >> seat & 1]
    rest = next(seat for seat in range(len(row)) if not side >> seat & 1)
    row[rest] += left - gained
    for _ in range(gained):
        row[min(partners, key=lambda seat: row[seat] * (3 if seat == declarer else 5))] += 1
    return tuple(row)


class Ending:
    """What the cards of a world come to when all hands are open and played at best."""

    def __init__(
        self,
        context: SearchContext,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int],
        taken: Sequence[int],
        partner: int | None,
    ) -> None:
        assert context.contract is not None, "there is nothing to solve without a contract"
        self.context = context
        self.declarer: int = context.contract.declarer
        self.side: int = context.side(partner)
        self.taken = taken
        self.hands = hands
        self.trick = trick
        self.left: int = (sum(hand.bit_count() for hand in hands) + len(trick)) // len(hands)
        exact = context.kind == "exact"
        self.search = Search(
            context.ranked,
            hands,
            leader,
            trick,
            self.side,
            1 << self.declarer if exact else self.side,
            sets=exact,
            exempt=self.declarer if context.free else -1,
            free=context.free,
        )

    def tricks(self, card: int) -> tuple[int, ...]:
        """Tricks by seat after a card."""
        if self.context.kind == "sides":
            low, high = 0, self.left
            while low < high:
                middle = (low + high + 1) // 2
                if self.search.reaches_by(card, middle):
                    low = middle
                else:
                    high = middle - 1
            return _shared(self.taken, self.side, self.declarer, low, self.hands, self.trick)
        goal = self.context.goal
        wanted = goal - self.taken[self.declarer]
        made = wanted >= 0 and self.search.reaches_by(card, 1 << wanted)
        row = list(self.taken)
        row[self.declarer] = goal if made else max(goal + 1, row[self.declarer])
        return tuple(row)
