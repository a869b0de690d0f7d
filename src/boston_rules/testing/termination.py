"""Law 4: every deal ends, and how soon."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from boston_rules.actions import (
    Accept,
    Action,
    Ask,
    Bid,
    Call,
    Chicane,
    Concede,
    Contest,
    Cut,
    Decline,
    Discard,
    NameTrump,
    Pass,
    Play,
    Shuffle,
    Slam,
    Solo,
    TurnUp,
)
from boston_rules.cards import Suit
from boston_rules.engine import next_deal
from boston_rules.errors import SessionOver
from boston_rules.rules.suits import Turn
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.walks import Position, Walk
from boston_rules.variant import Variant

__all__ = ["bounds", "check_termination"]

TURNS: Final = tuple(Turn(suit, belle) for suit in (None, *Suit) for belle in (None, *Suit))
"""Everything that turned cards can fix for a deal."""


def most_bids(variant: Variant) -> int:
    """The longest strictly rising row of bids: the distinct ranks of all steps, one above another.

    Two forms of equal rank do not overcall each other and count once.
    """
    return max(
        sum(
            len({form.rank for form in step.suit.forms(turn, variant.suits)})
            for step in variant.ladder
        )
        for turn in TURNS
    )


@lru_cache(maxsize=256)
def bounds(variant: Variant) -> tuple[tuple[str, tuple[type[Action], ...], int], ...]:
    """How often each kind of action can be taken in a deal, at most: name, kinds, number.

    A bid is higher than the last, so there are no more bids than ranks on the ladder. Everybody
    passes at most once before the first bid and, but for the bidder, once after each bid; a poll
    about chicane adds one word a seat. A bid is accepted at most once, and the declarer accepted
    once more; the others refuse him once. Cards: one discard and thirteen plays each. Once each:
    shuffle, turned card, trump suit, slam, and asking or calling a partner or playing solo. Each
    opponent is asked at most twice whether to concede, before the first lead and after the first
    trick. Infractions are not in it: they are no part of the strict game.

    >>> import boston_rules as br
    >>> [most for name, _, most in bounds(br.get_variant("fontainebleau")) if name == "bids"]
    [45]
    """
    seats = variant.seats
    bids = most_bids(variant)
    return (
        ("shuffles", (Shuffle,), 1),
        ("cuts", (Cut,), len(variant.dealing.cutting_seats(0))),
        ("turned cards", (TurnUp,), 1),
        ("bids", (Bid,), bids),
        ("passes", (Pass, Chicane), 2 * seats + (seats - 1) * bids),
        ("acceptances", (Accept,), bids + 1),
        ("partner choices", (Ask, Solo, Call), 1),
        ("refusals to be partner", (Decline,), seats - 1),
        ("trumps named", (NameTrump,), 1),
        ("answers to concede", (Concede, Contest), 2 * (seats - 1)),
        ("discards", (Discard,), seats),
        ("plays", (Play,), 13 * seats),
        ("slams", (Slam,), 1),
    )


def check_termination(variant: Variant, walk: Walk) -> None:
    """Every deal of the walk came to its settlement within the bounds, and the session ends.

    Raises:
        LawBroken: law 4.
    """
    limits = bounds(variant)
    known = tuple(kind for _, kinds, _ in limits for kind in kinds)
    for number, (states, actions) in enumerate(zip(walk.states, walk.taken, strict=True)):
        last = Position(number, len(actions), states[-1])

        def broken(what: str, at: Position = last) -> LawBroken:
            return LawBroken(Law.TERMINATION, what, walk.variant, walk, at)

        seen = Counter(map(type, actions))
        for name, kinds, most in limits:
            count = sum(times for kind, times in seen.items() if issubclass(kind, kinds))
            if count > most:
                raise broken(f"{count} {name} in one deal, not at most {most}")
        if not all(issubclass(kind, known) for kind in seen):
            strange = next(action for action in actions if not isinstance(action, known))
            raise broken(f"{strange} is no action of the strict game")
        for ply, state in enumerate(states):
            over = ply == len(actions)
            if (state.actor is None) != over or (state.settlement is not None) != over:
                raise broken("a deal is settled exactly when nobody is to act")
            if len(state.history) != ply:
                at = Position(number, ply, state)
                raise broken(f"a history of {len(state.history)} actions after {ply}", at)
        if states[-1].table.deal_number != number + 1:
            raise broken(f"deal {number + 1} is counted as {states[-1].table.deal_number}")
    if walk.complete:
        try:
            next_deal(walk.states[-1][-1])
        except SessionOver:
            return
        raise broken("a deal follows the last one")
