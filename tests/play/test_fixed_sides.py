"""P21, P27: seats 0 and 2 against 1 and 3, throughout the session."""

from __future__ import annotations

from typing import Final

import pytest
from tests.phases.table_talk import STRIPES, act, finish, legal, playing, settled, speak, tricks
from tests.play.tables import bill, contract, opened, refusal

import boston_rules as br
from boston_rules.errors import BidTooLow, PassedOut, UnknownBid, WrongPhase

SIDES: Final = ("russian-partnership", "american-partnership")
RUSSIAN: Final = "russian-partnership"
AMERICAN: Final = "american-partnership"

# 0 and 2 hold the black aces and kings between them, 1 and 3 the red ones.
BLACK_AND_RED: Final = (
    "AS KS QS JS TS 9S 8S 3H 2H 3D 2D 3C 2C",
    "AH KH QH JH TH 9H 8H 3S 2S 5D 4D 5C 4C",
    "AC KC QC JC TC 9C 8C 5S 4S 5H 4H 7D 6D",
    "AD KD QD JD TD 9D 8D 7S 6S 7H 6H 7C 6C",
)


@pytest.mark.parametrize("slug", SIDES)
class TestBothVariants:
    @pytest.mark.parametrize("declarer", range(4))
    def test_the_partner_sits_opposite_and_nobody_is_asked(self, slug: str, declarer: int) -> None:
        bid = "bid 6" if slug == AMERICAN else "bid 6 H"
        state = act(opened(slug), *["pass"] * declarer, bid, *["pass"] * (3 - declarer))
        assert state.name == "play"
        assert contract(state).partner == (declarer + 2) % 4
        for seat in (0, 1, 2, 3, None):
            assert br.observe(state, seat).contract == contract(state)
        for token in ("ask", "solo", "call AS", "accept"):
            assert refusal(state, token) is WrongPhase

    def test_partners_may_overcall_each_other(self, slug: str) -> None:
        five, six = ("5", "6") if slug == AMERICAN else ("5 H", "5 D")
        state = speak(opened(slug), f"0 bid {five}; 1 pass; 2 bid {six}; 3 pass")
        assert state.actor == 0
        assert refusal(state, "bid 7" if slug == AMERICAN else "bid 7 H") is None
        state = act(state, "pass")
        assert (contract(state).declarer, contract(state).partner) == (2, 0)

    def test_a_passed_player_is_out(self, slug: str) -> None:
        suit = "" if slug == AMERICAN else " H"
        state = speak(opened(slug), f"0 pass; 1 bid 5{suit}; 2 bid 6{suit}; 3 pass; 1 bid 7{suit}")
        assert state.actor == 2
        assert refusal(state, f"bid 5{suit}") is BidTooLow
        state = act(state, "pass")
        assert contract(state).declarer == 1


class TestRussian:
    @pytest.mark.parametrize(
        ("key", "target"),
        [("5", 8), ("6", 9), ("7", 10), ("8", 11), ("9", 12), ("10", 13)],
    )
    def test_P21_bid_and_three_jointly(self, key: str, target: int) -> None:
        state = act(opened(RUSSIAN), f"bid {key} H; pass; pass; pass")
        assert playing(state).setting.target == target

    @pytest.mark.parametrize("key", ["11", "12", "13", "13-table"])
    def test_P21_the_bid_itself_jointly(self, key: str) -> None:
        state = act(opened(RUSSIAN), f"bid {key} H; pass; pass; pass")
        assert playing(state).setting.target == int(key[:2])
        assert playing(state).setting.side == (0, 2)

    @pytest.mark.parametrize(
        "key",
        ["little-misere", "piccolissimo", "grand-misere", "little-misere-table"],
    )
    def test_P21_the_declarers_own_tricks_decide_the_others(self, key: str) -> None:
        state = act(opened(RUSSIAN), f"bid {key}; pass; pass; pass")
        while state.name == "discarding":
            state = br.apply(state, br.legal_actions(state)[0])
        assert contract(state).partner == 2
        assert playing(state).setting.side == (0,)

    @pytest.mark.parametrize("key", ["13-table H", "grand-misere-table"])
    def test_P21_only_the_declarers_hand_is_exposed(self, key: str) -> None:
        state = act(opened(RUSSIAN), f"pass; bid {key}; pass; pass")
        assert playing(state).exposed == (1,)
        assert [seat for seat, _ in br.observe(state, 0).exposed] == [1]

    def test_a_misere_is_made_though_the_partner_wins_tricks(self) -> None:
        """Seat 3's Grand Misère: he has low cards, and seat 1 takes nearly everything."""
        state = act(opened(RUSSIAN, LOW), "pass; pass; pass; bid grand-misere")
        state = tricks(state, "0: TS 5S AS 2S", "2: QS 3S 9S 8S")
        assert playing(state).taken == (0, 0, 2, 0)
        state = tricks(act_refuse(state), "2: JS 4S 7S 6S")
        done = settled(finish(state, lowest_for(3)))
        assert done.outcome.tricks[3] == 0
        assert done.outcome.tricks[1] > 0
        # 30 twice by R14: 0 pays 3, 2 pays 1; the dealer's ante of 1 to the bidder.
        assert bill(done).deltas == (-30, 30, -30, 31)

    def test_P21_a_misere_lost_by_the_declarers_trick(self) -> None:
        """Seat 0 leads A♠ and wins: 30 to each of seats 1 and 3, by 0 and 2; 15 each to the pool."""
        state = tricks(
            act(opened(RUSSIAN), "bid grand-misere; pass; pass; pass"), "0: AS 5S 4S 3S"
        )
        assert br.observe(state, 1).decided is None, "the concession poll comes first"
        done = settled(finish(act(state, "contest")))
        assert bill(done).made is False
        assert bill(done).deltas == (-45, 30, -45, 30)
        assert bill(done).pool == 31

    def test_P21_overtricks_above_the_target_of_the_side(self) -> None:
        """Five spades by seat 0: the side wins ten of thirteen, two above eight."""
        state = act(opened(RUSSIAN, BLACK_AND_RED), "bid 5 S; pass; pass; pass")
        state = act_refuse(tricks(state, "0: AS 2S 4S 6S"))
        state = tricks(
            state,
            "0: KS 3S 5S 7S", "0: QS 8H 4H 6H", "0: JS 9H 5H 7H", "0: 2C 4C AC 6C",
            "2: KC 7C 3C 5C", "2: QC 8D TS TH", "0: TS 4D 6D 9D",
        )[:0] if False else play_ten(state)
        done = settled(state)
        assert (done.outcome.tricks[0] + done.outcome.tricks[2]) == 10
        # 5♠ 2 and two over 2, from each: 1 pays 0, 3 pays 2; pool 1 to the bidder.
        assert bill(done).deltas == (4 + 1, -4, 4, -4)

    def test_P22_passed_out_each_for_himself(self) -> None:
        """The pool of 1 goes to one player, not to a side."""
        state = act(opened(RUSSIAN), "pass; pass; pass; pass")
        assert state.contract is None
        done = settled(finish(state))
        fewest = min(done.outcome.tricks)
        assert done.outcome.tricks.count(fewest) == 1
        winner = done.outcome.tricks.index(fewest)
        assert bill(done).deltas == tuple(int(seat == winner) for seat in range(4))

    def test_no_chicane_and_no_asking(self) -> None:
        state = act(opened(RUSSIAN), "bid 5 H; pass; pass; pass")
        assert state.name == "play"
