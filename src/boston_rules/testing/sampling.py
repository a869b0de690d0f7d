"""Law 7: a sampled state fits what its seat has seen, and every state that fits can be drawn."""

from __future__ import annotations

import random
from typing import Final

from attrs import fields

from boston_rules.actions import Discard
from boston_rules.cards import mask_of
from boston_rules.errors import IllegalAction
from boston_rules.play.settled import Settled
from boston_rules.sampling import World, Worlds
from boston_rules.state import State
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.interference import answered_apart
from boston_rules.testing.universe import universe
from boston_rules.testing.walks import Walk, named
from boston_rules.variant import Variant
from boston_rules.views import View, observe

__all__ = ["check_sampling", "world_of"]

_DRAWS: Final = 2
_GLANCES: Final = 5


def check_sampling(variant: Variant, walk: Walk, *, states: int = 4) -> None:
    """Sample ``states`` states of a walk, and the last, as every seat and an onlooker see them.

    Each sample must look to the viewer exactly like the state itself, and the state itself must be
    among the worlds that can be drawn. A sample is also the widest twin that law 6 can ask for:
    what the viewer tries must be answered in it word for word alike.

    Raises:
        LawBroken: law 7, or law 6.
    """
    rng = random.Random(walk.seed)
    for at in [*walk.sample(states, rng), list(walk.positions)[-1]]:
        for viewer in (None, *range(variant.seats)):
            view = observe(at.state, viewer)
            worlds = Worlds(view)
            true = world_of(at.state)
            if true is not None and not worlds.admits(true):
                text = f"{named(viewer)} would never sample the deal as it lies: {true}"
                raise LawBroken(Law.SAMPLING, text, variant, walk, at)
            for _ in range(_DRAWS):
                try:
                    sample = worlds.state(rng)
                except IllegalAction as error:
                    text = (
                        f"a sample for {named(viewer)} could not be played as it was seen: {error}"
                    )
                    raise LawBroken(Law.SAMPLING, text, variant, walk, at) from error
                told = _told_apart(view, observe(sample, viewer))
                if told:
                    text = f"a sample is not what {named(viewer)} sees: {told}"
                    raise LawBroken(Law.SAMPLING, text, variant, walk, at)
                if viewer is None:
                    continue
                seat = None if viewer == at.state.actor else viewer
                for action in rng.sample(universe(variant), _GLANCES):
                    told = answered_apart(at.state, sample, action, seat)
                    if told:
                        text = f"{named(viewer)} can tell two deals apart that look alike: {told}"
                        raise LawBroken(Law.NON_INTERFERENCE, text, variant, walk, at)


def world_of(state: State) -> World | None:
    """Where every card lies in a state; ``None`` before the deal."""
    deal = state.deal
    if deal is None:
        return None
    aside = [0] * len(deal.hands)
    for seat, action in state.history:
        if isinstance(action, Discard):
            aside[seat] = 1 << action.card.index
    hands = tuple(hand.mask for hand in state.hands)
    if isinstance(state, Settled):
        gone = mask_of(card.index for trick in state.tricks for card in trick.cards)
        hands = tuple(hand & ~gone & ~aside[seat] for seat, hand in enumerate(deal.hands))
    return World(hands, tuple(aside), mask_of(deal.dead))


def _told_apart(view: View, other: View) -> str:
    for attribute in fields(View):
        one, two = getattr(view, attribute.name), getattr(other, attribute.name)
        if one != two:
            return f"{attribute.name} is {two!r}, not {one!r}"
    return ""
