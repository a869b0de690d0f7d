"""Asking for a whister in ``fontainebleau``; the other two have no such phase."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import act, american, finish, fontainebleau, french, legal, speak

import boston_rules as br

PARTNERED = ("5", "6", "7", "8", "9", "10")
ALONE = ("little-misere", "piccolissimo", "grand-misere", "little-misere-table",
         "grand-misere-table", "11", "12", "13", "13-table")  # fmt: skip


def token(key: str) -> str:
    """A bid of the key, in clubs where it names a suit."""
    return f"bid {key} C" if key[0].isdigit() else f"bid {key}"


@pytest.mark.parametrize("key", PARTNERED)
def test_five_to_ten_may_ask(key: str) -> None:
    state = act(fontainebleau(), token(key), "pass;pass;pass")
    assert (state.phase, state.actor) == ("asking for a partner", 0)
    assert legal(state) == ["ask", "solo"]
    assert state.contract == br.Contract(key, 0, trump=br.CLUBS)


@pytest.mark.parametrize("key", ALONE)
def test_P47_the_others_are_never_asked(key: str) -> None:
    state = act(fontainebleau(), token(key), "pass;pass;pass")
    assert state.phase in ("play", "discarding")
    assert state.contract is not None
    assert state.contract.partner is None


def test_the_lists_are_the_whole_ladder() -> None:
    ladder = br.get_variant("fontainebleau").ladder
    assert sorted(PARTNERED + ALONE) == sorted(step.key for step in ladder)


def test_solo_goes_on_at_once() -> None:
    state = act(fontainebleau(), "bid 7 H;pass;pass;pass;solo")
    assert state.phase == "play"
    assert state.contract == br.Contract("7", 0, trump=br.HEARTS)


@pytest.mark.parametrize("declarer", range(4))
def test_the_others_are_asked_in_turn_from_the_declarers_left(declarer: int) -> None:
    state = act(fontainebleau(), *["pass"] * declarer, "bid 5 S")
    state = act(state, *["pass"] * (3 - declarer))
    state = act(state, "ask")
    for place in (1, 2, 3):
        assert (state.phase, state.actor) == ("answering the declarer", (declarer + place) % 4)
        assert legal(state) == ["accept", "decline"]
        assert act(state, "accept").contract == br.Contract(
            "5", declarer, trump=br.SPADES, partner=state.actor
        )
        assert act(state, "accept").phase == "play", "the first to accept ends the asking"
        state = act(state, "decline")
    assert state.phase == "play"
    assert state.contract == br.Contract("5", declarer, trump=br.SPADES)


def test_a_passed_player_may_still_be_whister() -> None:
    state = speak(
        fontainebleau(), "0 pass; 1 bid 5 S; 2 bid 6 S; 3 pass; 1 pass; 2 ask; 3 decline; 0 accept"
    )
    assert state.contract == br.Contract("6", 2, trump=br.SPADES, partner=0)


def test_P11_the_joint_target_is_three_more() -> None:
    """Seat 0 needs eight with a partner and five alone: seven tricks tell them apart."""
    hands = (
        "AS KS QS JS AH KH QH 2C 3C 4C 5C 6C 7C",
        "TS 9S 8S 7S JH TH 9H AC KC QC JC TC 9C",
        "6S 5S 4S 8H 7H 6H AD KD QD JD TD 9D 8D",
        "3S 2S 5H 4H 3H 2H 8C 7D 6D 5D 4D 3D 2D",
    )
    start = act(fontainebleau(hands), "bid 5 S;pass;pass;pass")
    top = ["AS", "KS", "QS", "JS", "AH", "KH", "QH"]

    def declarer_cashes(state: br.State) -> br.Action:
        plays = br.legal_actions(state)
        if state.actor == 0:
            for card in top:
                if br.Play(br.parse_card(card)) in plays:
                    return br.Play(br.parse_card(card))
        return plays[0]

    for answer, made in (("solo", True), ("ask;decline;accept", False)):
        done = finish(act(start, answer), declarer_cashes)
        assert done.outcome.tricks == (7, 6, 0, 0)
        assert done.settlement.made is made


def test_american_has_no_partners() -> None:
    state = act(american(), "bid 5 colour;pass;pass;pass")
    assert state.phase == "play"
    assert {type(act) for act in br.legal_actions(state)} == {br.Play}


def test_french_asks_nobody_after_the_auction() -> None:
    state = act(french(), "bid simple-belle AC;pass;pass;pass")
    assert state.phase == "play"
    assert state.contract == br.Contract(
        "simple-belle", 0, trump=br.CLUBS, turned=br.CLUBS, belle=br.CLUBS
    )
