"""What a bid promises a hand: how likely the contract is made, and how many chips it wins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, TypeAlias

from attrs import frozen

from boston_rules import Bid, Card, Contract, State, Suit, Variant
from boston_rules.bots.simple.contracts import (
    Setting,
    free_tricks,
    has_limit,
    is_thrown_in_alone,
    setting_of,
)
from boston_rules.bots.simple.estimate import (
    misere_odds,
    odds_at_least,
    odds_between,
    own_tricks,
    side_tricks,
    single_trick_odds,
)
from boston_rules.bots.simple.prices import limited_value, tricks_value
from boston_rules.bots.simple.situation import order_of
from boston_rules.core.actions import SuitClass
from boston_rules.deal.terms import fixed_partner
from boston_rules.rules.ladder import Step
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.trumps import TrickTable, honours_mask

__all__ = [
    "ALONE",
    "ODDS",
    "WITH",
    "BidName",
    "HandValue",
    "Promise",
    "TrickEstimate",
    "name_of",
    "value_of_hand",
]

ALONE: Final = 0.52
"""Spread of one's own tricks."""
_NO_TRUMPS: Final = 0.92
"""Spread of one's own tricks without trumps."""
WITH: Final = 0.65
"""Spread of the tricks with a partner who has offered himself."""
_OPPOSITE: Final = 0.85
"""Spread of the tricks with a partner of whom nothing is known."""
_ASKED: Final = (5.4, 0.75)
"""Tricks of two partners of whom one hand is known, where the other accepts when he is asked: a
part for both, and a part of that hand."""
_ACCEPTING: Final = (4.9, 0.76)
"""The same with one who accepts in the auction."""
_CALLED: Final = (5.5, 0.67)
"""The same with one who has no choice, such as the holder of a called card."""
_FOUND_ASKED: Final = 0.85
"""How likely somebody accepts when he is asked."""
_FOUND_ACCEPTING: Final = 0.95
"""How likely somebody accepts in the auction."""
_RIVAL: Final = 0.15
"""Tricks that a hand is worth less for each opponent who has bid."""
_RIVAL_WITHOUT: Final = 0.5
"""The same without trumps, where nothing stops their long suits."""
_UNEVEN: Final = 0.8
"""Tricks that a hand is worth less without trumps where the suits lie as they were gathered."""
_EVEN: Final = 1.0
"""Tricks that a hand is worth more when the suits are sure to be spread evenly."""
ODDS: Final = 0.47
"""How likely a contract must be made to be bid."""


@frozen
class Promise:
    """What a bid promises."""

    odds: float
    """How likely the contract is made."""
    value: float = -math.inf
    """Chips to be expected; not worked out when the odds are too low for the bid."""


@frozen
class TrickEstimate:
    """The tricks expected of the declarer's side, with a partner or alone."""

    weight: float
    """How likely the contract is played with a partner, or alone, as this estimate has it."""
    partner: bool
    mean: float
    spread: float


BidName: TypeAlias = tuple[str, Suit | None, SuitClass | None, Suit | None, bool]
"""The step that a bid names, with its suit or class of suits, the suit of a card laid with it, and
whether it is bid alone."""


def name_of(bid: Bid) -> BidName:
    """The name of a bid of one's own."""
    laid = bid.card.suit if isinstance(bid.card, Card) else None
    return bid.key, bid.suit, bid.suit_class, laid, bid.alone


@lru_cache(maxsize=256)
def _kinds(setting: Setting) -> tuple[tuple[tuple[BidName, Step, Suit | None], ...], ...]:
    """The bids of a deal, each with its trump suit; those that differ in tricks alone together."""
    kinds: dict[object, list[tuple[BidName, Step, Suit | None]]] = {}
    for step in setting.variant.ladder:
        if not step.biddable:
            continue
        for choice in step.suit.suit_choices(setting.turn, setting.variant.suits):
            hidden = step.suit.nameable(setting.turn) if step.lays_card else ()
            for trump in (choice.trump,) if choice.trump is not None or not hidden else hidden:
                alike = (trump, step.has_trumps, step.partnered, step.lead, choice.alone)
                kind = kinds.setdefault(step.key if has_limit(setting.variant, step) else alike, [])
                laid = trump if step.lays_card else None
                name = (step.key, choice.suit, choice.suit_class, laid, choice.alone)
                kind.append((name, step, trump))
    for kind in kinds.values():
        kind.sort(key=lambda row: row[1].goal.tricks)
    return tuple(map(tuple, kinds.values()))


def _rivals(view: State, seat: int) -> int:
    """Opponents who have bid; of fixed sides the partner is none."""
    bidders = {event.seat for event in view.said if isinstance(event.action, Bid)}
    return len(bidders - {seat, fixed_partner(view.variant, seat)})


def _deals_evenly(view: State) -> bool:
    """Whether the tricks of the last deal, not shuffled, were dealt out card by card."""
    table = view.table
    return table.gathers and set(table.packets) == {1} and table.deal_number > 1


def value_of_hand(view: State, seat: int) -> HandValue:
    """The hand of a bidder; the same one as long as nothing has changed that it depends on."""
    return _value(
        setting_of(view),
        seat,
        view.dealt.mask,
        view.table.eldest,
        view.table.pool,
        _rivals(view, seat),
        _EVEN if _deals_evenly(view) else 0.0,
        _UNEVEN if view.table.gathers and not _deals_evenly(view) else 0.0,
    )


@lru_cache(maxsize=1024)
def _value(
    setting: Setting,
    seat: int,
    hand: int,
    eldest: int,
    pool: int,
    rivals: int,
    even: float,
    uneven: float,
) -> HandValue:
    return HandValue(setting, seat, hand, eldest, pool, rivals, even, uneven)


class HandValue:
    """The hand of a bidder, valued once for each bid.

    Args:
        setting: of the deal.
        seat: the bidder.
        hand: as dealt, a mask.
        eldest: who has the first lead as a rule.
        pool: its chips.
        rivals: opponents who have bid.
        even: tricks more for suits that are sure to be spread evenly.
        uneven: tricks fewer without trumps where suits lie together.
    """

    def __init__(
        self,
        setting: Setting,
        seat: int,
        hand: int,
        eldest: int,
        pool: int,
        rivals: int,
        even: float,
        uneven: float,
    ) -> None:
        self.setting = setting
        self.seat = seat
        self.mask = hand
        self.eldest = eldest
        self.pool = pool
        self.rivals = rivals
        self.even = even
        self.uneven = uneven
        self.variant: Variant = setting.variant
        self.opposite: int | None = fixed_partner(setting.variant, seat)
        self._own: dict[tuple[Suit | None, bool], float] = {}
        self._alone: dict[tuple[Suit | None, bool], tuple[TrickEstimate, ...]] = {}
        self._likely: dict[bool, dict[BidName, Promise]] = {}

    def own(self, trump: Suit | None, *, leads: bool = False) -> float:
        """Tricks alone.

        Args:
            trump: the trump suit, or ``None`` without trumps.
            leads: the hand has the first lead, which matters without trumps.
        """
        key = (trump, leads and trump is None)
        found = self._own.get(key)
        if found is None:
            table = self.setting.table(trump)
            tricks = own_tricks(self.mask, table, self.variant.seats, key[1])
            if trump is None:
                tricks -= _RIVAL_WITHOUT * self.rivals
                tricks -= self.uneven
            else:
                tricks += self.even - _RIVAL * self.rivals
            found = self._own[key] = tricks
        return found

    def best_trump(self, among: Sequence[Suit]) -> Suit:
        """The suit in which the hand wins most."""
        return max(among, key=lambda suit: (self.own(suit), suit))

    def leads(self, step: Step) -> bool:
        """Whether the hand has the first lead of a step."""
        leader = step.lead.leader(self.seat, self.opposite, self.variant.seats)
        return self.seat == (self.eldest if leader is None else leader)

    def alone(self, step: Step, trump: Suit | None) -> tuple[TrickEstimate, ...]:
        """Without a partner."""
        leads = trump is None and self.leads(step)
        found = self._alone.get((trump, leads))
        if found is None:
            spread = _NO_TRUMPS if trump is None else ALONE
            found = (TrickEstimate(1, False, self.own(trump, leads=leads), spread),)
            self._alone[trump, leads] = found
        return found

    def joined(
        self, step: Step, trump: Suit | None, rule: PartnerRule
    ) -> tuple[TrickEstimate, ...]:
        """With the partner that the variant provides, or alone where none is found."""
        (single,) = self.alone(step, trump)
        own = single.mean
        if self.opposite is not None:
            return (TrickEstimate(1, True, side_tricks(own), _OPPOSITE),)
        if not rule.volunteers:
            return (TrickEstimate(1, True, _both(_CALLED, own), WITH),)
        both = _both(_ASKED if rule.chosen else _ACCEPTING, own)
        found = _FOUND_ASKED if rule.chosen else _FOUND_ACCEPTING
        accepted = TrickEstimate(found, True, both, WITH)
        if self._is_thrown_in(step, trump):
            # Without a partner nothing is won or lost.
            return (TrickEstimate(1, True, both, WITH),)
        return (accepted, TrickEstimate(1 - found, False, own, single.spread))

    def _is_thrown_in(self, step: Step, trump: Suit | None) -> bool:
        contract = self.setting.contract(self.seat, step, trump, partner=False)
        return is_thrown_in_alone(self.variant, contract)

    def likely(self, *, alone: bool = False) -> dict[BidName, Promise]:
        """What the bids of the ladder promise that are likely enough to be made.

        Args:
            alone: there will be no partner.
        """
        found = self._likely.get(alone)
        if found is None:
            found = {}
            for kind in _kinds(self.setting):
                for name, step, trump in kind:
                    if alone and self._is_thrown_in(step, trump):
                        continue  # nothing is won or lost
                    promise = self._worked_out(step, trump, alone=alone or name[-1])
                    if promise.odds < ODDS:
                        break  # more of the same is less likely still
                    found[name] = promise
            self._likely[alone] = found
        return found

    def promise(self, bid: Bid) -> Promise:
        """What a bid promises; where it leaves the trump suit open, in the best of the hand."""
        step = self.variant.ladder[bid.key]
        return self._worked_out(step, self.setting.trump(bid), alone=bid.alone)

    def _worked_out(self, step: Step, trump: Suit | None, *, alone: bool) -> Promise:
        if step.leaves_open(trump, self.setting.turn):
            trump = self.best_trump(self.setting.unnamed(step))
        if has_limit(self.variant, step):
            return self._limited(step, trump)
        return self._promise_alone(step, trump) if alone else self._promise(step, trump)

    def _promise(self, step: Step, trump: Suit | None) -> Promise:
        rule = self.variant.partners
        if rule is not None and self.opposite is not None:
            return self.weigh(step, trump, self.joined(step, trump, rule))
        if rule is None or not step.partnered:
            return self._promise_alone(step, trump)
        joined = self.weigh(step, trump, self.joined(step, trump, rule))
        if not rule.chosen:
            return joined  # the bidder has no say in it
        return max(self._promise_alone(step, trump), joined, key=attrgetter("value"))

    def _promise_alone(self, step: Step, trump: Suit | None) -> Promise:
        return self.weigh(step, trump, self.alone(step, trump))

    def weigh(
        self,
        step: Step,
        trump: Suit | None,
        estimates: tuple[TrickEstimate, ...],
        *,
        least: float = ODDS,
    ) -> Promise:
        """The odds and the value of a contract that comes to be played in one of some ways."""
        odds = value = 0.0
        contracts: list[Contract] = []
        for estimate in estimates:
            contract, target = self.setting.prospect(
                self.seat, step, trump, partner=estimate.partner
            )
            contracts.append(contract)
            odds += estimate.weight * odds_at_least(target, estimate.mean, estimate.spread)
        if odds < least:
            return Promise(odds)
        honours = 0 if trump is None else honours_mask(trump)
        for estimate, contract in zip(estimates, contracts, strict=True):
            value += estimate.weight * tricks_value(
                self.variant,
                contract,
                seat=self.seat,
                mean=estimate.mean,
                spread=estimate.spread,
                honours=(self.mask & honours).bit_count(),
                pool=self.pool,
            )
        return Promise(odds, value)

    def _limited(self, step: Step, trump: Suit | None) -> Promise:
        """What a step promises whose declarer can win too many tricks."""
        table = self.setting.table(trump)
        goal = step.goal
        discards, exposed = int(step.discard), step.is_exposed
        leads, pack = self.leads(step), self.variant.dealing.pack.mask
        if (goal.tricks, goal.most) == (0, 0):
            odds = misere_odds(
                self.mask, table, pack=pack, discards=discards, exposed=exposed, leads=leads
            )
        elif (goal.tricks, goal.most) == (1, 1):
            odds = single_trick_odds(
                self.mask, table, pack=pack, discards=discards, exposed=exposed, leads=leads
            )
        else:
            assert goal.most is not None, "it has a limit"
            odds = odds_between(
                self.mask,
                table,
                goal.tricks,
                goal.most,
                pack=pack,
                discards=discards,
                exposed=exposed,
                leads=leads,
                own=self.own(trump, leads=leads),
            )
        free = free_tricks(step)
        if free:
            odds = self._free_odds(step.tricks_played(self.variant.hand) - free, table, odds)
        if odds < ODDS:
            return Promise(odds)
        contract = self.setting.contract(self.seat, step, trump, partner=self.opposite is not None)
        value = limited_value(self.variant, contract, seat=self.seat, odds=odds, pool=self.pool)
        return Promise(odds, value)

    def _free_odds(self, last: int, table: TrickTable, odds: float) -> float:
        """Who need not follow suit at first has to fear only a lead and his ``last`` cards."""
        order = order_of(table)
        keep = 0
        lowest = sorted(
            (card for suit in order.by_rank for card in suit if self.mask >> card & 1),
            key=lambda card: order.below[card].bit_count(),
        )
        for card in lowest[:last]:
            keep += order.below[card].bit_count()
        leads = self.seat == self.eldest
        return max(odds, 0.95 - 0.05 * keep - 0.1 * leads)


def _both(parts: tuple[float, float], own: float) -> float:
    """Tricks of two partners of whom one hand is known."""
    return parts[0] + parts[1] * own
