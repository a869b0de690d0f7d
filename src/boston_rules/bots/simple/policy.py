"""What a seat is after in the play, read off the contract, and the card that serves it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from attrs import frozen

from boston_rules import UNKNOWN, Contract, Outcome, Slam, State, Variant
from boston_rules.bots.simple.contracts import has_limit
from boston_rules.bots.simple.situation import Situation
from boston_rules.bots.strategy.rollout import DUCK, EXACT, WIN, card_for
from boston_rules.core.cardplay.bits import count_of, number_of, top_of
from boston_rules.core.cards import bits
from boston_rules.deal.settlement import settle_unchecked
from boston_rules.deal.table import partnered
from boston_rules.deal.terms import terms_of
from boston_rules.rules.passed_out import PassedOut

__all__ = ["Aim", "aim_of", "choose_card", "choose_slam", "few_is_good"]


@lru_cache(maxsize=64)
def few_is_good(variant: Variant) -> bool:
    """Whether a passed-out deal is better for the one with the fewest tricks.

    >>> import boston_rules as br
    >>> few_is_good(br.get_variant("american"))
    True
    """
    rest = tuple(min(place, variant.hand // 6) for place in range(variant.seats - 1))
    tricks = (variant.hand - sum(rest), *rest)
    most, fewest = (
        sum(
            transfer.chips * ((transfer.payee == seat) - (transfer.payer == seat))
            for transfer in variant.passed_out.transfers(PassedOut(tricks, pool=100))
        )
        for seat in (0, 1)
    )
    return fewest >= most


@frozen
class Aim:
    """What the players of a deal are after, as simple players see it."""

    kind: int
    """:data:`~boston_rules.bots.strategy.rollout.WIN`, ``DUCK`` or ``EXACT``."""
    tricks: int = 0
    """With ``EXACT`` the number of tricks from which on the declarer wants no more."""
    most: int = 13
    """The number above which nothing changes any more: the contract is lost."""
    shared: bool = False
    """With ``EXACT`` whether the tricks of the partner count as well."""


@lru_cache(maxsize=1024)
def aim_of(variant: Variant, contract: Contract | None) -> Aim:
    """The aim of simple players.

    >>> import boston_rules as br
    >>> aim_of(br.get_variant("fontainebleau"), br.Contract("piccolissimo", 0))
    Aim(kind=2, tricks=1, most=1, shared=False)
    """
    if contract is None:
        return Aim(DUCK if few_is_good(variant) else WIN)
    terms = terms_of(variant, contract)
    goal, step = terms.goal, terms.step
    assert goal is not None, "a contract has a goal"
    assert step is not None, "a contract has a step"
    if not has_limit(variant, step):
        return Aim(WIN)
    enough = (taken for taken in range(terms.total) if not goal.wants(taken))
    wanted = next(enough, terms.total)
    most = terms.total if goal.counted or goal.most is None else goal.most
    return Aim(EXACT, wanted, most, len(terms.counting) > 1)


def choose_card(view: State, seat: int, playable: int) -> int:
    """The card to play, as an index, of some as a mask."""
    situation = Situation(view, seat, playable)
    aim = aim_of(view.variant, view.contract)
    missing = 0
    bound = 0
    if view.contract is not None:
        missing = aim.tricks - view.taken[view.contract.declarer]
        if aim.shared:
            bound = situation.known.side
            others = bound & ~(1 << view.contract.declarer)
            missing -= sum(view.taken[other] for other in bits(others))
    bit = card_for(situation.known, aim.kind, missing, bound)
    return situation.order.cards[number_of(bit)]


def choose_slam(view: State, seat: int, slams: list[Slam]) -> Slam | None:
    """The slam that pays best when every trick to come is certain and it pays at all."""
    situation = Situation(view, seat)
    if situation.known.best or not _all_winners(situation):
        return None
    best, most = None, _all_tricks_pay(view, seat, None)
    for slam in slams:
        chips = _all_tricks_pay(view, seat, slam)
        if chips > most:
            best, most = slam, chips
    return best


def _all_tricks_pay(view: State, seat: int, slam: Slam | None) -> int:
    """The chips of a declarer who wins every trick from now on, having won all so far."""
    contract = view.contract
    assert contract is not None, "only a declarer has slams to choose from"
    if contract.partner is UNKNOWN:  # whoever holds the called card, the price is the same
        contract = partnered(contract, (seat + 1) % view.variant.seats)
    tricks = list(view.taken)
    tricks[seat] += len(view.hand)
    said: Literal["closed", "table"] | None = None
    if slam is not None:
        said = "table" if slam.table else "closed"
    outcome = Outcome(tuple(tricks), slam=said)
    return settle_unchecked(view.variant, contract, outcome, 0, 0, False, 0).deltas[seat]


def _all_winners(situation: Situation) -> bool:
    """Whether the hand wins every trick when it leads from the top, trumps first."""
    known, order = situation.known, situation.order
    for suit, lane in enumerate(order.lanes):
        row = known.hand & lane
        out = count_of(known.unseen & lane)
        masters = 0
        while row and known.is_master(top_of(row)):
            row ^= top_of(row)
            masters += 1
        if row and masters < out:
            return False
        if suit == order.trump and out > masters:
            return False
    return True
