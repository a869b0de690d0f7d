"""The laws of the table in play: misdeals, revokes, claims, corrections, exposed cards, demands.

Every variant is played by the law of section 9 here, those too that follow the law of whist, which
``test_whist_law.py`` is about.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from attrs import evolve
from tests.engine.at_table import (
    HANDS,
    by_section_9,
    cards,
    go,
    opened,
    refusal,
    shown,
    spades,
    turned,
    verdict,
)
from tests.phases.table_talk import finish, first_lawful, last_lawful, reach

import boston_rules as br
from boston_rules import testing
from boston_rules.core import errors
from boston_rules.deal.law.verdicts import winner_without
from boston_rules.deal.questions.conceding import Conceding

SLUGS = br.list_variants()


class TestStrict:
    @pytest.mark.parametrize("slug", SLUGS)
    def test_P12_the_actions_of_the_law_do_not_exist(self, slug: str) -> None:
        state = br.start(br.get_variant(slug), 3, hands=HANDS, turned=turned(br.get_variant(slug)))
        for token in (
            "misdeal",
            "misdeal touched",
            "revoke 1",
            "revoke 1 2",
            "correct AS",
            "demand AS",
            "suit S",
        ):
            assert type(refusal(state, token)) is errors.WrongPhase
            assert type(refusal(state, token, 1)) is errors.NotYourTurn
        assert [br.legal_actions(state, seat) for seat in (1, 2, 3, br.CHANCE)] == [()] * 4
        with pytest.raises(ValueError, match="a seat 0 to 3, not 4"):
            br.legal_actions(state, 4)
        assert br.legal_actions(state, 0) == br.legal_actions(state) == br.lawful_actions(state)
        strange = br.parse_action("misdeal")
        assert state.refuse_from(0, strange) == state.refuse(strange)

    @pytest.mark.parametrize("slug", SLUGS)
    def test_strict_is_the_default_and_keeps_its_fingerprint(self, slug: str) -> None:
        strict = br.get_variant(slug)
        assert strict.enforcement == "strict"
        assert strict == br.get_variant(slug, enforcement="strict")
        at_table = br.get_variant(slug, enforcement="table")
        assert at_table.options() == {"enforcement": "table"}
        assert at_table.fingerprint() != strict.fingerprint()
        with pytest.raises(br.VariantError, match="enforcement is one of 'strict', 'table'"):
            br.get_variant(slug, enforcement="lax")


class TestMisdeals:
    @pytest.mark.parametrize("slug", SLUGS)
    def test_P40_the_first_to_speak_before_the_first_call(self, slug: str) -> None:
        state = opened(slug)
        assert shown(state, None, "misdeal") == ["misdeal", "misdeal touched"]
        assert br.legal_actions(state)[-2:] == (br.Misdeal(), br.Misdeal(touched=True))
        assert br.legal_actions(state, 1) == ()
        assert type(refusal(state, "misdeal", 1)) is errors.NotYourTurn
        assert set(br.legal_actions(state)) - set(br.lawful_actions(state)) == {
            br.Misdeal(),
            br.Misdeal(touched=True),
        }
        assert type(refusal(go(state, "pass"), "misdeal")) is errors.WrongPhase

    def test_L2_an_unshuffled_pack_is_gathered_from_eldest_and_cut_anew(self) -> None:
        state = go(opened("fontainebleau"), "misdeal")
        assert (state.phase, state.actor) == ("cut", 0)
        gathered = [br.parse_card(card) for hand in HANDS for card in hand.split()]
        for _ in range(4):
            state = go(state, "cut 13")
        assert state.phase == "auction"
        # Four cuts at 13 leave the pack as it was: the hands of 4, 4 and 5 come from its top.
        assert state.deal is not None
        assert state.deal.order is not br.HOLE
        packet = [gathered[0:4], gathered[16:20], gathered[32:37]]
        assert list(state.deal.order[0]) == [card.index for part in packet for card in part]
        assert (state.table.deal_number, state.table.dealer, state.table.pool) == (1, 3, 50)

    @pytest.mark.parametrize("slug", SLUGS)
    def test_L2_all_cuts_of_that_deal_are_made_anew(self, slug: str) -> None:
        variant = br.get_variant(slug, enforcement="table")
        rng = random.Random(7)
        state = br.start(variant, 3)
        for first in (True, False):
            cutters: list[list[int | None]] = [[]]
            while state.phase != "auction" or len(cutters) == 1:
                if state.phase == "auction":
                    state = go(state, "misdeal")
                    cutters.append([])
                    if variant.laws.misdeal.loses_deal:
                        break
                elif state.actor == br.CHANCE:
                    state = br.apply(state, br.draw_chance(state, rng))
                elif state.phase == "turn-cut":
                    state = go(state, "turn-cut 20")
                else:
                    cutters[-1].append(state.actor)
                    state = go(state, "cut 20")
            due = variant.dealing.cutting_seats(state.table.dealer, first=first)
            assert cutters == [list(due), [] if state.actor is None else list(due)]
            state = br.next_deal(finish(state, first_lawful))

    def test_L12_a_cut_of_a_redeal_that_is_declined_is_no_call(self) -> None:
        state = go(opened("fontainebleau"), "misdeal", "pass", "cut 13", "pass", "pass")
        assert (state.phase, state.actor) == ("auction", 0)
        for seat in (None, 0, 1, 2, 3):
            assert br.observe(state, seat).said == ()
        assert br.observe(go(state, "misdeal", *["pass"] * 4), 1).said == ()
        for seat in range(4):
            state = go(state, "pass")
            assert [event.seat for event in br.observe(state, seat).said] == [*range(seat + 1)]
        assert state.phase == "play"

        state = opened("fontainebleau")
        for word in ("misdeal", "misdeal touched"):
            state = go(state, word, *["cut 13"] * 4)
        state = go(state, "misdeal", *["cut 13"] * 4)
        assert shown(state, None, "misdeal") == []  # three are the most before a deal
        state = finish(state, first_lawful)
        assert state.infractions == (
            br.Infraction("misdeal", 3),
            br.Infraction("misdeal", 3, touched=True),
            br.Infraction("misdeal", 3),
        )
        assert state.settlement is not None
        fines = [paid.chips for paid in state.settlement.transfers if "misdeal" in paid.reason]
        assert fines == [50, 50]
        assert state.settlement.transfers[0].chips == 50
        assert state.table.chips == 4 * 1600

    @pytest.mark.parametrize("slug", ["classic", "boston-whist", "french"])
    def test_P40_elsewhere_the_pack_is_shuffled_again(self, slug: str) -> None:
        state = go(opened(slug), "misdeal")
        assert (state.phase, state.actor) == ("shuffle", br.CHANCE)
        assert state.deal is None
        state = br.apply(state, br.draw_chance(state, random.Random(5)))
        while state.phase in ("cut", "turn-up"):
            chance = state.actor == br.CHANCE
            state = br.apply(
                state, br.draw_chance(state, random.Random(6)) if chance else br.Cut(7)
            )
        assert (state.phase, state.actor, state.table.deal_number) == ("auction", 0, 1)

    def test_P40_the_card_that_the_redeal_turns_fixes_belle(self) -> None:
        first = opened("french")
        assert first.table.belle == br.DIAMONDS
        state = go(first, "misdeal")
        assert state.table.belle is None
        pack = [*br.PACK[13:], *br.PACK[:13]]  # clubs last: the dealer's card is a club
        state = br.apply(state, br.Shuffle(pack))
        assert state.table.belle == br.CLUBS

    @pytest.mark.parametrize("slug", ["fontainebleau-hoyle", "russian", "two-pack-hoyle"])
    def test_P5_a_lost_deal_counts_and_passes_on(self, slug: str) -> None:
        before = opened(slug)
        state = go(before, "misdeal touched")
        assert isinstance(state, br.Settled)
        assert (state.settlement.made, state.contract, state.tricks) == (None, None, ())
        assert state.settlement.deltas == (0, 0, 0, -1)
        assert state.settlement.pool == before.table.pool + 1
        following = br.next_deal(state)
        assert (following.table.dealer, following.table.deal_number) == (0, 2)


class TestRevokes:
    def test_every_card_held_may_be_played_and_the_lawful_are_listed_apart(self) -> None:
        state = go(spades(), "play AS")
        assert state.actor == 1
        assert len(shown(state, None, "play")) == 13
        assert list(map(str, br.lawful_actions(state))) == ["play 8S", "play 9S", "play TS"]
        assert type(refusal(state, "play AS")) is errors.CardNotHeld

    def test_a_revoke_is_a_play_like_another_until_it_is_claimed(self) -> None:
        state = go(spades(), *cards("AS KH 5S 2S"))
        assert state.actor == 0
        assert state.revoked == ()
        assert shown(state, None, "revoke") == ["revoke 1"]
        assert shown(state, 1, "revoke") == []
        assert shown(state, 2, "revoke") == shown(state, 3, "revoke") == ["revoke 1"]
        state = go(state, "3: revoke 1")
        assert state.revoked == (1,)
        assert [shown(state, seat, "revoke") for seat in range(4)] == [[]] * 4

    def test_after_the_next_lead_it_is_condoned(self) -> None:
        state = go(spades(), *cards("AS KH 5S 2S KS"))
        assert type(refusal(state, "revoke 1", 3)) is errors.NothingToClaim
        assert refusal(state, "revoke 1", 3).code == "law/nothing-to-claim"

    def test_R54_a_wrong_claim_costs_nothing_and_each_has_one(self) -> None:
        hands = ("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", *(" ".join(
            rank + suit for rank in "AKQJT98765432") for suit in "HCD"))  # fmt: skip
        variant = by_section_9("fontainebleau")
        state = go(br.start(variant, 3, hands=hands), "bid 13 S", "pass", "pass", "pass")
        state = go(state, *cards("AS AH AC AD"))
        assert shown(state, None, "revoke") == ["revoke 1", "revoke 2", "revoke 3"]
        state = go(state, "revoke 1")
        assert state.revoked == ()
        assert type(refusal(state, "revoke 1")) is errors.NothingToClaim
        assert shown(state, 2, "revoke") == ["revoke 1", "revoke 3"]
        state = go(state, "2: revoke 1")
        assert (state.revoked, state.actor) == ((), 0)

    def test_nobody_claims_himself_or_who_followed_suit(self) -> None:
        state = go(spades(), *cards("AS KH 5S 2S"))
        for claimant, accused in ((1, 1), (0, 2), (0, 0), (0, 4)):
            assert type(refusal(state, f"revoke {accused}", claimant)) is errors.NothingToClaim

    def test_correcting_takes_back_what_came_after(self) -> None:
        state = go(spades(), *cards("AS KH 5S"))
        assert state.actor == 3
        assert shown(state, 1, "correct") == ["correct 8S", "correct 9S", "correct TS"]
        assert shown(state, 2, "correct") == []
        state = go(state, "1: correct 8S")
        assert state.actor == 2
        assert [str(card) for card in state.trick] == ["AS", "8S"]
        assert state.faced == ((1, br.Cards.parse("KH")),)
        assert [len(hand) for hand in state.hands] == [12, 12, 13, 13]
        assert shown(state, 1, "correct") == []
        state = go(state, *cards("5S 2S"))
        assert [shown(state, seat, "revoke") for seat in range(4)] == [[]] * 4

    @pytest.mark.parametrize(
        ("token", "seat"),
        [("correct KH", 1), ("correct QH", 1), ("correct 8S", 2), ("correct 5S", 2)],
    )
    def test_only_a_wrong_card_is_corrected_by_one_that_follows(
        self, token: str, seat: int
    ) -> None:
        state = go(spades(), *cards("AS KH 6S"))
        assert type(refusal(state, token, seat)) is errors.NothingToCorrect

    def test_L4_who_plays_last_cannot_correct(self) -> None:
        state = go(spades(), *cards("AS 8S 5S 7H"))
        assert shown(state, 3, "correct") == []
        assert shown(state, 2, "revoke") == ["revoke 3"]

    def test_nobody_can_revoke_in_the_last_trick(self) -> None:
        assert finish(spades(), first_lawful).infractions == ()

    def test_three_tricks_at_settlement(self) -> None:
        state = go(spades(), *cards("AS KH 5S 2S"), "2: revoke 1")
        state = finish(state, last_lawful)
        assert state.infractions == (br.Infraction("revoke", 1),)
        assert sum(state.outcome.tricks) == 13
        bill = br.settle(
            state.table.variant,
            state.contract,
            state.outcome,
            pool=50,
            dealer=3,
            infractions=state.infractions,
        )
        assert bill == state.settlement
        assert bill.penalties[0].startswith("seat 1 revoked: 3 tricks more")

    def test_that_trick_goes_to_the_best_card_of_the_other_side(self) -> None:
        state = spades("boston-whist", "bid 7 S")
        # Seat 0 leads a small heart, seat 1 plays the king, seat 3 ruffs though he holds hearts.
        state = go(state, *cards("5H KH 8H 4S"))
        assert (state.actor, state.taken) == (3, (0, 0, 0, 1))
        state = go(state, "0: revoke 3")
        # The other side is the declarer alone: his five is its best card, and he leads.
        assert (state.actor, state.taken) == (0, (1, 0, 0, 0))
        assert state.tricks[0].winner == 0
        assert shown(state, 1, "revoke") == []

    def test_that_trick_stays_where_the_offenders_side_has_not_won_it(self) -> None:
        state = go(spades("boston-whist", "bid 7 S"), *cards("AH KC 8H 2H"), "0: revoke 1")
        assert (state.actor, state.taken, state.revoked) == (0, (1, 0, 0, 0), (1,))

    def test_that_trick_goes_over_once_for_two_of_a_side(self) -> None:
        state = spades("boston-whist", "bid 7 S")
        state = go(state, *cards("AH KH 8H 2H"))
        # Seat 1 throws off a diamond and seat 3 ruffs, both with clubs in hand.
        state = go(state, *cards("4C KD TC 4S"))
        assert (state.actor, state.taken) == (3, (1, 0, 0, 1))
        state = go(state, "0: revoke 3")
        assert (state.actor, state.taken) == (0, (2, 0, 0, 0))
        state = go(state, "0: revoke 1")
        assert (state.actor, state.taken, state.revoked) == (0, (2, 0, 0, 0), (3, 1))

    def test_that_trick_may_go_over_twice_when_both_sides_revoked(self) -> None:
        state = spades("boston-whist", "bid 7 S")
        # Seat 1 wins the first trick and leads a club; seats 3 and 0 both ruff with clubs in hand.
        state = go(state, *cards("5H KH 8H 2H KC 8C 4S AS"))
        assert (state.actor, state.taken) == (0, (1, 1, 0, 0))
        state = go(state, "1: revoke 0")
        assert (state.actor, state.taken) == (3, (0, 1, 0, 1))  # the best card of the three
        state = go(state, "0: revoke 3")
        assert (state.actor, state.taken) == (0, (1, 1, 0, 0))

    def test_L6_without_a_contract_only_the_offender_loses_that_trick(self) -> None:
        of_led = [
            [card + 1 if card // 13 == led // 13 else 0 for card in range(52)] for led in range(52)
        ]
        row = (2, (3, 12, 9, 30), 3)  # seat 3 wins with the highest card of the suit led
        assert winner_without(row, 3, None, of_led) == 0
        assert winner_without(row, 0, None, of_led) == 3
        assert winner_without(row, 3, br.Contract("7", 0, br.SPADES, partner=3), of_led) == 2

    def test_the_deal_ends_at_once_where_the_law_says_so(self) -> None:
        state = go(spades("russian"), *cards("AS KH 5S 2S"))
        # The opponents are being asked whether they concede, and the claim is still open.
        assert state.phase == "conceding"
        assert shown(state, 0, "revoke") == ["revoke 1"]
        state = go(state, "3: revoke 1")
        assert isinstance(state, br.Settled)
        assert state.settlement.made is True
        assert state.settlement.deltas == (6 + 1, -2 - 8, -2, -2)
        assert sum(state.outcome.tricks) == 1

    def test_L3_a_claim_during_the_asking_is_told_in_its_place(self) -> None:
        state = go(spades("russian"), *cards("AS 8S 5S 7H"))
        assert state.phase == "conceding"
        state = go(state, "concede", "0: revoke 3")
        assert isinstance(state, br.Settled)
        assert [str(event) for event in state.events[-2:]] == ["concede", "revoke 3"]

    def test_L14_opponents_who_are_still_to_be_asked_leave_the_verdict_open(self) -> None:
        """No telling has both: a concession, and revokes that do not end the deal."""
        russian = br.get_variant("russian", enforcement="table")
        variant = evolve(russian, laws=br.get_variant("classic").laws)
        state = go(br.start(variant, 3, hands=HANDS), "bid 5 S", "pass", "pass", "pass")
        state = go(reach(state, "play"), *cards("AS KH 5S 2S"), "3: revoke 1")
        assert isinstance(state, Conceding)
        assert (state.revoked, verdict(state.play)) == ((1,), None)

    def test_L3_quatre_as_is_free_in_the_first_ten_tricks(self) -> None:
        hands = (
            "AS 4S 3S 2S AH 4H 3H 2H AC 3C 2C AD 2D",
            "KS QS JS KH QH JH KC QC JC KD QD JD TD",
            "TS 9S 8S TH 9H 8H TC 9C 8C 9D 8D 7D 6D",
            "7S 6S 5S 7H 6H 5H 7C 6C 5C 4C 5D 4D 3D",
        )
        variant = by_section_9("french")
        state = br.start(variant, 2, hands=hands, turned=br.parse_card("TS"))
        state = go(state, "pass", "bid quatre-as", "pass", "pass")
        assert state.actor == 3
        state = go(state, *cards("7S AH KS TS"))
        assert [shown(state, seat, "revoke") for seat in range(4)] == [[]] * 4

    def test_L14_a_slam_that_can_still_be_declared_leaves_the_verdict_open(self) -> None:
        hands = (
            "AS KS QS JS TS 9S 8S AH KH AC KC AD JD",
            "7S 6S 5S QH JH TH QC JC TC KD QD TD 9D",
            "4S 3S 9H 8H 7H 6H 9C 8C 7C 8D 7D 6D 5D",
            "2S 5H 4H 3H 2H 6C 5C 4C 3C 2C 4D 3D 2D",
        )
        variant = by_section_9("french")
        state = br.start(variant, 3, hands=hands, turned=br.parse_card("2S"))
        state = go(state, "bid petite-independance S", "pass", "pass", "pass")
        state = go(state, *cards("AS 9D 3S 2S"), "revoke 1")
        state = go(state, *cards("KS 5S 4S 4D  QS 6S 8D 3D  JS 7S 7D 2D  TS TD 6D 2C"))
        assert verdict(go(state, "play AH")) is None
        state = go(state, *cards("AH TH 6H 2H"))
        assert shown(state, None, "slam") == ["slam", "slam table"]
        assert verdict(state) is None
        assert verdict(go(state, "play KH")) is None
        declared = go(state, "slam")
        assert verdict(go(declared, "play KH")) is None

    def test_chance_and_the_seat_to_act_are_answered_as_ever(self) -> None:
        conceding = go(spades("russian"), *cards("AS 8S 5S 7H"))
        assert isinstance(conceding, Conceding)
        for state in (spades(), conceding):
            assert br.legal_actions(state, br.CHANCE) == ()
            for token in ("play AS", "revoke 1"):
                assert type(refusal(state, token, br.CHANCE)) is errors.NotYourTurn
            strange = br.parse_action("bid 6 S")
            assert state.actor is not None
            assert state.refuse_from(state.actor, strange) == state.refuse(strange)

    def test_the_lawful_actions_of_what_is_no_state(self) -> None:
        strange: Any = "a state"
        with pytest.raises(TypeError, match="state must be a State"):
            br.lawful_actions(strange)


class TestExposedCards:
    def test_a_card_out_of_turn_lies_exposed_and_stays_in_the_hand(self) -> None:
        state = go(spades(), "2: play TH")
        assert state.actor == 0
        assert state.faced == ((2, br.Cards.parse("TH")),)
        assert "TH" in state.hands[2].tokens
        assert type(refusal(state, "play TH", 2)) is errors.CardExposed
        assert type(refusal(state, "play AS", 2)) is errors.CardNotHeld
        assert len(shown(state, 2, "play")) == 12

    def test_a_demanded_card_must_be_played_if_it_is_lawful(self) -> None:
        state = go(spades(), "2: play 7S", *cards("AS 8S"))
        assert state.actor == 2
        assert shown(state, 0, "demand") == ["demand 7S"]
        assert shown(state, 1, "demand") == []  # of his own side
        assert shown(state, 2, "demand") == []
        state = go(state, "0: demand 7S")
        assert list(map(str, br.legal_actions(state))) == ["play 7S"]
        assert br.lawful_actions(state) == br.legal_actions(state)
        assert type(refusal(state, "play 6S")) is errors.CardDemanded
        assert type(refusal(state, "demand 7S", 0)) is errors.DemandNotOpen
        state = go(state, "play 7S")
        assert state.faced == ()

    def test_L9_a_demand_ends_with_the_turn_in_which_it_was_made(self) -> None:
        state = go(spades(), "2: play 7S", "3: play 2S", *cards("AS 8S"), "0: demand 7S")
        state = go(state, "play 7S")
        assert state.actor == 3
        assert len(shown(state, None, "play")) == 13
        assert shown(state, 0, "demand") == ["demand 2S"]
        state = go(state, "0: demand 2S")
        assert list(map(str, br.legal_actions(state))) == ["play 2S"]

    def test_a_demand_that_is_not_lawful_has_no_effect(self) -> None:
        state = go(spades(), "2: play TH", *cards("AS 8S"), "0: demand TH")
        assert list(map(str, br.lawful_actions(state))) == ["play 5S", "play 6S", "play 7S"]
        assert len(shown(state, None, "play")) == 13
        assert shown(state, 0, "demand") == []  # one a turn
        state = go(state, "play 5S", "play 2S")
        assert state.faced == ((2, br.Cards.parse("TH")),)

    def test_L9_a_demand_lapses_when_a_correction_takes_cards_back(self) -> None:
        state = go(spades(), "2: play 7S", *cards("AS KH"), "0: demand 7S", "1: correct 8S")
        assert state.actor == 2
        assert len(shown(state, None, "play")) == 13
        assert shown(state, 0, "demand") == ["demand 7S"]

    def test_L9_only_an_opponent_may_demand(self) -> None:
        state = go(spades(), "play AS", "0: play 5H")
        assert type(refusal(state, "demand 5H", 1)) is errors.DemandNotOpen
        state = go(state, *cards("8S 5S 2S"))
        assert state.actor == 0
        assert [shown(state, seat, "demand") for seat in (1, 2, 3)] == [["demand 5H"]] * 3

    def test_L9_nobody_bid_everybody_is_an_opponent(self) -> None:
        state = go(opened("fontainebleau"), "pass", "pass", "pass", "pass", "1: play TS")
        state = go(state, "play AS")
        assert [shown(state, seat, "demand") for seat in (0, 2, 3)] == [["demand TS"]] * 3

    def test_no_card_is_exposed_before_the_play(self) -> None:
        state = opened("fontainebleau")
        assert type(refusal(state, "play TS", 1)) is errors.NotYourTurn


class TestDecided:
    def test_L14_not_while_a_card_off_suit_may_still_be_claimed(self) -> None:
        state = go(spades(bid="bid grand-misere"), *cards("AH KH 8H"))
        assert verdict(state) is None
        state = go(state, "play 2D")
        assert (state.actor, verdict(state)) == (0, None)  # seat 3 may have had no heart
        assert verdict(go(state, "0: revoke 3")) is True
        assert verdict(go(state, "play KS")) is False

    def test_L14_forfeits_are_counted(self) -> None:
        state = spades(bid="bid 12 S")
        state = go(state, *cards("AS KH 5S 2S"), "0: revoke 1")
        assert verdict(state) is None
        lost = go(spades(bid="bid 12 S"), *cards("5H KH 8H 2H KD"))
        assert verdict(lost) is None
        missing = go(lost, *cards("7D 2D 4D"))
        assert verdict(missing) is False

    def test_P43_whose_tricks_go_over_is_not_told_before_the_partner_is_shown(self) -> None:
        state = go(opened("fontainebleau-cats"), "bid 5 S", "pass", "pass", "pass", "call 2D")
        state = go(state, *cards("AS KH 5S 2S"), "0: revoke 1")
        for row in ("KS 8S 6S 3S", "QS 9S 7S 4S", "JS TS 2C 3C", "AH JH TH 2H"):
            state = go(state, *cards(row))
        assert verdict(state) is True  # five tricks, and three of the offender
        assert br.observe(state, 3).decided is True
        for seat in (0, 1, 2, None):
            assert br.observe(state, seat).decided is None, "the offender might be the partner"
        state = go(state, *cards("AD TD 7D 2D"))
        assert br.observe(state, 1).decided is True

    def test_P41_a_revoke_decides_a_misere(self) -> None:
        state = go(spades(bid="bid grand-misere"), *cards("4H KC 8H 2H"), "0: revoke 1")
        assert verdict(state) is True
        state = go(spades(bid="bid grand-misere"), *cards("4H KH 8H 2H"))
        state = go(state, *cards("QC 8C 7C 5D"), "2: revoke 0")
        assert verdict(state) is False


@pytest.mark.parametrize("slug", ["classic", "russian-foster"])
def test_what_may_be_done_is_judged_by_a_rule_of_the_game(slug: str) -> None:
    variant = br.get_variant(slug, enforcement="table")
    rules = [rule for _, rule in variant.rules()]
    walk = testing.random_walk(variant, seed=0, deals=1)
    for at in walk.positions:
        for action in br.legal_actions(at.state):
            assert at.state.rule_of(action) in rules
    testing.check_views(variant, walk)


@pytest.mark.parametrize("kind", [
    errors.CardDemanded, errors.CardExposed, errors.NothingToClaim, errors.NothingToCorrect,
    errors.DemandNotOpen,
])  # fmt: skip
def test_the_refusals_of_the_law_have_codes_of_their_own(kind: type[br.IllegalAction]) -> None:
    assert kind.code.startswith("law/")
