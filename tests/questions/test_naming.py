"""Naming trumps after the auction: ``american``, where the bid named no suit (R28, P23)."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import act, american, fontainebleau, french, legal, speak

import boston_rules as br


@pytest.mark.parametrize("key", ["5", "6", "7", "8", "9", "10", "11", "12", "13"])
def test_R28_a_plain_bid_names_any_of_the_four_suits(key: str) -> None:
    state = act(american(turned="7C"), f"bid {key};pass;pass;pass")
    assert (state.phase, state.actor) == ("naming trumps", 0)
    assert state.contract is not None
    assert state.contract.trump is None
    assert legal(state) == ["trump C", "trump D", "trump H", "trump S"]
    for suit in br.Suit:
        after = br.apply(state, br.NameTrump(suit))
        assert after.phase == "play"
        assert after.contract == br.Contract(
            key, 0, trump=suit, suit_class="plain", turned=br.CLUBS
        )


def test_the_declarer_names_it_whoever_spoke_last() -> None:
    state = speak(american(), "0 pass; 1 pass; 2 bid 10; 3 pass")
    assert (state.phase, state.actor) == ("naming trumps", 2)
    state = act(state, "trump H")
    assert state.actor == 0, "eldest leads"


@pytest.mark.parametrize("suit_class", ["colour", "preference"])
def test_P23_a_named_class_names_nothing_more(suit_class: str) -> None:
    state = act(american(), f"bid 5 {suit_class};pass;pass;pass")
    assert state.phase == "play"


@pytest.mark.parametrize("key", ["little-misere", "grand-misere", "little-spread", "grand-spread"])
def test_miseres_have_no_trumps(key: str) -> None:
    state = act(american(), f"bid {key};pass;pass;pass")
    assert state.phase in ("play", "discarding")
    assert state.contract == br.Contract(key, 0, turned=br.CLUBS)


@pytest.mark.parametrize("tricks", [(6, 3, 3, 1), (3, 4, 4, 2)])
def test_P23_the_suit_named_changes_no_price(tricks: tuple[int, ...]) -> None:
    """Not even naming the turned suit makes it a preference bid, for R28 lets it be named."""
    named = [act(american(turned="7C"), "bid 5;pass;pass;pass", f"trump {suit}") for suit in "CDHS"]
    bills = [
        br.settle(state.table.variant, state.contract, br.Outcome(tricks), pool=20)
        for state in named
    ]
    assert len({bill.deltas for bill in bills}) == 1
    assert {state.contract.suit_class for state in named if state.contract} == {"plain"}


def test_the_others_name_their_trumps_in_the_bid() -> None:
    assert act(fontainebleau(), "bid 11 H;pass;pass;pass").phase == "play"
    assert act(french(), "bid neuf H;pass;pass;pass").phase == "play"
