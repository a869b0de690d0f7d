"""What is measured of this library, through its public face."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from itertools import islice

import boston_rules as br
from benchmarks.measure import Measure, Work

__all__ = ["chosen", "deal_from", "measures"]

DEALS = 40
"""Deals in a portion of work."""


def openings(variant: br.Variant, rng: random.Random) -> Iterator[br.State]:
    """Deals that come to be played, at the first lead, after random auctions."""
    while True:
        state = br.start(variant, dealer=rng.randrange(variant.seats))
        while state.actor is not None and state.phase != "play":
            state = stepped(state, rng)
        if state.phase == "play":
            yield state


def chosen(state: br.State, rng: random.Random) -> br.Action:
    """An action at random; half the calls of an auction are passes, so that it ends."""
    if state.actor == br.CHANCE:
        return br.draw_chance(state, rng)
    legal = br.legal_actions(state)
    if state.phase == "auction" and rng.random() < 0.5:
        return legal[0]
    return legal[int(rng.random() * len(legal))]


def stepped(state: br.State, rng: random.Random) -> br.State:
    """The state after such an action."""
    return br.apply(state, chosen(state, rng))


def deal_from(slug: str, plies: int, seed: int = 1) -> br.State:
    """The first deal that lasts so long, some cards after the first lead."""
    rng = random.Random(seed)
    for state in openings(br.get_variant(slug), rng):
        for _ in range(plies):
            if state.actor is None:  # broken off: nothing can change any more
                break
            state = stepped(state, rng)
        if state.actor is not None:
            return state
    raise AssertionError("deals are opened without end")


def card_play(slug: str) -> Callable[[], Work]:
    """Legal actions, a choice and its application, from the first lead to the last card but one.

    The last card is left out here because it settles the deal; whole deals count it.
    """

    def prepare() -> Work:
        rng = random.Random(1)
        variant = br.get_variant(slug)
        states = list(islice(openings(variant, rng), DEALS))
        plies = [sum(hand.mask.bit_count() for hand in state.hands) - 1 for state in states]
        uniform = rng.random

        def work() -> int:
            actions = 0
            for state, cards in zip(states, plies, strict=True):
                actions += cards
                for left in range(cards, 0, -1):
                    legal = br.legal_actions(state)
                    state = br.apply(state, legal[int(uniform() * len(legal))])
                    if state.actor is None:  # all opponents have conceded
                        actions -= left - 1
                        break
            return actions

        return work

    return prepare


def whole(slug: str, *, sessions: bool = False) -> Callable[[], Work]:
    """Whole deals, or sessions, per action: from the shuffle to the bill, all of it."""

    def prepare() -> Work:
        rng = random.Random(1)
        uniform = rng.random
        variant = br.get_variant(slug, deals=8 if sessions else 1)
        start, apply, legal_actions, draw = br.start, br.apply, br.legal_actions, br.draw_chance

        def work() -> int:
            actions = 0
            for _ in range(DEALS // 8 if sessions else DEALS):
                state = start(variant)
                while True:
                    actor = state.actor
                    if actor is None:
                        if isinstance(state, br.Settled) and not state.session_over:
                            state = br.next_deal(state)
                            continue
                        break
                    actions += 1
                    if actor < 0:
                        state = apply(state, draw(state, rng))
                        continue
                    legal = legal_actions(state)
                    place = int(uniform() * len(legal))
                    # Half the calls of an auction are passes, so that it ends.
                    if state.phase == "auction" and uniform() < 0.5:
                        place = 0
                    state = apply(state, legal[place])
            return actions

        return work

    return prepare


def repeated(setup: Callable[[], Callable[[], object]], times: int = 50) -> Callable[[], Work]:
    """One call, over and over."""

    def prepare() -> Work:
        call = setup()

        def work() -> int:
            for _ in range(times):
                call()
            return times

        return work

    return prepare


def _observe(slug: str, plies: int) -> Callable[[], object]:
    state = deal_from(slug, plies)
    seat = state.actor
    return lambda: br.observe(state, seat)


def _sample(slug: str, plies: int) -> Callable[[], object]:
    state = deal_from(slug, plies)
    view, rng = br.observe(state, state.actor), random.Random(1)
    return lambda: br.sample(view, rng)


def _draw(slug: str, plies: int) -> Callable[[], object]:
    state = deal_from(slug, plies)
    worlds, rng = br.Worlds(br.observe(state, state.actor)), random.Random(1)
    return lambda: worlds.draw(rng)


def _why(slug: str, *, legal: bool) -> Callable[[], object]:
    state = deal_from(slug, 5)
    held = br.legal_actions(state)
    other = next(card for card in br.PACK if br.Play(card) not in held)
    action = held[0] if legal else br.Play(other)
    return lambda: br.why_illegal(state, action)


def _settle(slug: str) -> Callable[[], object]:
    variant = br.get_variant(slug)
    contract = br.Contract("7", 0, trump=br.HEARTS)
    outcome = br.Outcome(tricks=(8, 2, 2, 1), honours=(3, 0, 0, 0))
    return lambda: br.settle(variant, contract, outcome, pool=50)


def _session(slug: str) -> list[br.State]:
    rng = random.Random(1)
    states = [br.start(br.get_variant(slug, deals=8))]
    while True:
        if states[-1].actor is not None:
            states[-1] = stepped(states[-1], rng)
        elif isinstance(states[-1], br.Settled) and not states[-1].session_over:
            states.append(br.next_deal(states[-1]))
        else:
            return states


def _dumps(slug: str) -> Callable[[], object]:
    kept = br.record(_session(slug))
    return lambda: br.dumps(kept)


def _loads(slug: str) -> Callable[[], object]:
    text = br.dumps(br.record(_session(slug)))
    return lambda: br.loads(text)


def _replay(slug: str) -> Callable[[], object]:
    kept = br.record(_session(slug))
    return lambda: br.replay(kept)


def _pickle(slug: str) -> Callable[[], object]:
    state = deal_from(slug, 26)
    return lambda: pickle.loads(pickle.dumps(state))


def measures(slugs: tuple[str, ...]) -> list[Measure]:
    """Everything measured of the library."""
    own = "fontainebleau"
    found = [Measure("card play", slug, "action", card_play(slug), compared=True) for slug in slugs]
    found += [Measure("whole deals", slug, "action", whole(slug), compared=True) for slug in slugs]
    found.append(Measure("whole sessions", own, "action", whole(own, sessions=True), compared=True))
    for name, setup, times in (
        ("observe, in the first trick", lambda: _observe(own, 2), 50),
        ("observe, in the ninth trick", lambda: _observe(own, 34), 50),
        ("sample, in the first trick", lambda: _sample(own, 2), 5),
        ("sample, in the ninth trick", lambda: _sample(own, 34), 5),
        ("Worlds.draw, in the first trick", lambda: _draw(own, 2), 50),
        ("Worlds.draw, in the ninth trick", lambda: _draw(own, 34), 50),
        ("why_illegal of a legal card", lambda: _why(own, legal=True), 50),
        ("why_illegal of an illegal card", lambda: _why(own, legal=False), 50),
        ("settle", lambda: _settle(own), 50),
        ("dumps, a session of 8 deals", lambda: _dumps(own), 1),
        ("loads, a session of 8 deals", lambda: _loads(own), 1),
        ("replay, a session of 8 deals", lambda: _replay(own), 1),
        ("pickle and unpickle a state", lambda: _pickle(own), 10),
    ):
        found.append(Measure("calls", name, "call", repeated(setup, times)))
    return found
