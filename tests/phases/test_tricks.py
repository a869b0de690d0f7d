"""The play on common ground: leads, following suit, winners, exposure, and the verdict."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.phases.table_talk import (
    OPENINGS,
    STRIPES,
    SUITS,
    act,
    american,
    finish,
    fontainebleau,
    french,
    legal,
    only_bid,
    playing,
    settled,
    speak,
    tokens,
    tricks,
)

import boston_rules as br
from boston_rules.deal.cardplay import CardPlay
from boston_rules.testing import random_walk


def solo(bid: str, hands: tuple[str, ...] = STRIPES, dealer: int = 3) -> br.Playing:
    """``fontainebleau`` at its first lead: seat 0 has won the auction and plays alone."""
    state = only_bid(fontainebleau(hands, dealer), 0, bid)
    return playing(act(state, "solo") if state.phase == "asking for a partner" else state)


class TestLead:
    @pytest.mark.parametrize("dealer", range(4))
    @pytest.mark.parametrize("bid", ["bid 7 H", "bid grand-misere"])
    def test_eldest_leads_whoever_declares(self, dealer: int, bid: str) -> None:
        state = solo(bid, dealer=dealer)
        assert state.contract is not None
        assert state.contract.declarer == 0
        assert state.actor == (dealer + 1) % 4
        assert state.leader == state.actor
        assert state.trick == ()

    @pytest.mark.parametrize("whister", [1, 2, 3])
    def test_partners_play_in_the_order_in_which_they_sit(self, whister: int) -> None:
        state = fontainebleau(STRIPES, 3)
        state = act(state, "bid 7 H;pass;pass;pass;ask" + ";decline" * (whister - 1) + ";accept")
        assert state.contract is not None
        assert state.contract.partner == whister
        order = []
        for _ in range(4):
            order.append(state.actor)
            state = br.apply(state, br.legal_actions(state)[0])
        assert order == [0, 1, 2, 3]

    def test_any_card_is_led(self) -> None:
        assert len(legal(solo("bid 7 H"))) == 13

    def test_the_winner_leads_to_the_next_trick(self) -> None:
        state = tricks(
            solo("bid grand-misere"), "0: 6C 9C QC JC", "2: QD JD TD KD", "1: 5H 4H 3H AH", "0: 2S"
        )
        assert playing(state).taken == (1, 1, 1, 0)

    def test_complete_and_current_tricks(self) -> None:
        state = playing(tricks(solo("bid grand-misere"), "0: 6C 9C QC JC", "2: QD JD"))
        assert state.tricks == (
            br.Trick(0, tuple(map(br.parse_card, ["6C", "9C", "QC", "JC"])), 2),
        )
        assert tokens(state.trick) == ["QD", "JD"]
        assert (state.leader, state.actor) == (2, 0)
        assert [len(hand) for hand in state.hands] == [12, 12, 11, 11]


class TestFollowing:
    def test_suit_led_is_followed(self) -> None:
        state = act(solo("bid 7 H"), "play AC")
        assert legal(state) == ["play 5C", "play 9C", "play KC"]

    def test_void_plays_anything_trumps_or_not(self) -> None:
        state = act(solo("bid 5 H", SUITS), "play AS")
        assert len(legal(state)) == 13

    def test_nobody_has_to_beat_the_trick(self) -> None:
        state = act(solo("bid 5 H"), "play TC")
        assert "play 5C" in legal(state)

    def test_P47_a_forced_play_is_still_an_action(self) -> None:
        hands = (
            "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AH",
            "2S KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
            *SUITS[2:],
        )
        state = act(solo("bid 5 S", hands), "play AS")
        assert legal(state) == ["play 2S"]
        state = act(state, "play 2S")
        assert state.actor == 2


class TestWinners:
    @pytest.mark.parametrize(
        ("bid", "row", "winner"),
        [
            ("bid 5 H", "AC KC QC JC", 0),
            ("bid 5 H", "6C 9C 8C JC", 3),
            ("bid 5 C", "2S KS QS JS", 1),
            ("bid grand-misere", "TD 9D QD 7D", 2),
        ],
    )
    def test_highest_of_the_suit_led(self, bid: str, row: str, winner: int) -> None:
        state = tricks(solo(bid), f"0: {row}")
        assert state.actor == winner

    @pytest.mark.parametrize(
        ("bid", "row", "winner"),
        [
            ("bid 5 S", "2S AH KC AD", 0),
            ("bid 5 H", "AS 2H KC AD", 1),
            ("bid 5 C", "AS 2H 3C AD", 2),
            ("bid 5 D", "AS 2H 3C 2D", 3),
            ("bid grand-misere", "2S AH AC AD", 0),
        ],
    )
    def test_any_trump_wins_over_any_other_card(self, bid: str, row: str, winner: int) -> None:
        state = tricks(solo(bid, SUITS), f"0: {row}")
        assert state.actor == winner

    def test_the_higher_of_two_trumps(self) -> None:
        hands = (
            "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
            "AH KH QH JH TH 9H 8H 2C 3C 4C 5C 6C 7C",
            "2H 3H 4H 5H 6H 7H AC KC QC JC TC 9C 8C",
            SUITS[3],
        )
        assert tricks(solo("bid 5 H", hands), "0: AS 8H 7H AD").actor == 1
        assert tricks(solo("bid 5 C", hands), "0: AS 7C 8C AD").actor == 2


class TestExposure:
    """R3: after the discards and before the first lead; P13: it happens by itself."""

    EXPOSED = (
        ("fontainebleau", {"little-misere-table", "grand-misere-table", "13-table"}),
        ("american", {"little-spread", "grand-spread"}),
        ("french", {"petite-misere-table", "grande-misere-table"}),
    )

    @pytest.mark.parametrize(("slug", "open_bids"), EXPOSED)
    def test_R3_exactly_the_bids_on_the_table(self, slug: str, open_bids: set[str]) -> None:
        for step in br.get_variant(slug).ladder:
            state = OPENINGS[slug](belle="H") if slug == "french" else OPENINGS[slug]()
            bids = [a for a in br.legal_actions(state) if isinstance(a, br.Bid)]
            state = br.apply(state, next(bid for bid in bids if bid.key == step.key))
            while state.phase != "play":
                tokens_now = legal(state)
                assert state.exposed == (), "nothing is exposed before the first lead"
                state = act(state, "solo" if "solo" in tokens_now else tokens_now[0])
            shown = [0] if step.key in open_bids else []
            assert [seat for seat, _ in playing(state).exposed] == shown, "before the first lead"
            state = tricks(state, "0: " + legal(state)[0].split()[1])
            assert [seat for seat, _ in playing(state).exposed] == shown

    def test_a_passed_out_deal_shows_nothing(self) -> None:
        assert playing(act(fontainebleau(), "pass;pass;pass;pass")).exposed == ()


class TestVerdict:
    """R1: the verdict is known as soon as it can no longer change, and the deal is played out."""

    def test_R1_a_misere_is_lost_at_the_first_trick_won(self) -> None:
        state = playing(solo("bid grand-misere"))
        assert state.decided is None
        state = playing(tricks(state, "0: AC KC QC JC"))
        assert state.decided is False
        done = finish(state)
        assert sum(done.outcome.tricks) == 13
        assert done.settlement.made is False

    def test_R1_the_trick_counts_when_it_is_complete(self) -> None:
        state = playing(tricks(solo("bid grand-misere"), "0: AC KC QC"))
        assert state.decided is None

    def test_a_misere_is_made_with_the_last_trick_only(self) -> None:
        """Seat 1 leads hearts and wins them all; seat 0 throws spades."""
        state: br.State = solo("bid grand-misere", SUITS, dealer=0)
        for card in "AKQJT98765432":
            assert playing(state).decided is None
            state = tricks(state, f"1: {card}H {card}C {card}D {card}S")
        assert settled(state).settlement.made is True

    def test_piccolissimo_is_lost_with_the_second_trick(self) -> None:
        state = act(fontainebleau(), "bid piccolissimo;pass;pass;pass")
        state = act(state, "discard 2S;discard 2H;discard 2C;discard 2D")
        state = tricks(state, "0: AC KC QC JC")
        assert playing(state).decided is None
        state = tricks(state, "0: AH KH QH JH")
        assert playing(state).decided is False

    def test_tricks_bid_is_made_when_reached(self) -> None:
        state: br.State = solo("bid 5 S", SUITS)
        for number, rank in enumerate("AKQJT"):
            assert playing(state).decided is None
            state = tricks(state, f"0: {rank}S {rank}H {rank}C {rank}D")
            assert playing(state).taken[0] == number + 1
        assert playing(state).decided is True

    def test_tricks_bid_is_lost_when_out_of_reach(self) -> None:
        state: br.State = solo("bid 12 C")
        for row in ("0: 6C 9C QC JC", "2: QD JD TD KD"):
            assert playing(state).decided is None
            state = tricks(state, row)
        assert playing(state).decided is False

    def test_thirteen_are_lost_with_the_first_trick_lost(self) -> None:
        state = tricks(solo("bid 13 C"), "0: 6C 9C QC JC")
        assert playing(state).decided is False

    def test_the_side_counts_together(self) -> None:
        state = act(fontainebleau(SUITS), "bid 5 S;pass;pass;pass;ask;accept")
        for number, rank in enumerate("AKQJT987"):
            assert playing(state).decided is None, f"{number} of 8"
            state = tricks(state, f"0: {rank}S {rank}H {rank}C {rank}D")
        assert playing(state).decided is True

    def test_passed_out_deals_have_no_verdict(self) -> None:
        for state in (
            act(fontainebleau(), "pass;pass;pass;pass"),
            act(american(), "pass;pass;pass;pass"),
        ):
            while state.phase == "play":
                assert playing(state).decided is None
                state = act(state, legal(state)[0])
            assert settled(state).settlement.made is None


class TestQuatreAs:
    """P37: the holder of four aces need not follow in tricks 1 to 10 and must in 11 to 13."""

    # Seat 0 has four aces and follows low; the others lead so that he could always follow.
    HANDS = (
        "AS 4S 3S 2S AH 4H 3H 2H AC 3C 2C AD 2D",
        "KS QS JS KH QH JH KC QC JC KD QD JD TD",
        "TS 9S 8S TH 9H 8H TC 9C 8C 9D 8D 7D 6D",
        "7S 6S 5S 7H 6H 5H 7C 6C 5C 4C 5D 4D 3D",
    )

    @pytest.fixture
    def state(self) -> br.State:
        state = french(self.HANDS, dealer=0, turned="2D")
        state = speak(state, "1 pass; 2 pass; 3 pass; 0 bid quatre-as")
        # The misères on the table and the nines are open still.
        state = speak(state, "1 pass; 2 pass; 3 pass") if state.phase == "auction" else state
        assert state.phase == "play"
        return state

    def test_the_declarer_need_not_follow(self, state: br.State) -> None:
        state = act(state, "play KS; play TS; play 7S")
        assert state.actor == 0
        assert len(legal(state)) == 13
        assert "play AD" in legal(state)
        after = act(state, "play AH")
        assert after.actor == 1, "an ace thrown away wins nothing"
        assert playing(after).taken == (0, 1, 0, 0)

    def test_the_opponents_always_follow(self, state: br.State) -> None:
        state = act(state, "play KS")
        assert legal(state) == ["play 8S", "play 9S", "play TS"]
        assert isinstance(
            br.why_illegal(state, br.Play(br.parse_card("TH"))), br.errors.MustFollowSuit
        )

    def test_the_declarer_leading_is_followed(self, state: br.State) -> None:
        state = tricks(state, "1: JS TS 7S AS", "0: 4H")
        assert legal(state) == ["play JH", "play QH", "play KH"]

    def test_free_in_trick_ten_bound_in_trick_eleven(self, state: br.State) -> None:
        rows = (
            "1: KS TS 7S AH", "1: QS 9S 6S AC", "1: JS 8S 5S AD", "1: KH TH 7H AS",
            "1: QH 9H 6H 4S", "1: JH 8H 5H 3S", "1: KC TC 7C 4H", "1: QC 9C 6C 3H",
            "1: JC 8C 5C 2H",
        )  # fmt: skip
        state = tricks(state, *rows)
        # Trick 10: diamonds are led; seat 0 holds 2S 3C 2C 2D and is free for the last time.
        state = tricks(state, "1: KD 9D 5D")
        assert legal(state) == ["play 2C", "play 3C", "play 2D", "play 2S"]
        state = act(state, "play 3C")
        # Trick 11: now the two of diamonds has to be played.
        state = tricks(state, "1: QD 8D 4D")
        assert playing(state).tricks[9].cards[3] is br.parse_card("3C")
        assert legal(state) == ["play 2D"]
        assert isinstance(
            br.why_illegal(state, br.Play(br.parse_card("2C"))), br.errors.MustFollowSuit
        )
        state = tricks(act(state, "play 2D"), "1: JD 7D 3D 2C", "1: TD 6D 4C 2S")
        assert settled(state).settlement.made is True

    @pytest.mark.parametrize("key", ["grande-misere", "petite-misere", "grande-misere-table"])
    def test_other_miseres_are_bound_from_the_first_trick(self, key: str) -> None:
        state = french(self.HANDS, dealer=0, turned="2D")
        state = speak(state, f"1 pass; 2 pass; 3 pass; 0 bid {key}")
        if state.phase == "discarding":
            state = act(state, "discard TD;discard 6D;discard 4C;discard AD")
        state = act(state, "play KS;play TS;play 7S")
        assert legal(state) == ["play 2S", "play 3S", "play 4S", "play AS"]


def test_a_position_without_a_deal_around_it_plays_cards_and_nothing_else() -> None:
    state = solo("bid 7 H")
    bare = CardPlay(state.setup, state.unplayed, state.actor, slam=state.slam)
    assert bare.may == state.may
    for card in ("AS", "KS", "QS"):
        bare, state = bare.after(br.Play(br.parse_card(card))), playing(act(state, f"play {card}"))
        assert (bare.may, bare.trick, bare.left) == (state.may, state.trick, state.left)
    for action in (br.Play(br.parse_card("7S")), br.Play(br.parse_card("JS"))):
        assert (br.why_illegal(state, action) is None) is bool(bare.may & action.bit)
    for wrong in (br.Play(br.parse_card("AS")), br.Play(br.parse_card("JH")), br.Slam()):
        with pytest.raises(ValueError, match=f"^{wrong} cannot be played$"):
            bare.after(wrong)
    assert bare.after(br.Play(br.parse_card("JS"))).taken == (1, 0, 0, 0)


@pytest.mark.parametrize("slug", br.list_variants())
def test_what_may_be_played_is_worked_out_anew_for_a_changed_state(slug: str) -> None:
    for seed in range(4):
        for at in random_walk(br.get_variant(slug), seed=seed).positions:
            if isinstance(at.state, br.Playing):
                again = evolve(at.state, may=0)
                assert again == at.state
                assert br.legal_actions(again) == br.legal_actions(at.state)
