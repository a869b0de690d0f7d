"""R33, P29, P48: ``english-boston`` for three."""

from __future__ import annotations

import random
from typing import Final

import pytest
from tests.phases.table_talk import act, at_random, finish, legal, playing, settled, speak, tricks
from tests.play.deals import MIXED, THREE_EIGHT
from tests.play.tables import bill, contract, refusal, session, three

import boston_rules as br
from boston_rules.core.errors import MustFollowSuit

VARIANT: Final = br.get_variant("english-boston", seats=3)


def table() -> br.State:
    """Seat 0 is eldest, seat 2 deals, 5♣ of the dead hand is preference."""
    return three(MIXED[:3], turned="5C")


class TestTheDeal:
    def test_P48_the_antes_of_three(self) -> None:
        assert table().table.purses == (-10, -10, -10)
        assert table().table.pool == 30

    def test_the_deal_passes_round_three(self) -> None:
        state: br.State = table()
        for dealer in (2, 0, 1, 2):
            assert state.table.dealer == dealer
            assert state.actor == (dealer + 1) % 3
            done = finish(state)
            state = br.next_deal(done, hands=MIXED[:3], turned=br.parse_card("5C"))

    def test_preference_from_the_dead_hand(self) -> None:
        assert [token for token in legal(table()) if token[4:6] == "5 "] == ["bid 5 S", "bid 5 C"]


class TestTheAuction:
    def test_two_passes_after_a_bid_end_it(self) -> None:
        state = speak(table(), "0 bid 5 S; 1 pass")
        assert state.phase == "auction"
        assert act(state, "pass").phase == "play"

    def test_all_three_pass(self) -> None:
        """P48: each pays 10 to the pool of 30."""
        done = settled(act(table(), "pass; pass; pass"))
        assert bill(done).deltas == (-10, -10, -10)
        assert bill(done).pool == 60
        assert done.table.purses == (-20, -20, -20)

    def test_R29_who_has_passed_is_out(self) -> None:
        state = speak(table(), "0 pass; 1 bid 5 S; 2 bid 6 S; 1 bid 7 S; 2 pass")
        assert contract(state).declarer == 1


class TestThePlay:
    def test_R33_tricks_of_three_cards(self) -> None:
        state = speak(table(), "0 bid 8 S; 1 pass; 2 pass")
        for number, row in enumerate(THREE_EIGHT, start=1):
            state = tricks(state, row)
            if number < 13:
                trick = playing(state).tricks[-1]
                assert len(trick.cards) == 3
                assert trick.leader == int(row[0])
                assert len(playing(state).tricks) == number
        assert settled(state).outcome.tricks == (8, 3, 2)

    @pytest.mark.parametrize("key", ["little-misere", "little-spread"])
    def test_R2_R33_twelve_with_discards(self, key: str) -> None:
        state = speak(table(), f"0 bid {key}; 1 pass; 2 pass")
        assert [len(hand) for hand in state.hands] == [13, 13, 13]
        state = act(state, "discard AS; discard JS")
        assert [len(hand) for hand in state.hands] == [12, 12, 13]
        state = act(state, "discard AD")
        assert state.actor == 0
        done = settled(finish(state))
        assert sum(done.outcome.tricks) == 12

    def test_follow_suit_to_the_card_led(self) -> None:
        state = act(speak(table(), "0 bid 8 S; 1 pass; 2 pass"), "play 6C")
        assert refusal(state, "play JS") is MustFollowSuit
        assert legal(state) == ["play 3C", "play 7C", "play AC"]
        state = act(state, "play 3C; play 8C")
        assert state.actor == 2

    def test_the_declarer_exposes_to_two(self) -> None:
        state = speak(table(), "0 pass; 1 bid grand-spread; 2 pass")
        for seat in (0, 2, None):
            assert br.observe(state, seat).exposed == ((1, br.Cards.parse(MIXED[1])),)

    def test_two_payers_one_by_one(self) -> None:
        done = settled(tricks(speak(table(), "0 bid 8 S; 1 pass; 2 pass"), *THREE_EIGHT))
        assert [(paid.payer, paid.payee, paid.chips) for paid in bill(done).transfers] == [
            (1, 0, 25),
            (2, 0, 25),
            (br.POOL, 0, 30),
        ]


class TestSessions:
    @pytest.mark.parametrize("seed", range(4))
    def test_P48_whole_sessions(self, seed: int) -> None:
        deals = session(VARIANT, seed, dealer=seed % 3)
        assert len(deals) == 12
        for number, (opening, done) in enumerate(deals):
            assert opening.table.dealer == (seed + number) % 3
            assert len(done.table.purses) == 3
            assert done.table.chips == 0
        last = deals[-1][1]
        assert (last.table.pool, last.table.set_aside) == (0, 0)

    def test_P48_R9_the_rest_divided_by_three(self) -> None:
        """One deal, all pass: 60 in the pool, 20 each; nobody has won or lost."""
        variant = br.get_variant("english-boston", seats=3, deals=1)
        state = br.start(variant, 2, hands=MIXED[:3], turned=br.parse_card("5C"))
        done = settled(act(state, "pass; pass; pass"))
        assert done.table.purses == (0, 0, 0)
        assert done.winners == (0, 1, 2)

    @pytest.mark.parametrize(("dealer", "odd"), [(0, (0, 1, 0)), (1, (0, 0, 1)), (2, (1, 0, 0))])
    def test_P48_the_odd_chip_to_eldest(self, dealer: int, odd: tuple[int, ...]) -> None:
        bill_of = br.settle(
            VARIANT,
            br.Contract("5", 0, br.SPADES),
            br.Outcome((5, 4, 4), (0, 0, 0)),
            pool=31,
            last=True,
            dealer=dealer,
        )
        # Five 10 from each of two; the pool stays below Seven, then 31 by three.
        assert bill_of.deltas == (30 + odd[0], odd[1], odd[2])

    def test_every_card_but_the_dead_ones_is_played(self) -> None:
        state = finish(act(table(), "bid 5 S; pass; pass"), at_random(random.Random(4)))
        seen = {event.action.card for event in state.events if isinstance(event.action, br.Play)}
        assert seen == set(br.PACK) - set(br.Cards.parse(MIXED[3]))
