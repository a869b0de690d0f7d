"""Deals by the law of the table, and tokens by which any seat may act in them."""

from __future__ import annotations

import pickle
from typing import Any, Final

import pytest
from attrs import evolve
from tests.phases.table_talk import all_pass, last_legal, reach

import boston_rules as br

HANDS: Final = (
    "AS KS QS JS  AH 5H 4H  AC 5C 4C  AD 5D 4D",
    "TS 9S 8S  KH QH JH  KC QC JC  KD QD JD TD",
    "7S 6S 5S  TH 9H 8H  TC 9C 8C 2C  9D 8D 7D",
    "4S 3S 2S  7H 6H 3H 2H  7C 6C 3C  6D 3D 2D",
)
"""Seat 0 is eldest. Everybody has three or four cards of each suit, seat 0 the best spades."""


def opened(slug: str, **options: Any) -> br.State:
    """A deal of seat 3, by the table's law."""
    variant = by_section_9(slug, **options)
    return br.start(variant, 3, hands=HANDS, turned=turned(variant))


def by_section_9(slug: str, **options: Any) -> br.Variant:
    """A variant by the table's law, without the law of whist."""
    variant = br.get_variant(slug, enforcement="table", **options)
    return evolve(variant, laws=evolve(variant.laws, whist=None))


def turned(variant: br.Variant) -> br.Card | None:
    """The card that is turned where one is."""
    if variant.dealing.turn is None:
        return None
    return br.parse_card("2D" if variant.dealing.turns_from_hand else "2S")


def go(state: br.State, *told: str) -> br.State:
    """Go on with tokens, each of the seat to act or, as ``2: play 7S``, of another."""
    for each in told:
        seat, _, token = each.rpartition(": ")
        action = br.parse_action(token, state.table.variant)
        state = br.apply(state, action, seat=int(seat) if seat else None)
    return state


def cards(words: str) -> list[str]:
    """Tokens that play cards, in order."""
    return [f"play {card}" for card in words.split()]


def shown(state: br.State, seat: int | None = None, word: str = "") -> list[str]:
    """The legal actions of a seat whose tokens begin with a word."""
    return [
        str(each) for each in br.legal_actions(state, seat) if str(each).partition(" ")[0] == word
    ]


def spades(slug: str = "fontainebleau", bid: str = "bid 5 S") -> br.State:
    """Seat 0 has bid five spades and plays alone; his lead."""
    return alone(opened(slug), bid)


def alone(state: br.State, bid: str) -> br.State:
    """The first lead of a contract that eldest bids and plays alone."""
    return reach(all_pass(go(state, bid)), "play", last_legal)


def verdict(state: br.State) -> bool | None:
    """Whether the contract is made, as far as that is decided."""
    assert isinstance(state, br.Playing)
    return state.decided


def refusal(state: br.State, token: str, seat: int | None = None) -> br.IllegalAction:
    """The refusal of a token, once all ways of asking agree."""
    action = br.parse_action(token)
    before = pickle.dumps(state)
    with pytest.raises(br.IllegalAction) as caught:
        br.apply(state, action, seat=seat)
    assert br.why_illegal(state, action, seat=seat) == caught.value
    assert pickle.dumps(state) == before
    assert action not in br.legal_actions(state, seat)
    assert pickle.loads(pickle.dumps(caught.value)) == caught.value
    return caught.value
