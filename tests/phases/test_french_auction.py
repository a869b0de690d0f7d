"""The auction of ``french``: je demande, acceptance, the laid card, and who may bid a misère."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import STRIPES, SUITS, act, auction, french, legal, settled, speak

import boston_rules as br
from boston_rules.core.errors import (
    AlreadyAccepted,
    BidTooLow,
    BidUnavailable,
    CardNotHeld,
    HoldingRequired,
    LaidSuit,
    MisereBarred,
    NothingToAccept,
    PassedOut,
)


def opening() -> br.State:
    """Clubs are petite, hearts belle; seat 0 is eldest; everybody holds both suits."""
    return french(turned="7C", belle="H")


def why(state: br.State, token: str) -> type | None:
    error = br.why_illegal(state, br.parse_action(token))
    return None if error is None else type(error)


class TestLaidCard:
    """P32: the bid of a Simple carries a card of the trump suit, by its printed suit."""

    def test_one_bid_for_each_card_of_the_suit_held(self) -> None:
        assert [token for token in legal(opening()) if "simple" in token] == [
            "bid simple-petite 6C",
            "bid simple-petite TC",
            "bid simple-petite AC",
            "bid simple-belle 6H",
            "bid simple-belle TH",
            "bid simple-belle AH",
        ]

    def test_who_is_void_cannot_bid_a_simple(self) -> None:
        """Seat 0 holds spades alone; clubs are belle."""
        state = french((SUITS[0], SUITS[1], SUITS[3], SUITS[2]), turned="7C")
        assert [token for token in legal(state) if "simple" in token] == []
        assert why(state, "bid simple-belle AC") is CardNotHeld
        assert why(state, "bid simple-belle AS") is LaidSuit

    def test_the_card_is_held(self) -> None:
        assert why(opening(), "bid simple-petite KC") is CardNotHeld

    def test_the_card_is_of_the_suit(self) -> None:
        assert why(opening(), "bid simple-petite AH") is LaidSuit
        assert why(opening(), "bid simple-belle AC") is LaidSuit

    def test_suit_before_holding(self) -> None:
        """A card of another suit is refused as such whether it is held or not."""
        assert why(opening(), "bid simple-belle KC") is LaidSuit

    @pytest.mark.parametrize("boston_jack", ["trumps", "turned"])
    @pytest.mark.parametrize(
        ("belle", "jack", "allowed"),
        [
            ("D", "JD", True),
            ("D", "JH", False),
            ("H", "JH", True),
            ("H", "JD", False),
            ("S", "JD", False),
            ("S", "JH", False),
        ],
    )
    def test_P32_the_jacks_are_laid_by_their_printed_suit(
        self, belle: str, jack: str, allowed: bool, boston_jack: str
    ) -> None:
        """Seat 3 holds both jacks and may lay J♦ only for diamonds, J♥ only for hearts."""
        state = act(french(turned=f"7{belle}", boston_jack=boston_jack), "pass;pass;pass")
        assert why(state, f"bid simple-belle {jack}") is (None if allowed else LaidSuit)
        assert (f"bid simple-belle {jack}" in legal(state)) == allowed

    def test_the_card_stays_in_the_hand(self) -> None:
        state = speak(opening(), "0 bid simple-belle AH; 1 pass; 2 pass; 3 pass")
        assert br.parse_card("AH") in state.hands[0]
        assert len(state.hands[0]) == 13
        assert state.phase == "play"
        assert "play AH" in legal(state)

    def test_petite_and_belle_fix_the_trump(self) -> None:
        for key, trump in (("petite AC", br.CLUBS), ("belle AH", br.HEARTS)):
            state = act(opening(), f"bid simple-{key};pass;pass;pass")
            assert state.contract is not None
            assert state.contract.trump is trump
            assert (state.contract.turned, state.contract.belle) == (br.CLUBS, br.HEARTS)

    def test_P37_suit_free_bids_name_any_suit(self) -> None:
        for suit in "SCDH":
            for key in ("petite-independance", "grande-independance", "neuf"):
                state = act(opening(), f"bid {key} {suit};pass;pass;pass")
                assert state.contract is not None
                assert state.contract.trump is br.parse_suit(suit)

    def test_P37_named_forms_overcall_the_suit_free_ones(self) -> None:
        state = act(opening(), "bid neuf H")
        assert why(state, "bid neuf-petite") is None
        assert why(act(state, "bid neuf-petite"), "bid neuf-belle") is None
        assert why(act(state, "bid neuf-belle"), "bid neuf-petite") is BidTooLow
        assert why(act(state, "bid neuf-petite"), "bid neuf H") is BidTooLow

    def test_hearts_are_the_highest_suit(self) -> None:
        state = act(opening(), "bid petite-independance D")
        assert why(state, "bid petite-independance H") is None
        assert why(state, "bid petite-independance C") is BidTooLow

    def test_no_petite_no_bid(self) -> None:
        first = french(turned="7D")
        assert why(first, "bid simple-petite AD") is BidUnavailable
        assert why(first, "bid neuf-petite") is BidUnavailable


class TestQuatreAs:
    def test_only_with_four_aces(self) -> None:
        state = opening()
        assert "bid quatre-as" in legal(state)
        for _ in range(3):
            state = act(state, "pass")
            assert "bid quatre-as" not in legal(state)
            assert why(state, "bid quatre-as") is HoldingRequired

    def test_three_aces_are_not_enough(self) -> None:
        hands = (STRIPES[0].replace("AD", "KD"), STRIPES[1].replace("KD", "AD"), *STRIPES[2:])
        state = french(hands)
        assert why(state, "bid quatre-as") is HoldingRequired

    def test_P3_holdings_are_no_public_fact(self) -> None:
        """After Neuf en Belle's next lower bid everybody is asked, whatever he holds."""
        state = speak(opening(), "0 pass; 1 bid grande-misere; 2 pass; 3 pass")
        assert state.contract == br.Contract("grande-misere", 1, turned=br.CLUBS, belle=br.HEARTS)
        state = speak(opening(), "0 bid neuf-belle")
        assert state.actor == 1, "the two misères on the table are open to him"

    def test_its_place_is_above_grande_misere_and_below_neuf(self) -> None:
        state = act(opening(), "bid quatre-as")
        assert why(state, "bid grande-misere") is BidTooLow
        assert why(state, "bid neuf S") is None


class TestAcceptance:
    """P33: an acceptance is that player's word on the standing bid."""

    @pytest.mark.parametrize(
        ("script", "partner"),
        [
            ("0 bid simple-belle AH; 1 accept; 2 pass; 3 pass", 1),
            ("0 bid simple-belle AH; 1 pass; 2 accept; 3 pass", 2),
            ("0 bid simple-belle AH; 1 pass; 2 pass; 3 accept", 3),
            ("0 bid simple-belle AH; 1 pass; 2 pass; 3 pass", None),
        ],
    )
    def test_the_first_to_accept_is_partner(self, script: str, partner: int | None) -> None:
        state = speak(opening(), script)
        assert state.phase == "play"
        assert state.contract is not None
        assert (state.contract.declarer, state.contract.partner) == (0, partner)

    def test_accept_is_listed_after_pass_and_before_bids(self) -> None:
        state = act(opening(), "bid simple-petite AC")
        assert legal(state)[:3] == ["pass", "accept", "bid simple-belle 2H"]

    @pytest.mark.parametrize("token", ["bid petite-independance S", "bid petite-misere", "pass"])
    def test_only_a_simple_is_accepted(self, token: str) -> None:
        state = act(opening(), token)
        assert "accept" not in legal(state)
        assert why(state, "accept") is NothingToAccept

    def test_nobody_else_accepts_after_that(self) -> None:
        state = speak(opening(), "0 bid simple-petite AC; 1 accept")
        assert state.actor == 2
        assert "accept" not in legal(state)
        assert why(state, "accept") is AlreadyAccepted
        assert auction(state).acceptor == 1

    def test_passed_seats_are_skipped_after_an_acceptance(self) -> None:
        state = speak(opening(), "0 pass; 1 pass; 2 bid simple-petite QC; 3 accept")
        assert state.phase == "play", "0 and 1 have passed and cannot accept any more"
        assert state.contract is not None
        assert state.contract.partner == 3

    def test_a_passed_seat_may_accept(self) -> None:
        state = speak(opening(), "0 pass; 1 bid simple-petite KC; 2 pass; 3 pass")
        assert state.actor == 0
        assert legal(state) == ["pass", "accept"]
        assert why(state, "bid simple-belle AH") is PassedOut
        state = act(state, "accept")
        assert state.contract is not None
        assert state.contract.partner == 0

    def test_a_passed_seat_is_not_asked_twice_about_the_same_simple(self) -> None:
        state = speak(opening(), "0 bid simple-petite AC; 1 pass; 2 pass; 3 pass")
        assert state.phase == "play"
        state = speak(opening(), "0 pass; 1 bid simple-petite KC; 2 pass; 3 pass; 0 pass")
        assert state.phase == "play"

    def test_a_passed_seat_is_asked_about_a_new_simple(self) -> None:
        state = speak(
            opening(), "0 bid simple-petite AC; 1 pass; 2 pass; 3 bid simple-belle JH; 0 pass"
        )
        assert state.actor == 1
        assert legal(state) == ["pass", "accept"]
        state = speak(state, "1 pass; 2 pass")
        assert state.phase == "play"
        assert state.contract is not None
        assert state.contract.partner is None

    def test_a_passed_seat_is_not_asked_about_another_bid(self) -> None:
        state = speak(
            opening(),
            "0 pass; 1 bid simple-petite KC; 2 pass; 3 bid petite-independance S; 1 pass",
        )
        assert state.contract is not None
        assert state.contract.declarer == 3

    def test_an_overcall_cancels_bid_and_acceptance(self) -> None:
        state = speak(opening(), "0 bid simple-petite AC; 1 accept; 2 bid simple-belle QH; 3 pass")
        assert auction(state).acceptor is None
        assert state.actor == 0
        state = speak(state, "0 pass; 1 pass")
        assert state.contract is not None
        assert (state.contract.declarer, state.contract.partner) == (2, None)

    def test_an_overcalled_simple_bidder_accepts_the_simple_that_overcalled_him(self) -> None:
        state = speak(opening(), "0 bid simple-petite AC; 1 bid simple-belle KH; 2 pass; 3 pass")
        assert "accept" in legal(state)
        state = act(state, "accept")
        assert state.contract is not None
        assert (state.contract.declarer, state.contract.partner) == (1, 0)

    def test_the_acceptor_may_bid_again_after_an_overcall(self) -> None:
        state = speak(
            opening(),
            "0 bid simple-petite AC; 1 accept; 2 bid petite-independance S; 3 pass; 0 pass",
        )
        assert state.actor == 1
        assert "bid petite-independance C" in legal(state)
        assert why(state, "bid petite-misere") is MisereBarred
        assert why(state, "bid grande-misere-table") is MisereBarred
        state = speak(state, "1 bid petite-independance H; 2 pass")
        assert state.contract is not None
        assert (state.contract.declarer, state.contract.partner) == (1, None)

    def test_an_acceptor_who_had_passed_bids_no_more(self) -> None:
        state = speak(
            opening(),
            "0 pass; 1 bid simple-petite KC; 2 pass; 3 pass; 0 accept",
        )
        assert state.phase == "play"
        state = speak(
            opening(),
            "0 pass; 1 pass; 2 bid simple-petite QC; 3 pass; 0 accept",
        )
        assert state.phase == "play", "1 has passed too, and cannot accept any more"
        # With seat 3 still to speak an overcall is possible; then 0 is not asked again.
        state = speak(opening(), "0 pass; 1 bid simple-petite KC; 2 bid simple-belle QH; 3 pass")
        state = speak(state, "0 accept; 1 bid petite-independance S; 2 pass")
        assert state.contract is not None
        assert (state.contract.declarer, state.contract.partner) == (1, None)

    def test_P49_an_unpassed_acceptor_has_not_passed(self) -> None:
        state = speak(opening(), "0 bid simple-petite AC; 1 accept; 2 bid simple-belle QH; 3 pass")
        state = speak(state, "0 pass")
        assert state.actor == 1
        assert "bid neuf S" in legal(state)
        assert "accept" in legal(state), "the new Simple as well"
        state = act(state, "accept")
        assert state.contract is not None
        assert (state.contract.declarer, state.contract.partner) == (2, 1)

    def test_an_acceptor_speaks_once_about_a_standing_bid(self) -> None:
        state = speak(opening(), "0 bid simple-petite AC; 1 accept; 2 pass; 3 pass")
        assert state.phase == "play", "seat 1 is not asked again"


class TestMisereBarred:
    """R39: who has bid tricks or accepted may not bid a misère in this deal."""

    MISERES = ("petite-misere", "grande-misere", "petite-misere-table", "grande-misere-table")

    @pytest.mark.parametrize(
        "first",
        ["bid simple-petite AC", "bid simple-belle AH", "bid petite-independance S", "bid neuf S"],
    )
    def test_after_a_bid_of_tricks(self, first: str) -> None:
        state = speak(opening(), f"0 {first}; 1 bid neuf H; 2 pass; 3 pass")
        assert state.actor == 0
        for key in self.MISERES:
            assert why(state, f"bid {key}") is MisereBarred
        assert why(state, "bid quatre-as") is MisereBarred, "four aces or not"
        assert legal(state) == ["pass", "bid neuf-petite", "bid neuf-belle"]

    def test_P3_who_is_barred_is_not_asked_when_only_miseres_are_left(self) -> None:
        state = speak(opening(), "0 bid neuf S; 1 bid neuf-belle")
        assert state.actor == 2, "0 has bid tricks, but 2 and 3 may bid a misère on the table"
        state = speak(state, "2 pass; 3 pass")
        assert state.phase == "play"
        assert state.contract is not None
        assert state.contract.declarer == 1

    def test_after_a_misere_anything_goes(self) -> None:
        state = speak(opening(), "0 bid petite-misere; 1 bid grande-independance S; 2 pass; 3 pass")
        assert {"bid grande-misere", "bid quatre-as", "bid neuf S"} <= set(legal(state))
        state = speak(state, "0 bid grande-misere; 1 bid neuf S; 0 bid neuf H; 1 pass")
        assert state.contract is not None
        assert (state.contract.key, state.contract.declarer) == ("neuf", 0)

    def test_P33_a_misere_bidder_bids_tricks_and_is_barred_from_then_on(self) -> None:
        state = speak(
            opening(),
            "0 bid petite-misere; 1 bid grande-independance S; 2 pass; 3 pass;"
            "0 bid grande-independance C; 1 bid grande-independance H",
        )
        assert state.actor == 0
        assert why(state, "bid grande-misere") is MisereBarred

    def test_a_pass_bars_nothing_but_the_bidding(self) -> None:
        state = speak(opening(), "0 pass; 1 bid simple-belle KH; 2 pass; 3 pass")
        assert why(state, "bid petite-misere") is PassedOut

    def test_other_variants_have_no_such_rule(self) -> None:
        state = auction(french(belle="H"))
        others = br.get_variant("fontainebleau"), br.get_variant("american")
        for variant in (state.variant, *others):
            rule = variant.bidding
            accepted = rule.marked(0, br.Accept(), None)
            misere = next(step for step in variant.ladder if step.is_misere)
            assert (rule.forbids(misere, accepted) is None) is (variant in others)


class TestEnd:
    def test_P5_thrown_in_and_the_next_dealer_shuffles(self) -> None:
        state = settled(act(opening(), "pass;pass;pass;pass"))
        pool = state.table.pool
        later = br.next_deal(state)
        assert later.phase == "shuffle"
        assert later.table.dealer == 0
        assert later.table.pool == pool + 10
        assert later.table.deal_number == 3

    @pytest.mark.parametrize(
        ("slug_bid", "asked"),
        [
            ("bid petite-misere-table", 1),
            ("bid neuf-belle", 1),
            ("bid grande-misere-table", None),
        ],
    )
    def test_P3_after_the_highest_bid_nobody_is_asked(
        self, slug_bid: str, asked: int | None
    ) -> None:
        state = act(opening(), slug_bid)
        if asked is None:
            assert state.phase == "play"
        else:
            assert (state.phase, state.actor) == ("auction", asked)

    def test_P3_who_may_bid_misere_on_the_table_only_is_skipped_when_barred(self) -> None:
        state = speak(
            opening(),
            "0 bid petite-independance S; 1 bid petite-independance C;"
            "2 bid petite-independance D; 3 bid petite-misere-table",
        )
        assert state.phase == "discarding", "all three others have bid tricks"
