"""Walks played at random.

The choice of calls leans: some deals are passed out, some auctions climb step by step, some jump;
some deals are played at random, others are steered to a contract made or lost.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from boston_rules.conformance.steering import moves_of
from boston_rules.core.actions import Accept, Action, Bid, CallSuit, Pass, Play, Shuffle, Slam
from boston_rules.core.cards import Suit
from boston_rules.core.errors import SessionOver
from boston_rules.deal.engine import draw_chance, lawful_actions, legal_actions
from boston_rules.deal.state import State
from boston_rules.deal.table import CHANCE, Table
from boston_rules.deal.tricks import Playing
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.playouts import steer
from boston_rules.testing.universe import LAW_ACTIONS, can_err
from boston_rules.testing.walks import Walk, WalkBuilder

__all__ = ["STYLES", "Style", "choose", "random_walk", "stray"]


@frozen
class Style:
    """How a deal is called and played in a random walk."""

    name: str
    """What failures call it."""
    passing: float
    """The chance of a pass where one may pass and no bid stands."""
    yielding: float
    """The chance of a pass over a standing bid."""
    leap: float = 0.0
    """The chance that a bid is of any step, in any form; else it is the lowest."""
    accepting: float = 0.5
    """The chance of accepting a standing bid, where one may."""
    aim: bool | None = None
    """Steer the play to a contract made, or lost, instead of playing at random."""


STYLES: Final = (
    Style("mute", 1.0, 1.0),
    Style("timid", 0.85, 0.85, 0.5),
    Style("modest", 0.5, 0.75, 0.4),
    Style("climbing", 0.03, 0.03, 0.0, 0.1),
    Style("leaping", 0.3, 0.5, 1.0, 0.3),
    Style("steered to make", 0.3, 0.85, 0.7, aim=True),
    Style("steered to lose", 0.3, 0.85, 0.7, aim=False),
)
"""One is drawn for every deal."""
_WEIGHTS: Final = (1, 2, 4, 2, 4, 4, 2)
_SLAM: Final = 0.4
_STRAY: Final = 0.25
_CALLING: Final = 0.5
_BY_LAW: Final = 0.6
_LOPSIDED: Final = 1 / 3


def lopsided(table: Table, rng: random.Random) -> Shuffle:
    """A pack that deals long suits and voids (cuts mix it again, if not by much)."""
    suits = rng.sample(list(Suit), 4)
    dealing, size = table.variant.dealing, table.variant.hand
    order = sorted(dealing.pack, key=lambda card: suits.index(card.suit) + rng.gauss(0, 0.7))
    hands = [order[first : first + size] for first in range(0, len(order), size)]
    return Shuffle(table.undealt(hands))


def choose(state: State, rng: random.Random, style: Style) -> Action:
    """An action for a state in which somebody is to act."""
    if state.actor == CHANCE:
        if state.deal is None and rng.random() < _LOPSIDED:
            return lopsided(state.table, rng)
        return draw_chance(state, rng)
    legal = lawful_actions(state)
    if len(legal) == 1:
        return legal[0]
    if isinstance(state, Playing):
        if isinstance(legal[-1], Slam):
            if rng.random() < _SLAM:
                return rng.choice([action for action in legal if isinstance(action, Slam)])
        elif style.aim is not None:
            return steer(state, made=style.aim, rng=rng)
        return rng.choice(legal)
    standing = any(isinstance(event.action, Bid) for event in state.said)
    if Pass() in legal and rng.random() < (style.yielding if standing else style.passing):
        return Pass()
    if Accept() in legal:
        if rng.random() < style.accepting:
            return Accept()
        legal = tuple(action for action in legal if action != Accept())
    bids = [action for action in legal if isinstance(action, Bid)]
    if bids:
        if rng.random() >= style.leap:
            return bids[0]
        key = rng.choice(list(dict.fromkeys(bid.key for bid in bids)))
        return rng.choice([bid for bid in bids if bid.key == key])
    return rng.choice(legal)


def stray(state: State, rng: random.Random) -> tuple[int, Action] | None:
    """Now and then, where the table's law is in force, what a seat may do by it, and the seat.

    A card of another suit or out of turn, a claim, a correction, a demand, a suit called, a
    misdeal.
    """
    if not can_err(state.variant) or state.actor in (None, CHANCE):
        return None
    if state.faced and not state.trick and isinstance(state, Playing) and rng.random() < _CALLING:
        # Nobody has long to call a suit after a lead out of turn: the next lead ends it.
        calls = moves_of(state, CallSuit)
        if calls:
            return rng.choice(calls)
    if rng.random() > _STRAY:
        return None
    seat = rng.randrange(state.variant.seats)
    legal = legal_actions(state, seat)
    by_law = [action for action in legal if isinstance(action, LAW_ACTIONS)]
    if by_law and rng.random() < _BY_LAW:
        kind = rng.choice(list(dict.fromkeys(map(type, by_law))))
        return seat, rng.choice([action for action in by_law if type(action) is kind])
    legal = tuple(action for action in legal if isinstance(action, Play))
    return (seat, rng.choice(legal)) if legal else None


@lru_cache(maxsize=256)
def shortened(variant: Variant, deals: int) -> Variant:
    """The variant with a session of so many deals."""
    return evolve(variant, deals=deals)


@by_variant
def random_walk(
    variant: Variant,
    *,
    seed: int = 0,
    deals: int = 1,
    session: int | None = None,
    style: Style | None = None,
) -> Walk:
    """Play ``deals`` deals at random, fewer when the session ends before.

    One shuffle in three is lopsided, so that voids and long suits are met.

    Args:
        variant: the rules.
        seed: of everything that is drawn.
        deals: how many deals to walk.
        session: the number of deals in the session, instead of the variant's own; a short one
            brings the last deal within reach.
        style: of every deal; drawn for each deal when not given.

    Raises:
        LawBroken: law 1, an action that is listed as legal cannot be taken.
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.

    >>> import boston_rules as br
    >>> from boston_rules.testing import random_walk
    >>> walk = random_walk(br.get_variant(br.list_variants()[0]), seed=3, deals=2, session=2)
    >>> len(walk.taken), walk.complete
    (2, True)
    """
    rng = random.Random(seed)
    if session is not None:
        variant = shortened(variant, session)
    builder = WalkBuilder(variant, rng.randrange(variant.seats), seed)
    what = ""
    try:
        while True:
            manner = style if style is not None else rng.choices(STYLES, _WEIGHTS)[0]
            while builder.state.actor is not None:
                what = "asking for an action raises"
                state = builder.state
                seat, action = stray(state, rng) or (state.actor, choose(state, rng, manner))
                what = f"{action} is legal and raises"
                builder.apply(action, seat)
            if builder.deals == deals:
                return builder.walk
            what = "the next deal raises"
            try:
                builder.next_deal()
            except SessionOver:
                return builder.walk
    except Exception as error:  # whatever it is, the walk must not end here
        told, walk = f"{what} {error!r}", builder.walk
        raise LawBroken(Law.SOUND_AND_TOTAL, told, variant, walk, builder.at) from error
