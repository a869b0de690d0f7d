"""What a seat is after in the play, read off the contract, and the card that serves it."""

from __future__ import annotations

from functools import lru_cache

from boston_rules import View
from boston_rules.bots.simple.duck import duck, force
from boston_rules.bots.simple.play import follow_to_win, lead_to_win
from boston_rules.bots.simple.sight import Sight
from boston_rules.rules.ladder import AtLeast
from boston_rules.rules.passed_out import PassedOutRule

__all__ = ["choose_card", "few_is_good"]


@lru_cache(maxsize=64)
def few_is_good(rule: PassedOutRule, seats: int) -> bool:
    """Whether a passed-out deal is better for the one with the fewest tricks.

    >>> from boston_rules.rules.passed_out import FewestTakesPool
    >>> few_is_good(FewestTakesPool(), 4)
    True
    """
    tricks = tuple(range(13 - sum(range(seats - 1)), 13 - sum(range(seats - 1)) + 1)) + tuple(
        range(seats - 1)
    )
    balance = [0] * seats
    for transfer in rule.transfers(tricks, 100, 0):
        for seat, chips in ((transfer.payer, -transfer.chips), (transfer.payee, transfer.chips)):
            if seat in range(seats):
                balance[seat] += chips
    few = tricks.index(min(tricks))
    return balance[few] >= balance[tricks.index(max(tricks))]


def choose_card(view: View, seat: int) -> int:
    """The card to play, as an index."""
    sight = Sight(view, seat)
    if sight.legal & (sight.legal - 1) == 0:
        return sight.legal.bit_length() - 1
    contract = view.contract
    if contract is None:
        if few_is_good(view.variant.passed_out, sight.seats):
            return duck(sight)
        return _win(sight)
    goal = view.variant.ladder[contract.key].goal
    if isinstance(goal, AtLeast):
        return _win(sight)
    taken = view.taken[contract.declarer]
    missing = goal.tricks - taken
    left = (sight.hand.bit_count())
    if seat == contract.declarer:
        if missing > 0:
            return _take_one(sight, missing, left)
        return duck(sight)
    if seat in sight.side:
        return _win(sight)
    if missing > 0 and left <= missing + 1:
        return _win(sight)
    return force(sight, contract.declarer)


def _win(sight: Sight) -> int:
    return lead_to_win(sight) if sight.best is None else follow_to_win(sight)


def _take_one(sight: Sight, missing: int, left: int) -> int:
    """A trick is still needed: take it with the highest card when that is safe, else wait."""
    cards = [card for suit in range(4) for card in sight.row(suit)]
    sure = [card for card in cards if sight.beats(card) and sight.holds_up(card)]
    if sure:
        return max(sure, key=lambda card: (sight.order.below[card] & sight.unseen).bit_count())
    if left <= missing + 2:
        return _win(sight)
    return duck(sight)
