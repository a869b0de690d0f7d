"""Deals given by hand, tokens that act on them, and ways to play them on: for all tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import boston_rules as br
from boston_rules.deal.auction import Auction
from boston_rules.deal.dealing import Cutting

STRIPES: Final = (
    "AS AH AC AD TS TH TC TD 6S 6H 6C 6D 2S",
    "KS KH KC KD 9S 9H 9C 9D 5S 5H 5C 5D 2H",
    "QS QH QC QD 8S 8H 8C 8D 4S 4H 4C 4D 2C",
    "JS JH JC JD 7S 7H 7C 7D 3S 3H 3C 3D 2D",
)
"""Nobody is void: seat 0 has every ace, ten and six, seat 1 every king, nine and five."""

SUITS: Final = (
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
)
"""Everybody is void in three suits: seat 0 has the spades, 1 hearts, 2 clubs, 3 diamonds.

Who has the trumps wins all tricks; without trumps, who leads first.
"""


Choose: TypeAlias = Callable[[br.State], br.Action]
"""What a player does in a state."""


def act(state: br.State, *tokens: str) -> br.State:
    """Take actions, given as tokens; ``;`` separates several in one string."""
    for token in (part for text in tokens for part in text.split(";")):
        state = br.apply(state, br.parse_action(token))
    return state


def speak(state: br.State, script: str) -> br.State:
    """Take actions such as ``0 pass; 1 bid 5 H``, each by the seat that is to act."""
    for entry in script.split(";"):
        seat, token = entry.split(maxsplit=1)
        assert state.actor == int(seat), f"{entry}: seat {state.actor} is to act"
        state = act(state, token)
    return state


def tricks(state: br.State, *rows: str) -> br.State:
    """Play tricks, each as ``0: AS 2S 3S 4S`` after the seat that is to lead."""
    for row in rows:
        leader, cards = row.split(":")
        assert state.actor == int(leader), f"{row}: seat {state.actor} is to act"
        for card in cards.split():
            state = act(state, f"play {card}")
    return state


def first_legal(state: br.State) -> br.Action:
    """The first legal action."""
    return br.legal_actions(state)[0]


def last_legal(state: br.State) -> br.Action:
    """The last legal action."""
    return br.legal_actions(state)[-1]


def first_lawful(state: br.State) -> br.Action:
    """The first action that breaks no rule."""
    return br.lawful_actions(state)[0]


def last_lawful(state: br.State) -> br.Action:
    """The last action that breaks no rule."""
    return br.lawful_actions(state)[-1]


def at_random(rng: random.Random) -> Choose:
    """Chooses any legal action."""
    return lambda state: rng.choice(br.legal_actions(state))


def go_on(
    state: br.State,
    until: Callable[[br.State], bool],
    choose: Choose = first_legal,
    rng: random.Random | None = None,
) -> br.State:
    """Play on until something is so, by the first legal action if nothing else is said.

    Args:
        state: where to go on from.
        until: tells where to stop.
        choose: what players do.
        rng: draws the chance events; seed 0 if none is given.
    """
    rng = random.Random(0) if rng is None else rng
    while not until(state):
        chance = state.actor == br.CHANCE
        state = br.apply(state, br.draw_chance(state, rng) if chance else choose(state))
    return state


def finish(
    state: br.State, choose: Choose = first_legal, rng: random.Random | None = None
) -> br.Settled:
    """Go on to the end of the deal."""
    return settled(go_on(state, lambda now: now.actor is None, choose, rng))


def reach(
    state: br.State,
    phase: str,
    choose: Choose = first_legal,
    rng: random.Random | None = None,
) -> br.State:
    """Go on until the deal is in a phase."""
    return go_on(state, lambda now: now.phase == phase, choose, rng)


def leave(state: br.State, phase: str, choose: Choose = first_legal) -> br.State:
    """Go on until the deal is no longer in a phase."""
    return go_on(state, lambda now: now.phase != phase, choose)


def after_chance(state: br.State, rng: random.Random) -> br.State:
    """Draw the chance events until a player is to act."""
    return go_on(state, lambda now: now.actor != br.CHANCE, rng=rng)


def all_pass(state: br.State) -> br.State:
    """Everybody passes until the auction is over."""
    return leave(state, "auction", lambda _: br.Pass())


def only_bid(state: br.State, seat: int, bid: str) -> br.State:
    """One seat bids, and all others pass until the auction is over."""
    action = br.parse_action(bid)
    return leave(state, "auction", lambda now: action if now.actor == seat else br.Pass())


def auction(state: br.State) -> Auction:
    """The state as one of the auction."""
    assert isinstance(state, Auction)
    return state


def cutting(state: br.State) -> Cutting:
    """The state as one of the cuts."""
    assert isinstance(state, Cutting)
    return state


def playing(state: br.State) -> br.Playing:
    """The state as one of the play."""
    assert isinstance(state, br.Playing)
    return state


def settled(state: br.State) -> br.Settled:
    """The state as a settled deal."""
    assert isinstance(state, br.Settled)
    return state


def legal(state: br.State) -> list[str]:
    """The legal actions as tokens."""
    return [str(action) for action in br.legal_actions(state)]


def cards(text: str) -> list[br.Card]:
    """Card tokens, in order."""
    return [br.parse_card(token) for token in text.split()]


def tokens(held: Iterable[br.Card]) -> list[str]:
    """Cards as tokens."""
    return [str(card) for card in held]


def fontainebleau(hands: Iterable[str] = STRIPES, dealer: int = 3, **options: object) -> br.State:
    """A deal of ``fontainebleau``; seat 0 is eldest unless another dealer is named."""
    return br.start(br.get_variant("fontainebleau", **options), dealer, hands=hands)


def american(
    hands: Iterable[str] = STRIPES, dealer: int = 3, turned: str = "7C", **options: object
) -> br.State:
    """A deal of ``american``: 7♣ turned makes clubs preference and spades colour."""
    variant = br.get_variant("american", **options)
    return br.start(variant, dealer, hands=hands, turned=br.parse_card(turned))


def french(
    hands: Iterable[str] = STRIPES,
    dealer: int = 3,
    turned: str = "7C",
    belle: str | None = None,
    slug: str = "french",
    **options: object,
) -> br.State:
    """A deal of ``french``: the first of the session, or with ``belle`` (a suit) the second.

    The turned card must be among the dealer's in the deal wanted.
    """
    variant = br.get_variant(slug, **options)
    if belle is None:
        return br.start(variant, dealer, hands=hands, turned=br.parse_card(turned))
    before = (dealer - 1) % 4
    suited = [SUITS["SHCD".index(belle)], *(hand for hand in SUITS if belle not in hand[1])]
    first = [suited[(seat - before) % 4] for seat in range(4)]
    state = br.start(variant, before, hands=first, turned=br.parse_card(f"2{belle}"))
    thrown = settled(act(state, "pass;pass;pass;pass"))
    return br.next_deal(thrown, hands=hands, turned=br.parse_card(turned))


OPENINGS: Final[dict[str, Callable[..., br.State]]] = {
    "fontainebleau": fontainebleau,
    "american": american,
    "french": french,
}
"""The three by slug."""
