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
from boston_rules.bots.montecarlo.fitted import FITTED, Fitted, Odds, facts_of
from boston_rules.bots.montecarlo.payoff import gain_of
from boston_rules.bots.montecarlo.rollout import Players
from boston_rules.bots.montecarlo.search import CAUTION, Budget, best_of
from boston_rules.bots.montecarlo.words import WordValues, are_words, best_word
from boston_rules.bots.protocol import Bot
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
from boston_rules.deal.terms import Terms, fixed_partner

__all__ = [
    "candidates",
    "choose_word",
    "is_made",
    "other_outcome",
    "played_on",
    "to_the_play",
    "word_values",
]

_MOST: Final = 5
"""Bids, or cards to call, that are looked at."""
_CLEAR: Final = 3.0
"""Standard errors by which a word must be better in worlds than the one of most value."""
_FEWEST: Final = 32
"""The worlds for it: in a few a word that is seldom ruinous looks as if it never were."""


def choose_word(
    view: State,
    seat: int,
    choices: Sequence[Action],
    habit: Action,
    budget: Budget,
    rng: random.Random,
    fitted: Fitted,
    values: WordValues | None = None,
) -> Action:
    """The answer that promises most chips, a part of those in the pool counted.

    Args:
        view: of the seat to speak.
        seat: whose view it is.
        choices: what is worth thinking about.
        habit: what to do while nothing else is clearly better.
        budget: how long to think.
        rng: draws the worlds.
        fitted: how others bid, and what becomes of contracts.
        values: what words are worth, by which one is chosen instead of the habit while the worlds
            say nothing clear against it.
    """
    caution, fewest = CAUTION, 0
    if values is not None and are_words(view, seat, choices):
        habit = best_word(view, seat, choices, habit, values)
        caution, fewest = _CLEAR, _FEWEST
    belief = Belief(view, fitted)
    if not belief.worlds.count:
        return habit
    worth = word_values(view, seat, fitted)

    def worlds(count: int) -> Sequence[tuple[object, float]]:
        return [
            (belief.worlds.state_of(world, rng), weight)
            for world, weight in belief.draw(count, rng)
        ]

    def value(choice: int, state: object) -> float:
        assert isinstance(state, State)
        return worth(choices[choice], state)

    best, _ = best_of(
        len(choices),
        worlds,
        value,
        budget,
        habit=choices.index(habit),
        caution=caution,
        fewest=fewest,
    )
    return choices[best]


def word_values(
    view: State, seat: int, fitted: Fitted | None = FITTED
) -> Callable[[Action, State], float]:
    """What a seat gains by an answer in a world of its view, where simple players go on.

    Where they make or lose a contract whose declarer can win too many tricks, others may do
    otherwise: both outcomes count, each as often as players who look ahead bring it about.

    Args:
        view: of the seat to speak.
        seat: whose view it is.
        fitted: what becomes of contracts; ``None`` where nobody looks ahead.
    """
    draws = random.Random(0)
    simple = (SimpleBot(draws),) * view.variant.seats
    tables: _Tables = {}
    pool = view.table.pool + view.table.set_aside

    def value(action: Action, state: State) -> float:
        state = to_the_play(apply(state, action), simple, draws)
        if state.settlement is not None:
            return gain_of(state.settlement, seat, pool)
        assert isinstance(state, Playing)
        return _played_out(state, seat, tables, fitted)

    return value


def to_the_play(state: State, bots: Sequence[Bot], rng: random.Random) -> State:
    """The state before the first card, or after a deal that is not played, to which bots come.

    Args:
        state: of a deal that is not yet played.
        bots: one for each seat.
        rng: draws the chance events.
    """
    while state.actor is not None and not isinstance(state, Playing):
        state = apply(state, decide(state, bots, rng))
    return state


_Key: TypeAlias = tuple[object, ...]
"""What tells the tables apart to which one decision may lead."""
_Tables: TypeAlias = dict[_Key, tuple[SearchContext, Players, Odds | None]]
"""Tables at which cards are to be played, what their simple players and chips rest on, and the odds
of a contract whose declarer can win too many tricks."""


def _played_out(state: Playing, seat: int, tables: _Tables, fitted: Fitted | None) -> float:
    """What a seat gains when simple players play on, and others may do otherwise."""
    setup, dealt = state.setup, state.deal.hands
    key = (state.contract, setup.chicane, state.leader, state.slam, state.turn)
    table = tables.get(key)
    if table is None:
        facts = facts_of(setup.terms)
        odds = None if facts is None or fitted is None else fitted.odds(facts)
        table = tables[key] = SearchContext(state, seat), Players(state), odds
    context, players, odds = table
    tricks = _run(players, state)
    honours, boston = context.honours(dealt), context.boston(dealt)
    chips = context.payoff.chips(tricks, honours=honours, boston=boston)
    if odds is None:
        return chips
    likely = odds.made if is_made(setup.terms, tricks) else 1 - odds.lost
    other = other_outcome(setup.terms, tricks)
    return likely * chips + (1 - likely) * context.payoff.chips(
        other, honours=honours, boston=boston
    )


def is_made(terms: Terms, tricks: Sequence[int]) -> bool:
    """Whether a contract is made with so many tricks by seat."""
    assert terms.goal is not None, "somebody has bid"
    return terms.goal.verdict(sum(tricks[seat] for seat in terms.counting), 0) is True


def other_outcome(terms: Terms, tricks: Sequence[int]) -> tuple[int, ...]:
    """The tricks by seat with which a contract would just be lost, or just be made.

    Args:
        terms: of a contract whose declarer can win too many tricks.
        tricks: with which it is made, or lost.
    """
    goal, won = terms.goal, sum(tricks[seat] for seat in terms.counting)
    assert goal is not None, "somebody has bid"
    assert goal.most is not None, "it has a limit"
    if is_made(terms, tricks):
        wanted = goal.most + 1
    else:
        wanted = goal.tricks if won < goal.tricks else goal.most
    givers, taker = terms.opponents, terms.counting[0]
    if wanted < won:
        givers, taker = terms.counting, terms.opponents[0]
    found = list(tricks)
    for _ in range(abs(wanted - won)):
        found[max(givers, key=found.__getitem__)] -= 1
        found[taker] += 1
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
