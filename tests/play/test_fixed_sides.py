"""P21, P27: seats 0 and 2 against 1 and 3, throughout the session."""

from __future__ import annotations

from typing import Final

import pytest
from tests.phases.table_talk import act, finish, leave, only_bid, playing, settled, speak, tricks
from tests.play.deals import MIXED
from tests.play.tables import bill, contract, opened, refusal

import boston_rules as br
from boston_rules.core.errors import BidForm, BidTooLow, UnknownBid, WrongPhase

SIDES: Final = ("russian-partnership", "american-partnership")
RUSSIAN: Final = "russian-partnership"
AMERICAN: Final = "american-partnership"


@pytest.mark.parametrize("slug", SIDES)
class TestBothVariants:
    @pytest.mark.parametrize("declarer", range(4))
    def test_the_partner_sits_opposite_and_nobody_is_asked(self, slug: str, declarer: int) -> None:
        bid = "bid 6" if slug == AMERICAN else "bid 6 H"
        state = only_bid(opened(slug), declarer, bid)
        assert state.phase == "play"
        assert contract(state).partner == (declarer + 2) % 4
        for seat in (0, 1, 2, 3, None):
            assert br.observe(state, seat).contract == contract(state)
        for token in ("ask", "solo", "call AS", "accept"):
            assert refusal(state, token) is WrongPhase

    def test_a_passed_player_is_out(self, slug: str) -> None:
        suit = "" if slug == AMERICAN else " H"
        state = speak(opened(slug), f"0 pass; 1 bid 5{suit}; 2 bid 6{suit}; 3 pass; 1 bid 7{suit}")
        assert state.actor == 2
        assert refusal(state, f"bid 5{suit}") is BidTooLow
        state = act(state, "pass")
        assert contract(state).declarer == 1


class TestRussian:
    def test_P21_partners_may_overcall_each_other(self) -> None:
        state = speak(opened(RUSSIAN), "0 bid 5 H; 1 pass; 2 bid 5 D; 3 pass")
        assert state.actor == 0
        assert refusal(state, "bid 7 H") is None
        state = act(state, "pass")
        assert (contract(state).declarer, contract(state).partner) == (2, 0)

    @pytest.mark.parametrize(
        ("key", "target"),
        [("5", 8), ("6", 9), ("7", 10), ("8", 11), ("9", 12), ("10", 13)],
    )
    def test_P21_bid_and_three_jointly(self, key: str, target: int) -> None:
        state = act(opened(RUSSIAN), f"bid {key} H; pass; pass; pass")
        assert playing(state).setup.terms.target == target

    @pytest.mark.parametrize("key", ["11", "12", "13", "13-table"])
    def test_P21_the_bid_itself_jointly(self, key: str) -> None:
        state = act(opened(RUSSIAN), f"bid {key} H; pass; pass; pass")
        assert playing(state).setup.terms.target == int(key[:2])
        assert playing(state).setup.terms.counting == (0, 2)

    @pytest.mark.parametrize(
        "key",
        ["little-misere", "piccolissimo", "grand-misere", "little-misere-table"],
    )
    def test_P21_the_declarers_own_tricks_decide_the_others(self, key: str) -> None:
        state = leave(only_bid(opened(RUSSIAN), 0, f"bid {key}"), "discarding")
        assert contract(state).partner == 2
        assert playing(state).setup.terms.counting == (0,)

    @pytest.mark.parametrize("key", ["13-table H", "grand-misere-table"])
    def test_P21_only_the_declarers_hand_is_exposed(self, key: str) -> None:
        state = act(opened(RUSSIAN), f"pass; bid {key}; pass; pass")
        assert [seat for seat, _ in playing(state).exposed] == [1]
        assert br.observe(state, 0).exposed == state.exposed

    def test_P21_a_misere_lost_by_the_declarers_trick(self) -> None:
        """Seat 0 leads A♠ and wins: 30 to seat 1 by 0, to 3 by 2, and 30 to the pool by halves."""
        state = tricks(act(opened(RUSSIAN), "bid grand-misere; pass; pass; pass"), "0: AS 5S 4S 3S")
        assert br.observe(state, 1).decided is None, "the concession poll comes first"
        done = settled(finish(act(state, "contest")))
        assert bill(done).made is False
        assert bill(done).deltas == (-45, 30, -45, 30)
        assert bill(done).pool == 31

    def test_P22_passed_out_each_for_himself(self) -> None:
        """Seat 3 wins no trick and has the pool of 1, his partner three tricks and nothing."""
        state = act(opened(RUSSIAN, MIXED), "pass; pass; pass; pass")
        assert state.contract is None
        done = settled(finish(state))
        assert done.outcome.tricks == (4, 3, 6, 0)
        assert bill(done).deltas == (0, 0, 0, 1)

    def test_P21_the_partners_trick_does_not_lose_a_misere(self) -> None:
        """Seat 1 bids, seat 3 wins the first trick with J♠ over small cards; nothing is lost."""
        state = act(opened(RUSSIAN), "pass; bid grand-misere; pass; pass")
        state = act(tricks(state, "0: 2S 5S 4S JS"), "contest")
        assert playing(state).taken == (0, 0, 0, 1)
        assert br.observe(state, 0).decided is None
        state = tricks(state, "3: 3H 6H 2H 4H")
        assert br.observe(state, 0).decided is None
        assert br.observe(tricks(state, "0: 6C 9C 8C 7C"), 0).decided is False


class TestAmerican:
    def test_R47_the_bidders_partner_is_not_asked_and_two_passes_end_the_auction(self) -> None:
        state = speak(opened(AMERICAN), "0 bid 5; 1 pass")
        assert state.actor == 3
        state = act(state, "pass")
        assert (contract(state).declarer, contract(state).partner) == (0, 2)
        assert state.phase == "play"

    def test_R47_L13_the_partner_is_asked_again_after_an_opponents_overcall(self) -> None:
        """Seat 2 was not asked about the five of seat 0, has not passed, and bids seven."""
        state = speak(opened(AMERICAN), "0 bid 5; 1 pass; 3 bid 6; 0 pass")
        assert state.actor == 2
        state = speak(state, "2 bid 7; 3 bid 8; 2 bid 9; 3 pass")
        assert (contract(state).declarer, contract(state).partner) == (2, 0)

    def test_R47_a_bidder_overcalled_may_bid_again_before_or_after_his_partner(self) -> None:
        state = speak(opened(AMERICAN), "0 pass; 1 bid 5; 2 bid 6; 3 bid 7")
        assert state.actor == 2, "seat 0 has passed, and seat 1 is the bidder's partner"
        state = speak(state, "2 bid 8; 3 pass; 1 bid 9; 2 pass")
        assert (contract(state).declarer, contract(state).partner) == (1, 3)

    def test_R47_a_partner_who_passed_before_the_bid_stays_out(self) -> None:
        state = speak(opened(AMERICAN), "0 pass; 1 pass; 2 bid 5; 3 bid 6; 2 pass")
        assert state.phase == "play", "0 and 1 have passed, and 2 is the last to answer"
        assert (contract(state).declarer, contract(state).partner) == (3, 1)

    def test_P3_the_highest_bid_ends_the_auction(self) -> None:
        assert speak(opened(AMERICAN), "0 pass; 1 bid 13").phase == "play"

    @pytest.mark.parametrize("key", ["5", "7", "10", "13"])
    def test_the_side_counts_its_tricks_against_the_number_bid(self, key: str) -> None:
        state = act(opened(AMERICAN), f"pass; pass; pass; bid {key}")
        assert playing(state).setup.terms.target == int(key)
        assert playing(state).setup.terms.counting == (3, 1)

    def test_P27_nobody_bids_a_misere(self) -> None:
        state = opened(AMERICAN)
        for key in ("little-misere", "grand-misere", "little-spread", "piccolissimo"):
            assert refusal(state, f"bid {key}") is UnknownBid

    def test_P27_the_turned_suit_is_the_only_trump(self) -> None:
        for turned, suit in (("7C", br.CLUBS), ("AH", br.HEARTS), ("2S", br.SPADES)):
            state = act(opened(AMERICAN, turned=turned), "bid 5; pass; pass")
            assert contract(state).trump is suit
            assert state.phase == "play"
        for token in ("bid 5 H", "bid 5 colour", "bid 5 preference"):
            assert refusal(opened(AMERICAN), token) is BidForm

    def test_P27_all_pass_and_the_pool_stays(self) -> None:
        done = settled(act(opened(AMERICAN), "pass; pass; pass; pass"))
        assert bill(done).transfers == ()
        assert bill(done).pool == 20
        after = br.next_deal(done)
        assert after.table.pool == 40
        assert after.table.dealer == 0

    def test_P27_turned_by_chance_in_every_deal(self) -> None:
        state = br.apply(br.start(br.get_variant(AMERICAN)), br.Shuffle(br.PACK))
        for card in ("7C", "AH", "2S"):
            assert (state.phase, state.actor) == ("turn-up", br.CHANCE)
            state = br.next_deal(finish(act(state, f"turn {card}")))

    def test_five_or_six_made_leave_the_pool(self) -> None:
        """P27: a bid of seven or more takes it."""
        for key, pool in (("5", 20), ("6", 20), ("7", 0)):
            state = act(opened(AMERICAN, SIDE_OF_CLUBS), f"bid {key}; pass; pass")
            done = settled(finish(state))
            assert bill(done).made is True
            assert bill(done).pool == pool


SIDE_OF_CLUBS: Final = (
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
)
"""Clubs are turned; seat 0 has them all."""
