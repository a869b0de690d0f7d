"""The card laid aside before the first lead."""

from __future__ import annotations

from boston_rules import State
from boston_rules.bots.simple.contracts import has_limit
from boston_rules.bots.simple.duck import most_dangerous
from boston_rules.bots.simple.situation import Situation

__all__ = ["choose_discard"]


def choose_discard(view: State, seat: int) -> int:
    """The card, as an index.

    Who must avoid tricks drops the card that is most likely to take one (and keeps as many
    winners as tricks are due); those who play against him drop a high one and keep what can stay
    below him.
    """
    situation = Situation(view, seat)
    contract = view.contract
    if contract is None:
        return min(_levels(situation))[1]
    step = view.variant.ladder[contract.key]
    if not has_limit(view.variant, step):
        return min(_levels(situation))[1]
    if seat != contract.declarer:
        return max(_levels(situation))[1]
    hand = situation.hand
    for _ in range(step.goal.tricks):
        hand &= ~(1 << max(_levels(situation, hand))[1])
    return most_dangerous(situation, hand)


def _levels(situation: Situation, mask: int | None = None) -> list[tuple[float, int]]:
    among = situation.hand if mask is None else mask
    power = situation.table.power
    return [
        (power[card][card] + 0.1 * (13 - len(situation.row(suit, situation.hand))), card)
        for suit in range(4)
        for card in situation.row(suit, among)
    ]
