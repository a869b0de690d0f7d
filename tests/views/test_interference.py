"""Changing what a seat cannot see changes nothing that it is shown."""

from __future__ import annotations

import random

import pytest
from tests.phases.table_talk import OPENINGS

import boston_rules as br

SLUGS = ("fontainebleau", "american", "french")
ALL = frozenset(br.PACK)


def deal(rng: random.Random) -> list[list[br.Card]]:
    pack = list(br.shuffled(rng))
    return [pack[place : place + 13] for place in range(0, 52, 13)]


def start(slug: str, hands: list[list[br.Card]], turned: br.Card, belle: str) -> br.State:
    texts = [" ".join(map(str, hand)) for hand in hands]
    if slug == "fontainebleau":
        return OPENINGS[slug](texts)
    if slug == "american":
        return OPENINGS[slug](texts, turned=str(turned))
    return OPENINGS[slug](texts, turned=str(turned), belle=belle)


def play(state: br.State, rng: random.Random, plies: int) -> tuple[br.State, list[br.Action]]:
    """Some plies with many passes and low bids; the actions taken."""
    done: list[br.Action] = []
    for _ in range(plies):
        if state.actor is None:
            break
        legal = br.legal_actions(state)
        action = rng.choice([legal[0], rng.choice(legal), rng.choice(legal[:4])])
        done.append(action)
        state = br.apply(state, action)
    return state, done


def replay(state: br.State, actions: list[br.Action]) -> br.State | None:
    """The same actions in another world, if they are legal there."""
    for action in actions:
        if br.why_illegal(state, action) is not None:
            return None
        state = br.apply(state, action)
    return state


@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize("slug", SLUGS)
def test_cards_that_change_hands_unseen_change_no_view(slug: str) -> None:
    """Two cards swapped between two seats: the others see the same deal, if it can be played."""
    rng = random.Random(f"swap {slug}")
    compared = 0
    phases = set()
    while compared < 150:
        hands = deal(rng)
        turned = hands[3][-1]
        belle = rng.choice("SHCD")
        one, actions = play(start(slug, hands, turned, belle), rng, rng.randrange(60))
        first, second = rng.sample(range(4), 2)
        mine, yours = rng.choice(hands[first]), rng.choice(hands[second])
        public = {turned, *one.trick, *(card for trick in one.tricks for card in trick.cards)}
        for _, held in one.exposed:
            public |= set(held)
        if {mine, yours} & public:
            continue
        swapped = [
            [yours if card is mine else mine if card is yours else card for card in hand]
            for hand in hands
        ]
        # A laid or discarded card has to be named anew by its new holder, which others cannot see.
        renamed = [rename(action, mine, yours) for action in actions]
        other = replay(start(slug, swapped, turned, belle), renamed)
        if other is None or other.phase != one.phase or one.settlement is not None:
            continue
        for seat in (*range(4), None):
            if seat in (first, second):
                continue
            assert br.observe(one, seat) == br.observe(other, seat)
        compared += 1
        phases.add(one.phase)
    assert {"auction", "play"} <= phases


def rename(action: br.Action, mine: br.Card, yours: br.Card) -> br.Action:
    """A discard of one card becomes that of the other; a laid card stays as it is."""
    if isinstance(action, br.Discard) and action.card in (mine, yours):
        return br.Discard(yours if action.card is mine else mine)
    return action


@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize("slug", SLUGS)
def test_views_name_no_hidden_card(slug: str) -> None:
    """Every card in a view is one's own, played, exposed, turned or laid and shown."""
    rng = random.Random(f"names {slug}")
    for _ in range(40):
        hands = deal(rng)
        state, _ = play(start(slug, hands, hands[3][-1], "H"), rng, rng.randrange(60))
        for seat in (*range(4), None):
            view = br.observe(state, seat)
            known: set[object] = {*view.dealt, view.turned, *state.trick}
            known |= {card for trick in state.tricks for card in trick.cards}
            known |= {card for _, held in view.exposed for card in held}
            bids = [event.action for event in state.said if isinstance(event.action, br.Bid)]
            if state.contract is not None:
                known.add(bids[-1].card)
            text = " ".join(map(str, view.events))
            named: set[object] = {card for card in ALL if str(card) in text.split()}
            named |= {card for trick in view.tricks for card in trick.cards} | set(view.trick)
            named |= {event.shows.laid for event in view.events} - {None}
            named |= {card for hand in view.hands for card in hand}
            if view.standing_bid is not None and view.standing_bid[1].card is not br.HOLE:
                named |= {view.standing_bid[1].card} - {None}
            assert named <= known
