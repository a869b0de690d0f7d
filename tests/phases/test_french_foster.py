"""The auction of ``french-foster``: a demande whose suit nobody is told before it is over."""

from __future__ import annotations

import random

import pytest
from tests.phases.table_talk import STRIPES, SUITS, act, auction, french, legal, settled, speak

import boston_rules as br
from boston_rules.core.errors import (
    BidTooLow,
    BidUnavailable,
    CardNotHeld,
    EventError,
    LaidSuit,
    MisereBarred,
    NothingToAccept,
    PassedOut,
)


def opening(
    turned: str = "7C", belle: str | None = "H", hands: tuple[str, ...] = STRIPES
) -> br.State:
    """Clubs are petite, hearts belle; seat 0 is eldest; everybody holds both suits."""
    return french(hands, turned=turned, belle=belle, slug="french-foster")


def why(state: br.State, token: str) -> type | None:
    error = br.why_illegal(state, br.parse_action(token))
    return None if error is None else type(error)


def bids(state: br.State, key: str) -> list[str]:
    return [token.removeprefix(f"bid {key} ") for token in legal(state) if f"bid {key} " in token]


class TestDemande:
    def test_a_card_of_either_suit_is_laid(self) -> None:
        assert bids(opening(), "demande") == ["6C", "TC", "AC", "6H", "TH", "AH"]

    def test_a_card_of_a_plain_suit_is_not(self) -> None:
        assert why(opening(), "bid demande AS") is LaidSuit
        assert why(opening(), "bid demande KC") is CardNotHeld
        error = br.why_illegal(opening(), br.parse_action("bid demande AD"))
        assert error is not None
        assert error.reason == "the laid card must be one of clubs or hearts"

    def test_who_holds_neither_suit_has_no_demande(self) -> None:
        state = opening(hands=(SUITS[0], SUITS[1], SUITS[3], SUITS[2]))
        assert bids(state, "demande") == []
        assert "bid petite-independance S" in legal(state)

    def test_nobody_is_told_the_suit_before_the_auction_is_over(self) -> None:
        one, other = (speak(opening(), f"0 bid demande {card}") for card in ("AC", "AH"))
        for seat in (None, 1, 2, 3):
            assert br.observe(one, seat) == br.observe(other, seat)
            assert str(br.observe(one, seat).events[-1]) == "bid demande ?"
        assert br.observe(one, 0) != br.observe(other, 0)

    @pytest.mark.parametrize("script", ["1 accept", "1 pass; 2 accept", "1 bid demande-belle KH"])
    def test_G16_whether_a_seat_is_asked_never_depends_on_the_suit(self, script: str) -> None:
        one, other = (speak(opening(), f"0 bid demande {card}; {script}") for card in ("AC", "AH"))
        while one.actor is not None and one.phase == "auction":
            assert one.actor == other.actor
            if one.actor != 0:
                assert br.legal_actions(one) == br.legal_actions(other)
            one, other = act(one, "pass"), act(other, "pass")
        assert one.phase == other.phase == "play"

    @pytest.mark.parametrize(("card", "trump"), [("AC", br.CLUBS), ("AH", br.HEARTS)])
    def test_the_winners_card_is_shown_and_settles_trumps(self, card: str, trump: br.Suit) -> None:
        state = speak(opening(), f"0 bid demande {card}; 1 pass; 2 accept; 3 pass")
        assert state.contract is not None
        assert (state.contract.trump, state.contract.partner) == (trump, 2)
        assert state.contract.key == "demande"
        for seat in (None, 0, 1, 2, 3):
            view = br.observe(state, seat)
            assert view.contract == state.contract
            assert view.events[-1].shows.laid == br.parse_card(card)
        assert br.parse_card(card) in state.hands[0], "it is taken back"

    def test_a_view_is_told_a_card_of_either_suit_and_of_no_other(self) -> None:
        state = speak(opening(), "0 bid demande AC; 1 pass; 2 pass")
        view = br.observe(state, 3)
        told = br.observe(act(state, "pass"), 3).events[-1]
        for card, trump in (("AC", br.CLUBS), ("AH", br.HEARTS)):
            event = br.Event(3, br.Pass(), br.Shows(laid=br.parse_card(card)))
            moved = br.advance(view, event)
            assert moved.contract is not None
            assert moved.contract.trump is trump
        assert told.shows.laid == br.parse_card("AC")
        with pytest.raises(EventError, match="was not laid"):
            br.advance(view, br.Event(3, br.Pass(), br.Shows(laid=br.parse_card("AS"))))

    def test_nobody_accepts_five_are_played_alone(self) -> None:
        state = speak(opening(), "0 bid demande AH; 1 pass; 2 pass; 3 pass")
        assert state.contract is not None
        assert state.contract.partner is None
        assert isinstance(state, br.Playing)
        assert state.setup.terms.target == 5

    def test_G15_in_a_deal_without_petite_it_is_of_belle_for_all_to_see(self) -> None:
        state = opening("7C", None)
        assert bids(state, "demande") == ["6C", "TC", "AC"]
        assert why(state, "bid demande AH") is LaidSuit
        state = speak(state, "0 bid demande AC")
        assert why(state, "bid demande-belle KC") is BidUnavailable
        assert not bids(state, "demande-belle")
        assert not bids(state, "demande")


class TestDemandeInBelle:
    def test_G15_it_is_bid_over_a_demande_alone(self) -> None:
        assert why(opening(), "bid demande-belle AH") is BidUnavailable
        error = br.why_illegal(opening(), br.parse_action("bid demande-belle AH"))
        assert error is not None
        assert error.reason == "Demande in Belle is bid only over Demande"
        state = speak(opening(), "0 bid demande AH")
        assert bids(state, "demande-belle") == ["2H", "5H", "9H", "KH"]
        assert not bids(state, "demande")
        state = act(state, "bid petite-independance S")
        assert why(state, "bid demande-belle 8H") is BidTooLow

    def test_it_overcalls_a_demande_that_is_of_belle_too(self) -> None:
        state = speak(opening(), "0 bid demande AH; 1 bid demande-belle KH; 2 pass; 3 pass; 0 pass")
        assert state.contract is not None
        assert (state.contract.key, state.contract.declarer) == ("demande-belle", 1)
        assert state.contract.trump is br.HEARTS

    def test_the_demander_may_accept_who_overcalled_him(self) -> None:
        state = speak(opening(), "0 bid demande AC; 1 bid demande-belle KH; 2 pass; 3 pass")
        assert "accept" in legal(state)
        assert act(state, "accept").contract.partner == 0  # type: ignore[union-attr]


class TestOvercalled:
    """A demander who was overcalled goes on with six in the suit of his card alone."""

    def overcalled(self, card: str, over: str = "bid demande-belle KH") -> br.State:
        return speak(opening(), f"0 bid demande {card}; 1 {over}; 2 pass; 3 pass")

    @pytest.mark.parametrize(("card", "suit"), [("AC", "C"), ("AH", "H")])
    def test_six_in_the_suit_of_his_card(self, card: str, suit: str) -> None:
        state = self.overcalled(card)
        assert bids(state, "petite-independance") == [suit]
        assert bids(state, "grande-independance") == ["S", "C", "D", "H"]
        for other in {*"SCDH"} - {suit}:
            assert why(state, f"bid petite-independance {other}") is LaidSuit
        error = br.why_illegal(state, br.parse_action("bid petite-independance S"))
        assert error is not None
        assert error.reason == "only in the suit of the card you have laid"

    def test_it_is_legal_in_his_own_view_and_in_no_other(self) -> None:
        state = self.overcalled("AC")
        assert br.legal_actions(br.observe(state, 0)) == br.legal_actions(state)
        for seat in (None, 1, 2, 3):
            assert br.legal_actions(br.observe(state, seat)) == ()
        refused = br.why_illegal(br.observe(state, 0), br.parse_action("bid petite-independance H"))
        assert type(refused) is LaidSuit

    def test_others_take_six_in_either_suit_as_possible(self) -> None:
        view = br.observe(self.overcalled("AC"), 2)
        for suit in (br.CLUBS, br.HEARTS):
            br.advance(view, br.Event(0, br.Bid("petite-independance", suit)))
        with pytest.raises(EventError, match="suit of the card"):
            br.advance(view, br.Event(0, br.Bid("petite-independance", br.SPADES)))

    def test_G16_a_demande_in_belle_binds_to_belle(self) -> None:
        state = speak(
            opening(),
            "0 bid demande AC; 1 bid demande-belle KH; 2 bid petite-independance C; 3 pass; 0 pass",
        )
        assert state.actor == 1
        assert bids(state, "petite-independance") == ["H"]
        view = br.observe(state, 3)
        with pytest.raises(EventError, match="suit of the card"):
            br.advance(view, br.Event(1, br.Bid("petite-independance", br.DIAMONDS)))

    def test_six_tells_the_suit_for_the_rest_of_the_auction(self) -> None:
        state = speak(
            opening(),
            "0 bid demande AC; 1 bid petite-independance S; 2 pass; 3 pass;"
            "0 bid petite-independance C; 1 bid petite-independance D",
        )
        assert state.actor == 0
        assert bids(state, "petite-independance") == []
        assert why(state, "bid petite-independance H") is LaidSuit
        with pytest.raises(EventError, match="suit of the card"):
            br.advance(br.observe(state, 1), br.Event(0, br.Bid("petite-independance", br.HEARTS)))

    def test_others_name_any_suit_for_six(self) -> None:
        state = speak(opening(), "0 bid demande AC")
        assert bids(state, "petite-independance") == ["S", "C", "D", "H"]


class TestMiseres:
    def test_G16_who_has_bid_tricks_may_bid_a_misere(self) -> None:
        state = speak(opening(), "0 bid demande AC; 1 bid petite-independance S; 2 pass; 3 pass")
        assert "bid petite-misere" in legal(state)

    def test_G16_who_has_accepted_may_not(self) -> None:
        state = speak(
            opening(), "0 bid demande AC; 1 accept; 2 bid petite-independance S; 3 pass; 0 pass"
        )
        assert state.actor == 1
        assert why(state, "bid petite-misere") is MisereBarred
        assert "bid petite-independance C" in legal(state)

    def test_G16_who_has_passed_may_accept_and_bids_nothing(self) -> None:
        state = speak(opening(), "0 pass; 1 bid demande KC; 2 pass; 3 pass")
        assert (state.actor, legal(state)) == (0, ["pass", "accept"])
        assert why(state, "bid petite-misere") is PassedOut

    def test_nothing_is_accepted_but_a_demande(self) -> None:
        state = speak(opening(), "0 bid petite-independance S")
        assert why(state, "accept") is NothingToAccept


class TestSampling:
    """The hidden suit is a constraint held exactly."""

    def test_the_demander_holds_a_card_of_belle_or_petite(self) -> None:
        state = speak(opening(), "0 bid demande AC")
        worlds = br.Worlds(br.observe(state, 3))
        free = br.Worlds(br.observe(speak(opening(), "0 pass"), 3))
        assert worlds.count < free.count
        rng = random.Random(5)
        suits = set()
        for _ in range(60):
            other = auction(worlds.state(rng))
            assert br.observe(other, 3) == br.observe(state, 3)
            bid = other.standing_bid
            assert bid is not None
            assert isinstance(bid[1].card, br.Card)
            assert bid[1].card in other.hands[0]
            suits.add(bid[1].card.suit)
        assert suits == {br.CLUBS, br.HEARTS}

    def test_six_after_a_demande_tells_that_a_card_of_the_suit_is_held(self) -> None:
        state = speak(
            opening(),
            "0 bid demande AC; 1 bid demande-belle KH; 2 pass; 3 pass;0 bid petite-independance C",
        )
        view, rng = br.observe(state, 3), random.Random(6)
        for _ in range(40):
            other = br.sample(view, rng)
            laid = next(each.action for each in other.said if isinstance(each.action, br.Bid))
            assert isinstance(laid.card, br.Card)
            assert laid.card.suit is br.CLUBS
            assert br.observe(other, 3) == view
            assert br.legal_actions(other) == br.legal_actions(other)


def test_passed_out_hands_are_thrown_in_and_the_pool_stays() -> None:
    state = settled(speak(opening(), "0 pass; 1 pass; 2 pass; 3 pass"))
    assert state.table.pool == 20
    assert br.next_deal(state).table.pool == 30


def test_a_record_of_one_seat_keeps_the_suit_hidden() -> None:
    state = speak(
        opening(), "0 bid demande AC; 1 bid petite-independance S; 2 pass; 3 pass; 0 pass"
    )
    text = br.dumps(br.record(br.observe(state, 2)))
    assert "bid demande ?" in text
    assert "bid demande AC" not in text
    assert "bid demande AC" in br.dumps(br.record(state))
