"""Changing what a seat cannot see changes nothing that it is shown."""

from __future__ import annotations

import random

import pytest
from tests.phases.table_talk import OPENINGS, playing

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
        public = {a.card for _, a in one.history if isinstance(a, br.Play)} | {turned}
        if one.name == "play":
            now = playing(one)
            for seat in now.exposed:
                public |= set(now.hands[seat])
        if {mine, yours} & public:
            continue
        swapped = [
            [yours if card is mine else mine if card is yours else card for card in hand]
            for hand in hands
        ]
        # A laid or discarded card has to be named anew by its new holder, which others cannot see.
        renamed = [rename(action, mine, yours) for action in actions]
        other = replay(start(slug, swapped, turned, belle), renamed)
        if other is None or other.name != one.name or one.settlement is not None:
            continue
        for seat in (*range(4), None):
            if seat in (first, second):
                continue
            assert br.observe(one, seat) == br.observe(other, seat)
        compared += 1
        phases.add(one.name)
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
            known = set(view.dealt) | {a.card for _, a in state.history if isinstance(a, br.Play)}
            known |= {card for _, held in view.exposed for card in held}
            known |= {view.turned} if view.turned is not None else set()
            bids = [(n, a) for n, (_, a) in enumerate(state.history) if isinstance(a, br.Bid)]
            if state.contract is not None and bids[-1][1].card is not None:
                known.add(bids[-1][1].card)
            text = " ".join(token for _, token in view.history)
            named = {card for card in ALL if str(card) in text.split()}
            named |= {card for trick in view.tricks for card in trick.cards} | set(view.trick)
            if view.standing is not None and view.standing[1].card is not None:
                named.add(view.standing[1].card)
            assert named <= known
