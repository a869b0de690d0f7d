"""Card play: the principles that a simple bot keeps."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.bots.spots import chosen, spot

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, SPADES, Contract
from boston_rules.deal.questions.calling import CalledCard

ALONE = Contract("5", 0, trump=HEARTS)
WITH_2 = Contract("5", 0, trump=HEARTS, partner=2)
MISERE = Contract("grand-misere", 0)


# Those who want tricks.


def test_a_partners_winning_card_is_not_beaten() -> None:
    view = spot("fontainebleau", WITH_2, "KS 3S 2H 4D", seat=2, trick="AS 5S")
    assert chosen(view) == "play 3S"


def test_a_partners_winning_card_is_not_trumped() -> None:
    view = spot("fontainebleau", WITH_2, "2H 9H 4D 3C", seat=2, trick="AS 5S")
    assert chosen(view) == "play 3C"


def test_opponents_of_the_declarer_are_partners_of_each_other() -> None:
    # Seat 3 has led an ace against the declarer's low card.
    view = spot("fontainebleau", ALONE, "KS 3S 2H 4D", seat=1, trick="AS 5S")
    assert chosen(view) == "play 3S"


def test_a_partners_card_that_will_be_beaten_is_beaten() -> None:
    view = spot("fontainebleau", WITH_2, "AS 3S 4D 5C", seat=2, trick="TS 5S")
    assert chosen(view) == "play AS"


def test_the_last_hand_wins_as_cheaply_as_possible() -> None:
    view = spot("fontainebleau", ALONE, "AS QS 9S 2S", seat=3, trick="8S 4S 7S")
    assert chosen(view) == "play 9S"


def test_the_last_hand_that_cannot_win_plays_low() -> None:
    view = spot("fontainebleau", ALONE, "QS 9S 2S", seat=3, trick="AS 4S 7S")
    assert chosen(view) == "play 2S"


def test_second_hand_plays_low() -> None:
    # The declarer has led and his partner plays after this seat.
    two = Contract("5", 0, trump=HEARTS, partner=2)
    view = spot("fontainebleau", two, "KS 8S 2S 4D", seat=1, trick="9S")
    assert chosen(view) == "play 2S"


def test_second_hand_takes_with_the_best_card() -> None:
    view = spot("fontainebleau", ALONE, "AS 8S 2S 4D", seat=1, trick="9S")
    assert chosen(view) == "play AS"


def test_third_hand_plays_the_lowest_of_its_highest() -> None:
    # King and queen are worth the same while the ace is out.
    view = spot("fontainebleau", ALONE, "KS QS 5S 2S", seat=0, trick="3S 9S")
    assert chosen(view) == "play QS"


def test_a_void_hand_ruffs_low_and_does_not_waste_a_trump_on_its_own_trick() -> None:
    view = spot("fontainebleau", ALONE, "KH 2H 4D 3C", seat=3, trick="8S 4S 7S")
    assert chosen(view) == "play 2H"
    # The declarer has ruffed: over him; an ally has: nothing is wasted.
    over = spot("fontainebleau", ALONE, "KH 2H 4D 3C", seat=2, trick="8S 4H 7S")
    assert chosen(over) == "play KH"
    ally = spot("fontainebleau", ALONE, "KH 2H 4D 3C", seat=3, trick="8S 4H 7S")
    assert chosen(ally) == "play 3C"


def test_a_discard_keeps_winners_and_guards() -> None:
    before = ["0: 2H 3H 4H 5H"]
    view = spot("fontainebleau", ALONE, "AD KC 3C 9S 8S 7S", seat=1, trick="QH", before=before)
    assert chosen(view) == "play 7S"


def test_the_declarer_draws_trumps_from_the_top() -> None:
    view = spot("fontainebleau", ALONE, "AH KH QH 7H 5H 2H AS 4S 9D 3D 9C 3C 2C", seat=0)
    assert chosen(view) == "play AH"


def test_the_declarer_forces_the_ace_of_trumps_out_with_the_top_of_a_sequence() -> None:
    view = spot("fontainebleau", ALONE, "KH QH JH 7H 5H 2H AS 4S 9D 3D 9C 3C 2C", seat=0)
    assert chosen(view) == "play KH"
    broken = spot("fontainebleau", ALONE, "KH JH 8H 7H 5H 2H AS 4S 9D 3D 9C 3C 2C", seat=0)
    assert chosen(broken) == "play 2H"


def test_the_declarer_stops_when_a_single_better_trump_is_out() -> None:
    before = ["0: KH 3H 4H 6H", "0: QH 8H 9H TH", "0: JH 2C 3C AS"]
    view = spot("fontainebleau", ALONE, "7H 5H 2H AD 9D 4C", seat=0, before=before)
    # The ace of hearts alone stands above; the rest of the trumps wait.
    assert view.taken == (3, 0, 0, 0)
    assert chosen(view) == "play AD"


def test_the_partner_leads_trumps_to_the_declarer() -> None:
    view = spot("fontainebleau", WITH_2, "QH 6H 2H 9S 7S 5S 4S 9D 3D 9C 3C 2C 5D", seat=2)
    assert chosen(view) == "play 2H"
    two = spot("fontainebleau", WITH_2, "QH 6H 9S 7S 5S 4S 9D 3D 9C 3C 2C 5D 4D", seat=2)
    assert chosen(two) == "play QH"


def test_an_opponent_cashes_an_ace() -> None:
    view = spot("fontainebleau", ALONE, "6H 2H AS 8S 4S 9D 8D 7D 3D 9C 3C 2C 5C", seat=1)
    assert chosen(view) == "play AS"


def test_an_ace_is_not_led_into_a_ruff() -> None:
    before = ["1: KS 3S 4S 5H", "0: 9C TC JC QC"]
    view = spot("fontainebleau", ALONE, "AS 8S AD 3D 2D", seat=3, before=before)
    assert view.taken == (1, 0, 0, 1)
    assert chosen(view) == "play AD"


def test_a_singleton_is_led_for_a_ruff() -> None:
    view = spot("fontainebleau", ALONE, "7H 6H 2H 4S KD 8D 7D 3D 2D QC 7C 3C 2C", seat=1)
    assert chosen(view) == "play 4S"


def test_a_suit_that_a_friend_can_ruff_is_led() -> None:
    before = ["0: KD 3D 2S 4D", "0: 5C 6C 7C AC"]
    view = spot("fontainebleau", ALONE, "8D 7D QS 9S 4S JC", seat=3, before=before)
    assert view.taken == (1, 0, 0, 1)
    assert chosen(view) == "play 7D"


def test_trumps_are_run_when_nothing_else_is_left() -> None:
    before = [f"0: {r}C {r}D {r}S {s}D" for r, s in zip("AKQJ", "9876", strict=True)]
    view = spot("fontainebleau", ALONE, "AH 7H 2H", seat=0, before=before)
    assert chosen(view) == "play AH"
    low = spot("fontainebleau", ALONE, "KH 7H 2H", seat=1, before=before)
    assert chosen(low) == "play 2H"


def test_P43_the_holder_of_a_called_card_plays_for_the_declarer() -> None:
    contract = Contract("5", 0, trump=HEARTS, partner=br.UNKNOWN, called=br.parse_card("KD"))
    view = spot("fontainebleau-cats", contract, "KS 3S KD 4D", seat=2, trick="AS 5S")
    assert chosen(view) == "play 3S"
    # To the others the holder is an opponent of the declarer until the card is played.
    hand, trick = "KS 3S 5D 4D", "9S 5S TS"
    early = spot("fontainebleau-cats", contract, hand, seat=3, trick=trick)
    assert chosen(early) == "play 3S"
    shown = ["2: KD 2D 3D 6D"]
    later = spot("fontainebleau-cats", contract, hand, seat=3, trick=trick, before=shown)
    assert chosen(later) == "play KS"


def test_the_boston_is_the_highest_trump() -> None:
    contract = Contract("neuf", 0, trump=SPADES, turned=CLUBS, belle=HEARTS)
    view = spot("french", contract, "AS KS QS 9S 8S 7S JD AC KC AH KH 3D 2D", seat=0)
    assert chosen(view) == "play JD"


# Those who must not win.


def test_in_a_misere_the_declarer_ducks_under_with_the_highest_safe_card() -> None:
    view = spot("american", MISERE, "TS 8S 6S 2S 4D", seat=0, trick="9S")
    assert chosen(view) == "play 8S"


def test_in_a_misere_the_declarer_who_must_go_over_goes_as_low_as_he_can() -> None:
    view = spot("american", MISERE, "TS 8S 6S 4D", seat=0, trick="5S")
    assert chosen(view) == "play 6S"
    last = spot("american", MISERE, "TS 8S 6S 4D", seat=0, trick="5S 3S 2S")
    assert chosen(last) == "play TS"


def test_in_a_misere_the_declarer_throws_the_most_dangerous_card_away() -> None:
    view = spot("american", MISERE, "KD 3C 2C 5H 4H 2H", seat=0, trick="9S")
    assert chosen(view) == "play KD"


def test_in_a_misere_the_declarer_leads_what_the_others_must_beat() -> None:
    view = spot("american", MISERE, "9D 7D 2C 8C TC 5H 4H 2S 7S 9S JS QH KD", seat=0)
    assert chosen(view) in {"play 2C", "play 2S"}


def test_a_suit_that_nobody_else_has_is_led_last() -> None:
    gone = ["1: AD KD 9D QD", "1: JD TD 4S 8D", "1: 7D 6D 3S 5D", "1: 4D 3D 2S AC"]
    view = spot("american", MISERE, "2D 9H 4H", seat=0, before=gone)
    assert chosen(view) == "play 4H"


def test_the_declarers_opponents_stay_under_him() -> None:
    view = spot("american", MISERE, "KS 8S 4S 2S 4D", seat=1, trick="9S")
    assert chosen(view) == "play 8S"
    cannot = spot("american", MISERE, "KS QS JS 4D", seat=1, trick="9S")
    assert chosen(cannot) == "play KS"


def test_high_cards_go_once_the_declarer_is_safe() -> None:
    view = spot("american", MISERE, "AS 8S 2S 4D", seat=2, trick="KS 3S 5S")
    assert chosen(view) == "play AS"


def test_before_the_declarer_plays_the_trick_is_kept_low() -> None:
    view = spot("american", MISERE, "AS 8S 4S 4D", seat=3, trick="3S")
    assert chosen(view) == "play 4S"
    raised = spot("american", MISERE, "QS 8S 4S 4D", seat=3, trick="KS")
    assert chosen(raised) == "play QS"
    high = spot("american", MISERE, "AS QS 4D", seat=3, trick="TS")
    assert chosen(high) == "play AS"


def test_a_declarer_who_is_void_cannot_be_caught() -> None:
    before = ["1: KS 3S QS 2D"]
    view = spot("american", MISERE, "AS 8S 4S 4D", seat=3, trick="5S", before=before)
    assert chosen(view) == "play AS"
    lead = spot("american", MISERE, "2S 8S 5D 9D", seat=1, before=before)
    assert chosen(lead) == "play 5D"


def test_an_open_hand_is_read() -> None:
    contract = Contract("grand-spread", 0)
    shown = {0: "9S 6S 3C 2C"}
    view = spot("american", contract, "AS 5S 4S 4D", seat=3, trick="2S", exposed=shown)
    assert chosen(view) == "play 5S"
    late = spot("american", contract, "AS 5S 4S 4D", seat=3, trick="7S", exposed=shown)
    assert chosen(late) == "play AS"
    above = spot("american", contract, "AS 8S 4D", seat=3, trick="2S", exposed=shown)
    assert chosen(above) == "play AS"
    lead = spot("american", contract, "5S 4C 4D", seat=1, exposed=shown)
    assert chosen(lead) == "play 5S"
    void = spot("american", contract, "AD 8S 4D", seat=3, trick="5D", exposed=shown)
    assert chosen(void) == "play AD"


def test_an_opponent_who_is_void_throws_a_high_card() -> None:
    view = spot("american", MISERE, "AD 3C 2C 5H 4H 2H", seat=1, trick="9S")
    assert chosen(view) == "play AD"


def test_in_piccolissimo_the_trick_is_taken_with_the_highest_card_then_no_other() -> None:
    contract = Contract("piccolissimo", 0)
    view = spot("fontainebleau", contract, "AS 8S 3S 2D 4C", seat=0, trick="9S")
    assert chosen(view) == "play AS"
    after = ["0: KS 4S 5S 6S"]
    done = spot("fontainebleau", contract, "AS 8S 3S 2D 4C", seat=0, trick="9S", before=after)
    assert chosen(done) == "play 8S"
    unsure = spot("fontainebleau", contract, "KS 8S 3S 2D 4C", seat=0, trick="9S")
    assert chosen(unsure) == "play 8S"
    end = spot("fontainebleau", contract, "KS 3S", seat=0, trick="9S 2S")
    assert chosen(end) == "play KS"


def test_in_piccolissimo_the_declarer_is_left_his_tricks_early() -> None:
    contract = Contract("piccolissimo", 0)
    early = spot("fontainebleau", contract, "KS 3S 2D 4D 6C", seat=1, trick="9S")
    assert chosen(early) == "play 3S"


def test_P21_the_partner_of_a_misere_takes_what_the_declarer_must_not_have() -> None:
    contract = Contract("grand-misere", 0, partner=2)
    view = spot("russian-partnership", contract, "AS 3S 4D", seat=2, trick="9S 8S TS")
    assert chosen(view) == "play AS"
    assert chosen(spot("russian-partnership", contract, "AS 4D 2D", seat=2)) == "play AS"


def test_with_four_aces_the_declarer_need_not_win_with_one() -> None:
    contract = Contract("quatre-as", 0, turned=CLUBS, belle=HEARTS)
    hand = "AS AH AC AD 4S 3S 2S 5H 3H 2H 4C 3C 2C"
    view = spot("french", contract, hand, seat=0, trick="5D")
    assert len(br.lawful_actions(view)) == 13
    assert chosen(view).endswith(("AS", "AH", "AC"))


@pytest.mark.parametrize("slug", ["fontainebleau", "american"])
def test_in_a_passed_out_deal_everybody_ducks(slug: str) -> None:
    view = spot(slug, None, "TS 8S 6S 2S 4D", seat=0, trick="9S")
    assert chosen(view) == "play 8S"


def test_a_forced_card_is_played() -> None:
    assert chosen(spot("american", MISERE, "TS 4D 3D", seat=0, trick="9S")) == "play TS"


# Beside the cards.


def test_P34_a_slam_is_declared_when_it_is_certain_and_for_the_better_price() -> None:
    contract = Contract("neuf-belle", 0, trump=HEARTS, turned=DIAMONDS, belle=HEARTS)
    drawn = ["0: JD 2H 3H 4H", "0: AH 5H 6H 7H", "0: KH 8H 9H TH"]
    before = [*drawn, "0: QH JH 2S 3S", *(f"0: {r}C 2D 3D 4D" for r in "AKQJT")]
    sure = spot("french", contract, "AS KS QS JS", seat=0, before=before)
    assert chosen(sure) == "slam table"
    assert chosen(sure, *br.lawful_actions(sure)[:-1]) == "slam"
    open_question = spot("french", contract, "AS KS JS 9S", seat=0, before=before)
    assert br.Slam() in br.lawful_actions(open_question)
    assert chosen(open_question) == "play AS"


def test_a_slam_waits_for_the_trumps() -> None:
    contract = Contract("neuf-belle", 0, trump=HEARTS, turned=DIAMONDS, belle=HEARTS)
    before = [f"0: {r}C {r}S 2D 3D" for r in "AKQJT9876"]
    short = spot("french", contract, "JD AH KH 5S", seat=0, before=before)
    assert br.Slam() in br.lawful_actions(short)
    assert chosen(short) != "slam table"
    none = spot("french", contract, "AD KD QD", seat=0, before=before[:8])
    assert chosen(none).startswith("play")


def test_a_slam_is_declared_with_a_partner_whom_nobody_knows() -> None:
    variant = evolve(br.get_variant("french"), partners=CalledCard())
    contract = Contract(
        "simple-belle",
        0,
        trump=HEARTS,
        partner=br.UNKNOWN,
        turned=DIAMONDS,
        belle=HEARTS,
        called=br.parse_card("7C"),
    )
    before = ["0: JD 2H 3H 4H", "0: AH 5H 6H 7H", "0: KH 8H 9H TH", "0: QH JH 2S 3S"]
    before += [f"0: {r}C 2D 3D 4D" for r in "AKQJT"]
    sure = spot(variant, contract, "AS KS QS JS", seat=0, before=before)
    assert chosen(sure).startswith("slam")
