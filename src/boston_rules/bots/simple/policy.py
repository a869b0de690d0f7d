"""What a seat is after in the play, read off the contract, and the card that serves it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from boston_rules import Outcome, Slam, Variant, View, settle
from boston_rules.bots.simple.duck import duck, force
from boston_rules.bots.simple.play import follow_to_win, lead_to_win
from boston_rules.bots.simple.sight import Sight
from boston_rules.rules.ladder import AtLeast

__all__ = ["choose_card", "choose_slam", "few_is_good", "take_one"]


@lru_cache(maxsize=64)
def few_is_good(variant: Variant) -> bool:
    """Whether a passed-out deal is better for the one with the fewest tricks.

    >>> import boston_rules as br
    >>> few_is_good(br.get_variant("american"))
    True
    """
    rest = tuple(range(variant.seats - 1))
    tricks = (13 - sum(rest), *rest)
    most, fewest = (
        sum(
            transfer.chips * ((transfer.payee == seat) - (transfer.payer == seat))
            for transfer in variant.passed_out.transfers(tricks, 100, 0)
        )
        for seat in (0, 1)
    )
    return fewest >= most


def choose_card(view: View, seat: int) -> int:
    """The card to play, as an index."""
    sight = Sight(view, seat)
    if sight.legal & (sight.legal - 1) == 0:
        return sight.legal.bit_length() - 1
    contract = view.contract
    if contract is None:
        if few_is_good(view.variant):
            return duck(sight)
        return _win(sight)
    goal = view.variant.ladder[contract.key].goal
    if isinstance(goal, AtLeast):
        return _win(sight)
    missing = goal.tricks - view.taken[contract.declarer]
    left = sight.hand.bit_count()
    if seat == contract.declarer:
        return take_one(sight, missing, left) if missing > 0 else duck(sight)
    if seat in sight.side or 0 < missing >= left - 1:
        # His partner takes what he must not have; near the end a trick still due is kept from him.
        return _win(sight)
    return force(sight, contract.declarer)


def _win(sight: Sight) -> int:
    return lead_to_win(sight) if sight.best is None else follow_to_win(sight)


def take_one(sight: Sight, missing: int, left: int) -> int:
    """A trick is still needed: take it with the highest card when that is safe, else wait."""
    cards = [card for suit in range(4) for card in sight.row(suit)]
    sure = [card for card in cards if sight.beats(card) and sight.holds_up(card)]
    if sure:
        return max(sure, key=lambda card: (sight.order.below[card] & sight.unseen).bit_count())
    if left <= missing + 2:
        return _win(sight)
    return duck(sight)


def choose_slam(view: View, seat: int, slams: list[Slam]) -> Slam | None:
    """The slam that pays best when every trick to come is certain and it pays at all."""
    sight = Sight(view, seat)
    if sight.best is not None or not _all_winners(sight):
        return None
    best, most = None, _all_tricks_pay(view, seat, None)
    for slam in slams:
        chips = _all_tricks_pay(view, seat, slam)
        if chips > most:
            best, most = slam, chips
    return best


def _all_tricks_pay(view: View, seat: int, slam: Slam | None) -> int:
    """The chips of a declarer who wins every trick from now on, having won all so far."""
    contract = view.contract
    assert contract is not None, "only a declarer has slams to choose from"
    tricks = list(view.taken)
    tricks[seat] += len(view.hand)
    said: Literal["closed", "table"] | None = None
    if slam is not None:
        said = "table" if slam.table else "closed"
    return settle(view.variant, contract, Outcome(tuple(tricks), slam=said)).deltas[seat]


def _all_winners(sight: Sight) -> bool:
    """Whether the hand wins every trick when it leads from the top, trumps first."""
    for suit in range(4):
        row = sight.row(suit, sight.hand)
        out = (sight.unseen & sight.table.suit_masks[suit]).bit_count()
        masters = 0
        for card in reversed(row):
            if not sight.is_master(card):
                break
            masters += 1
        if masters < len(row) and masters < out:
            return False
        if suit == sight.trump and out > masters:
            return False
    return True
