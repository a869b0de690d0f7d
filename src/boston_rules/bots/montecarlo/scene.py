"""A deal as the searches see it: who is with whom, ranked cards, and exact ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from boston_rules import Contract, Suit, Variant
from boston_rules.bots.montecarlo.payoff import Payoff
from boston_rules.bots.simple.situation import ranked
from boston_rules.rules.trumps import BostonJack, honours_mask
from boston_rules.solver.endgame import Known, solve_avoiding, solve_sides
from boston_rules.terms import completed

__all__ = ["Scene"]

_EXACT: Final = 20
"""So many cards, the current trick's among them, are played out by search."""


class Scene:
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
        self.contract = None if contract is None else completed(variant, contract)
        self.seats = variant.seats
        self.payoff = payoff
        self.table = variant.trumps.table(trump, turned)
        self.ranked = ranked(self.table)
        self.honoured = 0 if trump is None else honours_mask(trump)
        self.bonus: int | None = None
        """The card that pays for being dealt."""
        if variant.boston_bonus is not None and trump is not None:
            assert isinstance(variant.trumps, BostonJack), "checked by the variant"
            self.bonus = variant.trumps.bonus_card(turned).index
        self.free = 0
        self.kind: Literal["sides", "exact", "each"] = "each"
        self.goal = 0
        if contract is not None:
            step = variant.ladder[contract.key]
            self.goal = step.goal.tricks
            self.free = max(0, step.free_tricks - played)
            self.kind = "sides" if step.goal.counted else "exact"

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

    def camp(self, partner: int | None) -> int:
        """The seats of the declarer's side as bits."""
        assert self.contract is not None
        bits = 1 << self.contract.declarer
        other = self.contract.partner if partner is None else partner
        return bits if other is None else bits | 1 << other

    def solved(
        self,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int],
        taken: Sequence[int],
        *,
        partner: int | None = None,
        known: Known | None = None,
    ) -> tuple[int, ...]:
        """Tricks by seat when all hands are open and played at best, in ranked numbers."""
        assert self.contract is not None, "nothing to solve where each plays for himself"
        camp = self.camp(partner)
        declarer = self.contract.declarer
        if self.kind == "sides":
            gained = solve_sides(self.ranked, hands, leader, camp, trick, known)
            return _shared(taken, camp, declarer, gained, hands, trick)
        wanted = self.goal - taken[declarer]
        if wanted < 0:
            return tuple(taken)
        helpers = camp & ~(1 << declarer)
        made = solve_avoiding(self.ranked, hands, leader, declarer, wanted, trick, helpers, known)
        row = list(taken)
        row[declarer] = self.goal if made else self.goal + 1
        return tuple(row)

    def is_end(self, cards: int) -> bool:
        """Whether so few cards are left, those of the current trick counted, that search pays."""
        return cards <= _EXACT and self.kind != "each" and not self.free


def _shared(
    taken: Sequence[int],
    camp: int,
    declarer: int,
    gained: int,
    hands: Sequence[int],
    trick: Sequence[int],
) -> tuple[int, ...]:
    """Tricks of the two sides put down to seats: to partners as five to three."""
    left = (sum(hand.bit_count() for hand in hands) + len(trick)) // len(taken)
    row = list(taken)
    side = [seat for seat in range(len(row)) if camp >> seat & 1]
    rest = next(seat for seat in range(len(row)) if not camp >> seat & 1)
    row[rest] += left - gained
    for _ in range(gained):
        row[min(side, key=lambda seat: row[seat] * (3 if seat == declarer else 5))] += 1
    return tuple(row)
