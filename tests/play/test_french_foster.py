"""Sessions of ``french-foster``: doubles, the last pool, cuts, misdeals, what is broken off."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from tests.phases.table_talk import (
    STRIPES,
    SUITS,
    act,
    finish,
    french,
    legal,
    settled,
    speak,
    tricks,
)

import boston_rules as br
from boston_rules.core.errors import BadCut
from boston_rules.telling.draw import text, trick_text
from boston_rules.telling.draw.shown import shown_deal
from boston_rules.telling.wording.rulewords import words_of

SLUG = "french-foster"


def sessions(seed: int, **options: object) -> list[br.Settled]:
    """The settled deals of a session at random, in which somebody bids now and then."""
    rng = random.Random(seed)
    state: br.State = br.start(br.get_variant(SLUG, **options), dealer=seed % 4)
    found = []
    while True:
        while state.actor is not None:
            legal = (
                [br.draw_chance(state, rng)]
                if state.actor == br.CHANCE
                else list(br.lawful_actions(state))
            )
            passing = br.Pass() in legal and rng.random() < 0.7
            state = br.apply(state, br.Pass() if passing else rng.choice(legal))
        found.append(settled(state))
        if found[-1].session_over:
            return found
        state = br.next_deal(state)


class TestDoubles:
    def test_G18_the_last_eight_deals_are_doubles(self) -> None:
        deals = sessions(1)
        assert len(deals) == 40
        assert [deal.deal.table.stakes for deal in deals] == [1] * 32 + [2] * 8
        antes = [sum(paid.chips for paid in deal.deal.table.antes) for deal in deals]
        assert antes == [10] * 32 + [20] * 8
        for deal in deals:
            if deal.contract is not None:
                assert deal.contract.stakes == deal.deal.table.stakes
        assert deals[-1].table.pool == 0
        assert sum(deals[-1].table.purses) == 4000

    @pytest.mark.parametrize(("deals", "simple"), [(8, 0), (3, 0), (9, 1)])
    def test_G18_a_session_of_no_more_than_eight_is_all_doubles(
        self, deals: int, simple: int
    ) -> None:
        stakes = [deal.deal.table.stakes for deal in sessions(2, deals=deals)]
        assert stakes == [1] * simple + [2] * (deals - simple)

    def test_a_record_of_a_late_deal_keeps_its_stakes(self) -> None:
        last = sessions(3, deals=10)[-1]
        again = br.replay(br.loads(br.dumps(br.record(last))))[-1]
        assert again == last
        assert again.deal is not None
        assert again.deal.table.stakes == 2


class TestPlayOut:
    def test_G19_further_deals_follow_until_the_pool_is_empty(self) -> None:
        lengths = set()
        for seed in range(12):
            deals = sessions(seed, deals=2, play_out=True)
            lengths.add(len(deals))
            further = deals[2:]
            assert all(deal.table.pool for deal in deals[1:-1])
            assert deals[-1].table.pool == 0
            for deal in further:
                assert deal.deal.table.stakes == 1
                assert sum(paid.chips for paid in deal.deal.table.antes) == 10
            if len(deals) < 42:
                assert not any(
                    "end of the session" in str(paid) for paid in deals[-1].settlement.transfers
                )
        assert 2 in lengths or 3 in lengths
        assert max(lengths) > 3

    def test_G19_after_forty_more_the_pool_is_divided(self) -> None:
        state: br.State = br.start(br.get_variant(SLUG, deals=1, play_out=True))
        rng = random.Random(4)
        for number in range(1, 42):
            assert state.table.deal_number == number
            state = finish(state, rng=random.Random(rng.randrange(99)))
            if number < 41:
                state = br.next_deal(state)
        assert settled(state).session_over
        assert state.table.pool == 0
        assert state.settlement is not None
        assert any("end of the session" in str(paid) for paid in state.settlement.transfers)

    def test_without_the_option_the_last_pool_is_divided(self) -> None:
        (*_, last) = sessions(5, deals=2)
        assert last.deal.table.deal_number == 2
        assert last.table.pool == 0


class TestCut:
    def cutting(self) -> br.State:
        state = br.start(SLUG, dealer=2)
        return br.apply(state, br.draw_chance(state, random.Random(1)))

    def test_G5_the_player_before_the_dealer_must_cut(self) -> None:
        state = self.cutting()
        assert (state.phase, state.actor) == ("cut", 1)
        assert legal(state) == [f"cut {at}" for at in range(4, 49)]
        assert act(state, "cut 4").phase == "auction"

    @pytest.mark.parametrize("at", [1, 3, 49, 51])
    def test_a_cut_leaves_four_cards_in_each_part(self, at: int) -> None:
        error = br.why_illegal(self.cutting(), br.Cut(at))
        assert type(error) is BadCut
        assert error.reason == "a cut moves 4 to 48 cards"

    def test_its_number_is_seen_by_nobody(self) -> None:
        state = self.cutting()
        after = act(state, "cut 30")
        assert str(br.observe(after, 1).events[-1]) == "cut ?"
        sampled = br.sample(br.observe(after, 3), random.Random(2))
        (cut,) = [each.action for each in sampled.events if isinstance(each.action, br.Cut)]
        assert isinstance(cut.at, int)
        assert 4 <= cut.at <= 48

    @pytest.mark.parametrize(("packets", "sizes"), [(1, 13), (3, 5), (4, 4)])
    def test_packets(self, packets: int, sizes: int) -> None:
        variant = br.get_variant(SLUG, packets=packets)
        assert len(variant.dealing.packets) == sizes
        order = variant.dealing.deal(range(52), dealer=3)
        assert order[0][:2] == ((0, 4) if packets == 1 else (0, 1))
        assert order[3][-1] == 51, "the last card is turned"


class TestMisdeal:
    def test_G18_a_misdeal_loses_the_deal_and_belle_stands(self) -> None:
        state = br.start(
            br.get_variant(SLUG, enforcement="table"), 3, hands=STRIPES, turned=br.parse_card("7C")
        )
        lost = settled(act(state, "misdeal"))
        assert lost.settlement.transfers == ()
        assert (lost.table.pool, lost.table.belle) == (10, br.CLUBS)
        following = br.next_deal(lost)
        assert (following.table.dealer, following.table.deal_number) == (0, 2)
        assert following.table.pool == 20
        assert following.table.belle is br.CLUBS


class TestBrokenOff:
    def test_a_misere_ends_with_the_first_trick_of_its_declarer(self) -> None:
        state = french(SUITS, turned="2D", belle="H", slug=SLUG)
        state = speak(state, "0 pass; 1 pass; 2 bid grande-misere; 3 pass")
        state = tricks(state, "0: AS 2H AC 2D")
        assert state.phase == "conceding", "seat 2 has no spade and wins nothing"
        hands = (SUITS[2], SUITS[1], SUITS[0], SUITS[3])
        state = french(hands, turned="2D", belle="H", slug=SLUG)
        state = speak(state, "0 bid grande-misere; 1 pass; 2 pass; 3 pass")
        lost = settled(tricks(state, "0: AC 2H 2S 2D"))
        assert lost.settlement.made is False
        assert sum(lost.taken) == 1

    def test_G4_all_opponents_are_asked_before_the_second_trick(self) -> None:
        hands = (SUITS[0], SUITS[1], SUITS[3], SUITS[2])
        state = french(hands, turned="2C", belle="H", slug=SLUG)
        state = speak(state, "0 bid petite-independance S; 1 pass; 2 pass; 3 pass")
        state = tricks(state, "0: AS 2H JD 2C")
        assert state.phase == "conceding"
        done = settled(speak(state, "1 concede; 2 concede; 3 concede"))
        # Spades: 6 and four honours 6, no overtricks; the pool; two for the jack, which seat 2 has.
        assert done.outcome.conceded
        assert done.settlement.deltas == (3 * 12 + 20 - 2, -12 - 2, -12 + 6, -12 - 2)


class TestTurnToTheRight:
    def test_F12_the_next_player_sits_to_the_right(self) -> None:
        state = french(turned="7C", belle="H", slug=SLUG)
        assert shown_deal(state).clockwise == (0, 3, 2, 1)
        assert shown_deal(french()).clockwise == (0, 1, 2, 3)
        lines = text(state, ascii=True).splitlines()
        (names,) = [line for line in lines if "Seat 3" in line or "seat 3" in line]
        assert names.lower().index("seat 3") < names.lower().index("seat 1")

    def test_F12_nothing_of_the_play_is_otherwise(self) -> None:
        one = french(turned="7C", belle="H", slug=SLUG)
        assert one.actor == 0
        assert one.table.dealer == 3
        assert trick_text(
            tricks(
                speak(one, "0 bid petite-independance S; 1 pass; 2 pass; 3 pass"), "0: AS KS QS JS"
            ),
            1,
        ).startswith("trick 1: seat 0 leads")

    def test_F12_words_follow(self) -> None:
        variant = br.get_variant(SLUG)
        assert "the player at the dealer's left cuts" in words_of(variant, variant.dealing)
        assert "go round to the right" in words_of(variant, variant.dealing)
        assert "from the declarer's right" in words_of(variant, variant.concession)
        russian = br.get_variant("russian")
        assert "from the declarer's left" in words_of(russian, russian.concession)


def test_the_deal_passes_on_and_seats_are_numbered_in_the_order_of_turn() -> None:
    dealers = [deal.deal.table.dealer for deal in sessions(6, deals=5)]
    assert all((one + 1) % 4 == two for one, two in pairwise(dealers))
