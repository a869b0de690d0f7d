"""Choosing a card, or a slam, by playing sampled worlds to the end."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final, Literal

from boston_rules import PACK, Action, Play, Slam, Suit, View
from boston_rules.bots.montecarlo.belief import Belief
from boston_rules.bots.montecarlo.context import Ending, SearchContext
from boston_rules.bots.montecarlo.payoff import infractions_of, payoff_of
from boston_rules.bots.montecarlo.rollout import players_of
from boston_rules.bots.montecarlo.search import CAUTION, Budget, best_of
from boston_rules.bots.simple.situation import unknown_card
from boston_rules.cardplay.tricks import may_play
from boston_rules.sampling import World

__all__ = ["choose_card", "context_of_view", "playable", "slam_of"]

_OPEN: Final = 0.5
"""What the play with all hands open counts at the end, beside the play of simple players.

With open hands everybody knows how to play best, which is too much; simple players know too little.
"""
_AT_END: Final = 2
"""Worlds at the end for each one before: little is left to chance, and thinking gains most."""


def slam_of(view: View) -> Literal["closed", "table"] | None:
    """The slam that was declared."""
    words = {token for _, token in view.history}
    return "table" if "slam table" in words else "closed" if "slam" in words else None


def context_of_view(view: View, slam: Literal["closed", "table"] | None = None) -> SearchContext:
    """The play as the seat of a view sees it."""
    assert view.seat is not None, "an onlooker plays no card"
    turned: Suit | None = None if view.turned is None else view.turned.suit
    payoff = payoff_of(
        view.variant,
        view.contract,
        seat=view.seat,
        pool=view.pool,
        set_aside=view.set_aside,
        dealer=view.dealer,
        deal_number=view.deal_number,
        purses=view.purses,
        slam=slam_of(view) if slam is None else slam,
        chicane=tuple(seat for seat, token in view.history if token == "chicane"),
        infractions=infractions_of(view),
    )
    return SearchContext(view.variant, view.contract, turned, payoff, len(view.tricks))


def playable(view: View, context: SearchContext) -> int:
    """The cards that may be played without revoking, as a mask."""
    mask = 0
    for action in view.lawful:
        if isinstance(action, Play):
            mask |= 1 << action.card.index
    if view.trick and context.exempt != view.seat:
        mask = may_play(mask, context.table.follow[view.trick[0].index])
    return mask


def _different(view: View, context: SearchContext, mask: int, hand: int) -> list[int]:
    """Of cards that are worth the same the lowest, by ranked numbers."""
    order = context.ranked
    gone = 0
    for trick in view.tricks:
        for card in trick.cards:
            gone |= 1 << card.index
    others = order.mask(((1 << 52) - 1) & ~gone & ~hand)
    found: list[int] = []
    cards = order.mask(mask)
    last = -1
    while cards:
        low = cards & -cards
        number = low.bit_length() - 1
        cards ^= low
        same_suit = last >= 0 and order.lane_of(1 << last) == order.lane_of(low)
        if same_suit and not others & (low - 1) & ~((1 << last + 1) - 1):
            last = number
            continue
        found.append(number)
        last = number
    return found


def choose_card(view: View, habit: Action, budget: Budget, rng: random.Random) -> Action:
    """The card, or the slam, that promises most chips.

    Args:
        view: of the seat to play.
        habit: what to do while nothing else is clearly better.
        budget: how long to think.
        rng: draws the worlds.
    """
    seat = view.seat
    assert seat is not None
    context = context_of_view(view)
    order = context.ranked
    cards = _different(view, context, playable(view, context), view.hand.mask)
    slams = [action for action in view.lawful if isinstance(action, Slam)]
    if not slams and len(cards) == 1:
        return habit if isinstance(habit, Play) else Play(PACK[order.cards[cards[0]]])
    choices: list[tuple[Slam | None, int]] = [(None, card) for card in cards]
    contexts: dict[Slam | None, SearchContext] = {None: context}
    for slam in slams:
        contexts[slam] = context_of_view(view, "table" if slam.table else "closed")
        choices += [(slam, card) for card in cards]
    place = _place_of(choices, habit, context, view)
    trick = [order.numbers[card.index] for card in view.trick]
    leader = seat if view.leader is None else view.leader
    belief = Belief(view)
    if not belief.worlds.count:
        return habit
    called = unknown_card(view)
    left = view.variant.seats * len(view.hand)  # the cards of this trick counted

    def worlds(count: int) -> Sequence[tuple[object, int]]:
        return [(_RankedWorld(world, belief, context), n) for world, n in belief.draw(count, rng)]

    players = {
        slam: players_of(view, table=slam_of(view) == "table" or (slam is not None and slam.table))
        for slam in contexts
    }
    at_end = context.is_end(left)
    deadline = budget.deadline()

    def ending(slam: Slam | None, world: _RankedWorld, partner: int | None) -> Ending | None:
        if slam not in world.endings:
            at = contexts[slam]
            prospect = at.prospect(view.taken, len(view.hand), partner, world.honours, world.boston)
            seconds = 0.0 if deadline is None else max(0.001, deadline - time.perf_counter())
            world.endings[slam] = (
                None
                if prospect is None
                else Ending(at, prospect, world.hands, leader, trick, seconds)
            )
        return world.endings[slam]

    def value(choice: int, world: object) -> float:
        assert isinstance(world, _RankedWorld)
        slam, card = choices[choice]
        partner = None if view.contract is None else view.contract.partner
        if partner is None and called is not None:
            partner = world.holder(called)
        simple = contexts[slam].payoff.chips(
            players[slam].finish(world.hands, world.ranked, partner, (1 << card,)),
            partner=partner,
            honours=world.honours,
            boston=world.boston,
        )
        end = ending(slam, world, partner) if at_end else None
        return simple if end is None else _OPEN * end.chips(card) + (1 - _OPEN) * simple

    caution = CAUTION
    if at_end:
        caution, budget = 0.0, budget.times(_AT_END)
    best, _ = best_of(len(choices), worlds, value, budget, habit=place, caution=caution)
    declared, card = choices[best]
    if declared is not None:
        return declared
    if best == place and isinstance(habit, Play):
        return habit
    return Play(PACK[order.cards[card]])


def _place_of(
    choices: list[tuple[Slam | None, int]], habit: Action, context: SearchContext, view: View
) -> int:
    """The choice that stands for the habit: its card, or the next lower one that is as good."""
    if isinstance(habit, Slam):
        return next(at for at, (slam, _) in enumerate(choices) if slam == habit)
    if not isinstance(habit, Play):
        return 0
    order = context.ranked
    number = order.numbers[habit.card.index]
    lane = order.lane_of(1 << number)
    found = 0
    for at, (slam, card) in enumerate(choices):
        if slam is None and card <= number and order.lane_of(1 << card) == lane:
            found = at
    return found


class _RankedWorld:
    """A world with what the end of the deal depends on."""

    __slots__ = ("boston", "dealt", "endings", "hands", "honours", "ranked")

    def __init__(self, world: World, belief: Belief, context: SearchContext) -> None:
        self.dealt = belief.dealt(world)
        self.hands = tuple(map(context.ranked.mask, world.hands))
        self.ranked = tuple(map(context.ranked.mask, self.dealt))
        self.honours = context.honours(self.dealt)
        self.boston = context.boston(self.dealt)
        self.endings: dict[Slam | None, Ending | None] = {}

    def holder(self, card: int) -> int:
        """Who was dealt a card."""
        return next(seat for seat, hand in enumerate(self.dealt) if hand >> card & 1)
