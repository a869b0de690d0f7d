"""Positions of a corpus: what is legal in them, and how many ways lead on from them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from attrs import evolve, frozen

from boston_rules.conformance.cases import Question, tokens_to_try
from boston_rules.conformance.corpus import Json
from boston_rules.conformance.steering import (
    DealLayout,
    DealPlan,
    Dice,
    open_deal,
    open_steps,
    play_out,
    suit_choice_of,
    turn_drawn,
)
from boston_rules.core.actions import Slam
from boston_rules.deal.auction import Auction
from boston_rules.deal.engine import why_illegal
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.deal.tricks import Playing
from boston_rules.rules.notation import parse_action
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant
from boston_rules.solver import best

__all__ = [
    "ExampleDeal",
    "deal_document",
    "example_deals",
    "legality_questions",
    "perft_questions",
    "plan_for",
    "solution_questions",
]


@frozen
class ExampleDeal:
    """A deal played to its end, with the deals before it."""

    name: str
    dealer: int
    """Who dealt the first deal."""
    deals: tuple[Json, ...]
    """The deals; the last without its actions."""
    states: tuple[State, ...]
    """Of the last deal, from its first to the settled one."""

    @property
    def tokens(self) -> list[str]:
        """The actions of the last deal."""
        return tokens_of(self.states[-1])

    def asked(self, plies: int) -> dict[str, Json]:
        """The position after so many actions of the last deal."""
        *before, last = self.deals
        deals = [*before, {**last, "actions": self.tokens[:plies]}]
        return {"dealer": self.dealer, "deals": deals}


def tokens_of(state: State) -> list[str]:
    """The actions of a deal whose hands were given."""
    return [str(event) for event in state.events[1:]]


def plan_for(variant: Variant, key: str, turn: Turn, dice: Dice, *, partner: bool) -> DealPlan:
    """A plan to play a step; with the hands to make or to lose it."""
    suit_choice, trump = suit_choice_of(variant, key, turn, dice)
    rule = variant.dealing
    cuts = tuple(dice.pick(rule.cuts) for _ in rule.cutting_seats(0))
    return DealPlan(
        key=key,
        seat=dice.below(variant.seats),
        suit_choice=suit_choice,
        trump=trump,
        made=dice.chance(0.5),
        partner=partner and variant.ladder[key].biddable,
        concede=dice.chance(0.4),
        chatter=0.25,
        cuts=cuts,
    )


def _played(variant: Variant, name: str, plan: DealPlan, turn: Turn, dice: Dice) -> ExampleDeal:
    """A deal of a plan; where belle is another suit, after a deal that fixed it."""
    dealer = dice.below(variant.seats)
    before, layout, state = open_deal(variant, plan, dealer, turn, dice)
    deals = [deal_document(variant, earlier, tokens_of(settled)) for earlier, settled in before]
    deals.append(deal_document(variant, layout, []))
    first = (state.table.dealer - len(before)) % variant.seats
    return ExampleDeal(name, first, tuple(deals), tuple(play_out(state, plan, layout, dice)))


def deal_document(variant: Variant, layout: DealLayout, actions: Json) -> Json:
    """A deal as it stands in a question."""
    turned = layout.turned
    return {
        "hands": layout.tokens(variant.seats),
        "turned": None if turned is None else str(turned),
        "actions": actions,
    }


def example_deals(variant: Variant, seed: str, every: int = 1) -> Iterator[ExampleDeal]:
    """A deal of every step (or of every so many), and what else a variant has to show."""
    for place, step in enumerate(variant.ladder):
        if place % every:
            continue
        dice = Dice(f"{variant.slug} {seed} {step.key}")
        turn = turn_drawn(variant, dice)
        while step not in open_steps(variant, turn):
            turn = turn_drawn(variant, dice)
        plan = plan_for(variant, step.key, turn, dice, partner=bool(place // every % 2 == 0))
        yield _played(variant, step.key, plan, turn, dice)
    dice = Dice(f"{variant.slug} {seed} more")
    yield _played(
        variant, "passed out", DealPlan(key=None, seat=0), turn_drawn(variant, dice), dice
    )
    if variant.payments.slams is not None:
        for slam, made in ((Slam(), True), (Slam(table=True), False)):
            turn = turn_drawn(variant, dice)
            counted = [step for step in open_steps(variant, turn) if step.goal.counted]
            plan = plan_for(variant, dice.pick(counted).key, turn, dice, partner=False)
            plan = evolve(plan, slam=slam, made=made, chatter=0.0)
            yield _played(variant, f"{slam} {'made' if made else 'lost'}", plan, turn, dice)
    if variant.concession is not None or variant.contest is not None:
        keys = [step.key for step in variant.ladder]
        if variant.contest is not None:
            keys = [key for key in keys if variant.contest.covers(key)]
        for concede in (True, False):
            turn = turn_drawn(variant, dice)
            plan = plan_for(variant, dice.pick(keys), turn, dice, partner=False)
            plan = evolve(plan, concede=concede, chatter=0.0)
            yield _played(variant, "conceded" if concede else "contested", plan, turn, dice)
    for number in range(1, 4):
        turn = turn_drawn(variant, dice)
        offered = open_steps(variant, turn)
        step = dice.pick(offered[len(offered) // 2 :])
        plan = plan_for(variant, step.key, turn, dice, partner=True)
        yield _played(variant, f"contested auction {number}", evolve(plan, chatter=0.9), turn, dice)


# Legality.

_OF_A_PHASE: Final = 4
"""Positions of each phase of a deal that are asked about, and of the play some more."""
_IN_PLAY: Final = 8
_AGAIN: Final = 3
_TRIES: Final = 24
"""Actions tried in a position; of those that are refused for the same reason one is kept."""


def legality_questions(variant: Variant, seed: str) -> Iterator[Question]:
    """What is legal, and why other things are not, in some positions of every example."""
    for number, example in enumerate(example_deals(variant, f"legality {seed}"), 1):
        dice = Dice(f"{variant.slug} tries {seed} {number}")
        chosen = _chosen(example, dice)
        tries: list[Json] = []
        seen = set()
        for ply in chosen:
            state = example.states[ply]
            legal = state.legal()
            some = [str(dice.pick(legal))] if legal and not tries else []
            for token in [*some, *tokens_to_try(variant, legal, dice, _TRIES)]:
                error = why_illegal(state, parse_action(token))
                key = (state.phase, None if error is None else error.code)
                if key not in seen:
                    seen.add(key)
                    tries.append([ply, token])
        question = {**example.asked(len(example.tokens)), "at": chosen, "tries": tries}
        yield f"{number:02} {example.name}", question


def _chosen(example: ExampleDeal, dice: Dice) -> list[int]:
    found: list[int] = []
    counts: dict[str, int] = {}
    in_play = [ply for ply, state in enumerate(example.states) if isinstance(state, Playing)]
    for ply, state in enumerate(example.states):
        counts[state.phase] = counts.get(state.phase, 0) + 1
        if not isinstance(state, Playing) and counts[state.phase] <= _OF_A_PHASE:
            found.append(ply)
    again = [ply for ply, state in enumerate(example.states) if _speaks_again(state)]
    found += again[:_AGAIN]
    some = dice.mixed(in_play[1:])[: _IN_PLAY - 1]
    legal = [state.legal() for state in example.states]
    slams = [ply for ply in in_play if any(isinstance(action, Slam) for action in legal[ply])]
    return sorted({*found, *in_play[:1], *some, *slams[:2]})


def _speaks_again(state: State) -> bool:
    """Whether a player is asked who has spoken before, or after somebody has accepted."""
    return isinstance(state, Auction) and (
        state.acceptor is not None or any(event.seat == state.actor for event in state.said)
    )


# Trees.

_OPENING_DEPTH: Final = 3
_CARDS_LEFT: Final = 3
"""Cards in each hand from which the play is counted to its end."""


def perft_questions(variant: Variant, seed: str, *, openings: int) -> Iterator[Question]:
    """Some auctions, what follows them, and the last tricks to their end."""
    chosen = list(example_deals(variant, f"perft {seed}", every=3))
    for number, example in enumerate(chosen[:openings], 1):
        yield f"auction {number}", {**example.asked(0), "depth": _OPENING_DEPTH}
    for number, example in enumerate(chosen, 1):
        if example.name == "passed out":
            yield f"last pass {number}", {**example.asked(variant.seats - 1), "depth": 2}
        after = [ply for ply, state in enumerate(example.states) if not isinstance(state, Auction)]
        if after and not isinstance(example.states[after[0]], Settled):
            yield (
                f"after the auction {number}, {example.name}",
                {**example.asked(after[0]), "depth": 3},
            )
        ending = [
            ply
            for ply, state in enumerate(example.states)
            if isinstance(state, Playing) and len(state.hands[state.actor]) == _CARDS_LEFT
        ]
        if ending:
            # One more than there are cards: what has ended counts at greater depths too.
            depth = _CARDS_LEFT * variant.seats + 1 + (variant.payments.slams is not None)
            yield (
                f"last tricks {number}, {example.name}",
                {**example.asked(ending[0]), "depth": depth},
            )
        asked = [ply for ply, state in enumerate(example.states) if state.phase == "conceding"]
        if asked:
            yield (
                f"concession {number}, {example.name}",
                {**example.asked(asked[0] - 1), "depth": 4},
            )


# Solutions.

_FEW_LEFT: Final = 4
"""Tricks left where best play is asked for: few enough to be tried out in full."""
_ROUNDS: Final = 2
"""Plays of every contract."""
_DULL: Final = 6
"""Of plays in which no card matters so near their end, one in so many is asked about."""


def solution_questions(variant: Variant, seed: str) -> Iterator[Question]:
    """Ends of plays of which best play is asked, most of them such that cards differ."""
    rounds = (example_deals(variant, f"solutions {seed} {each}") for each in range(_ROUNDS))
    for number, example in enumerate(chain.from_iterable(rounds), 1):
        dice = Dice(f"{variant.slug} solutions {seed} {number}")
        found = [plies for plies in range(len(example.tokens)) if _solvable(example.states[plies])]
        some = dice.mixed(found)
        slam = isinstance(end := example.states[-1], Settled) and end.outcome.slam
        plain = some if slam or not number % _DULL else []
        for plies in [*(each for each in some if _varied(example.states[each])), *plain][:1]:
            yield f"{number:02} {example.name}", example.asked(plies)


def _solvable(state: State) -> bool:
    return (
        isinstance(state, Playing)
        and state.contract is not None
        and 2 <= state.setup.terms.total - len(state.done) <= _FEW_LEFT
    )


def _varied(state: State) -> bool:
    return len({result for _, result in best(state).results}) > 1
