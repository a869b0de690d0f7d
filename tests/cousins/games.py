"""The two games that ``examples/`` adds from outside, and deals for them.

Other tests go through all variants that are registered: so these are taken off the list as soon as
they are loaded, and stand on it only within :func:`registered`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from tests.phases.table_talk import SUITS, at_random, go_on

import boston_rules as br
from boston_rules.variants import registry

_before = dict(registry._registered)

from examples import kleurenwiezen, solo_whist  # noqa: E402 - likewise
from tests.cousins import (  # noqa: E402 - what they register is taken back
    black_lady,
    danish_whist,
    goulash,
    one_round,
    small_alliance,
    small_boston,
    small_misere,
)

CLASSES: Final = (
    *(solo_whist.SoloWhist, kleurenwiezen.Kleurenwiezen, danish_whist.DanishWhist),
    *(black_lady.BlackLady, one_round.TrainBoston, goulash.GoulashBoston),
    *(small_boston.SmallBoston, small_misere.SmallMisere, small_alliance.SmallAlliance),
)

registry._registered.clear()
registry._registered.update(_before)

# For games that change something about these two.
SoloWhist = solo_whist.SoloWhist
Kleurenwiezen = kleurenwiezen.Kleurenwiezen
Troel = kleurenwiezen.Troel
SmallBoston = small_boston.SmallBoston
SmallMisere = small_misere.SmallMisere


@contextmanager
def registered() -> Iterator[None]:
    """The games are found by their names."""
    before = dict(registry._registered)
    for cls in CLASSES:
        br.register(cls)
    try:
        yield
    finally:
        registry._registered.clear()
        registry._registered.update(before)


with registered():
    SOLO: Final = br.get_variant("solo-whist")
    KLEUREN: Final = br.get_variant("kleurenwiezen")
    DANISH: Final = br.get_variant("danish-whist")
    LADY: Final = br.get_variant("black-lady")
    TRAIN: Final = br.get_variant("train-boston")
    GOULASH: Final = br.get_variant("goulash-boston")
    SMALL: Final = tuple(
        br.get_variant(slug) for slug in ("small-boston", "small-misere", "small-alliance")
    )
BOTH: Final = (SOLO, KLEUREN)

MIXED: Final = (
    "AS KS 9S 8S 7S AH 6H 5H QD JD 9C 8C 2C",
    "QS JS TS 2S KH QH JH AD 8D 7D TC 7C 6C",
    "6S 5S TH 9H 8H 7H KD TD 9D AC KC 5C 4C",
    "4S 3S 4H 3H 2H 6D 5D 4D 3D 2D QC JC 3C",
)
"""Everybody has all suits; the aces lie 2, 1, 1, 0."""


def filled(*named: str) -> tuple[str, ...]:
    """Hands with the cards named, and the rest of the pack from 2♣ up, seat by seat."""
    taken = {card for hand in named for card in hand.split()}
    assert len(taken) == sum(len(hand.split()) for hand in named), "a card is named twice"
    rest = iter([str(card) for card in br.PACK if str(card) not in taken])
    return tuple(
        " ".join([*hand.split(), *(next(rest) for _ in range(13 - len(hand.split())))])
        for hand in named
    )


THREE: Final = filled("", "AS AH AC", "", "AD KD")
"""Seat 1 has three aces, seat 3 the fourth."""
FOUR: Final = filled("QH", "AS AH AD AC", "TH", "KH")
"""Seat 1 has the aces, seat 3 the king of hearts."""
FOUR_HIGH: Final = filled("9H", "AS AH AD AC KH QH", "JH", "TH")
"""Seat 1 has the aces and two hearts below, seat 2 the next."""


def solo(hands: Iterable[str] = SUITS, *, dealer: int = 3, turned: str = "2D") -> br.State:
    """The auction of a first deal of Solo Whist."""
    return br.start(SOLO, dealer, hands=hands, turned=br.parse_card(turned))


def kleuren(hands: Iterable[str] = SUITS, *, dealer: int = 3) -> br.State:
    """What follows the first deal of Kleurenwiezen."""
    return br.start(KLEUREN, dealer, hands=hands)


def refused(state: br.State, token: str) -> br.IllegalAction:
    """Why an action is illegal, once both ways of asking agree."""
    action = br.parse_action(token)
    error = br.why_illegal(state, action)
    assert error is not None, f"{token} is legal"
    with pytest.raises(br.IllegalAction) as caught:
        br.apply(state, action)
    assert caught.value == error
    assert error.legal == br.legal_actions(state)
    assert error.seat == state.actor
    return error


def dealt_at_random(variant: br.Variant, rng: random.Random, dealer: int = 0) -> br.State:
    """What follows a first deal that is shuffled and, where they cut, cut."""
    return go_on(br.start(variant, dealer), lambda now: now.deal is not None, at_random(rng), rng)
