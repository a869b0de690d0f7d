"""The card laid aside before the first lead."""

from __future__ import annotations

from boston_rules import View
from boston_rules.bots.simple.duck import most_dangerous
from boston_rules.bots.simple.sight import Sight

__all__ = ["choose_discard"]


def choose_discard(view: View, seat: int) -> int:
    """The card, as an index.

    Who must avoid tricks drops the card that is most likely to take one (and keeps one winner when
    one trick is due); those who play against him drop a high one and keep what can stay below him.
    """
    sight = Sight(view, seat)
    contract = view.contract
    if contract is None:
        return min(_levels(sight))[1]
    goal = view.variant.ladder[contract.key].goal
    if goal.counted:
        return min(_levels(sight))[1]
    if seat != contract.declarer:
        return max(_levels(sight))[1]
    hand = sight.hand
    for _ in range(goal.tricks):
        hand &= ~(1 << max(_levels(sight, hand))[1])
    return most_dangerous(sight, hand)


def _levels(sight: Sight, mask: int | None = None) -> list[tuple[float, int]]:
    among = sight.hand if mask is None else mask
    power = sight.table.power
    return [
        (power[card][card] + 0.1 * (13 - len(sight.row(suit, sight.hand))), card)
        for suit in range(4)
        for card in sight.row(suit, among)
    ]
