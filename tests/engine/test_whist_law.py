"""The law of whist (LW1 to LW6): claims until the next deal, suits called after a false lead."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from attrs import evolve
from tests.engine.at_table import HANDS, alone, cards, go, refusal, shown, verdict
from tests.phases.table_talk import SUITS, first_lawful, last_lawful, leave

import boston_rules as br
from boston_rules.core import errors
from boston_rules.deal.law.playing import PlayingAtTable
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw, WhistLaw

WHIST: Final = ("fontainebleau", "fontainebleau-cats", "french")
FOSTERS: Final = ("fontainebleau-foster", "russian-foster", "american-foster", "french-foster")
FOSTER: Final = Laws(
    MisdealLaw(10),
    RevokeLaw("deal", fine=40, each_other=50),
    WhistLaw(spares_declarer=True, misere_fine=40),
)
"""The penalties of Foster's Boston, American and of Fontainebleau."""


def at_table(slug: str = "fontainebleau", laws: Laws | None = None, **options: Any) -> br.Variant:
    variant = br.get_variant(slug, enforcement="table", **options)
    return variant if laws is None else evolve(variant, laws=laws)


def spades(variant: br.Variant | None = None, bid: str = "bid 5 S") -> br.State:
    """Seat 0 is eldest, has bid and plays alone; his lead."""
    return alone(br.start(variant or at_table(), 3, hands=HANDS), bid)


def five(slug: str) -> br.State:
    """The same in one of FOSTER's games, where spades are turned if a card is."""
    variant = at_table(slug)
    turned = None
    if variant.dealing.turn is not None:
        turned = br.parse_card("2S")
    bid = {"american-foster": "bid 5 preference", "french-foster": "bid demande AS"}
    return alone(br.start(variant, 3, hands=HANDS, turned=turned), bid.get(slug, "bid 5 S"))


def nobody_bid(variant: br.Variant | None = None) -> br.State:
    return go(br.start(variant or at_table(), 3, hands=HANDS), *["pass"] * 4)


def partnered() -> br.State:
    """Seat 2 plays five hearts with seat 0, who leads."""
    state = go(br.start(at_table(), 3, hands=HANDS), "pass", "pass", "bid 5 H", "pass", "ask")
    state = go(state, "decline", "accept")
    assert (state.phase, state.actor) == ("play", 0)
    return state


def finished(state: br.State, last: bool = False) -> br.State:
    """Lawful cards to the end of the play."""
    return leave(state, "play", last_lawful if last else first_lawful)


class TestGames:
    def test_G21_which_games_have_it(self) -> None:
        found = [slug for slug in br.list_variants() if br.get_variant(slug).laws.whist]
        assert sorted(found) == sorted((*WHIST, *FOSTERS))
        for slug in WHIST:
            laws = br.get_variant(slug).laws
            assert (laws.revoke.penalty, laws.revoke.fine) == ("tricks", 0)
            assert laws.whist is not None
            assert laws.whist == WhistLaw(source=laws.whist.source)
        for slug in FOSTERS:
            laws = br.get_variant(slug).laws
            assert laws.revoke.penalty == "deal"
            assert laws.whist is not None
            assert (laws.whist.spares_declarer, laws.whist.misere_fine) == (True, 40)

    def test_a_revoke_of_an_earlier_trick_cannot_move_it(self) -> None:
        with pytest.raises(br.VariantError, match="cannot move the trick"):
            Laws(revoke=RevokeLaw("that-trick"), whist=WhistLaw())


class TestClaims:
    def test_LW2_until_the_end_of_the_deal(self) -> None:
        state = go(spades(), *cards("AS KH 5S 2S"))
        assert shown(state, None, "revoke") == ["revoke 1 1"]
        state = go(state, *cards("KS 8S"))
        assert shown(state, None, "revoke") == ["revoke 1 1"], "in turn, within a trick"
        assert shown(state, 0, "revoke") == shown(state, 3, "revoke") == ["revoke 1 1"]
        assert shown(state, 1, "revoke") == []
        state = go(state, "3: revoke 1 1")
        assert (state.revokes, state.actor, len(state.trick)) == (((0, 1),), 2, 2)
        assert state.infractions == (br.Infraction("revoke", 1, trick=1),)
        assert [shown(state, seat, "revoke") for seat in range(4)] == [[]] * 4

    def test_who_claims_tells_nothing_of_his_hand(self) -> None:
        state = go(spades(), *cards("AS KH 5S 2S KS 8S"))
        assert isinstance(state, PlayingAtTable)
        assert state.actor == 2
        assert state.told_by(br.Event(3, br.parse_action("revoke 1 1"))) == ()

    def test_LW2_not_before_its_trick_is_complete(self) -> None:
        state = go(spades(), *cards("AS KH 5S"))
        assert type(refusal(state, "revoke 1 1", 2)) is errors.NothingToClaim
        assert shown(go(state, "1: correct 8S", *cards("5S 2S")), 2, "revoke") == []

    def test_G22_a_claim_names_its_trick(self) -> None:
        state = go(spades(), *cards("AS KH 5S 2S"))
        for token in ("revoke 1", "revoke 1 2", "revoke 1 0", "revoke 2 1", "revoke 4 1"):
            assert type(refusal(state, token, 3)) is errors.NothingToClaim

    def test_LW2_each_claimant_once_for_each_seat_and_trick(self) -> None:
        state = go(spades(), *cards("AS KH 5S 2S KS QH 6S 3S"))
        assert shown(state, 2, "revoke") == ["revoke 1 1", "revoke 1 2"]
        state = go(state, *cards("QS JH 7S 4S"), "2: revoke 1 2")
        assert shown(state, 2, "revoke") == ["revoke 1 1", "revoke 1 3"]
        assert shown(state, 0, "revoke") == ["revoke 1 1", "revoke 1 3"], "it is established"
        assert state.revokes == ((1, 1),)

    def test_LW2_a_wrong_claim_costs_nothing_and_is_told(self) -> None:
        state = finished(go(spades(), *cards("AS 8S 5S 2S KS 9S 6S 3S QS TS 7S 4S JS KH TH 7H")))
        assert state.phase == "claims"
        law = state.variant.laws.whist
        assert {state.rule_of(each) for each in br.legal_actions(state)} == {law}
        state = go(state, "revoke 1 4")
        assert (state.events[-1].shows.verdict, state.revokes, state.actor) == (False, (), 0)
        assert "revoke 1 4" not in shown(state, None, "revoke")

    def test_G22_claims_are_asked_from_eldest_before_the_bill(self) -> None:
        state = finished(go(spades(), *cards("AS KH 5S 2S")))
        assert (state.phase, state.actor, state.settlement) == ("claims", 0, None)
        assert br.lawful_actions(state) == (br.Pass(),)
        assert str(br.legal_actions(state)[0]) == "pass"
        assert br.legal_actions(state, 2) == ()
        assert type(refusal(state, "revoke 1 1", 2)) is errors.NotYourTurn
        state = go(state, "revoke 1 1")
        assert state.actor == 0, "he keeps the turn until he passes"
        for seat in range(4):
            assert state.actor == seat
            assert type(refusal(state, "play AS")) is errors.WrongPhase
            state = go(state, "pass")
        assert isinstance(state, br.Settled)
        assert state.infractions == (br.Infraction("revoke", 1, trick=1),)
        assert [str(event) for event in state.events[-5:]] == ["revoke 1 1", *["pass"] * 4]

    def test_G22_they_are_shown_whether_or_not_somebody_revoked(self) -> None:
        state = br.start(at_table(), 3, hands=SUITS)
        state = finished(go(state, "bid 13 S", "pass", "pass", "pass"))
        assert state.phase == "claims"
        assert len(shown(state, None, "revoke")) == 3 * 13

    def test_G22_not_where_everybody_followed_suit(self) -> None:
        """Everybody lays aside a card of his only suit of four, so that all have three of each."""
        state = br.start(at_table(), 3, hands=HANDS)
        state = go(state, "bid little-misere", "pass", "pass", "pass")
        state = go(state, "discard AS", "discard TD", "discard 2C", "discard 2H")
        assert isinstance(finished(state), br.Settled)

    def test_L3_quatre_as_is_free_in_the_first_ten_tricks(self) -> None:
        hands = (
            "AS 4S 3S 2S AH 4H 3H 2H AC 3C 2C AD 2D",
            "KS QS JS KH QH JH KC QC JC KD QD JD TD",
            "TS 9S 8S TH 9H 8H TC 9C 8C 9D 8D 7D 6D",
            "7S 6S 5S 7H 6H 5H 7C 6C 5C 4C 5D 4D 3D",
        )
        state = br.start(at_table("french"), 2, hands=hands, turned=br.parse_card("TS"))
        state = go(state, "pass", "bid quatre-as", "pass", "pass")
        state = go(state, *cards("7S AH KS TS KH TH 7H AS"))
        assert [shown(state, seat, "revoke") for seat in range(4)] == [[]] * 4

    def test_LW3_three_tricks_for_each(self) -> None:
        state = go(spades(), *cards("AS KH 5S 2S KS QH 6S 3S"), "0: revoke 1 1", "2: revoke 1 2")
        state = finished(state)
        for _ in range(4):
            state = go(state, "pass")
        assert isinstance(state, br.Settled)
        assert state.settlement.penalties[0].startswith("seat 1 revoked in trick 1: 3 tricks more")
        assert len(state.settlement.penalties) == 2
        told: dict[str, Any] = {"pool": 50, "dealer": 3, "infractions": state.infractions}
        bill = br.settle(state.variant, state.contract, state.outcome, **told)
        assert bill == state.settlement

    def test_L14_nothing_is_decided_while_a_claim_is_open(self) -> None:
        state = go(spades(bid="bid grand-misere"), *cards("AH KH 8H 2D KS"))
        assert verdict(state) is None, "seat 3 may have had a heart"
        assert verdict(go(state, "0: revoke 3 1")) is True

    def test_the_events_of_the_claims_move_every_view(self) -> None:
        state = finished(go(spades(), *cards("AS KH 5S 2S")))
        views = [br.observe(state, seat) for seat in (None, 0, 1, 2, 3)]
        for token in ("pass", "pass", "revoke 1 1", "pass", "pass"):
            state = go(state, token)
            views = [br.advance(v, br.observe(state, v.viewer).events[-1]) for v in views]  # type: ignore[arg-type]
            assert views == [br.observe(state, seat) for seat in (None, 0, 1, 2, 3)]
        assert isinstance(state, br.Settled)

    def test_a_view_knows_what_a_later_card_has_shown(self) -> None:
        """Seat 1 plays a spade later, so that everybody sees that a claim is right."""
        state = go(spades(), *cards("AS KH 5S 2S KS 8S 6S 3S"))
        view = br.observe(state, 2)
        wrong = br.Event(3, br.Revoke(1, 1), br.Event(0, br.Pass()).shows)
        with pytest.raises(br.EventError, match="does not tell"):
            br.advance(view, wrong)
        told = br.observe(go(state, "3: revoke 1 1"), 2).events[-1]
        with pytest.raises(br.EventError, match="does not tell"):
            br.advance(view, evolve(told, shows=evolve(told.shows, verdict=False)))


class TestSuits:
    def test_LW4_the_card_goes_back_and_a_suit_is_led(self) -> None:
        state = go(spades(), "2: play TH")
        assert shown(state, None, "suit") == ["suit C", "suit D", "suit H", "suit S"]
        assert shown(state, 1, "suit") == shown(state, 3, "suit") == []
        state = go(state, "suit D")
        assert (state.faced, state.called_suits) == ((), ((2, br.DIAMONDS),))
        assert state.returned == ((2, br.Cards.parse("TH")),)
        assert shown(state, None, "suit") == []
        # Seat 0 is no opponent of himself: he leads what he likes, and loses the trick to seat 1.
        assert len(br.lawful_actions(state)) == 13
        state = go(state, *cards("5H KH 8H 2H"))
        assert state.actor == 1
        assert [str(each) for each in br.legal_actions(state)] == [
            "play TD", "play JD", "play QD", "play KD",
        ]  # fmt: skip
        assert br.lawful_actions(state) == br.legal_actions(state)
        error = refusal(state, "play TS")
        assert (error.code, error.reason) == (
            "law/suit-called",
            "diamonds are called, and you hold one",
        )
        state = go(state, "play KD")
        assert state.called_suits == ()

    def test_LW4_the_leader_himself_may_be_bound(self) -> None:
        state = go(br.start(at_table(), 3, hands=HANDS), "pass", "bid 5 H", "pass", "pass", "solo")
        state = go(state, "3: play 2D", "1: suit C")
        assert [str(each) for each in br.legal_actions(state)] == ["play 4C", "play 5C", "play AC"]

    def test_LW4_before_the_right_lead(self) -> None:
        state = go(spades(), "2: play TH", "play AS")
        assert type(refusal(state, "suit H", 0)) is errors.NothingToCall
        assert state.faced == ((2, br.Cards.parse("TH")),)
        state = go(state, *cards("8S"), "3: play 2D")
        assert type(refusal(state, "suit H", 0)) is errors.NothingToCall, "no lead"

    def test_G25_also_before_the_first_lead_and_once_for_each(self) -> None:
        state = go(spades(), "2: play TH", "3: play 2D", "suit C")
        assert (state.called_suits, state.faced) == (((2, br.CLUBS),), ((3, br.Cards.parse("2D")),))
        state = go(state, "suit S")
        assert state.called_suits == ((2, br.CLUBS), (3, br.SPADES))
        assert type(refusal(state, "suit S")) is errors.NothingToCall
        state = go(state, *cards("5H KH 8H 2H"))
        assert {str(each)[-1] for each in br.legal_actions(state)} == {"C"}, "in the order made"
        state = go(state, *cards("KC 8C 3C 5C"))
        assert {str(each)[-1] for each in br.legal_actions(state)} == {"S"}

    def test_LW4_a_leader_without_the_suit_pays_it_and_shows_a_void(self) -> None:
        hands = (
            "AS KS QS JS TS 9S 8S 7S 6S AH AC AD 2H",
            "KH QH JH TH 9H KC QC JC TC 9C KD QD JD",
            "8H 7H 6H 5H 8C 7C 6C 5C TD 9D 8D 7D 5S",
            "4S 3S 2S 4H 3H 4C 3C 2C 6D 5D 4D 3D 2D",
        )
        state = go(br.start(at_table(), 3, hands=hands), "bid 5 S", "pass", "pass", "pass", "solo")
        state = go(state, "2: play 8H", "suit S", *cards("2H KH 8H 4H"))
        assert len(br.legal_actions(state)) == 12, "seat 1 has no spade"
        view = br.observe(state, 0)
        assert br.SPADES not in view.voids[1]
        state = go(state, "play KC")
        assert state.called_suits == ()
        for seat in (None, 0, 2, 3):
            assert br.observe(state, seat).voids[1] == (br.SPADES,)

    def test_G25_a_card_that_went_back_is_not_laid_again(self) -> None:
        state = go(spades(), "2: play TH", "suit C")
        error = refusal(state, "play TH", 2)
        assert (error.code, "was laid out of turn before" in error.reason) == ("law/exposed", True)
        assert "play TH" not in shown(state, 2, "play")
        assert "TH" in state.hands[2].tokens

    def test_G34_it_stays_publicly_known(self) -> None:
        state = go(spades(), "2: play TH", "suit C")
        view = br.observe(state, 0)
        for seed in range(5):
            assert br.parse_card("TH") in br.sample(view, random.Random(seed)).hands[2]
        error = br.why_illegal(br.observe(state, 1), br.parse_action("play TH"), 1)
        assert type(error) is errors.CardNotHeld
        with pytest.raises(br.EventError, match="you do not hold"):
            br.advance(view, br.Event(3, br.parse_action("play TH")))

    def test_F15_eldest_of_the_opponents_calls_for_the_declarers_side(self) -> None:
        state = partnered()
        state = go(state, "2: play 7S")
        assert [bool(shown(state, seat, "suit")) for seat in range(4)] == [
            False,
            True,
            False,
            False,
        ]
        state = go(state, "1: suit D")
        assert {str(each)[-1] for each in br.legal_actions(state)} == {"D"}

    def test_F15_none_in_a_deal_that_nobody_bid(self) -> None:
        state = go(nobody_bid(), "2: play TH")
        assert [shown(state, seat, "suit") for seat in range(4)] == [[]] * 4

    def test_G25_none_while_sides_are_not_known(self) -> None:
        state = go(
            br.start(at_table("fontainebleau-cats"), 3, hands=HANDS), "bid 5 S", *["pass"] * 3
        )
        state = go(state, "call 2D", "2: play TH")
        assert [shown(state, seat, "suit") for seat in range(4)] == [[]] * 4
        state = go(state, "3: play 2D")
        assert shown(state, None, "suit") != [], "the called card has been seen"

    def test_G25_a_bound_leader_has_cards_alone(self) -> None:
        state = go(spades(), "2: play TH", "suit D", *cards("5H KH 8H 3C"))
        assert shown(state, 0, "revoke") == ["revoke 3 1"]
        assert {str(each)[-1] for each in br.legal_actions(state)} == {"D"}
        assert type(refusal(state, "revoke 3 1")) is errors.SuitCalled
        state = go(state, *cards("KD 7D 2D AD"))
        assert shown(state, 1, "revoke") == shown(state, None, "revoke") == ["revoke 3 1"]

    def test_G25_a_caller_who_is_bound_himself_calls_nothing(self) -> None:
        state = partnered()  # seat 0 leads, of the declarer's side; seat 1 calls, and seat 2
        state = go(state, "2: play 7S", "1: suit H", *cards("5H KH 8H 7H"))
        assert (state.actor, state.called_suits) == (1, ())
        state = go(state, "3: play 2D", "2: suit C", "0: play AD")
        # Seat 1 has to lead a club, and may call a suit for seat 0's card only if he has none.
        assert shown(state, None, "suit") == []
        assert type(refusal(state, "suit S")) is errors.SuitCalled

    def test_G25_a_demand_binds_a_bound_leader_only_to_a_card_of_the_suit(self) -> None:
        state = go(spades(), "1: play JD", *cards("5H KH 8H 2H"), "2: play 7D")
        clubs = go(state, "0: suit C", "0: demand JD")
        assert {str(each)[-1] for each in br.legal_actions(clubs)} == {"C"}
        led = go(clubs, "play KC")
        for seat in (None, 0, 1, 2, 3):
            view = br.advance(br.observe(clubs, seat), br.observe(led, seat).events[-1])
            assert view == br.observe(led, seat)
        assert type(refusal(clubs, "play JD")) is errors.SuitCalled
        for told in (("0: suit D", "0: demand JD"), ("0: demand JD", "0: suit D")):
            diamonds = go(state, *told)
            assert br.legal_actions(diamonds) == (br.parse_action("play JD"),)
            assert type(refusal(diamonds, "play KD")) is errors.CardDemanded

    def test_G27_order(self) -> None:
        state = go(spades(), "1: play JD", *cards("5H KH 8H 2D"), "2: play 7D")
        words = [str(each).partition(" ")[0] for each in br.legal_actions(state, 0)]
        assert list(dict.fromkeys(words)) == ["play", "demand", "suit", "revoke"]

    def test_L9_F16_an_exposed_card_taken_back_lies_exposed_again(self) -> None:
        state = go(spades(), "2: play 7S", *cards("AS KH"), "0: demand 7S", "play 7S")
        assert state.faced == ()
        state = go(state, "1: correct 8S")
        assert state.faced == ((1, br.Cards.parse("KH")), (2, br.Cards.parse("7S")))
        assert shown(state, 0, "demand") == ["demand 7S"]
        state = go(state, "0: demand 7S")
        assert [str(each) for each in br.legal_actions(state)] == ["play 7S"]

    def test_L9_F16_so_does_one_that_was_played_as_a_correction(self) -> None:
        state = go(spades(), "2: play 7S", *cards("AS KH TH"), "2: correct 7S")
        assert state.faced == ((2, br.Cards.parse("TH")),)
        state = go(state, "1: correct 8S")
        assert state.faced == ((1, br.Cards.parse("KH")), (2, br.Cards.parse("7S TH")))

    def test_L4_other_cards_taken_back_do_not_lie_exposed(self) -> None:
        state = go(spades(), *cards("AS KH 5S"), "1: correct 8S")
        assert state.faced == ((1, br.Cards.parse("KH")),)


class TestFoster:
    """LW3 to LW6 with the penalties of Foster's book, as the fields of the rule say them."""

    def test_LW3_a_revoke_of_the_declarer_ends_the_deal_lost(self) -> None:
        state = go(spades(at_table(laws=FOSTER)), *cards("AS 8S 5S 2S 5H KH 8H 2H KC 8C 3C"))
        state = go(state, "play JS", "play KS", "1: revoke 0 3")
        assert isinstance(state, br.Settled)
        assert (state.settlement.made, sum(state.outcome.tricks), state.trick) == (False, 3, ())
        assert "KS" in state.hands[0].tokens, "G2: the trick that was broken off goes back"
        assert state.settlement.transfers[-1].chips == 40

    def test_LW3_of_an_opponent_ends_it_as_made_exactly(self) -> None:
        state = go(spades(at_table(laws=FOSTER)), *cards("AS KH 5S 2S"), "3: revoke 1 1")
        assert isinstance(state, br.Settled)
        assert state.settlement.made is True
        # Simple Boston in spades exactly, ten, and twenty for the four honours; the pool of 50.
        assert state.settlement.deltas == (3 * 30 + 50, -30 - 40, -30, -30)
        assert state.settlement.pool == 40

    def test_G28_the_first_right_claim_after_the_play_ends_it(self) -> None:
        state = finished(go(spades(at_table(laws=FOSTER)), *cards("AS KH 5S 2S KS QH 6S 3S")))
        assert state.phase == "claims"
        state = go(state, "pass", "pass", "revoke 1 2")
        assert isinstance(state, br.Settled)
        assert state.infractions == (br.Infraction("revoke", 1, trick=2),)
        assert state.settlement.made is True

    def test_G24_nobody_bid_fifty_to_each_and_forty_to_the_pool(self) -> None:
        state = go(nobody_bid(at_table(laws=FOSTER)), *cards("AS KH 5S 2S"), "3: revoke 1 1")
        assert isinstance(state, br.Settled)
        assert state.settlement.deltas == (50, -190, 50, 50)
        assert (state.settlement.pool, state.settlement.made) == (90, None)

    def test_LW6_a_card_out_of_turn_ends_a_misere_as_made(self) -> None:
        for token in ("2: play TH", "2: play 2C"):
            state = spades(at_table(laws=FOSTER), "bid grand-misere")
            state = go(state, "play 4H", token)
            assert isinstance(state, br.Settled)
            assert state.infractions == (br.Infraction("out-of-turn", 2),)
            assert state.settlement.made is True
            assert state.settlement.deltas == (3 * 150 + 50, -150, -150 - 40, -150)
            assert state.settlement.pool == 40
            assert state.settlement.penalties[0].startswith(
                "seat 2 played out of turn, which ends the deal: the bid is made by it"
            )

    def test_LW6_not_one_of_the_declarer_nor_a_correction(self) -> None:
        state = go(spades(at_table(laws=FOSTER), "bid grand-misere"), *cards("4H"), "0: play 5H")
        assert state.phase == "play"
        state = go(state, *cards("KC 8H"), "1: correct KH")
        assert state.phase == "play"

    def test_LW6_nor_in_a_contract_of_tricks_or_where_nobody_bid(self) -> None:
        assert go(spades(at_table(laws=FOSTER)), "2: play TH").phase == "play"
        assert go(nobody_bid(at_table(laws=FOSTER)), "2: play TH").phase == "play"

    def test_G26_the_declarers_errors_cost_nothing(self) -> None:
        state = go(spades(at_table(laws=FOSTER)), *cards("5H KH 8H 2H"), "0: play AS")
        assert state.faced == ((0, br.Cards.parse("AS")),)
        assert [shown(state, seat, "suit") for seat in range(4)] == [[]] * 4
        state = go(state, "play KC", "play 8C", "play 3C")
        assert state.actor == 0
        assert [shown(state, seat, "demand") for seat in range(4)] == [[]] * 4

    def test_G26_nor_where_nobody_bid_can_a_card_be_demanded(self) -> None:
        state = go(nobody_bid(at_table(laws=FOSTER)), "1: play TS", "play AS")
        assert [shown(state, seat, "demand") for seat in range(4)] == [[]] * 4


@pytest.mark.parametrize("slug", FOSTERS)
class TestEachOfFosters:
    def test_LW1_a_revoke_is_corrected_by_the_offender_until_the_trick_is_complete(
        self, slug: str
    ) -> None:
        state = go(five(slug), *cards("AS KH"))
        assert [shown(state, seat, "correct") for seat in (0, 2, 3)] == [[]] * 3
        jack = ["correct JD"] if slug == "french-foster" else []  # it is a trump there
        assert shown(state, 1, "correct") == [*jack, "correct 8S", "correct 9S", "correct TS"]
        state = go(state, "play 5S")
        assert shown(go(state, "play 2S"), 1, "correct") == []
        state = go(state, "1: correct 8S")
        assert (state.actor, state.faced) == (2, ((1, br.Cards.parse("KH")),))

    def test_LW5_a_demand_that_can_be_obeyed_cannot_be_refused(self, slug: str) -> None:
        state = go(five(slug), "1: play TS", "2: play TH", "play AS", "0: demand TS")
        assert [str(each) for each in br.legal_actions(state)] == ["play TS"]
        assert type(refusal(state, "play 8S")) is errors.CardDemanded
        state = go(state, "play TS", "0: demand TH")
        assert len(br.legal_actions(state)) == 13, "seat 2 has to follow suit, and may err"
        assert [str(each) for each in br.lawful_actions(state)] == ["play 5S", "play 6S", "play 7S"]

    def test_F17_a_leader_who_owes_a_suit_may_claim_while_he_is_asked(self, slug: str) -> None:
        state = go(five(slug), "2: play TH", "suit D", *cards("5H KH 8H 3C"))
        assert (state.phase, state.actor) == ("conceding", 1)
        assert shown(state, None, "revoke") == ["revoke 3 1"]
        state = go(state, "contest")
        assert (state.phase, state.actor) == ("play", 1)
        assert shown(state, None, "revoke") == []
        assert shown(state, 2, "revoke") == ["revoke 3 1"]


@pytest.mark.parametrize("slug", ["french", "french-foster"])
def test_G25_the_boston_jack_is_of_the_trump_suit_when_a_suit_is_called(slug: str) -> None:
    hands = (
        HANDS[0],
        "TS 9S 8S  KH QH JH  KC QC JC TC 9C 8C  JD",
        "7S 6S 5S  TH 9H 8H  2C  KD QD TD 9D 8D 7D",
        HANDS[3],
    )
    state = br.start(at_table(slug), 3, hands=hands, turned=br.parse_card("2S"))
    bid = "bid demande AS" if slug == "french-foster" else "bid simple-belle AS"
    state = go(state, bid, "pass", "pass", "pass", "2: play TH")
    for suit, legal in (("D", 12), ("S", 4)):
        called = go(state, f"suit {suit}", *cards("5H KH 8H 2H"))
        if called.phase == "conceding":
            called = go(called, "contest")
        assert (called.actor, len(br.legal_actions(called))) == (1, legal)
        assert br.parse_action("play JD") in br.legal_actions(called)


def test_F14_no_overtricks_for_a_revoke_of_an_opponent() -> None:
    """A five is paid 12, where the text would pay it as if eight had been taken, 13."""
    state = go(five("american-foster"), *cards("AS KH 5S 2S"), "contest", "3: revoke 1 1")
    assert isinstance(state, br.Settled)
    assert state.settlement.made is True
    assert state.settlement.deltas == (3 * 12 + 40, -12 - 40, -12, -12)
    assert state.settlement.pool == 40


def test_N13_a_revoke_claimed_after_a_concession_is_penalized() -> None:
    state = spades(evolve(at_table(), concession=ConcessionRule()))
    state = go(state, *cards("AS KH 5S 2S"), *["concede"] * 3)
    assert (state.phase, state.actor) == ("claims", 0)
    state = go(state, "revoke 1 1", *["pass"] * 4)
    assert isinstance(state, br.Settled)
    # Made exactly, with four honours, and three tricks more for the revoke.
    assert state.settlement.deltas == (3 * (10 + 20 + 15) + 50, -45, -45, -45)


def test_F17_off_suit_in_the_last_trick_alone_shows_the_claims() -> None:
    """Everybody has three cards of each suit and one more, of four suits."""
    state = nobody_bid()
    while state.phase == "play":
        assert [shown(state, seat, "revoke") for seat in range(4)] == [[]] * 4
        lawful = br.lawful_actions(state)
        assert all(isinstance(each, br.Play) for each in lawful)
        held = [{card.suit for card in hand} for hand in state.hands]
        shared = [each for each in lawful if all(each.card.suit in suits for suits in held)]  # type: ignore[union-attr]
        state = br.apply(state, (*shared, *lawful)[0])
    assert (state.phase, state.actor) == ("claims", 0)
    legal = [str(each) for each in br.legal_actions(state)]
    last = state.tricks[-1]
    others = [seat for seat in range(4) if seat not in (0, last.leader)]
    assert legal == ["pass", *(f"revoke {seat} 13" for seat in others)]
    assert go(state, legal[-1]).revokes == ()


def test_G2_the_cards_of_a_trick_broken_off_go_back_before_the_pack_is_gathered() -> None:
    state = go(five("fontainebleau-foster"), *cards("AS KH 5S 2S"), "contest")
    done = go(state, *cards("KS 9S"), "3: revoke 1 1")
    assert isinstance(done, br.Settled)
    first = ["AS", "KH", "5S", "2S"]
    rest = [card for hand in HANDS for card in hand.split() if card not in first]
    assert done.gathered is not None
    assert [str(br.PACK[card]) for card in done.gathered] == first + rest  # type: ignore[union-attr]


@pytest.mark.parametrize("word", ["misdeal", "misdeal touched"])
@pytest.mark.parametrize("slug", FOSTERS[:3])
def test_LW7_a_misdeal_costs_ten_and_the_same_dealer_deals_again(slug: str, word: str) -> None:
    rng = random.Random(7)
    state = br.start(at_table(slug), 3)
    misdeals = 0
    while not isinstance(state, br.Settled):
        told = [str(each) for each in br.legal_actions(state)]
        if word in told:
            state, misdeals = go(state, word), misdeals + 1
            assert (state.phase, state.actor, state.table.dealer) == ("cut", 0, 3), "no shuffle"
        elif state.actor == br.CHANCE:
            state = br.apply(state, br.draw_chance(state, rng))
        else:
            state = br.apply(state, br.lawful_actions(state)[-1 if "pass" not in told else 0])
    assert misdeals == 3, "at most three before a deal"
    paid = state.settlement.transfers[:misdeals]
    assert [(each.payer, each.payee, each.chips) for each in paid] == [(3, br.POOL, 10)] * misdeals
