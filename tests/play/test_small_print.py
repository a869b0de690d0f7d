"""P44, P45, P47 and P49: what is asked, what is shown, and the small print of the French game."""

from __future__ import annotations

from typing import Final

import pytest
from tests.phases.table_talk import (
    act,
    finish,
    french,
    last_legal,
    legal,
    only_bid,
    playing,
    settled,
    speak,
    tricks,
)
from tests.play.deals import MIXED, SPADES_NINE, SPADES_SIX_AND_FOUR
from tests.play.tables import SLUGS, bill, contract, opened, refusal, session, since

import boston_rules as br
from boston_rules.core.errors import (
    BidUnavailable,
    MisereBarred,
    PassedOut,
    SlamNotOpen,
    WrongPhase,
)

LAWS: Final = ("misdeal", "misdeal touched", "revoke 1", "correct AS")


@pytest.mark.parametrize("slug", SLUGS)
def test_P12_the_laws_are_no_actions_in_strict_play(slug: str) -> None:
    """Refused as of the wrong phase, and never listed, in any state of a session."""
    for opening, done in session(br.get_variant(slug, deals=2), seed=3):
        for state in (opening, done):
            for token in LAWS:
                assert refusal(state, token) is WrongPhase
        state = opening
        for action in since(opening, done):
            listed = {type(legal) for legal in br.legal_actions(state)}
            assert not listed & {br.Misdeal, br.Revoke, br.Correct}
            state = br.apply(state, action)
        assert state == done


@pytest.mark.parametrize("slug", SLUGS)
def test_P47_phases_with_one_choice_are_plays_and_chicane_alone(slug: str) -> None:
    """A forced play is still an action; elsewhere a single legal action is never asked for."""
    forced = set()
    for seed in range(3):
        for opening, done in session(br.get_variant(slug, deals=8), seed):
            state = opening
            for action in since(opening, done):
                if len(br.legal_actions(state)) == 1:
                    forced.add(state.phase)
                    assert br.legal_actions(state) == (action,)
                state = br.apply(state, action)
    # In the French game a bid may need cards that the hand has not, and the asking shows none.
    assert forced <= {"play", "chicane", *(["auction"] if slug == "french" else [])}
    assert "play" in forced
    assert ("chicane" in forced) is (slug == "russian")


def test_P47_the_last_trick_is_played_card_by_card() -> None:
    state = tricks(speak(opened("classic", MIXED), "0 bid 7 S; 1 pass; 2 pass; 3 pass"),
                   *SPADES_NINE[:-1])  # fmt: skip
    for card in ("QC", "8D", "4D", "QH"):
        assert legal(state) == [f"play {card}"]
        state = act(state, f"play {card}")
    assert state.phase == "settled"


@pytest.mark.parametrize("slug", SLUGS)
def test_P44_P45_what_the_others_see(slug: str) -> None:
    """``shuffle ?``, ``cut ?``, ``discard ?``, and the laid card of a Simple, all else in full."""
    for seed in range(3):
        for _, done in session(br.get_variant(slug, deals=6), seed, passing=0.6):
            for seat in (0, 1, 2, 3, None):
                for seen, event in zip(br.observe(done, seat).events, done.events, strict=True):
                    action = event.action
                    if isinstance(action, br.Shuffle | br.Cut):
                        assert str(seen) == f"{str(event).split()[0]} ?"
                    elif isinstance(action, br.Discard) and event.seat != seat:
                        assert str(seen) == "discard ?"
                    elif isinstance(action, br.Bid) and action.card and event.seat != seat:
                        assert slug == "french"
                        assert str(seen) == f"bid {action.key} ?"
                    else:
                        assert seen.action == action


class TestFrench:
    """P49: hearts are belle, clubs petite unless another card is turned."""

    def test_P49_no_petite_form_when_the_turned_suit_is_belle(self) -> None:
        state = french(turned="7H", belle="H")
        assert refusal(state, "bid simple-petite AC") is BidUnavailable
        assert refusal(state, "bid neuf-petite") is BidUnavailable
        assert refusal(state, "bid neuf-belle") is None

    def test_P49_but_miseres_take_the_multiplier_of_the_turned_suit(self) -> None:
        """Hearts, times 4: a Grande Misère lost costs 32 × 4 = 128 to each."""
        state = only_bid(french(turned="7H", belle="H"), 0, "bid grande-misere")
        state = finish(state, last_legal)
        assert bill(state).made is False
        assert [paid.chips for paid in bill(state).transfers[:3]] == [128, 128, 128]

    def test_P49_who_accepts_without_having_passed_has_not_passed(self) -> None:
        """Overcalled, the acceptor may bid tricks again, but no misère (R39)."""
        state = speak(
            french(turned="7C", belle="H"),
            "0 bid simple-petite AC; 1 accept; 2 bid petite-independance S; 3 pass; 0 pass",
        )
        assert state.actor == 1
        assert refusal(state, "bid petite-independance H") is None
        assert refusal(state, "bid petite-misere") is MisereBarred

    def test_P49_a_passed_acceptor_stays_out(self) -> None:
        state = speak(
            french(turned="7C", belle="H"),
            "0 pass; 1 bid simple-petite KC; 2 pass; 3 pass; 0 accept",
        )
        assert state.phase == "play"
        assert contract(state).partner == 0
        state = speak(
            french(turned="7C", belle="H"),
            "0 pass; 1 bid simple-petite KC; 2 pass; 3 pass",
        )
        assert refusal(state, "bid neuf-belle") is PassedOut

    def test_P49_a_slam_with_a_partner_needs_every_trick_of_the_side(self) -> None:
        """The bidder alone has eight, but the opponents one: no slam for anybody."""
        state = opened("french", MIXED, turned="8S")
        state = speak(state, "0 bid simple-belle AS; 1 pass; 2 accept; 3 pass")
        while isinstance(state, br.Playing):
            side = sum(playing(state).taken[seat] for seat in (0, 2))
            every = side == len(state.tricks) and side >= 8 and state.slam is None
            slams = {token for token in legal(state) if token.startswith("slam")}
            if state.actor != 0 or not every:
                assert slams == set()
                assert refusal(state, "slam") is SlamNotOpen
            else:
                assert slams == {"slam", "slam table"}
            state = br.apply(state, br.legal_actions(state)[0])

    def test_P49_only_the_bostons_two_chips_are_not_multiplied(self) -> None:
        """Clubs of French are times 2; here spades, times 1, and the jack of seat 3."""
        state = opened("french", MIXED, turned="8S")
        state = finish(speak(state, "0 bid simple-belle AS; 1 pass; 2 pass; 3 pass"))
        boston = [
            (paid.payer, paid.chips)
            for paid in bill(state).transfers
            if paid.payee == 3 and "Boston" in paid.reason
        ]
        assert sorted(map(str, boston)) == ["(0, 2)", "(1, 2)", "(2, 2)"]


def test_a_settled_deal_shows_its_bill_to_all() -> None:
    state = speak(opened("classic", MIXED), "0 bid 7 S; 1 pass; 2 pass; 3 pass")
    done = settled(tricks(state, *SPADES_SIX_AND_FOUR))
    for seat in (0, 1, 2, 3, None):
        assert br.observe(done, seat).settlement == bill(done)
