"""The auction on common ground: who is asked, what overcalls, and when it is over."""

from __future__ import annotations

import pickle

import pytest
from tests.phases.table_talk import (
    OPENINGS,
    STRIPES,
    SUITS,
    act,
    american,
    auction,
    fontainebleau,
    french,
    legal,
    settled,
    speak,
)

import boston_rules as br
from boston_rules.deal.calls import calls_of
from boston_rules.rules.suits import Turn


class TestTurnOrder:
    @pytest.mark.parametrize("slug", ["fontainebleau", "american"])
    @pytest.mark.parametrize("dealer", range(4))
    def test_eldest_speaks_first_and_the_turn_goes_clockwise(self, slug: str, dealer: int) -> None:
        state = OPENINGS[slug](dealer=dealer)
        for place in range(1, 5):
            assert state.phase == "auction"
            assert state.actor == (dealer + place) % 4
            state = act(state, "pass")
        assert state.phase == "play"
        assert state.actor == (dealer + 1) % 4

    def test_P3_before_any_bid_everybody_is_asked_once(self) -> None:
        state = speak(fontainebleau(), "0 pass; 1 pass; 2 pass")
        assert state.actor == 3
        assert act(state, "pass").phase == "play"
        assert act(state, "bid 5 S").phase == "asking for a partner"

    def test_R6_three_passes_after_a_bid_end_it(self) -> None:
        state = speak(fontainebleau(), "0 bid 5 S; 1 pass; 2 pass")
        assert state.phase == "auction"
        assert act(state, "pass").phase == "asking for a partner"

    def test_R6_passed_seats_are_skipped(self) -> None:
        state = speak(fontainebleau(), "0 pass; 1 bid 5 S; 2 bid 5 C; 3 pass; 1 bid 5 H; 2 pass")
        assert state.contract == br.Contract("5", 1, trump=br.HEARTS)

    def test_R6_the_last_to_speak_may_bid_alone(self) -> None:
        state = speak(fontainebleau(), "0 pass; 1 pass; 2 pass; 3 bid 9 D")
        assert state.contract == br.Contract("9", 3, trump=br.DIAMONDS)

    def test_P3_a_new_bid_lets_every_other_seat_speak_again(self) -> None:
        state = speak(
            fontainebleau(),
            "0 bid 5 S; 1 bid 5 C; 2 bid 5 H; 3 bid 5 D; 0 bid 6 S; 1 bid 6 C; 2 pass; 3 pass",
        )
        assert state.actor == 0
        state = speak(state, "0 bid 6 H; 1 bid 6 D; 0 pass")
        assert state.contract == br.Contract("6", 1, trump=br.DIAMONDS)

    def test_R5_nobody_raises_his_own_standing_bid(self) -> None:
        state = speak(fontainebleau(), "0 bid 5 S; 1 pass; 2 pass; 3 pass")
        assert state.phase == "asking for a partner"
        state = speak(fontainebleau(), "0 pass; 1 bid 5 S; 2 pass; 3 bid 6 S")
        assert state.actor == 1, "and not seat 3"

    def test_R5_an_overcalled_player_bids_again(self) -> None:
        state = speak(fontainebleau(), "0 bid 5 S; 1 bid 5 C; 2 pass; 3 pass; 0 bid 5 H")
        assert auction(state).standing is not None
        state = speak(state, "1 pass")
        assert state.contract == br.Contract("5", 0, trump=br.HEARTS)

    @pytest.mark.parametrize(
        ("slug", "highest"),
        [
            ("fontainebleau", "bid 13-table D"),
            ("american", "bid 13 preference"),
            ("french", "bid grande-misere-table"),
        ],
    )
    def test_P3_the_highest_bid_ends_the_auction_at_once(self, slug: str, highest: str) -> None:
        state = OPENINGS[slug]()
        assert legal(state)[-1] == highest
        for before in (state, act(state, "pass"), act(state, legal(state)[1])):
            assert act(before, highest).phase == "play"

    def test_P3_one_bid_below_the_highest_does_not_end_it(self) -> None:
        state = act(fontainebleau(), "bid 13-table H")
        assert (state.phase, state.actor) == ("auction", 1)
        assert legal(state) == ["pass", "bid 13-table D"]


class TestRank:
    """R4: strictly higher, by ladder step and then by suit."""

    @pytest.mark.parametrize(
        ("slug", "turn", "lowest_first"),
        [
            (
                "fontainebleau",
                Turn(),
                "5 S,5 C,5 H,5 D,6 S,6 C,6 H,6 D,little-misere,7 S,7 C,7 H,7 D,piccolissimo,"
                "8 S,8 C,8 H,8 D,grand-misere,9 S,9 C,9 H,9 D,little-misere-table,"
                "10 S,10 C,10 H,10 D,grand-misere-table,11 S,11 C,11 H,11 D,"
                "12 S,12 C,12 H,12 D,13 S,13 C,13 H,13 D,"
                "13-table S,13-table C,13-table H,13-table D",
            ),
            (
                "american",
                Turn(br.CLUBS),
                "5,5 colour,5 preference,6,6 colour,6 preference,7,7 colour,7 preference,"
                "little-misere,8,8 colour,8 preference,9,9 colour,9 preference,grand-misere,"
                "10,10 colour,10 preference,11,11 colour,11 preference,little-spread,"
                "12,12 colour,12 preference,grand-spread,13,13 colour,13 preference",
            ),
            (
                "french",
                Turn(br.CLUBS, br.SPADES),
                "simple-petite,simple-belle,"
                "petite-independance S,petite-independance C,"
                "petite-independance D,petite-independance H,petite-misere,"
                "grande-independance S,grande-independance C,"
                "grande-independance D,grande-independance H,grande-misere,quatre-as,"
                "neuf S,neuf C,neuf D,neuf H,neuf-petite,neuf-belle,"
                "petite-misere-table,grande-misere-table",
            ),
        ],
    )
    def test_R4_the_whole_order(self, slug: str, turn: Turn, lowest_first: str) -> None:
        found = calls_of(br.get_variant(slug), turn).open_bids
        assert [str(open_bid.bid) for open_bid in found] == [
            f"bid {b}" for b in lowest_first.split(",")
        ]
        strengths = [open_bid.strength for open_bid in found]
        assert strengths == sorted(set(strengths))

    def test_R4_plain_suits_are_equal_in_american(self) -> None:
        """Hearts and diamonds are both just ``bid 5``: there is nothing to overcall it with."""
        state = act(american(turned="7C"), "bid 5")
        assert isinstance(br.why_illegal(state, br.Bid("5")), br.errors.BidTooLow)
        assert legal(state)[:4] == ["pass", "bid 5 colour", "bid 5 preference", "bid 6"]

    def test_standing_bid_and_seat(self) -> None:
        state = auction(act(fontainebleau(), "pass; bid 7 H"))
        assert state.standing is not None
        assert (state.standing.seat, str(state.standing.bid)) == (1, "bid 7 H")
        assert state.contract is None


class TestAllPass:
    def test_french_hands_are_thrown_in(self) -> None:
        state = settled(act(french(), "pass;pass;pass;pass"))
        assert state.settlement.made is None
        assert state.settlement.transfers == ()
        assert state.outcome.tricks == (0, 0, 0, 0)
        assert list(map(str, state.said)) == ["pass"] * 4


class TestFontainebleau:
    def test_a_passed_player_is_out_of_the_bidding(self) -> None:
        state = speak(fontainebleau(), "0 pass; 1 bid 5 S; 2 pass; 3 bid little-misere")
        state = speak(state, "1 bid 7 S; 3 bid piccolissimo; 1 pass")
        assert state.contract == br.Contract("piccolissimo", 3)

    def test_tricks_may_be_bid_after_a_misere_and_the_other_way_round(self) -> None:
        state = speak(fontainebleau(), "0 bid 5 S; 1 bid little-misere; 2 pass; 3 pass")
        assert "bid grand-misere" in legal(state)
        state = speak(state, "0 bid grand-misere; 1 bid 9 S; 0 bid grand-misere-table; 1 pass")
        assert state.contract == br.Contract("grand-misere-table", 0)


class TestAmerican:
    """P24 and R6: who has passed comes back with Little or Grand Misère only."""

    @pytest.mark.parametrize("bid", ["bid 10", "bid grand-misere", "bid 11 colour", "bid 13"])
    def test_P24_nobody_is_asked_when_no_misere_overcalls_any_more(self, bid: str) -> None:
        state = speak(american(), f"0 pass; 1 pass; 2 pass; 3 {bid}")
        assert state.phase != "auction"
        assert state.contract is not None

    @pytest.mark.parametrize("bid", ["bid 5", "bid 7 preference", "bid little-misere", "bid 9"])
    def test_P24_everybody_is_asked_again_while_one_does(self, bid: str) -> None:
        state = speak(american(), f"0 pass; 1 pass; 2 pass; 3 {bid}; 0 pass; 1 pass")
        assert (state.phase, state.actor) == ("auction", 2)
        assert act(state, "pass").phase != "auction"

    def test_P24_as_often_as_they_overcall(self) -> None:
        state = speak(
            american(),
            "0 pass; 1 pass; 2 bid 5; 3 pass; 0 bid little-misere; 1 pass; 2 bid 8; 3 pass;"
            "0 bid grand-misere; 2 bid 10",
        )
        assert state.contract == br.Contract(
            "10", 2, suit_class="plain", turned=br.CLUBS, trump=None
        )

    def test_P24_a_player_back_with_a_misere_has_still_passed(self) -> None:
        state = speak(american(), "0 pass; 1 bid 5; 2 pass; 3 pass; 0 bid little-misere; 1 bid 9")
        assert state.actor == 2
        state = speak(state, "2 pass; 3 pass")
        assert state.actor == 0
        assert legal(state) == ["pass", "bid grand-misere"]

    def test_passing_a_second_time_ends_it(self) -> None:
        state = speak(american(), "0 pass; 1 bid 5; 2 pass; 3 pass; 0 pass")
        assert state.phase == "naming trumps"

    @pytest.mark.parametrize(
        ("turned", "preference", "colour"),
        [("7C", "C", "S"), ("AS", "S", "C"), ("2H", "H", "D"), ("KD", "D", "H")],
    )
    def test_P23_colour_and_preference_fix_the_trump(
        self, turned: str, preference: str, colour: str
    ) -> None:
        for suit_class, suit in (("preference", preference), ("colour", colour)):
            state = act(american(turned=turned), f"bid 6 {suit_class};pass;pass;pass")
            assert state.contract is not None
            assert state.contract.suit_class == suit_class
            assert state.contract.trump is br.parse_suit(suit)
            assert state.contract.turned is br.parse_suit(preference)
            assert state.phase == "play", "no trump is named afterwards"


def test_bids_are_open_whatever_is_held() -> None:
    """Holding no card of a suit does not close a bid in it; nothing is asked of the hand."""
    state = fontainebleau(SUITS)
    assert len(legal(state)) == 1 + 10 * 4 + 5
    assert legal(state) == legal(fontainebleau(STRIPES))


def test_an_unpickled_variant_bids_as_the_one_it_was_made_from() -> None:
    known = br.start(br.get_variant("russian"), 3, hands=STRIPES)
    assert legal(known)
    other = pickle.loads(pickle.dumps(br.get_variant("russian")))
    state = br.start(other, 3, hands=STRIPES)
    for action in br.legal_actions(state):
        assert br.why_illegal(state, action) is None
    assert br.apply(state, br.parse_action("bid 5 S")).actor == 1


def test_a_bid_on_cards_that_a_hand_lacks_is_refused() -> None:
    """And only at its own turn: who is told of a bid cannot see what it rests on."""
    state = french(STRIPES)
    assert act(state, "bid quatre-as").phase == "auction"
    state = act(state, "pass")
    with pytest.raises(br.IllegalAction, match="only with"):
        act(state, "bid quatre-as")
    others = br.observe(state, 2)
    event = br.Event(1, br.parse_action("bid quatre-as"))
    assert br.advance(others, event).actor == 2
