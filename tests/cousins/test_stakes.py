"""Kleurenwiezen: stakes that one deal leaves to the next."""

from __future__ import annotations

import random

import pytest
from attrs import evolve
from tests.cousins.games import KLEUREN, SOLO, THREE, kleuren, solo
from tests.phases.table_talk import SUITS, finish, speak

import boston_rules as br
from boston_rules.rules.carryover import PLAIN

PASSES = "0 pass; 1 pass; 2 pass; 3 pass"
UNACCEPTED = "0 bid vraag S; 1 pass; 2 pass; 3 pass; 0 pass"
SECOND = "1 pass; 2 pass; 3 pass; 0 pass"
"""Four passes of a second deal, which seat 0 deals."""


def following(state: br.State, hands: tuple[str, ...] = SUITS) -> br.State:
    return br.next_deal(state, hands=hands)


def test_a_session_begins_with_plain_stakes() -> None:
    assert kleuren().table.stakes == 1
    assert br.observe(kleuren(), 0).table.stakes == 1
    assert solo().table.stakes == 1


@pytest.mark.parametrize("script", [PASSES, UNACCEPTED])
def test_a_deal_thrown_in_doubles_the_stakes_of_the_next(script: str) -> None:
    thrown_in = speak(kleuren(), script)
    assert thrown_in.table.stakes == 1, "its own stakes"
    state = following(thrown_in)
    assert state.table.stakes == 2
    for seat in (None, 0, 1, 2, 3):
        assert br.observe(state, seat).table.stakes == 2


def test_the_stakes_are_known_before_the_cards_are_dealt() -> None:
    state = br.next_deal(speak(kleuren(), PASSES))
    assert (state.phase, state.table.stakes) == ("cut", 2)
    assert br.observe(state, None).table.stakes == 2


@pytest.mark.parametrize(
    ("bids", "deltas"),
    [
        ("1 bid vraag S; 2 pass; 3 pass; 0 accept", (28, 28, -28, -28)),
        ("1 bid vraag D; 2 accept; 3 pass; 0 pass", (20, -20, -20, 20)),
        ("1 bid vraag S; 2 pass; 3 pass; 0 pass; 1 bid alleen S", (18, -54, 18, 18)),
        ("1 bid abondance-9; 2 pass; 3 pass; 0 pass; 1 trump H", (-10, 30, -10, -10)),
        ("1 pass; 2 bid miserie; 3 pass; 0 pass", (-12, -12, 36, -12)),
        ("1 pass; 2 bid open-miserie; 3 pass; 0 pass", (-24, -24, 72, -24)),
        ("1 bid solo-13 H", (-50, 150, -50, -50)),
    ],
)
def test_everything_is_paid_double(bids: str, deltas: tuple[int, ...]) -> None:
    state = speak(following(speak(kleuren(), PASSES)), bids)
    assert state.contract is not None
    assert state.contract.stakes == 2
    settled = finish(state)
    assert settled.settlement.deltas == deltas
    assert settled.table.purses == deltas
    again = br.settle(KLEUREN, settled.contract, settled.outcome, dealer=0)
    assert again == settled.settlement


def test_the_doubling_does_not_grow() -> None:
    state = following(speak(kleuren(), PASSES))
    state = following(speak(state, SECOND))
    assert state.table.stakes == 2
    state = following(speak(state, "2 bid vraag H; 3 pass; 0 pass; 1 pass; 2 pass"))
    assert state.table.stakes == 2


def test_the_doubling_ends_with_the_next_deal_that_is_played() -> None:
    state = following(speak(kleuren(), PASSES))
    state = following(speak(state, SECOND))
    settled = finish(speak(state, "2 bid miserie; 3 pass; 0 pass; 1 pass"))
    assert settled.settlement.deltas[2] in (36, -36)
    state = following(settled)
    assert state.table.stakes == 1
    settled = finish(speak(state, "3 bid miserie; 0 pass; 1 pass; 2 pass"))
    assert settled.settlement.deltas[3] in (18, -18)


def test_a_troel_is_played_for_them_and_ends_them() -> None:
    state = following(speak(kleuren(), PASSES), THREE)
    assert state.contract is not None
    assert (state.contract.key, state.contract.stakes) == ("troel", 2)
    settled = finish(state)
    won = settled.outcome.tricks[1] + settled.outcome.tricks[3]
    each = (4 + 2 * abs(won - 8)) * (2 if won == 13 else 1) * 2
    assert settled.settlement.deltas[1] == (each if won >= 8 else -each)
    assert following(settled).table.stakes == 1


def test_a_played_deal_leaves_plain_stakes() -> None:
    settled = finish(speak(kleuren(), "0 bid miserie; 1 pass; 2 pass; 3 pass"))
    assert following(settled).table.stakes == 1


def test_they_lapse_with_the_last_deal() -> None:
    short = br.get_variant("kleurenwiezen", deals=2)
    state = br.start(short, 3, hands=SUITS)
    state = following(speak(state, PASSES))
    assert state.table.stakes == 2
    state = speak(state, SECOND)
    assert isinstance(state, br.Settled)
    assert state.session_over
    assert state.settlement.deltas == (0, 0, 0, 0)
    with pytest.raises(br.SessionOver):
        br.next_deal(state)


def test_a_session_has_sixteen_deals_thrown_in_ones_among_them() -> None:
    state: br.State = kleuren()
    for deal in range(1, 17):
        assert (state.table.deal_number, state.table.stakes) == (deal, 1 if deal == 1 else 2)
        for _ in range(4):
            state = br.apply(state, br.Pass())
        assert isinstance(state, br.Settled)
        assert state.session_over is (deal == 16)
        if deal < 16:
            state = following(state)
    assert isinstance(state, br.Settled)
    assert state.winners == (0, 1, 2, 3)


def test_they_are_part_of_equality() -> None:
    state = following(speak(kleuren(), PASSES))
    plain = evolve(state.table, conditions=PLAIN)
    assert plain != state.table
    assert {plain, state.table} == {state.table, plain}
    view = br.observe(state, 0)
    assert view.table.stakes == 2


def test_samples_have_the_stakes() -> None:
    state = following(speak(kleuren(), PASSES))
    for at in (state, speak(state, "1 bid miserie; 2 pass; 3 pass; 0 pass")):
        view = br.observe(at, 2)
        sample = br.sample(view, random.Random(1))
        assert sample.table.stakes == 2
        assert br.observe(sample, 2) == view


def test_solo_whist_has_none() -> None:
    state = br.next_deal(speak(solo(), PASSES))
    assert state.table.stakes == 1
    assert SOLO.carryover is None
