"""Danish call-ace whist, made of a goal, a question, a partner rule and a price of its own."""

from __future__ import annotations

import random

import pytest
from tests.cousins.games import DANISH
from tests.phases.table_talk import SUITS

import boston_rules as br
from boston_rules.bots import SimpleBot, play_session
from boston_rules.testing import check_variant

ALL_ACES = (
    "AS AH AC AD KS 2S 3S 4S 5S 6S 7S 8S 9S",
    "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H QS",
    "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C JS",
    "KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D TS",
)


def said(*tokens: str, hands: tuple[str, ...] = SUITS) -> br.State:
    """The state after some actions; seat 0 is eldest."""
    state = br.start(DANISH, dealer=3, hands=hands)
    for token in tokens:
        state = br.apply(state, br.parse_action(token))
    return state


def test_the_ladder() -> None:
    keys = [step.key for step in DANISH.ladder]
    assert keys[:8] == ["7", "7-sans", "8", "8-sans", "9", "9-sans", "sol", "10"]
    assert keys[8:13] == ["10-sans", "11", "11-sans", "bordlaegger", "12"]


def test_trumps_are_named_before_an_ace_is_called() -> None:
    state = said("bid 7", "bid 8", "pass", "pass", "pass")
    assert (state.phase, state.actor) == ("naming trumps", 1)
    state = br.apply(state, br.parse_action("trump H"))
    assert (state.phase, state.actor) == ("calling an ace", 1)
    assert [str(action) for action in br.legal_actions(state)] == [
        "call AC",
        "call AD",
        "call AS",
        "solo",
    ]
    refused = br.why_illegal(state, br.parse_action("call AH"))
    assert refused is not None
    assert refused.code == "partner/called-card-held"
    assert refused.reason == "call an ace that you do not hold"


def partners(state: br.State) -> list[object]:
    """The partner as each seat knows him."""
    contracts = [br.observe(state, seat).contract for seat in range(4)]
    return [contract.partner for contract in contracts if contract is not None]


def test_the_partner_is_known_when_the_ace_is_played() -> None:
    state = said("bid 7", "pass", "pass", "pass", "trump S", "call AD")
    assert state.contract is not None
    assert state.contract.partner == 3
    assert partners(state) == [br.UNKNOWN, br.UNKNOWN, br.UNKNOWN, 3]
    for token in ("play AS", "play 2H", "play 2C", "play AD"):
        state = br.apply(state, br.parse_action(token))
    assert partners(state) == [3] * 4


FORCED = (
    "AS KS QS JS TS 9S 8S 2D 3D KC QC JC TC",
    "4D 5D AH KH QH JH TH 9H 8H 7H 6H 5H 4H",
    "AD KD 6D 9C 8C 7C 6C 5C 4C 3C 2C 3H 2H",
    "QD JD TD 9D 8D 7D AC 7S 6S 5S 4S 3S 2S",
)
"""Seat 0 leads diamonds, of which seat 2 has the ace and two more."""


def played_cards(state: br.State) -> list[str]:
    return [str(action) for action in br.legal_actions(state)]


def test_the_called_ace_is_played_when_the_declarer_leads_its_suit() -> None:
    state = said("bid 7", "pass", "pass", "pass", "trump S", "call AD", hands=FORCED)
    state = br.apply(state, br.parse_action("play 2D"))
    assert played_cards(state) == ["play 4D", "play 5D"]
    shown = br.apply(state, br.parse_action("play 4D"))
    assert played_cards(shown) == ["play AD"]
    refused = br.why_illegal(shown, br.parse_action("play KD"))
    assert refused is not None
    # Seat 1 has followed with another diamond: nobody takes him for the partner any more.
    for seat in (None, 0, 2, 3):
        view = br.observe(shown, seat)
        for seed in range(20):
            world = br.sample(view, random.Random(seed))
            assert br.parse_card("AD") not in world.hands[1]
            assert br.observe(world, seat) == view


def test_the_called_ace_is_free_when_another_player_leads_its_suit() -> None:
    state = said("bid 7", "pass", "pass", "pass", "trump S", "call AD", hands=FORCED)
    for token in ("play KC", "play AH", "play 2C", "play AC", "play QD", "play 2D", "play 4D"):
        state = br.apply(state, br.parse_action(token))
    assert state.actor == 2
    assert played_cards(state) == ["play 6D", "play KD", "play AD"]


def test_with_all_aces_a_king_is_called() -> None:
    state = said("bid 9-sans", "pass", "pass", "pass", hands=ALL_ACES)
    assert [str(action) for action in br.legal_actions(state)] == [
        "call KC",
        "call KD",
        "call KH",
        "solo",
    ]
    state = br.apply(state, br.parse_action("call KH"))
    for seat in (None, 1, 2, 3):
        for number in range(5):
            sample = br.sample(br.observe(state, seat), random.Random(number))
            assert br.Cards.parse("AS AH AC AD") - sample.hands[0] == br.Cards.parse("")


@pytest.mark.parametrize(
    ("key", "partner", "taken", "deltas"),
    [
        ("8", 2, (5, 2, 4, 2), (5, -5, 5, -5)),
        ("8", None, (9, 2, 1, 1), (15, -5, -5, -5)),
        ("8-sans", None, (9, 2, 1, 1), (30, -10, -10, -10)),
        ("8", 2, (5, 4, 1, 3), (-8, 8, -8, 8)),
        ("8-sans", 2, (5, 4, 1, 3), (-16, 16, -16, 16)),
        ("sol", None, (1, 4, 4, 4), (24, -8, -8, -8)),
        ("sol", None, (2, 4, 4, 3), (-24, 8, 8, 8)),
        ("bordlaegger", None, (0, 5, 4, 4), (48, -16, -16, -16)),
        ("bordlaegger", None, (1, 4, 4, 4), (-48, 16, 16, 16)),
    ],
)
def test_bills(
    key: str, partner: int | None, taken: tuple[int, ...], deltas: tuple[int, ...]
) -> None:
    trump = br.HEARTS if DANISH.ladder[key].has_trumps else None
    bid = br.Contract(key, declarer=0, trump=trump, partner=partner)
    assert br.settle(DANISH, bid, br.Outcome(tricks=taken)).deltas == deltas


def test_sol_is_lost_with_the_second_trick() -> None:
    goal = DANISH.ladder["sol"].goal
    assert [goal.verdict(taken, 5) for taken in range(3)] == [None, None, False]
    assert goal.verdict(1, 0) is True


def test_all_pass() -> None:
    state = said("pass", "pass", "pass", "pass")
    assert state.settlement is not None
    assert state.settlement.deltas == (0, 0, 0, 0)


def test_a_session_is_recorded_and_read_back() -> None:
    bots = [SimpleBot(random.Random(seat)) for seat in range(4)]
    states = tuple(play_session(DANISH, bots, random.Random(5)))
    assert len(states) == 16
    again = br.loads(br.dumps(br.record(states)))
    assert br.variant_of(again) == DANISH
    assert tuple(br.replay(again)) == states


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover  # depth, not coverage
def test_it_keeps_the_laws() -> None:
    report = check_variant(DANISH, examples=3, seed=2)
    assert "all laws hold" in str(report)
