"""Everything before and between the tricks: sampled deals are played on by simple players."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, TypeAlias

from boston_rules import (
    CHANCE,
    Action,
    Bid,
    Call,
    Contract,
    Discard,
    Misdeal,
    Playing,
    Revoke,
    State,
    Suit,
    View,
    apply,
    draw_chance,
    observe,
)
from boston_rules.bots.montecarlo.belief import Belief
from boston_rules.bots.montecarlo.context import SearchContext
from boston_rules.bots.montecarlo.payoff import Payoff, gain_of, infractions_of, payoff_of
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
from boston_rules.bots.simple.situation import shown_voids
from boston_rules.bots.simple.valuation import value_of_hand
from boston_rules.terms import fixed_partner

__all__ = ["candidates", "choose_word", "one_too_many", "played_on"]

_WITHSTOOD: Final = 0.45
"""Of the contracts made by few tricks with an open hand against simple players, how many are made
against players who look ahead: they see what has to be avoided."""
_MOST: Final = 5
"""Bids, or cards to call, that are looked at."""


def choose_word(view: View, habit: Action, budget: Budget, rng: random.Random) -> Action:
    """The answer that promises most chips, a part of those in the pool counted.

    Args:
        view: of the seat to speak.
        habit: what to do while nothing else is clearly better.
        budget: how long to think.
        rng: draws the worlds.
    """
    seat = view.seat
    assert seat is not None
    choices = candidates(view, habit)
    if len(choices) == 1:
        return choices[0]
    belief = Belief(view)
    if not belief.worlds.count:
        return habit
    draws = random.Random(0)
    simple = SimpleBot(draws)
    tables: dict[_Key, _Table] = {}

    def worlds(count: int) -> Sequence[tuple[object, int]]:
        return [(belief.worlds.state_of(world, rng), n) for world, n in belief.draw(count, rng)]

    def value(choice: int, state: object) -> float:
        assert isinstance(state, State)
        state = apply(state, choices[choice])
        while state.actor is not None and not isinstance(state, Playing):
            state = apply(state, _next_action(state, simple, draws))
        if state.settlement is not None:
            return gain_of(state.settlement, seat, view.pool + view.set_aside)
        assert isinstance(state, Playing)
        return _played_out(state, seat, tables)

    best, _ = best_of(len(choices), worlds, value, budget, habit=choices.index(habit))
    return choices[best]


def _next_action(state: State, simple: SimpleBot, draws: random.Random) -> Action:
    actor = state.actor
    assert actor is not None, "somebody is to act"
    if actor == CHANCE:
        return draw_chance(state, draws)
    return simple.choose(observe(state, actor))


class _Table:
    """A table at which cards are to be played: what its simple players and their chips rest on."""

    __slots__ = ("context", "payoff", "players")

    def __init__(self, state: Playing, seat: int) -> None:
        table = state.table
        self.payoff: Payoff = payoff_of(
            table.variant,
            state.contract,
            seat=seat,
            pool=table.pool,
            set_aside=table.set_aside,
            dealer=table.dealer,
            deal_number=table.deal_number,
            purses=table.purses,
            chicane=state.setup.chicane,
            infractions=infractions_of(observe(state, None)),
        )
        self.context: SearchContext = SearchContext(
            table.variant, state.contract, state.deal.turn.suit, self.payoff, len(state.done)
        )
        self.players: Players = _players_at(state)


_Key: TypeAlias = tuple[Contract | None, tuple[int, ...], int | None, int, bool, Suit | None]
"""What tells the tables apart to which one decision may lead."""


def _played_out(state: Playing, seat: int, tables: dict[_Key, _Table]) -> float:
    """What a seat gains when simple players play on."""
    setup, contract = state.setup, state.contract
    key = (
        contract,
        setup.chicane,
        setup.called,
        state.leader,
        _on_table(state),
        state.deal.turn.suit,
    )
    table = tables.get(key)
    if table is None:
        table = tables[key] = _Table(state, seat)
    payoff, dealt = table.payoff, state.deal.hands
    tricks = _run(table.players, state)
    honours, boston = table.context.honours(dealt), table.context.boston(dealt)
    chips = payoff.chips(tricks, honours=honours, boston=boston)
    lost = one_too_many(state, tricks)
    if lost is not None:
        better = payoff.chips(lost, honours=honours, boston=boston)
        chips = _WITHSTOOD * chips + (1 - _WITHSTOOD) * better
    return chips


def one_too_many(state: Playing, tricks: tuple[int, ...]) -> tuple[int, ...] | None:
    """The tricks with which a contract made with an open hand would just be lost."""
    contract, variant = state.contract, state.table.variant
    if contract is None:
        return None
    step = variant.ladder[contract.key]
    won = tricks[contract.declarer]
    if not step.is_exposed or not has_limit(step) or step.goal.verdict(won, 0) is not True:
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
    return _run(_players_at(state), state)


def _run(players: Players, state: Playing) -> tuple[int, ...]:
    partner = None if state.contract is None else state.contract.partner
    hands = [hand & state.left for hand in state.setup.hands]
    return players.run(hands, state.deal.hands, partner)


def _on_table(state: Playing) -> bool:
    """Whether a slam on the table has been declared."""
    return state.slam is not None and state.slam[0] == "table"


def _players_at(state: Playing) -> Players:
    """Simple players at the table of a state."""
    errs = state.table.variant.table_law is not None
    return Players(
        state.table.variant,
        state.contract,
        state.deal.turn.suit,
        done=[(row[0], row[1]) for row in state.done],
        played=state.played,
        leader=state.leader,
        taken=state.taken,
        called=state.setup.called,
        table=_on_table(state),
        voids=shown_voids(observe(state, None)) if errs else None,
    )


def candidates(view: View, habit: Action) -> list[Action]:
    """What is worth thinking about: everything where little can be said, else what may do.

    Of the cards that may be laid aside it is the highest of each suit.
    """
    found: dict[tuple[object, ...], Action] = {}
    highest: dict[Suit, Discard] = {}
    rated: list[tuple[float, Action]] = []
    always: list[Action] = []
    for action in view.lawful:
        if isinstance(action, Bid):
            key = (action.key, action.suit, action.suit_class)
            if key not in found:
                found[key] = action
                rated.append((_promise(view, action), action))
        elif isinstance(action, Call):
            rated.append((_call_promise(view, action), action))
        elif isinstance(action, Discard):
            suit = action.card.suit
            highest[suit] = max(highest.get(suit, action), action, key=_rank)
        elif not isinstance(action, Misdeal | Revoke):  # claims are no matter of judgement
            always.append(action)
    rated.sort(key=lambda row: -row[0])
    more = [action for promise, action in rated if promise > 0]
    chosen = [*always, *more[:_MOST], *highest.values()]
    if habit not in chosen:
        chosen.append(habit)
    return [action for action in view.lawful if action in chosen]


def _rank(discard: Discard) -> int:
    return discard.card.rank


def _promise(view: View, bid: Bid) -> float:
    """How near a bid is to what the hand is worth; 0 where it is out of reach."""
    variant = view.variant
    assert view.seat is not None, "an onlooker does not bid"
    step = variant.ladder[bid.key]
    hand = view.dealt.mask
    trump = setting_of(view).trump(bid)
    if has_limit(step):
        return 3 * value_of_hand(view, view.seat).promise(bid).odds - 0.9
    suits = list(Suit) if trump is None and step.has_trumps else [trump]
    most = max(own_tricks(hand, table_of(view, suit), variant.seats) for suit in suits)
    if fixed_partner(variant, view.seat) is not None:
        most = side_tricks(most)
        goal = float(base_target(variant, step))
    else:
        goal = own_share(variant, step)
        if step.partnered and variant.partners is not None:
            most += 0.5
    gap = most - goal
    return 2.2 + gap if gap < 0.8 else 3.8 - gap


def _call_promise(view: View, call: Call) -> float:
    contract = view.contract
    assert contract is not None
    rank = int(call.card.rank)
    return rank - 9.5 + (4 if call.card.suit is contract.trump else 0)
