"""The auction and what follows it: which bid promises most, with whom, in which trumps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from attrs import evolve

from boston_rules import (
    Accept,
    Action,
    Ask,
    Bid,
    Call,
    Contract,
    NameTrump,
    Pass,
    Solo,
    State,
    Suit,
)
from boston_rules.bots.simple.contracts import (
    has_limit,
    is_thrown_in_alone,
    own_share,
    setting_of,
    table_of,
)
from boston_rules.bots.simple.estimate import odds_at_least, support
from boston_rules.bots.simple.prices import limited_value, tricks_value
from boston_rules.bots.simple.situation import order_of
from boston_rules.bots.simple.valuation import (
    ALONE,
    ODDS,
    WITH,
    BidName,
    Promise,
    name_of,
    value_of_hand,
)
from boston_rules.deal.terms import fixed_partner, terms_of

__all__ = [
    "answer",
    "at_stake",
    "bid_or_pass",
    "call_or_solo",
    "find_partner",
    "if_passed",
    "joining",
    "name_trump",
    "raise_or_pass",
]

_MODESTY: Final = -0.3
"""Tricks above the bid that are expected of the hand of a declarer who asks for a partner."""
_LIKELY: Final = 0.66
"""How likely it must be when it promises no chips, because the pool is too full to lose."""
_TRUSTED: Final = 0.65
"""How likely a bid of another player is taken to be made."""
_NEARLY: Final = 0.15
"""The part of the best promise that is enough for a higher bid."""


def bid_or_pass(view: State, seat: int, legal: Sequence[Action]) -> Action:
    """The bid that promises most if any is likely to be made, a partner's bid accepted, or pass."""
    variant = view.variant
    standing = view.standing_bid
    if standing is not None and fixed_partner(variant, seat) == standing[0]:
        return Pass()
    open_bids = _open_to(legal, value_of_hand(view, seat).likely())
    may_accept = Accept in map(type, legal)
    if not open_bids and not may_accept:
        return Pass()
    otherwise = if_passed(view, seat)
    likely = _LIKELY if standing is None and variant.pool is not None else 1.0
    found: list[tuple[float, Bid]] = []
    for action, promise in open_bids:
        if promise.odds >= (ODDS if promise.value > otherwise else likely):
            found.append((promise.value, action))
    best = max((value for value, _ in found), default=-math.inf)
    if may_accept:
        joining = _acceptance(view, seat)
        if joining.odds >= ODDS and joining.value > max(otherwise, best):
            return Accept()
    if not found:
        return Pass()
    # Of the bids that promise nearly as much as the best the highest: it is overcalled least.
    enough = otherwise + _NEARLY * (best - otherwise) if best > otherwise else best
    return [action for value, action in found if value >= enough][-1]


def raise_or_pass(view: State, seat: int, legal: Sequence[Action]) -> Action:
    """What to make of a bid that nobody has accepted: the raise that promises most, or pass."""
    hand = value_of_hand(view, seat)
    best: Action = Pass()
    most = 0.0
    for action, promise in _open_to(legal, hand.likely(alone=True)):
        if promise.value > most:
            best, most = action, promise.value
    return best


def _open_to(legal: Sequence[Action], likely: dict[BidName, Promise]) -> list[tuple[Bid, Promise]]:
    """Those that may be made of some bids, where a card is laid with one of each suit."""
    if not likely:
        return []
    found: dict[BidName, tuple[Bid, Promise]] = {}
    for action in legal:
        if isinstance(action, Bid):
            name = name_of(action)
            if name in likely and name not in found:
                found[name] = action, likely[name]
    return list(found.values())


def if_passed(view: State, seat: int) -> float:
    """The chips to be expected when the standing bid, if there is one, is left to be played."""
    if view.standing_bid is None:
        return 0.0
    bidder, bid = view.standing_bid
    variant = view.variant
    step = variant.ladder[bid.key]
    setting = setting_of(view)
    trump = setting.trump(bid)
    if step.leaves_open(trump, view.turn):
        trump = Suit.CLUBS if setting.turn.suit is None else setting.turn.suit
    opposite = fixed_partner(variant, bidder) is not None
    contract = setting.contract(bidder, step, trump, partner=opposite)
    if is_thrown_in_alone(variant, contract):
        if view.acceptor is None:
            return 0.0
        contract = evolve(contract, partner=view.acceptor)
    if has_limit(variant, step):
        return limited_value(variant, contract, seat=seat, odds=_TRUSTED, pool=view.table.pool)
    return tricks_value(
        variant,
        contract,
        seat=seat,
        mean=terms_of(variant, contract).target + 0.3,
        spread=ALONE,
        honours=0,
        pool=view.table.pool,
    )


def _acceptance(view: State, seat: int) -> Promise:
    """What it promises to become the partner of the standing bid, or of the contract."""
    return joining(view, seat)[2]


def at_stake(view: State) -> tuple[int, str, Suit | None] | None:
    """The bidder, the key and the trump of the contract, or of the bid that may become it."""
    if view.contract is not None:
        return view.contract.declarer, view.contract.key, view.contract.trump
    if view.standing_bid is None:
        return None
    bidder, bid = view.standing_bid
    return bidder, bid.key, setting_of(view).trump(bid)


def joining(view: State, seat: int) -> tuple[Contract, float, Promise]:
    """The contract of the bidder with a seat as his partner, their tricks, and what it promises."""
    variant, setting, stake = view.variant, setting_of(view), at_stake(view)
    assert stake is not None, "there is a bid to accept"
    bidder, key, trump = stake
    mask = view.dealt.mask
    step = variant.ladder[key]
    if step.leaves_open(trump, view.turn):
        # Not named yet: count on the suit that suits this hand least.
        suits = setting.unnamed(step)
        trump = min(suits, key=lambda suit: (support(mask, setting.table(suit)), suit))
    contract = setting.contract(bidder, step, trump, partner=False)
    contract = evolve(contract, partner=seat)
    modesty = _MODESTY if variant.partners is not None and variant.partners.chosen else 0.0
    mean = own_share(variant, step) + modesty + support(mask, setting.table(trump))
    value = tricks_value(
        variant, contract, seat=seat, mean=mean, spread=WITH, honours=0, pool=view.table.pool
    )
    odds = odds_at_least(terms_of(variant, contract).target, mean, WITH)
    return contract, mean, Promise(odds, value)


def answer(view: State, seat: int, legal: Sequence[Action]) -> Action:
    """Accept a declarer who asks when the two are likely to make it.

    Where he can have no partner, has one already, or is asked himself, the question is another one,
    and gets the first answer of the list.
    """
    contract = view.contract
    assert contract is not None, "there is a contract to find a partner for"
    partnered = view.variant.ladder[contract.key].partnered
    if not partnered or contract.partner is not None or contract.declarer == seat:
        return legal[0]
    promise = _acceptance(view, seat)
    joins = promise.odds >= ODDS and promise.value > 0
    return next(each for each in legal if isinstance(each, Accept) is joins)


def _two_are_better(view: State, seat: int) -> tuple[bool, Suit | None]:
    """Whether a partner promises more than playing alone, and the trump suit."""
    contract, rule = view.contract, view.variant.partners
    assert contract is not None, "there is a contract to find a partner for"
    hand = value_of_hand(view, seat)
    step = view.variant.ladder[contract.key]
    trump = contract.trump
    if step.leaves_open(trump, view.turn):
        trump = hand.best_trump(setting_of(view).unnamed(step))
    if rule is None:
        return False, trump
    alone = hand.weigh(step, trump, hand.alone(step, trump), least=0)
    joined = hand.weigh(step, trump, hand.joined(step, trump, rule), least=0)
    return joined.value > alone.value, trump


def find_partner(view: State, seat: int, legal: Sequence[Action]) -> Action:
    """Ask when two promise more than one."""
    return Ask() if _two_are_better(view, seat)[0] else Solo()


def call_or_solo(view: State, seat: int, legal: Sequence[Action]) -> Action:
    """Call the best trump not held, else the best other card, when two promise more than one."""
    better, trump = _two_are_better(view, seat)
    if not better:
        return Solo()
    order = order_of(table_of(view, trump))

    def rank(action: Call) -> tuple[int, bool]:
        card = action.card.index
        return order.above[card].bit_count(), order.table.suit_of[card] != trump

    return min((action for action in legal if isinstance(action, Call)), key=rank)


def name_trump(view: State, seat: int, legal: Sequence[Action]) -> Action:
    """The suit in which the hand wins most."""
    hand = value_of_hand(view, seat)
    best = hand.best_trump([action.suit for action in legal if isinstance(action, NameTrump)])
    return NameTrump(best)
