"""Every action there is: what the ladder, the cards and the seats can form, and what they cannot.

>>> import boston_rules as br
>>> variant = br.get_variant(br.list_variants()[0])
>>> len(well_formed(variant)) > 1000, br.Pass() in universe(variant)
(True, True)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from attrs import evolve

from boston_rules.core.actions import (
    WORDS,
    Action,
    Bid,
    Call,
    CallSuit,
    Correct,
    Cut,
    Demand,
    Discard,
    Misdeal,
    NameTrump,
    Pass,
    Play,
    Revoke,
    Shuffle,
    TurnCut,
    TurnUp,
)
from boston_rules.core.cards import PACK, Suit
from boston_rules.core.hidden import HOLE
from boston_rules.deal.phases import actions_of_players
from boston_rules.rules.variant import Variant
from boston_rules.testing.by_variant import by_variant

__all__ = [
    "LAW_ACTIONS",
    "STRANGERS",
    "can_err",
    "formable",
    "malformed",
    "universe",
    "well_formed",
]

_CLASSES: Final[tuple[Literal["colour", "preference", "grand"], ...]] = (
    *("colour", "preference", "grand"),
)
_STRANGE_KEYS: Final = ("no-such-bid", "14", "0")
"""Keys that read as keys and are on no ladder."""

LAW_ACTIONS: Final = (CallSuit, Correct, Demand, Misdeal, Revoke)
"""What players do by the table's law alone."""

STRANGERS: Final[tuple[object, ...]] = (None, 5, -1, "pass", "play AS", (), PACK[0], Pass, object())
"""What is no action at all, and refused as such by a TypeError."""


@by_variant
@lru_cache(maxsize=64)
def well_formed(variant: Variant) -> tuple[Action, ...]:
    """Every action that has a token, whether or not it is ever legal under these rules.

    Of all shuffles there are three. Those with a hole are legal nowhere.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    found: list[Action] = [*WORDS]
    pack = tuple(variant.dealing.pack)
    half = len(pack) // 2
    found += [Shuffle(pack), Shuffle(pack[::-1]), Shuffle(pack[half:] + pack[:half])]
    found += [Cut(at) for at in range(1, 52)]
    found += [TurnCut(at) for at in range(1, 52)]
    found += [Shuffle(HOLE), Cut(HOLE), TurnCut(HOLE), Discard(HOLE)]
    for kind in (TurnUp, Call, Discard, Play, Correct, Demand):
        found += [kind(card) for card in PACK]
    for named in (NameTrump, CallSuit):
        found += [named(suit) for suit in Suit]
    tricks = (None, *range(1, variant.hand + 1))
    found += [Revoke(seat, trick) for seat in range(variant.seats) for trick in tricks]
    for key in (*(step.key for step in variant.ladder), *_STRANGE_KEYS):
        forms = [
            Bid(key),
            *(Bid(key, suit=suit) for suit in Suit),
            *(Bid(key, suit_class=suit_class) for suit_class in _CLASSES),
        ]
        found += [*forms, *(evolve(bid, alone=True) for bid in forms)]
        found += [Bid(key, card=card) for card in PACK]
        found.append(Bid(key, card=HOLE))
    return tuple(found)


@by_variant
@lru_cache(maxsize=64)
def malformed(variant: Variant) -> tuple[Action, ...]:
    """Actions that no rules admit: cuts of nothing, packs that lack a card, bids of two forms.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    whole = tuple(variant.dealing.pack)
    fewer, one, half = whole[:-1], whole[0], whole[: len(whole) // 2]
    found: list[Action] = [kind(at) for kind in (Cut, TurnCut) for at in (-1, 0, 52, 53, 10**9)]
    found += [Shuffle(pack) for pack in ((), fewer, (*whole, one), (*fewer, one), half * 2)]
    found += [Revoke(-1), Revoke(variant.seats), Revoke(10**9)]
    found += [Revoke(0, trick) for trick in (-1, 0, variant.hand + 1, 10**9)]
    found += [Bid(key) for key in ("", " ", "5 ", "Pass", "pass", "\N{BLACK HEART SUIT}" * 100)]
    for step in variant.ladder:
        key, some = step.key, PACK[12]
        found += [
            Bid(key.upper() + " "),
            Bid(key, suit=Suit.HEARTS, suit_class="colour"),
            Bid(key, suit=Suit.CLUBS, suit_class="preference"),
            Bid(key, suit=Suit.CLUBS, card=some),
            Bid(key, suit_class="colour", card=some),
            Bid(key, suit=Suit.CLUBS, suit_class="preference", card=some),
        ]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=64)
def formable(variant: Variant) -> frozenset[Action]:
    """The universe as a set, to ask what is in it."""
    return frozenset(universe(variant))


@by_variant
@lru_cache(maxsize=64)
def universe(variant: Variant) -> tuple[Action, ...]:
    """Every action to try in every state: well-formed ones, then malformed ones.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    return well_formed(variant) + malformed(variant)


@lru_cache(maxsize=256)
def can_err(variant: Variant) -> bool:
    """Whether players can break a law, so that there is something to claim or to correct."""
    return any(isinstance(action, LAW_ACTIONS) for action in actions_of_players(variant))
