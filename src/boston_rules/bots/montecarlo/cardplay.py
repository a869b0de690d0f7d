"""Choosing a card, or a slam, by playing sampled worlds to the end."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final

from boston_rules import PACK, Action, Play, Playing, Slam
from boston_rules.bots.montecarlo.belief import Belief, partner_in
from boston_rules.bots.montecarlo.context import Ending, SearchContext
from boston_rules.bots.montecarlo.fitted import Fitted
from boston_rules.bots.montecarlo.rollout import Players
from boston_rules.bots.montecarlo.search import CAUTION, Budget, best_of
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cards import mask_of
from boston_rules.knowing.worlds import World

__all__ = ["choose_card"]

_AT_END: Final = 2
"""Worlds at the end for each one before: little is left to chance, and thinking gains most."""


def _different(play: Playing, order: Ranked, mask: int) -> list[int]:
    """Of cards that are worth the same the lowest, by ranked numbers."""
    others = order.mask((play.unplayed | mask_of(play.played)) & ~play.hand.mask)
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


def choose_card(
    view: Playing,
    legal: Sequence[Action],
    habit: Action,
    budget: Budget,
    rng: random.Random,
    fitted: Fitted,
) -> Action:
    """The card, or the slam, that promises most chips.

    Args:
        view: of the seat to play.
        legal: the cards that follow suit, and slams.
        habit: what to do while nothing else is clearly better.
        budget: how long to think.
        rng: draws the worlds.
        fitted: how others bid.
    """
    context = SearchContext(view, view.actor)
    order = context.ranked
    playable = sum(action.bit for action in legal if isinstance(action, Play))
    cards = _different(view, order, playable)
    slams = [action for action in legal if isinstance(action, Slam)]
    if not slams and len(cards) == 1:
        return habit if isinstance(habit, Play) else Play(PACK[order.cards[cards[0]]])
    choices: list[tuple[Slam | None, int]] = [(None, card) for card in cards]
    contexts: dict[Slam | None, SearchContext] = {None: context}
    for slam in slams:
        contexts[slam] = SearchContext(view, view.actor, slam)
        choices += [(slam, card) for card in cards]
    place = _place_of(choices, habit, order)
    trick = [order.numbers[card] for card in view.played]
    belief = Belief(view, fitted)
    if not belief.worlds.count:
        return habit
    held = len(view.hand)

    def worlds(count: int) -> Sequence[tuple[object, float]]:
        return [
            (_RankedWorld(each, belief, context), weight)
            for each, weight in belief.draw(count, rng)
        ]

    players = {slam: Players(view, table=slam is not None and slam.table) for slam in contexts}
    at_end = context.is_end(held * context.seats)  # the cards of this trick counted
    deadline = budget.deadline()

    def ending(slam: Slam | None, world: _RankedWorld) -> Ending | None:
        if slam not in world.endings:
            at = contexts[slam]
            prospect = at.prospect(view.taken, held, world.partner, world.honours, world.boston)
            seconds = 0.0 if deadline is None else max(0.001, deadline - time.perf_counter())
            world.endings[slam] = (
                None
                if prospect is None
                else Ending(at, prospect, world.hands, view.leader, trick, seconds)
            )
        return world.endings[slam]

    def value(choice: int, world: object) -> float:
        assert isinstance(world, _RankedWorld)
        slam, card = choices[choice]
        end = ending(slam, world) if at_end else None
        if end is not None:
            return end.chips(card)
        return contexts[slam].payoff.chips(
            players[slam].finish(world.hands, world.ranked, world.partner, (1 << card,)),
            partner=world.partner,
            honours=world.honours,
            boston=world.boston,
        )

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


def _place_of(choices: list[tuple[Slam | None, int]], habit: Action, order: Ranked) -> int:
    """The choice that stands for the habit: its card, or the next lower one that is as good."""
    if isinstance(habit, Slam):
        return next(at for at, (slam, _) in enumerate(choices) if slam == habit)
    if not isinstance(habit, Play):
        return 0
    number = order.numbers[habit.card.index]
    lane = order.lane_of(1 << number)
    found = 0
    for at, (slam, card) in enumerate(choices):
        if slam is None and card <= number and order.lane_of(1 << card) == lane:
            found = at
    return found


class _RankedWorld:
    """A world with what the end of the deal depends on."""

    __slots__ = ("boston", "endings", "hands", "honours", "partner", "ranked")

    def __init__(self, world: World, belief: Belief, context: SearchContext) -> None:
        dealt = belief.dealt(world)
        self.hands = tuple(map(context.ranked.mask, world.hands))
        self.ranked = tuple(map(context.ranked.mask, dealt))
        self.partner = partner_in(context.contract, dealt)
        self.honours = context.honours(dealt)
        self.boston = context.boston(dealt)
        self.endings: dict[Slam | None, Ending | None] = {}
