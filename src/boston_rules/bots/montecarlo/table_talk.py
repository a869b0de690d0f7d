"""Everything before and between the tricks: sampled deals are played on by simple players."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from boston_rules import (
    Action,
    Bid,
    Call,
    Card,
    Discard,
    Misdeal,
    Playing,
    Revoke,
    State,
    Suit,
    apply,
)
from boston_rules.bots.driver import decide
from boston_rules.bots.montecarlo.belief import Belief, partner_in
from boston_rules.bots.montecarlo.context import SearchContext
from boston_rules.bots.montecarlo.payoff import gain_of
from boston_rules.bots.montecarlo.rollout import Players
from boston_rules.bots.montecarlo.search import Budget, best_of
from boston_rules.bots.simple import SimpleBot
from boston_rules.bots.simple.contracts import (
    base_target,
    has_limit,
    own_share,
    setting_of,
    table_of,
)
from boston_rules.bots.simple.estimate import own_tricks, side_tricks
from boston_rules.bots.simple.valuation import value_of_hand
from boston_rules.deal.terms import fixed_partner

__all__ = ["candidates", "choose_word", "one_too_many", "played_on", "word_values"]

_WITHSTOOD: Final = 0.45
"""Of the contracts made by few tricks with an open hand against simple players, how many are made
against players who look ahead: they see what has to be avoided."""
_MOST: Final = 5
"""Bids, or cards to call, that are looked at."""


def choose_word(
    view: State,
    seat: int,
    legal: Sequence[Action],
    habit: Action,
    budget: Budget,
    rng: random.Random,
) -> Action:
    """The answer that promises most chips, a part of those in the pool counted.

    Args:
        view: of the seat to speak.
        seat: whose view it is.
        legal: what it may say.
        habit: what to do while nothing else is clearly better.
        budget: how long to think.
        rng: draws the worlds.
    """
    choices = candidates(view, seat, legal, habit)
    if len(choices) == 1:
        return choices[0]
    belief = Belief(view)
    if not belief.worlds.count:
        return habit
    worth = word_values(view, seat)

    def worlds(count: int) -> Sequence[tuple[object, int]]:
        return [(belief.worlds.state_of(world, rng), n) for world, n in belief.draw(count, rng)]

    def value(choice: int, state: object) -> float:
        assert isinstance(state, State)
        return worth(choices[choice], state)

    best, _ = best_of(len(choices), worlds, value, budget, habit=choices.index(habit))
    return choices[best]


def word_values(view: State, seat: int) -> Callable[[Action, State], float]:
    """What a seat gains by an answer in a world of its view, where simple players go on.

    Args:
        view: of the seat to speak.
        seat: whose view it is.
    """
    draws = random.Random(0)
    simple = (SimpleBot(draws),) * view.variant.seats
    tables: _Tables = {}
    pool = view.table.pool + view.table.set_aside

    def value(action: Action, state: State) -> float:
        state = apply(state, action)
        while state.actor is not None and not isinstance(state, Playing):
            state = apply(state, decide(state, simple, draws))
        if state.settlement is not None:
            return gain_of(state.settlement, seat, pool)
        assert isinstance(state, Playing)
        return _played_out(state, seat, tables)

    return value


_Key: TypeAlias = tuple[object, ...]
"""What tells the tables apart to which one decision may lead."""
_Tables: TypeAlias = dict[_Key, tuple[SearchContext, Players]]
"""Tables at which cards are to be played, and what their simple players and chips rest on."""


def _played_out(state: Playing, seat: int, tables: _Tables) -> float:
    """What a seat gains when simple players play on."""
    setup, dealt = state.setup, state.deal.hands
    key = (state.contract, setup.chicane, state.leader, state.slam, state.turn)
    table = tables.get(key)
    if table is None:
        table = tables[key] = SearchContext(state, seat), Players(state)
    context, players = table
    tricks = _run(players, state)
    honours, boston = context.honours(dealt), context.boston(dealt)
    chips = context.payoff.chips(tricks, honours=honours, boston=boston)
    lost = one_too_many(state, tricks)
    if lost is not None:
        better = context.payoff.chips(lost, honours=honours, boston=boston)
        chips = _WITHSTOOD * chips + (1 - _WITHSTOOD) * better
    return chips


def one_too_many(state: Playing, tricks: tuple[int, ...]) -> tuple[int, ...] | None:
    """The tricks with which a contract made with an open hand would just be lost."""
    contract, variant = state.contract, state.table.variant
    if contract is None:
        return None
    step = variant.ladder[contract.key]
    won = tricks[contract.declarer]
    if not step.is_exposed or not has_limit(variant, step) or step.goal.verdict(won, 0) is not True:
        return None
    found = list(tricks)
    giver = max(
        (seat for seat in range(variant.seats) if seat != contract.declarer),
        key=tricks.__getitem__,
    )
    assert step.goal.most is not None, "it has a limit"
    found[giver] -= step.goal.most + 1 - won
    found[contract.declarer] = step.goal.most + 1
    return tuple(found)


def played_on(state: Playing) -> tuple[int, ...]:
    """Tricks by seat when simple players play on, as by ``Players.run``."""
    return _run(Players(state), state)


def _run(players: Players, state: Playing) -> tuple[int, ...]:
    partner = partner_in(state.contract, state.deal.hands)
    hands = [hand & state.unplayed for hand in state.setup.hands]
    return players.run(hands, state.deal.hands, partner)


def candidates(view: State, seat: int, legal: Sequence[Action], habit: Action) -> list[Action]:
    """What is worth thinking about: everything where little can be said, else what may do.

    Of the cards that may be laid aside it is the highest of each suit.
    """
    found: dict[tuple[object, ...], Action] = {}
    highest: dict[Suit, Card] = {}
    rated: list[tuple[float, Action]] = []
    always: list[Action] = []
    for action in legal:
        if isinstance(action, Bid):
            key = (action.key, action.suit, action.suit_class, action.alone)
            if key not in found:
                found[key] = action
                rated.append((_promise(view, seat, action), action))
        elif isinstance(action, Call):
            rated.append((_call_promise(view, action), action))
        elif isinstance(action, Discard) and isinstance(card := action.card, Card):
            highest[card.suit] = max(highest.get(card.suit, card), card)
        elif not isinstance(action, Misdeal | Revoke):  # claims are no matter of judgement
            always.append(action)
    rated.sort(key=lambda row: -row[0])
    more = [action for promise, action in rated if promise > 0]
    chosen = [*always, *more[:_MOST], *map(Discard, highest.values())]
    if habit not in chosen:
        chosen.append(habit)
    return [action for action in legal if action in chosen]


def _promise(view: State, seat: int, bid: Bid) -> float:
    """How near a bid is to what the hand is worth; 0 where it is out of reach."""
    variant = view.variant
    step = variant.ladder[bid.key]
    hand = view.dealt.mask
    trump = setting_of(view).trump(bid)
    if has_limit(variant, step):
        return 3 * value_of_hand(view, seat).promise(bid).odds - 0.9
    suits = list(Suit) if step.leaves_open(trump, view.turn) else [trump]
    most = max(own_tricks(hand, table_of(view, suit), variant.seats) for suit in suits)
    if fixed_partner(variant, seat) is not None:
        most = side_tricks(most)
        goal = float(base_target(variant, step))
    else:
        goal = own_share(variant, step)
        if step.partnered and variant.partners is not None:
            most += 0.5
    gap = most - goal
    return 2.2 + gap if gap < 0.8 else 3.8 - gap


def _call_promise(view: State, call: Call) -> float:
    contract = view.contract
    assert contract is not None
    rank = int(call.card.rank)
    return rank - 9.5 + (4 if call.card.suit is contract.trump else 0)
