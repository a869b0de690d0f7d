"""Law 4: every deal ends, and how soon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from boston_rules.core.actions import (
    Accept,
    Action,
    Bid,
    CallSuit,
    Correct,
    Cut,
    Demand,
    Misdeal,
    Pass,
    Play,
    Revoke,
    Shuffle,
    Slam,
    TurnCut,
    TurnUp,
)
from boston_rules.core.errors import SessionOver
from boston_rules.deal.auction import Auction
from boston_rules.deal.dealing import (
    Cutting,
    FirstCall,
    Shuffling,
    ShufflingStill,
    TurnCutting,
    Turning,
)
from boston_rules.deal.engine import next_deal
from boston_rules.deal.law.claims import Claims
from boston_rules.deal.law.playing import PlayingAtTable
from boston_rules.deal.law.whist import PlayingByWhist
from boston_rules.deal.phases import most_answers, most_bids, phases_of
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.deal.tricks import Playing
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.universe import can_err
from boston_rules.testing.walks import Position, Walk

__all__ = ["bounds", "check_termination"]


Limit: TypeAlias = tuple[str, tuple[type[Action], ...], int]
"""A name, kinds of actions, and how many of them a deal can have at most."""

PLAIN_PHASES: Final = (
    *(Shuffling, Cutting, ShufflingStill, TurnCutting, Turning, Auction, Playing, Settled),
    *(FirstCall, PlayingAtTable, PlayingByWhist, Claims),
)
"""The phases that every game has or can have; rules bring the others."""


@by_variant
@lru_cache(maxsize=256)
def bounds(variant: Variant) -> tuple[Limit, ...]:
    """How often each kind of action can be taken in a deal, at most: name, kinds, number.

    A bid is higher than the last, so there are no more bids than ranks on the ladder. Everybody
    passes at most once before the first bid and, but for the bidder, once after each bid, and each
    bid is accepted at most once; a cut that is declined is a pass too. Cards: a hand of plays each.
    Once each: shuffle of each pack, cut of the still pack, turned card, slam.

    What is said in the phases that rules bring, of whatever kind, is counted as answers; there are
    as many as the rules say, see ``most_answers``. Where the
    table's law is in force there are a few misdeals, and in each trick so many claims, corrections
    and cards that these take back; an exposed card lies there once, and a suit is called for it
    once. Where claims follow the play everybody passes once more.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.

    >>> import boston_rules as br
    >>> from boston_rules.testing import bounds
    >>> [most for name, _, most in bounds(br.get_variant("fontainebleau")) if name == "bids"]
    [45]
    """
    seats = variant.seats
    bids = most_bids(variant)
    cuts = len(variant.dealing.cutting_seats(0))
    uncut = cuts if variant.dealing.cuts_optional else 0
    misdeals = 0 if variant.table_law is None else variant.table_law.misdeals  # P40
    deals = 1 + misdeals
    plays = variant.hand * seats
    claiming = seats if Claims in phases_of(variant) else 0
    law: tuple[Limit, ...] = ()
    if can_err(variant):
        # The second player corrects once, the third once for each card of the second, and so on.
        corrections = variant.hand * (2 ** (seats - 2) - 1)
        claims = variant.hand * seats * (seats - 1)
        # Each correction takes back fewer cards than there are seats; a card lies exposed once,
        # and once more if it was taken back.
        plays = 2 * (plays + corrections * (seats - 1))
        law = (
            ("misdeals", (Misdeal,), misdeals),
            ("claims", (Revoke,), claims),
            ("corrections", (Correct,), corrections),
            ("demands", (Demand,), plays + corrections + claims),
            ("suits called", (CallSuit,), plays),
        )
    return (
        *law,
        ("shuffles", (Shuffle,), deals if variant.dealing.packs == 1 else variant.dealing.packs),
        ("cuts", (Cut,), deals * cuts),
        ("cuts of the still pack", (TurnCut,), deals * variant.dealing.turns_from_still),
        ("turned cards", (TurnUp,), deals),
        ("bids", (Bid,), bids),
        ("passes", (Pass,), deals * uncut + seats + (seats - 1) * bids + claiming),
        ("acceptances", (Accept,), bids),
        ("answers", (), most_answers(variant)),
        ("plays", (Play,), plays),
        ("slams", (Slam,), 1),
    )


def _taken(variant: Variant, states: Sequence[State], actions: Sequence[Action]) -> Counter[str]:
    """How often each limit was used up in a deal; an action that none allows counts as strange."""
    asking = frozenset(phases_of(variant)).difference(PLAIN_PHASES)
    kinds = {kind: name for name, known, _ in bounds(variant) for kind in known}
    count: Counter[str] = Counter()
    for state, action in zip(states, actions, strict=False):
        asked = type(state) in asking and not isinstance(action, Revoke)
        count["answers" if asked else kinds.get(type(action), str(action))] += 1
    return count


@by_variant
def check_termination(variant: Variant, walk: Walk) -> None:
    """Every deal of the walk came to its settlement within the bounds, and the session ends.

    Raises:
        LawBroken: law 4.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.
    """
    limits = {name: most for name, _, most in bounds(variant)}
    phases = phases_of(variant)
    for number, (states, actions) in enumerate(zip(walk.states, walk.taken, strict=True)):
        last = Position(number, len(actions), states[-1])

        def broken(what: str, at: Position = last) -> LawBroken:
            return LawBroken(Law.TERMINATION, what, walk.variant, walk, at)

        for ply, state in enumerate(states):
            if not isinstance(state, phases):
                at = Position(number, ply, state)
                raise broken(f"no rule says that it brings the phase {state.phase}", at)
        for name, count in _taken(variant, states, actions).items():
            if name not in limits:
                raise broken(f"{name} is no action of this game")
            if count > limits[name]:
                raise broken(f"{count} {name} in one deal, not at most {limits[name]}")
        for ply, state in enumerate(states):
            over = ply == len(actions)
            if (state.actor is None) != over or (state.settlement is not None) != over:
                raise broken("a deal is settled exactly when nobody is to act")
            if len(state.events) != 1 + ply:
                at = Position(number, ply, state)
                raise broken(f"{len(state.events)} events, after the opening and {ply} actions", at)
        if states[-1].table.deal_number != number + 1:
            raise broken(f"deal {number + 1} is counted as {states[-1].table.deal_number}")
    if walk.complete:
        try:
            next_deal(walk.states[-1][-1])
        except SessionOver:
            return
        raise broken("a deal follows the last one")
