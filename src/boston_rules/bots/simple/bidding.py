"""The auction and what follows it: which bid promises most, with whom, in which trumps."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from boston_rules import (
    Accept,
    Action,
    Ask,
    Bid,
    Call,
    Contract,
    Decline,
    NameTrump,
    Pass,
    Solo,
    Suit,
    Variant,
    View,
)
from boston_rules.bots.simple.estimate import (
    misere_odds,
    odds_at_least,
    own_tricks,
    single_trick_odds,
    support,
)
from boston_rules.bots.simple.prices import exact_value, tricks_value
from boston_rules.bots.simple.situation import order_of
from boston_rules.rules.ladder import Form, Step
from boston_rules.rules.suits import Turn
from boston_rules.rules.trumps import TrickTable, honours_mask
from boston_rules.terms import terms_of

__all__ = ["answer", "bid_or_pass", "call_or_solo", "find_partner", "name_trump"]

_ALONE: Final = 0.52
"""Spread of one's own tricks."""
_WITH: Final = 0.65
"""Spread of the tricks with a partner who has offered himself."""
_OPPOSITE: Final = 0.85
"""Spread of the tricks with a partner of whom nothing is known."""
_SOUGHT: Final = {"ask": (4.0, 0.85), "auction": (4.2, 0.95)}
"""Tricks of a partner who accepts, and how likely somebody does, by how he is sought."""
_MODESTY: Final = {"ask": -0.3, "auction": 0.0}
"""Tricks above the bid that are expected of the hand of one who seeks a partner."""
_SIDE: Final = (4.6, 0.69)
"""Tricks of two partners of whom one hand is known: a part for both, and a part of that hand."""
_CALLED: Final = 3.4
"""Tricks of the holder of a called card."""
_RIVAL: Final = 0.15
"""Tricks that a hand is worth less for each opponent who has bid."""
_LIKELY: Final = 0.66
"""How likely it must be when it promises no chips, because the pool is too full to lose."""
_TRUSTED: Final = 0.65
"""How likely a bid of another player is taken to be made."""
_EVEN: Final = 1.0
"""Tricks that a hand is worth more when the suits are sure to be spread evenly."""
_ODDS: Final = 0.47
"""How likely a contract must be made to be bid."""
_NEARLY: Final = 0.15
"""The part of the best promise that is enough for a higher bid."""


@frozen
class Plan:
    """A bid and what it promises."""

    odds: float
    """How likely the contract is made."""
    value: float = -math.inf
    """Chips to be expected; not worked out when the odds are too low for the bid."""


@frozen
class _Case:
    """One way in which a contract may come to be played."""

    weight: float
    partner: bool
    mean: float
    """Tricks expected of the side."""
    spread: float


@lru_cache(maxsize=64)
def _turn_of(turned: Suit | None, belle: Suit | None) -> Turn:
    return Turn(turned, belle)


def _turn(view: View) -> Turn:
    return _turn_of(None if view.turned is None else view.turned.suit, view.belle)


def _table(view: View, trump: Suit | None) -> TrickTable:
    return view.variant.trumps.table(trump, None if view.turned is None else view.turned.suit)


def _rivals(view: View, seat: int) -> int:
    """Opponents who have bid; of fixed sides the partner is none."""
    bidders = {player for player, token in view.history if token.startswith("bid ")}
    bidders.discard(seat)
    if view.variant.partners.method == "sides":
        bidders.discard((seat + 2) % view.variant.seats)
    return len(bidders)


def _deals_evenly(view: View) -> bool:
    """Whether the tricks of the last deal, not shuffled, were dealt out card by card."""
    dealing = view.variant.dealing
    return dealing.gathers and set(dealing.packets) == {1} and view.deal_number > 1


def _contract(view: View, seat: int, step: Step, trump: Suit | None, partner: bool) -> Contract:
    opposite = (seat + 2) % view.variant.seats if partner else None
    return _contract_of(step.key, seat, trump, opposite, _turn(view))


@lru_cache(maxsize=8192)
def _contract_of(
    key: str, seat: int, trump: Suit | None, partner: int | None, turn: Turn
) -> Contract:
    """Contracts that are thought of again and again."""
    return Contract(key, seat, trump=trump, partner=partner, turned=turn.suit, belle=turn.belle)


class _Hand:
    """The hand of a bidder, valued once for each trump suit."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.mask = view.dealt.mask
        self.rivals = _rivals(view, seat)
        self.even = _EVEN if _deals_evenly(view) else 0.0
        self.variant: Variant = view.variant
        self._own: dict[Suit, float] = {}

    def own(self, trump: Suit) -> float:
        """Tricks alone."""
        found = self._own.get(trump)
        if found is None:
            tricks = own_tricks(self.mask, _table(self.view, trump), self.variant.seats)
            found = self._own[trump] = tricks - _RIVAL * self.rivals + self.even
        return found

    def best_trump(self, among: list[Suit]) -> Suit:
        """The suit in which the hand wins most."""
        return max(among, key=lambda suit: (self.own(suit), suit))

    def alone(self, trump: Suit) -> tuple[_Case, ...]:
        """Without a partner."""
        return (_Case(1, False, self.own(trump), _ALONE),)

    def joined(self, trump: Suit) -> tuple[_Case, ...]:
        """With the partner that the variant provides, or alone where none is found."""
        own = self.own(trump)
        method = self.variant.partners.method
        if method == "sides":
            return (_Case(1, True, _SIDE[0] + _SIDE[1] * own, _OPPOSITE),)
        if method == "call":
            return (_Case(1, True, own + _CALLED, _WITH),)
        more, found = _SOUGHT.get(method, _SOUGHT["ask"])
        return (_Case(found, True, own + more, _WITH), _Case(1 - found, False, own, _ALONE))

    def plan(self, step: Step, trump: Suit | None) -> Plan:
        """What a step promises with a trump suit, or without trumps."""
        if trump is None or not step.goal.counted:
            return self._avoiding(step)
        method = self.variant.partners.method
        if method == "sides":
            return self.weigh(step, trump, self.joined(trump))
        alone = self.weigh(step, trump, self.alone(trump))
        if not step.partnered or method == "none":
            return alone
        joined = self.weigh(step, trump, self.joined(trump))
        # Where bids are accepted within the auction the bidder has no say in it.
        return joined if method == "auction" else max(alone, joined, key=_by_value)

    def weigh(
        self, step: Step, trump: Suit, cases: tuple[_Case, ...], *, least: float = _ODDS
    ) -> Plan:
        """The odds and the value of a contract that comes to be played in one of some ways."""
        odds = value = 0.0
        contracts = []
        for case in cases:
            contract = _contract(self.view, self.seat, step, trump, case.partner)
            contracts.append(contract)
            target = terms_of(self.variant, contract).target
            odds += case.weight * odds_at_least(target, case.mean, case.spread)
        if odds < least:
            return Plan(odds)
        for case, contract in zip(cases, contracts, strict=True):
            value += case.weight * tricks_value(
                self.variant,
                contract,
                seat=self.seat,
                mean=case.mean,
                spread=case.spread,
                honours=(self.mask & honours_mask(trump)).bit_count(),
                pool=self.view.pool,
            )
        return Plan(odds, value)

    def _avoiding(self, step: Step) -> Plan:
        table = _table(self.view, None)
        discards, exposed = int(step.discard), step.is_exposed
        if step.goal.tricks:
            odds = single_trick_odds(self.mask, table, discards=discards, exposed=exposed)
        else:
            odds = misere_odds(self.mask, table, discards=discards, exposed=exposed)
        if step.free_tricks:
            odds = self._free_odds(step, table, odds)
        if odds < _ODDS:
            return Plan(odds)
        partner = self.variant.partners.method == "sides"
        contract = _contract(self.view, self.seat, step, None, partner)
        value = exact_value(self.variant, contract, seat=self.seat, odds=odds, pool=self.view.pool)
        return Plan(odds, value)

    def _free_odds(self, step: Step, table: TrickTable, odds: float) -> float:
        """Who need not follow suit at first has to fear only a lead and his last cards."""
        order = order_of(table)
        keep = 0
        lowest = sorted(
            (card for suit in order.by_rank for card in suit if self.mask >> card & 1),
            key=lambda card: order.below[card].bit_count(),
        )
        for card in lowest[: step.tricks_played - step.free_tricks]:
            keep += order.below[card].bit_count()
        leads = self.seat == self.view.eldest
        return max(odds, 0.95 - 0.05 * keep - 0.1 * leads)


def _by_value(plan: Plan) -> float:
    return plan.value


def bid_or_pass(view: View, seat: int) -> Action:
    """The bid that promises most if any is likely to be made, a partner's bid accepted, or pass."""
    if view.standing is not None and _is_partner(view, seat, view.standing[0]):
        return Pass()
    hand = _Hand(view, seat)
    otherwise = _if_passed(view, seat)
    likely = _LIKELY if view.standing is None else 1.0
    found: list[tuple[float, Bid]] = []
    for action in _different(view):
        step = view.variant.ladder[action.key]
        plan = hand.plan(step, _trump_of(view, hand, step, action))
        if plan.odds >= (_ODDS if plan.value > otherwise else likely):
            found.append((plan.value, action))
    best = max((value for value, _ in found), default=-math.inf)
    if any(isinstance(action, Accept) for action in view.legal):
        joining = _acceptance(view, seat)
        if joining.odds >= _ODDS and joining.value > max(otherwise, best):
            return Accept()
    if not found:
        return Pass()
    # Of the bids that promise nearly as much as the best the highest: it is overcalled least.
    enough = otherwise + _NEARLY * (best - otherwise) if best > otherwise else best
    return [action for value, action in found if value >= enough][-1]


def _different(view: View) -> list[Bid]:
    """The bids that may be made, each with one card only where a card is laid."""
    found: dict[tuple[str, Suit | None, str | None], Bid] = {}
    for action in view.legal:
        if isinstance(action, Bid):
            found.setdefault((action.key, action.suit, action.suit_class), action)
    return list(found.values())


def _if_passed(view: View, seat: int) -> float:
    """The chips to be expected when the standing bid, if there is one, is left to be played."""
    if view.standing is None:
        return 0.0
    bidder, bid = view.standing
    variant = view.variant
    step = variant.ladder[bid.key]
    trump = _named_trump(view, bid)
    if trump is None and step.has_trumps:
        trump = view.turned.suit if view.turned is not None else Suit.CLUBS
    contract = _contract(view, bidder, step, trump, variant.partners.method == "sides")
    if not step.goal.counted:
        return exact_value(variant, contract, seat=seat, odds=_TRUSTED, pool=view.pool)
    return tricks_value(
        variant,
        contract,
        seat=seat,
        mean=terms_of(variant, contract).target + 0.3,
        spread=_ALONE,
        honours=0,
        pool=view.pool,
    )


@lru_cache(maxsize=1024)
def _forms(variant: Variant, key: str, turn: Turn) -> tuple[Form, ...]:
    return variant.ladder[key].suit.forms(turn, variant.suits)


def _is_partner(view: View, seat: int, other: int) -> bool:
    return view.variant.partners.method == "sides" and (seat + 2) % view.variant.seats == other


def _named_trump(view: View, bid: Bid) -> Suit | None:
    """The trump suit that a bid settles, if it settles one."""
    for form in _forms(view.variant, bid.key, _turn(view)):
        if form.suit == bid.suit and form.suit_class == bid.suit_class:
            return form.trump
    return None


def _trump_of(view: View, hand: _Hand, step: Step, bid: Bid) -> Suit | None:
    """The trump suit of an own bid: where the bid leaves it open, the best of the hand."""
    trump = _named_trump(view, bid)
    return hand.best_trump(list(Suit)) if trump is None and step.has_trumps else trump


def _acceptance(view: View, seat: int) -> Plan:
    """What it promises to become the partner of the standing bid, or of the contract."""
    variant = view.variant
    if view.contract is not None:
        bidder, key, trump = view.contract.declarer, view.contract.key, view.contract.trump
    else:
        assert view.standing is not None, "there is a bid to accept"
        bidder, bid = view.standing
        key, trump = bid.key, _named_trump(view, bid)
    mask = view.dealt.mask
    if trump is None:
        # Not named yet: count on the suit that suits this hand least.
        trump = min(Suit, key=lambda suit: (support(mask, _table(view, suit)), suit))
    step = variant.ladder[key]
    contract = evolve(_contract(view, bidder, step, trump, False), partner=seat)
    modesty = _MODESTY.get(variant.partners.method, 0.0)
    mean = step.goal.tricks + modesty + support(mask, _table(view, trump))
    value = tricks_value(
        variant, contract, seat=seat, mean=mean, spread=_WITH, honours=0, pool=view.pool
    )
    return Plan(odds_at_least(terms_of(variant, contract).target, mean, _WITH), value)


def answer(view: View, seat: int) -> Action:
    """Accept a declarer who asks when the two are likely to make it."""
    plan = _acceptance(view, seat)
    return Accept() if plan.odds >= _ODDS and plan.value > 0 else Decline()


def _two_are_better(view: View, seat: int) -> Suit | None:
    """The trump suit when a partner promises more than playing alone."""
    contract = view.contract
    assert contract is not None, "there is a contract to find a partner for"
    hand = _Hand(view, seat)
    step = view.variant.ladder[contract.key]
    trump = contract.trump if contract.trump is not None else hand.best_trump(list(Suit))
    alone = hand.weigh(step, trump, hand.alone(trump), least=0)
    joined = hand.weigh(step, trump, hand.joined(trump), least=0)
    return trump if joined.value > alone.value else None


def find_partner(view: View, seat: int) -> Action:
    """Ask when two promise more than one."""
    return Solo() if _two_are_better(view, seat) is None else Ask()


def call_or_solo(view: View, seat: int) -> Action:
    """Call the best trump not held, else the best other card, when two promise more than one."""
    trump = _two_are_better(view, seat)
    if trump is None:
        return Solo()
    order = order_of(_table(view, trump))

    def rank(action: Call) -> tuple[int, bool]:
        card = action.card.index
        return order.above[card].bit_count(), order.table.suit_of[card] != trump

    return min((action for action in view.legal if isinstance(action, Call)), key=rank)


def name_trump(view: View, seat: int) -> Action:
    """The suit in which the hand wins most."""
    hand = _Hand(view, seat)
    best = hand.best_trump([action.suit for action in view.legal if isinstance(action, NameTrump)])
    return NameTrump(best)
