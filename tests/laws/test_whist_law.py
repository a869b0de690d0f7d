"""All laws on walks that are steered into the law of whist: players revoke, correct, lead out of
turn, call suits, demand, and claim rightly and wrongly, in the play and after it."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.core.actions import Action
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw, WhistLaw
from boston_rules.testing import Walk, check_non_interference
from boston_rules.testing.random_walks import STYLES, choose
from boston_rules.testing.suite import _ON_WALKS
from boston_rules.testing.walks import WalkBuilder

FOSTER = Laws(
    MisdealLaw(10),
    RevokeLaw("deal", fine=40, each_other=50),
    WhistLaw(spares_declarer=True, misere_fine=40),
)


def at_table(slug: str, laws: Laws | None = None) -> br.Variant:
    variant = br.get_variant(slug, enforcement="table", deals=1)
    return variant if laws is None else evolve(variant, laws=laws)


VARIANTS = {
    "fontainebleau": at_table("fontainebleau"),
    "fontainebleau-cats": at_table("fontainebleau-cats"),
    "french": at_table("french"),
    "foster": at_table("fontainebleau", FOSTER),
    "foster with concessions": at_table("fontainebleau-hoyle", FOSTER),
    "french-foster": at_table("french-foster"),
}

EAGER = {br.CallSuit: 0.6, br.Correct: 0.7, br.Demand: 0.5, br.Revoke: 0.06}
"""How likely each is done at a turn at which it can be."""


def erring(state: br.State, rng: random.Random) -> tuple[int, Action] | None:
    """What somebody does by the law of whist, or a card that it allows and no law."""
    if state.actor is None or state.actor == br.CHANCE:
        return None
    for seat in rng.sample(range(4), 4):
        found = [each for each in br.legal_actions(state, seat) if type(each) in EAGER]
        for kind in dict.fromkeys(map(type, found)):
            often = 0.85 if state.phase == "claims" else EAGER[kind]
            if rng.random() < often:
                return seat, rng.choice([each for each in found if type(each) is kind])
    if isinstance(state, br.Playing):
        seat = rng.randrange(4)
        wanted = 0.35 if seat == state.actor else 0.5 if not state.trick else 0.03
        plays = [x for x in br.legal_actions(state, seat) if isinstance(x, br.Play)]
        if plays and rng.random() < wanted:
            return seat, rng.choice(plays)
    return None


def steered_walk(variant: br.Variant, seed: int) -> Walk:
    rng = random.Random(seed)
    style = STYLES[2 + seed % 4]
    builder = WalkBuilder(variant, rng.randrange(4), seed)
    while not isinstance(builder.state, br.Settled):
        state = builder.state
        move = erring(state, rng) or (state.actor, choose(state, rng, style))
        builder.apply(move[1], move[0])
    return builder.walk


def met(walk: Walk) -> Counter[str]:
    """What came up in a walk."""
    found: Counter[str] = Counter()
    (states,), (actions,) = walk.states, walk.taken
    for state, after, action in zip(states, states[1:], actions, strict=False):
        event = after.events[-1]
        if isinstance(action, br.Revoke):
            right = "right" if event.shows.verdict else "wrong"
            found[f"{right} claim, {state.phase}"] += 1
            if state.trick and isinstance(after, br.Settled):
                found["broken off within a trick"] += 1
        elif isinstance(action, br.CallSuit | br.Correct | br.Demand):
            found[type(action).__name__] += 1
        elif isinstance(action, br.Play) and len(after.called_suits) < len(state.called_suits):
            seat = event.seat
            gained = len(after.voids[seat]) > len(state.voids[seat])
            found["called suit not held" if gained else "called suit led"] += 1
    if any(each.kind == "out-of-turn" for each in states[-1].infractions):
        found["ended by a card"] += 1
    return found


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.parametrize("name", VARIANTS)
def test_all_laws_hold_where_players_err(name: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(60):
        walk = steered_walk(VARIANTS[name], seed)
        found += met(walk)
        if seed % 12 == 0:
            for _, check in _ON_WALKS:
                check(walk.variant, walk)
            check_non_interference(walk.variant, walk)
    wanted = {"right claim, play", "wrong claim, play", "wrong claim, claims"}
    wanted |= {"right claim, claims", "CallSuit", "Correct", "Demand"}
    wanted |= {"called suit led", "called suit not held"}
    if "foster" in name:
        wanted |= {"broken off within a trick", "ended by a card"}
    assert wanted <= set(found), f"never met: {wanted - set(found)} of {found}"
