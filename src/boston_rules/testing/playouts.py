"""Deals built and played to an end: a contract made, or lost.

All four hands play together to bring about what is wanted, so that it is reached in a few tries.
"""

from __future__ import annotations

import random

from attrs import frozen

from boston_rules.conformance.steering import (
    DealPlan,
    Dice,
    capped,
    choose,
    helpful_play,
    is_dealt,
    open_deal,
    suit_choice_of,
    turn_drawn,
)
from boston_rules.core.actions import Action, Play, Slam
from boston_rules.core.errors import SessionOver
from boston_rules.deal.engine import apply, legal_actions
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.deal.tricks import Playing
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant
from boston_rules.testing.by_variant import by_variant

__all__ = ["Wanted", "play_to_verdict", "steer"]


def steer(state: Playing, *, made: bool, rng: random.Random) -> Action:
    """A play that helps the contract to be made, or lost, whoever is to play.

    Without a contract any play.
    """
    legal = legal_actions(state)
    plays = [action for action in legal if isinstance(action, Play)]
    if state.contract is None or not plays:
        return rng.choice(legal)
    return helpful_play(state, plays, made=made)


@frozen
class Wanted:
    """What a deal is to come to."""

    key: str
    """The contract."""
    made: bool
    partnered: bool = False
    """Played with a partner."""
    slam: Slam | None = None
    """A slam declared on the way."""
    conceded: bool = False
    """All opponents concede when they are asked."""
    chicane: bool = False
    """Somebody declares chicane."""

    def __str__(self) -> str:
        words = [self.key, "made" if self.made else "lost"]
        if self.partnered:
            words.append("with a partner")
        if self.slam is not None:
            words.append(f"with {self.slam} declared")
        if self.conceded:
            words.append("by concession")
        if self.chicane:
            words.append("with chicane")
        return " ".join(words)

    def plan(self, variant: Variant, turn: Turn, dice: Dice) -> DealPlan | None:
        """How to bring it about; ``None`` where it cannot be bid with these suits turned."""
        step = variant.ladder[self.key]
        suit_choice, trump = suit_choice_of(variant, self.key, turn, dice)
        if suit_choice is None and not is_dealt(variant, self.key):
            return None
        # So many tricks and no more are neither for a strong hand nor for a weak one.
        between = self.made and capped(step) and step.goal.tricks > 0
        return DealPlan(
            key=self.key,
            seat=dice.below(variant.seats),
            suit_choice=suit_choice,
            trump=trump,
            made=self.made,
            partner=step.biddable and (self.partnered or (step.partnered and dice.chance(0.5))),
            slam=self.slam,
            concede=self.conceded,
            stray=0.0,
            spread=100.0 if between else 11.0,
        )

    def reached(self, state: State) -> bool:
        """Whether a settled deal is it."""
        contract, bill = state.contract, state.settlement
        return (
            isinstance(state, Settled)
            and contract is not None
            and bill is not None
            and contract.key == self.key
            and bill.made is self.made
            and (contract.partner is not None or not self.partnered)
            and (
                self.slam is None
                or state.outcome.slam == ("table" if self.slam.table else "closed")
            )
            and (state.outcome.conceded or not self.conceded)
            and (bool(state.outcome.chicane) or not self.chicane)
        )


@by_variant
def play_to_verdict(variant: Variant, wanted: Wanted, rng: random.Random) -> State | None:
    """Try once to bring about a contract and its verdict; ``None`` when it did not come to that.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.testing import play_to_verdict
    >>> from boston_rules.testing.playouts import Wanted
    >>> variant = br.get_variant(br.list_variants()[0])
    >>> step = variant.ladder.steps[0]
    >>> state = play_to_verdict(variant, Wanted(step.key, made=True), random.Random(0))
    >>> state.settlement.made
    True
    """
    dice = Dice(rng)
    turn = turn_drawn(variant, dice)
    plan = wanted.plan(variant, turn, dice)
    if plan is None:
        return None
    try:
        _, layout, state = open_deal(variant, plan, dice.below(variant.seats), turn, dice)
    except SessionOver:
        return None
    while state.actor is not None:
        contract = state.contract
        if isinstance(state, Playing) and (contract is None or contract.key != wanted.key):
            return None
        state = apply(state, choose(state, plan, layout, dice))
    return state if wanted.reached(state) else None
