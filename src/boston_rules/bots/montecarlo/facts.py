"""Facts by which words are told apart, the same for every game: of hand, auction, word and price.

Chips are in units of a game (:func:`unit_of`), so that prices of different games are alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import evolve

from boston_rules import (
    Accept,
    Action,
    Ask,
    Bid,
    Call,
    Contract,
    Decline,
    Pass,
    Solo,
    State,
    Suit,
    Variant,
)
from boston_rules.bots.simple.bidding import at_stake, if_passed, joining
from boston_rules.bots.simple.contracts import Setting, free_tricks, has_limit, setting_of
from boston_rules.bots.simple.estimate import danger_left, defence, support
from boston_rules.bots.simple.prices import chips_by_tricks, limited_value
from boston_rules.bots.simple.situation import order_of
from boston_rules.bots.simple.valuation import HandValue, value_of_hand
from boston_rules.deal.terms import fixed_partner, terms_of
from boston_rules.rules.ladder import Step
from boston_rules.rules.trumps import honours_mask

__all__ = ["AUCTION", "KINDS", "WORD", "auction_facts", "can_join", "unit_of", "word_facts"]

KINDS: Final = (Pass, Bid, Accept, Decline, Ask, Solo, Call)
"""The words that are told apart; other actions are no bidding."""

_ENDS: Final = ("made", "trick more", "lost", "trick less")
"""Chips where a contract is just made or lost, and by how many they change with a trick more."""
_JOINING: Final = ("joins", "joining tricks", "joining value", *_ENDS, "joining trumps")
_ALONE: Final = (
    *("is declarer", "alone tricks", "joined tricks"),
    *("alone value", "joined value", "alone better"),
)
_HAND: Final = (
    *("aces", "kings", "queens", "jacks", "longest", "second suit", "shortest"),
    *("tricks", "second tricks", "tricks without trumps", "danger", "danger left"),
)
_STANDING: Final = (
    *("standing", "own", "of partner", "limited", "partnered", "accepted", "accepted oneself"),
    *_ENDS,
    *("target", "support", "defence", "above", "value left"),
)
AUCTION: Final = (
    *("three seats", "eldest", "silent", "passed", "rivals"),
    *("sides", "partner bid", "partner passed", "spoke", "bid", "contract"),
    *_HAND,
    *_STANDING,
    *_JOINING,
    *_ALONE,
)
"""What is known before a word is chosen, by name."""
_BID: Final = (
    *("limited", "tricks", "no trumps", "odds", "value"),
    *_ENDS,
    *("surplus", "surplus alone", "trumps", "first trump", "second trump", "third trump"),
    *("target", "danger", "none", "some", "exposed", "discard", "alone", "partnered", "free"),
    *("above", "surplus only", "doubt"),
)
_OTHERS: Final = ("value behind", "odds behind", "best value", "best odds")
WORD: Final = (
    *(kind.__name__.lower() for kind in KINDS),
    "habit",
    *_BID,
    *_OTHERS,
    *("card", "card of trumps"),
    *_JOINING,
)
"""What is known of a word, by name."""
_MOST: Final = 4.0
"""Units, or tricks, that a fact comes to at most."""


def _bounded(value: float, most: float = _MOST) -> float:
    return max(-most, min(most, value))


def _odds(odds: float) -> float:
    """Half the logarithm of odds, of one in a hundred at least."""
    odds = max(0.01, min(0.99, odds))
    return math.log(odds / (1 - odds)) / 2


@lru_cache(maxsize=256)
def unit_of(setting: Setting) -> float:
    """The median of what a declarer wins who just makes his contract, over the ladder of a game.

    >>> import boston_rules as br
    >>> from boston_rules.bots.simple.contracts import setting_of
    >>> unit_of(setting_of(br.start("mariland")))
    36.0
    """
    variant = setting.variant
    made = []
    for step in variant.ladder:
        if step.biddable:
            trump = setting.unnamed(step)[0] if step.has_trumps else None
            sides = fixed_partner(variant, 0) is not None
            contract, _ = setting.prospect(0, step, trump, partner=sides)
            chips = chips_by_tricks(variant, contract, seat=0)
            goal = terms_of(variant, contract).goal
            assert goal is not None, "a contract has a goal"
            made.append(abs(chips[goal.tricks]))
    made.sort()
    return max(1.0, made[len(made) // 2]) if made else 1.0


@lru_cache(maxsize=1024)
def _above(variant: Variant, key: str) -> float:
    """The part of the ladder that stands above a step."""
    keys = [step.key for step in variant.ladder if step.biddable]
    return (len(keys) - 1 - keys.index(key)) / len(keys) if key in keys else 0.0


def _ends(view: State, contract: Contract, seat: int, *, honours: int = 0) -> list[float]:
    """The chips, in units, of a seat where a contract is just made, or just lost."""
    variant = view.variant
    terms, unit = terms_of(variant, contract), unit_of(setting_of(view))
    chips = chips_by_tricks(variant, contract, honours=honours, seat=seat, pool=view.table.pool)
    assert terms.goal is not None, "a contract has a goal"
    assert terms.step is not None, "it is of the ladder"
    most = len(chips) - 1
    if has_limit(variant, terms.step):
        assert terms.goal.most is not None, "it has a limit"
        lost = min(most, terms.goal.most + 1)
        found = [chips[terms.goal.tricks], 0.0, chips[lost], chips[min(most, lost + 1)]]
    else:
        made, lost = terms.target, max(0, terms.target - 1)
        found = [chips[made], chips[min(most, made + 1)], chips[lost], chips[max(0, lost - 1)]]
        found[1] -= found[0]
    found[3] -= found[2]
    return [_bounded(each / unit) for each in found]


def auction_facts(view: State, seat: int) -> list[float]:
    """The facts that are known before a word is chosen, in the order of :data:`AUCTION`."""
    variant = view.variant
    opposite = fixed_partner(variant, seat)
    last = {event.seat: event.action for event in view.said}
    bidders = {event.seat for event in view.said if isinstance(event.action, Bid)}
    others = [other for other in range(variant.seats) if other != seat]
    return [
        float(variant.seats == 3),
        float(seat == view.table.eldest),
        sum(other not in last for other in others) / 3,
        sum(isinstance(last.get(other), Pass) for other in others) / 3,
        len(bidders - {seat, opposite}) / 2,
        float(opposite is not None),
        float(opposite in bidders),
        float(opposite in last and opposite not in bidders),
        float(seat in last),
        float(seat in bidders),
        float(view.contract is not None),
        *_hand_facts(view, seat),
        *_standing_facts(view, seat),
        *_joining_facts(view, seat),
        *_alone_facts(view, seat),
    ]


def _hand_facts(view: State, seat: int) -> list[float]:
    hand, value, setting = view.dealt.mask, value_of_hand(view, seat), setting_of(view)
    table, pack = setting.table(None), view.variant.dealing.pack.mask
    by_rank = order_of(table).by_rank
    honours = [sum(hand >> suit[-1 - place] & 1 for suit in by_rank) / 2 for place in range(4)]
    lengths = sorted((hand & mask).bit_count() for mask in table.suit_masks)
    tricks = sorted(value.own(suit) for suit in Suit)
    danger = [math.sqrt(danger_left(hand, table, discards, pack)) for discards in (0, 1)]
    return [
        *honours,
        *(lengths[3] / 6, lengths[2] / 4, lengths[0] / 2),
        *(tricks[3] / 5 - 1, tricks[2] / 5 - 1, value.own(None) / 5 - 1),
        *(danger[0] - 1.5, danger[1] - 1),
    ]


def _standing_facts(view: State, seat: int) -> list[float]:
    """The facts of the contract, or of the bid that may become it."""
    variant, setting, contract = view.variant, setting_of(view), view.contract
    stake = at_stake(view)
    if stake is None:
        return [0.0] * len(_STANDING)
    bidder, key, trump = stake
    partner = view.acceptor if contract is None else contract.partner
    left = if_passed(view, seat) if contract is None else 0.0
    step = variant.ladder[key]
    is_open, limited = step.leaves_open(trump, view.turn), has_limit(variant, step)
    if is_open:
        trump = Suit.CLUBS if setting.turn.suit is None else setting.turn.suit
    sides = fixed_partner(variant, bidder)
    played = setting.contract(bidder, step, trump, partner=sides is not None)
    if sides is None and step.partnered and variant.partners is not None:
        others = (each for each in range(variant.seats) if each not in (seat, bidder))
        played = evolve(played, partner=partner if isinstance(partner, int) else next(others))
    hand, table = view.dealt.mask, setting.table(trump)
    counts = not limited and not is_open
    return [
        1.0,
        float(bidder == seat),
        float(bidder == fixed_partner(variant, seat)),
        float(limited),
        float(step.partnered),
        float(partner is not None),
        float(partner == seat),
        *_ends(view, played, seat),
        0.0 if limited else terms_of(variant, played).target / variant.hand - 0.5,
        support(hand, table) / 3 - 1 if counts else 0.0,
        defence(hand, table) / 3 - 0.5 if counts else 0.0,
        _above(variant, key),
        _bounded(left / unit_of(setting)),
    ]


def can_join(view: State, seat: int) -> bool:
    """Whether a seat may become the partner of another's bid or contract for tricks."""
    stake = at_stake(view)
    if stake is None:
        return False
    bidder, key, _ = stake
    step = view.variant.ladder[key]
    return bidder != seat and step.partnered and not has_limit(view.variant, step)


def _joining_facts(view: State, seat: int) -> list[float]:
    """The facts of becoming the partner of the bidder, or of the declarer."""
    if not can_join(view, seat):
        return [0.0] * len(_JOINING)
    contract, mean, promise = joining(view, seat)
    table, target = setting_of(view).table(contract.trump), terms_of(view.variant, contract).target
    suit = 0 if contract.trump is None else table.suit_masks[contract.trump]
    return [
        1.0,
        mean - target,
        _bounded(promise.value / unit_of(setting_of(view))),
        *_ends(view, contract, seat),
        (view.dealt.mask & suit).bit_count() / 4 - 1,
    ]


def _alone_facts(view: State, seat: int) -> list[float]:
    """The facts of one's own contract alone, and with a partner who is still to be found."""
    contract, rule = view.contract, view.variant.partners
    if contract is None or contract.declarer != seat or rule is None:
        return [0.0] * len(_ALONE)
    setting, hand = setting_of(view), value_of_hand(view, seat)
    step, trump = view.variant.ladder[contract.key], contract.trump
    if has_limit(view.variant, step):
        return [0.0] * len(_ALONE)
    if step.leaves_open(trump, view.turn):
        trump = hand.best_trump(setting.unnamed(step))
    unit = unit_of(setting)
    alone, joined = hand.alone(step, trump), hand.joined(step, trump, rule)
    values = [hand.weigh(step, trump, ways, least=0).value / unit for ways in (alone, joined)]
    targets = [setting.prospect(seat, step, trump, partner=two)[1] for two in (False, True)]
    return [
        1.0,
        alone[0].mean - targets[0],
        joined[0].mean - targets[1],
        _bounded(values[0]),
        _bounded(values[1]),
        _bounded(values[0] - values[1]),
    ]


def _bid_facts(view: State, seat: int, bid: Bid) -> list[float]:
    variant, setting, hand = view.variant, setting_of(view), value_of_hand(view, seat)
    step, trump = variant.ladder[bid.key], setting.trump(bid)
    if step.leaves_open(trump, view.turn):
        trump = hand.best_trump(setting.unnamed(step))
    limited, table = has_limit(variant, step), setting.table(trump)
    surplus = alone = danger = target = 0.0
    if limited:
        odds = hand.promise(bid).odds
        contract = setting.contract(seat, step, trump, partner=hand.opposite is not None)
        value = limited_value(variant, contract, seat=seat, odds=odds, pool=view.table.pool)
        pack = variant.dealing.pack.mask
        danger = math.sqrt(danger_left(hand.mask, table, int(step.discard), pack))
    else:
        odds, value, surplus, alone, contract = _counted(hand, step, trump, alone=bid.alone)
        target = terms_of(variant, contract).target / 13 - 0.5
    length, tops, honours = 0.0, [0.0] * 3, 0
    if trump is not None:
        length = (hand.mask & table.suit_masks[trump]).bit_count() / 5 - 1
        ranks = order_of(table).by_rank[trump]
        tops = [float(hand.mask >> ranks[-1 - place] & 1) for place in range(3)]
        honours = 0 if limited else (hand.mask & honours_mask(trump)).bit_count()
    return [
        float(limited),
        float(not limited),
        float(trump is None),
        _odds(odds),
        _bounded(value / unit_of(setting)),
        *_ends(view, contract, seat, honours=honours),
        _bounded(surplus),
        _bounded(alone),
        length,
        *tops,
        target,
        danger,
        float(limited and not step.goal.tricks),
        float(limited and step.goal.tricks > 0),
        float(step.is_exposed),
        float(step.discard),
        float(bid.alone),
        float(step.partnered),
        float(free_tricks(step) > 0),
        _above(variant, bid.key),
        max(0.0, surplus),
        1 - 2 * abs(odds - 0.5),
    ]


def _counted(
    hand: HandValue, step: Step, trump: Suit | None, *, alone: bool
) -> tuple[float, float, float, float, Contract]:
    """Odds and value of a bid for tricks, the tricks beyond it, those alone, and its contract."""
    rule = hand.variant.partners
    single = hand.alone(step, trump)
    two = rule is not None and not alone and (step.partnered or hand.opposite is not None)
    ways = hand.joined(step, trump, rule) if two and rule is not None else single
    promise = hand.weigh(step, trump, ways, least=0)
    setting, seat = hand.setting, hand.seat
    contract, target = setting.prospect(seat, step, trump, partner=ways[0].partner)
    surplus = ways[0].mean - target
    by_oneself = surplus
    if hand.opposite is None:
        by_oneself = single[0].mean - setting.prospect(seat, step, trump, partner=False)[1]
    return promise.odds, promise.value, surplus, by_oneself, contract


def word_facts(
    view: State, seat: int, choices: Sequence[Action], habit: Action
) -> list[list[float]]:
    """The facts of each of some words, in the order of :data:`WORD`.

    Args:
        view: of the seat to speak.
        seat: whose view it is.
        choices: the words, each of one of :data:`KINDS`.
        habit: what a simple player would say.
    """
    bids = {bid: _bid_facts(view, seat, bid) for bid in choices if isinstance(bid, Bid)}
    odds, value = _BID.index("odds"), _BID.index("value")
    best = max((facts[value] for facts in bids.values()), default=0.0)
    surest = max((facts[odds] for facts in bids.values()), default=-2.5)
    found = []
    for action in choices:
        facts = bids.get(action) if isinstance(action, Bid) else None
        behind = [0.0, 0.0, best, surest]
        if facts is not None:
            behind = [facts[value] - best, facts[odds] - surest, 0.0, 0.0]
        joined = _joining_facts(view, seat) if isinstance(action, Accept) else None
        card = [0.0, 0.0]
        if isinstance(action, Call):
            trump = None if view.contract is None else view.contract.trump
            card = [int(action.card.rank) / 6 - 2, float(action.card.suit is trump)]
        found.append(
            [
                *(float(isinstance(action, kind)) for kind in KINDS),
                float(action == habit),
                *(facts or [0.0] * len(_BID)),
                *behind,
                *card,
                *(joined or [0.0] * len(_JOINING)),
            ]
        )
    return found
