"""Boston de Fontainebleau and Russian Boston after Foster, from the auction to the bill."""

from __future__ import annotations

from typing import Any

import pytest
from tests.phases.table_talk import STRIPES, SUITS, act, finish, legal, speak
from tests.play.tables import contract, opened

import boston_rules as br
from boston_rules.bots import SimpleBot
from boston_rules.core.errors import BidTooLow
from boston_rules.deal.terms import terms_of

PASSES = "pass; pass; pass"


def tokens(state: br.State) -> list[str]:
    return list(map(str, br.legal_actions(state)))


class TestGrand:
    def test_F6_grand_is_left_out_unless_admitted(self) -> None:
        plain = opened("fontainebleau-foster")
        error = br.why_illegal(plain, br.parse_action("bid 7 grand"))
        assert isinstance(error, br.IllegalAction)
        assert "bid 7 grand" not in tokens(plain)

    def test_G10_grand_ranks_above_diamonds_of_its_number_and_below_the_next_bid(self) -> None:
        state = act(opened("fontainebleau-foster", grand=True), "bid 7 D", "bid 7 grand")
        assert isinstance(br.why_illegal(state, br.parse_action("bid 7 D")), BidTooLow)
        assert isinstance(br.why_illegal(state, br.parse_action("bid 7 grand")), BidTooLow)
        assert tokens(state)[:2] == ["pass", "bid piccolissimo"]

    @pytest.mark.parametrize("key", ["7", "13", "13-table"])
    def test_G10_grand_is_played_without_trumps_and_honours(self, key: str) -> None:
        state = act(opened("fontainebleau-foster", SUITS, grand=True), f"bid {key} grand")
        if key != "13-table":  # nothing overcalls that
            state = act(state, PASSES)
        if key == "7":
            state = act(state, "solo")
        assert (contract(state).trump, contract(state).suit_class) == (None, "grand")
        done = finish(state)
        assert isinstance(done, br.Settled)
        assert done.outcome is not None
        assert done.outcome.honours == (0, 0, 0, 0)
        assert done.settlement is not None
        assert "in grand" in str(done.settlement)
        assert str(contract(state)) == f"{key} grand by seat 0"

    def test_a_grand_bid_reads_back(self) -> None:
        for token in ("bid 7 grand", "bid 7 grand solo", "bid 7 D solo", "bid 13-table grand"):
            assert str(br.parse_action(token)) == token
        variant = br.get_variant("russian-foster", grand=True)
        assert br.parse_action("bid Seven Tricks grand solo", variant) == br.Bid(
            "7", suit_class="grand", alone=True
        )
        assert br.describe(br.parse_action("bid 7 grand solo"), variant) == (
            "Seven Tricks grand, alone"
        )
        with pytest.raises(TypeError, match="alone of Bid"):
            br.Bid("7", alone="yes")  # type: ignore[arg-type]


class TestBidsAlone:
    def test_F10_G13_the_two_kinds_of_a_bid_do_not_overcall_each_other(self) -> None:
        state = opened("russian-foster")
        for first in ("bid 7 D", "bid 7 D solo"):
            after = act(state, first)
            for other in ("bid 7 D", "bid 7 D solo", "bid 7 H solo"):
                assert isinstance(br.why_illegal(after, br.parse_action(other)), BidTooLow)
            assert tokens(after)[:2] == ["pass", "bid piccolissimo"]

    @pytest.mark.parametrize("key", ["5", "9", "10", "11", "12", "13", "13-table"])
    def test_G13_other_bids_have_one_kind(self, key: str) -> None:
        state = opened("russian-foster")
        assert f"bid {key} D solo" not in tokens(state)
        assert f"bid {key} D" in tokens(state)
        state = act(state, f"bid {key} D", PASSES)
        assert state.phase == "chicane"

    def test_G13_who_bids_alone_is_offered_nobody(self) -> None:
        state = act(opened("russian-foster"), "bid 7 D solo", PASSES)
        assert (state.phase, contract(state).alone) == ("chicane", True)


class TestOffers:
    def test_F10_G13_three_are_asked_from_the_left_of_the_declarer_and_the_first_is_taken(
        self,
    ) -> None:
        state = speak(opened("russian-foster"), "0 pass; 1 pass; 2 bid 6 C; 3 pass")
        assert state.phase == "offering to join the declarer"
        assert legal(state) == ["accept", "pass"]
        joined = speak(state, "3 pass; 0 accept")
        assert (contract(joined).partner, joined.phase, joined.actor) == (0, "chicane", 0)
        assert contract(joined).declarer == 2
        alone = speak(state, "3 pass; 0 pass; 1 pass")
        assert (contract(alone).partner, alone.phase) == (None, "chicane")
        terms = [terms_of(each.variant, contract(each)) for each in (joined, alone)]
        assert [each.target for each in terms] == [10, 6]

    def test_G13_nobody_is_asked_about_a_misère(self) -> None:
        state = act(opened("russian-foster"), "bid little-misere", PASSES)
        assert state.phase == "discarding"

    def test_P20_G13_carte_blanche_is_asked_of_all_but_in_grand(self) -> None:
        state = act(opened("russian-foster", SUITS, grand=True), "bid 7 S solo", PASSES)
        state = speak(state, "0 pass; 1 chicane; 2 chicane; 3 pass")
        assert state.phase == "play"
        grand = act(opened("russian-foster", SUITS, grand=True), "bid 7 grand solo", PASSES)
        assert grand.phase == "play"

    @pytest.mark.parametrize("options", [{}, {"grand": True}])
    def test_a_simple_player_joins_with_a_strong_hand_only(self, options: Any) -> None:
        strong = (
            "AS AH AC AD KS KH KC KD QS QH QC QD 2S",
            "JS JH JC JD TS TH TC TD 9S 9H 9C 9D 2H",
            "8S 8H 8C 8D 7S 7H 7C 7D 6S 6H 6C 6D 2C",
            "5S 5H 5C 5D 4S 4H 4C 4D 3S 3H 3C 3D 2D",
        )
        state = act(opened("russian-foster", strong, **options), "pass; bid 6 S; pass; pass")
        assert state.actor == 2
        found = {}
        for seat in (2, 3, 0):
            assert state.actor == seat
            found[seat] = str(SimpleBot().choose(br.observe(state, seat)))
            state = act(state, "pass")
        assert found == {2: "pass", 3: "pass", 0: "accept"}


class TestBreakingOff:
    def test_F3_a_slam_ends_with_the_first_trick_that_is_lost(self) -> None:
        state = act(opened("fontainebleau-foster", STRIPES), "bid 13 S", PASSES)
        state = act(state, "play 2S", "play KS", "play QS", "play JS")
        assert isinstance(state, br.Settled)
        assert state.settlement is not None
        assert state.settlement.deltas == (-1620, 405, 405, 405)
        assert state.table.pool == 455


def test_F8_a_ten_with_a_partner_is_played_out() -> None:
    state = act(opened("fontainebleau-foster", STRIPES), "bid 10 S", PASSES, "ask; accept")
    state = act(state, "play 2S", "play KS", "play QS", "play JS")
    assert state.phase == "conceding"
    state = act(state, "contest")
    assert terms_of(state.variant, contract(state)).target == 13
    assert state.phase == "play"
