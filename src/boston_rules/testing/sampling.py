"""Law 7: a sampled state fits what its seat has seen, and every state that fits can be drawn."""

from __future__ import annotations

import random
from typing import Final

from boston_rules.core.cards import mask_of
from boston_rules.core.errors import IllegalAction
from boston_rules.deal.questions.question import discards_of
from boston_rules.deal.state import State
from boston_rules.knowing.views import observe
from boston_rules.knowing.worlds import World, Worlds
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.walks import Position, Walk, named

__all__ = ["check_sampling", "world_of"]

_DRAWS: Final = 2


@by_variant
def check_sampling(variant: Variant, walk: Walk, *, states: int = 4) -> None:
    """Sample ``states`` states of a walk, and the last, as every seat and an onlooker see them.

    Each sample must look to the viewer exactly like the state itself, and be what its own actions
    lead to; the state itself must be among the worlds that can be drawn.

    Raises:
        LawBroken: law 7.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.
    """
    rng = random.Random(walk.seed)
    for at in [*walk.sample(states, rng), list(walk.positions)[-1]]:
        for viewer in (None, *range(variant.seats)):
            what = _unlike(walk, at, viewer, rng)
            if what:
                text = f"{named(viewer)} {what}"
                raise LawBroken(Law.SAMPLING, text, variant, walk, at)


def _unlike(walk: Walk, at: Position, viewer: int | None, rng: random.Random) -> str:
    view = observe(at.state, viewer)
    worlds, true = Worlds(view), world_of(at.state)
    if true is not None and not worlds.admits(true):
        return f"would never sample the deal as it lies: {true}"
    for _ in range(_DRAWS):
        sample = worlds.state(rng)
        seen = observe(sample, viewer)
        if seen != view:
            return f"sees {view!r}, and would see of a sample {seen!r}"
        try:
            *_, played = walk.replayed(at, sample)
        except IllegalAction as error:
            return f"would sample what could not be played as it was seen: {error}"
        if played != sample:
            return f"would sample {sample!r}, whose actions lead to {played!r}"
    return ""


def world_of(state: State) -> World | None:
    """Where every card lies in a state; ``None`` before the deal."""
    deal = state.deal
    if deal is None:
        return None
    aside = [0] * len(deal.hands)
    for seat, card in discards_of(state.said):
        aside[seat] = 1 << card
    return World(tuple(hand.mask for hand in state.hands), tuple(aside), mask_of(deal.dead))
