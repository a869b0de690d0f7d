"""Shuffle, cuts, packets, the turned card, and deals given outright."""

from __future__ import annotations

import random

import pytest
from tests.phases.table_talk import (
    STRIPES,
    SUITS,
    act,
    cards,
    cutting,
    finish,
    fontainebleau,
    french,
    legal,
    settled,
    tokens,
)
from tests.play.tables import face_up, orders

import boston_rules as br
from boston_rules.deal.questions.question import discards_of
from boston_rules.rules.passed_out import ThrownIn

IN_ORDER = tuple(br.PACK)
"""The pack from 2♣ up to A♠, clubs on top."""
NO_CHANGE = ("cut 10", "cut 42", "cut 20", "cut 32")
"""Four cuts that leave the pack as it was: each pair adds up to 52."""


def shuffled_in_order(state: br.State) -> br.State:
    return br.apply(state, br.Shuffle(IN_ORDER))


def order(state: br.State, seat: int) -> list[str]:
    return list(orders(state)[seat])


class TestShuffle:
    @pytest.mark.parametrize("slug", ["fontainebleau", "american", "french"])
    def test_the_first_deal_is_shuffled(self, slug: str) -> None:
        state = br.start(br.get_variant(slug))
        assert (state.phase, state.actor) == ("shuffle", br.CHANCE)
        assert br.legal_actions(state) == ()
        assert state.hands == ()
        assert state.deal is None
        assert state.contract is None
        assert state.events == (state.table.opened(),)

    def test_shuffle_goes_into_the_events(self) -> None:
        state = shuffled_in_order(br.start(br.get_variant("fontainebleau")))
        assert state.events[1:] == (br.Event(br.CHANCE, br.Shuffle(IN_ORDER)),)


class TestCuts:
    @pytest.mark.parametrize("at", [1, 2, 17, 50, 51])
    def test_R10_a_cut_moves_the_top_to_the_bottom(self, at: int) -> None:
        state = cutting(shuffled_in_order(br.start(br.get_variant("fontainebleau"))))
        after = cutting(act(state, f"cut {at}"))
        assert after.pack == (*range(at, 52), *range(at))
        assert state.pack == tuple(range(52)), "the state before is unchanged"

    def test_cuts_follow_each_other(self) -> None:
        """5 then 10 then 51 then 7 of a pack 0 to 51: 5+10+51+7 = 73 = 21 round the pack."""
        state = shuffled_in_order(br.start(br.get_variant("fontainebleau"), dealer=3))
        state = act(state, "cut 5; cut 10; cut 51; cut 7")
        assert order(state, 0)[0] == str(br.PACK[21])
        assert [f"{event.seat} {event}" for event in state.events[2:]] == [
            "0 cut 5",
            "1 cut 10",
            "2 cut 51",
            "3 cut 7",
        ]


class TestPackets:
    def test_P4_fontainebleau_deals_four_four_five(self) -> None:
        state = shuffled_in_order(br.start(br.get_variant("fontainebleau"), dealer=3))
        state = act(state, *NO_CHANGE)
        assert " ".join(order(state, 0)) == "2C 3C 4C 5C 5D 6D 7D 8D 8H 9H TH JH QH"
        assert " ".join(order(state, 1)) == "6C 7C 8C 9C 9D TD JD QD KH AH 2S 3S 4S"
        assert " ".join(order(state, 2)) == "TC JC QC KC KD AD 2H 3H 5S 6S 7S 8S 9S"
        assert " ".join(order(state, 3)) == "AC 2D 3D 4D 4H 5H 6H 7H TS JS QS KS AS"
        assert [sorted(tokens(hand)) for hand in state.hands] == [
            sorted(order(state, seat)) for seat in range(4)
        ]


class TestTurnedCard:
    def test_american_turns_a_new_card_each_deal(self) -> None:
        state = shuffled_in_order(br.start(br.get_variant("american")))
        for card, preference, colour in (("7C", "C", "S"), ("AH", "H", "D"), ("7S", "S", "C")):
            while state.phase == "cut":
                state = act(state, "cut 1")
            assert state.phase == "turn-up"
            state = act(state, f"turn {card}")
            for suit_class, suit in (("preference", preference), ("colour", colour)):
                contract = act(state, f"bid 5 {suit_class};pass;pass;pass").contract
                assert contract is not None
                assert contract.trump is br.parse_suit(suit)
            state = br.next_deal(finish(state))

    def test_american_draw_reaches_all_52(self) -> None:
        state = br.start(br.get_variant("american"), 3, hands=STRIPES)
        rng = random.Random(5)
        drawn = {str(br.draw_chance(state, rng)) for _ in range(1500)}
        assert drawn == {f"turn {card}" for card in br.PACK}

    def test_french_hands_without_a_turned_card_leave_the_turn_to_chance(self) -> None:
        state = br.start(br.get_variant("french"), 3, hands=STRIPES)
        assert (state.phase, state.actor) == ("turn-up", br.CHANCE)
        assert state.table.belle is None
        assert len(state.hands[3]) == 13
        rng = random.Random(5)
        drawn = {str(br.draw_chance(state, rng)) for _ in range(400)}
        assert drawn == {f"turn {token}" for token in STRIPES[3].split()}
        after = act(state, "turn 3H")
        assert after.phase == "auction"
        assert after.table.belle is br.HEARTS

    def test_french_turn_is_the_dealers_last_card_however_it_came(self) -> None:
        """A card turned by chance is the dealer's last one as well as one given outright."""
        by_chance = act(br.start(br.get_variant("french"), 3, hands=STRIPES), "turn 7C")
        outright = french(turned="7C")
        assert by_chance.deal is not None
        assert outright.deal is not None
        assert order(outright, 3)[-1] == "7C"
        assert order(by_chance, 3)[-1] == "7C"
        assert (by_chance.turned, by_chance.hands) == (outright.turned, outright.hands)


class TestBelle:
    def test_P37_belle_is_the_first_turned_suit_for_the_whole_session(self) -> None:
        state = br.start(br.get_variant("french"), 3, hands=STRIPES, turned=br.parse_card("JH"))
        for turned, petite in (("AC", "simple-petite"), ("KH", None), ("QD", "simple-petite")):
            assert state.table.belle is br.HEARTS
            state = br.next_deal(finish(state), hands=STRIPES, turned=br.parse_card(turned))
            assert state.table.belle is br.HEARTS
            assert any("simple-petite" in token for token in legal(state)) == (petite is not None)
            assert any("neuf-petite" in token for token in legal(state)) == (petite is not None)
            assert any("simple-belle" in token for token in legal(state))

    def test_P37_belle_is_fixed_even_if_the_first_deal_is_thrown_in(self) -> None:
        state = act(french(turned="7D"), "pass;pass;pass;pass")
        assert settled(state).settlement.made is None
        state = br.next_deal(state, hands=STRIPES, turned=br.parse_card("AS"))
        assert state.table.belle is br.DIAMONDS
        assert state.deal is not None
        assert state.deal.turn.petite is br.SPADES

    def test_P37_no_petite_in_the_first_deal(self) -> None:
        state = french(turned="7D")
        assert state.deal is not None
        assert state.deal.turn.petite is None
        assert not any("petite " in token or token == "bid neuf-petite" for token in legal(state))

    def test_P49_no_petite_when_the_turned_suit_is_belle(self) -> None:
        state = french(turned="7D", belle="D")
        assert state.deal is not None
        assert (state.deal.turn.suit, state.deal.turn.belle) == (br.DIAMONDS, br.DIAMONDS)
        assert state.deal.turn.petite is None
        assert [token for token in legal(state) if "simple" in token] == [
            "bid simple-belle 6D",
            "bid simple-belle TD",
            "bid simple-belle AD",
        ]
        assert "bid neuf-petite" not in legal(state)
        assert "bid neuf-belle" in legal(state)


class TestGatheredPack:
    """R10 and P2: how the pack of an unshuffled variant lies for the next deal."""

    @staticmethod
    def gathered(state: br.State) -> tuple[int, ...]:
        """The pack by the ruling, read off what was said and done in a deal that was played."""
        plays = [card.index for trick in state.tricks for card in trick.cards]
        aside = dict(discards_of(state.said))
        eldest = state.table.eldest
        return (*plays, *(aside[(eldest + n) % 4] for n in range(4) if aside))

    def test_R10_two_deals_of_fontainebleau_card_by_card(self) -> None:
        """Little Misère with discards, then a passed-out deal that was played."""
        state = fontainebleau(SUITS, dealer=2)
        state = act(state, "bid little-misere; pass; pass; pass")
        # Eldest is seat 3; discards go 3 0 1 2, and so do the discards under the tricks.
        state = act(state, "discard 2D; discard 2S; discard AH; discard 9C")
        rows = [
            (f"{diamond}D", f"{spade}S", f"{heart}H", f"{club}C")
            for diamond, spade, heart, club in zip(
                "AKQJT9876543", "AKQJT9876543", "KQJT98765432", "AKQJT8765432", strict=True
            )
        ]
        for row in rows:  # seat 3 leads diamonds and wins them all
            state = act(state, *(f"play {card}" for card in row))
        expected = [card for row in rows for card in row] + ["2D", "2S", "AH", "9C"]
        assert list(face_up(settled(state).gathered)) == expected

        state = cutting(br.next_deal(state))
        assert list(face_up(state.pack)) == expected
        assert (state.table.dealer, state.actor) == (3, 0)
        cut = act(state, "cut 4; cut 1; cut 50; cut 51")  # 4+1+50+51 = 106 = 2 round the pack
        pack = expected[2:] + expected[:2]
        assert order(cut, 0) == [*pack[0:4], *pack[16:20], *pack[32:37]]
        assert order(cut, 1) == [*pack[4:8], *pack[20:24], *pack[37:42]]
        assert order(cut, 2) == [*pack[8:12], *pack[24:28], *pack[42:47]]
        assert order(cut, 3) == [*pack[12:16], *pack[28:32], *pack[47:52]]

        played = finish(act(cut, "pass;pass;pass;pass"))
        assert played.contract is None
        third = cutting(br.next_deal(played))
        assert third.pack == self.gathered(played)
        assert sorted(face_up(third.pack)) == sorted(map(str, br.PACK))

    def test_R10_a_thrown_in_deal_is_gathered_seat_by_seat_from_eldest(self) -> None:
        variant = br.variants.Fontainebleau(passed_out=ThrownIn())
        hands = [list(reversed(cards(hand))) for hand in STRIPES]
        state = br.start(variant, dealer=0, hands=hands)
        state = act(state, "pass;pass;pass;pass")
        expected = [*hands[1], *hands[2], *hands[3], *hands[0]]
        assert face_up(settled(state).gathered) == tuple(map(str, expected))
        assert cutting(br.next_deal(state)).pack == tuple(card.index for card in expected)

    def test_R10_after_a_shuffled_deal_the_hands_lie_in_deal_order(self) -> None:
        variant = br.variants.Fontainebleau(passed_out=ThrownIn())
        state = shuffled_in_order(br.start(variant, dealer=3))
        state = act(state, *NO_CHANGE, "pass;pass;pass;pass")
        pack = face_up(cutting(br.next_deal(state)).pack)
        first = (*range(4), *range(16, 20), *range(32, 37))
        assert pack[:13] == face_up(first), "eldest's packets of 4, 4 and 5"

    def test_french_keeps_no_pack(self) -> None:
        state = br.next_deal(finish(french()))
        assert state.table.pack == ()

    def test_hands_given_outright_do_not_stop_the_gathering(self) -> None:
        """A deal given by hand within an unshuffled session is gathered for the next one."""
        state = br.next_deal(finish(fontainebleau()), hands=SUITS)
        assert state.phase == "auction"
        done = finish(act(state, "pass;pass;pass;pass"))
        assert cutting(br.next_deal(done)).pack == self.gathered(done)
