"""P26: small bids of ``two-pack-hoyle`` may be conceded before the first lead."""

from __future__ import annotations

import pickle

import pytest
from tests.phases.table_talk import act, finish, legal, settled, speak
from tests.play.deals import MIXED, SPADES_SEVEN, SPADES_SIX
from tests.play.tables import bill, contract, face_up, opened, refusal, said

import boston_rules as br
from boston_rules.core.errors import WrongPhase

SLUG = "two-pack-hoyle"


def asked_about(bid: str, declarer: int = 0, **options: bool) -> br.State:
    """What follows the auction: seat 0 is eldest, 5♣ is turned."""
    state = opened(SLUG, MIXED, turned="5C", **options)
    return act(state, *["pass"] * declarer, f"bid {bid}", *["pass"] * (3 - declarer))


class TestTheAsking:
    @pytest.mark.parametrize("suit", "CDHS")
    @pytest.mark.parametrize("key", ["5", "6"])
    def test_P26_five_and_six_in_every_suit(self, key: str, suit: str) -> None:
        state = asked_about(f"{key} {suit}")
        assert (state.phase, state.actor) == ("contesting the bid", 1)
        assert legal(state) == ["concede", "contest"]

    @pytest.mark.parametrize(
        "bid",
        ["7 S", "8 S", "9 S", "10 S", "11 S", "12 S", "13 S", "grand-misere", "grand-spread"],
    )
    def test_P26_no_other_bid(self, bid: str) -> None:
        assert asked_about(bid).phase == "play"

    @pytest.mark.parametrize("bid", ["little-misere", "little-spread"])
    def test_P26_nor_one_with_discards(self, bid: str) -> None:
        assert asked_about(bid).phase == "discarding"

    @pytest.mark.parametrize("declarer", range(4))
    def test_in_turn_from_the_declarers_left(self, declarer: int) -> None:
        state = asked_about("6 S", declarer)
        found = []
        while state.phase == "contesting the bid":
            assert state.actor is not None
            found.append(state.actor)
            state = act(state, "concede")
        assert found == [(declarer + step) % 4 for step in (1, 2, 3)]
        assert state.phase == "settled"

    @pytest.mark.parametrize("conceding", range(3))
    def test_the_first_contest_ends_it(self, conceding: int) -> None:
        state = act(asked_about("6 S", 2), *["concede"] * conceding, "contest")
        assert (state.phase, state.actor) == ("play", 0), "eldest leads"
        while state.actor is not None:
            assert state.phase == "play", "nobody is asked again"
            state = br.apply(state, br.legal_actions(state)[0])

    def test_nothing_but_the_two_answers(self) -> None:
        for token in ("pass", "play AS", "accept", "bid 7 S", "chicane"):
            assert refusal(asked_about("5 S"), token) is WrongPhase

    def test_answers_are_public_and_stay_in_the_history(self) -> None:
        state = act(asked_about("5 S"), "concede; contest")
        assert said(state)[-2:] == ["1 concede", "2 contest"]
        for seat in (0, 1, 2, 3, None):
            assert said(br.observe(state, seat))[-2:] == ["1 concede", "2 contest"]
        assert said(finish(state))[: len(said(state))] == said(state)

    def test_states_pickle(self) -> None:
        for state in (asked_about("5 S"), act(asked_about("5 S"), "concede; concede")):
            again = pickle.loads(pickle.dumps(state))
            assert again == state
            assert hash(again) == hash(state)

    def test_concessions_off(self) -> None:
        assert asked_about("5 S", concessions=False).phase == "play"


class TestTheBill:
    """The pool is 8; each test names the price of the bid from the fifths of W2 and L2."""

    @pytest.mark.parametrize(("bid", "price"), [("5 S", 2), ("6 S", 3), ("5 D", 2), ("6 H", 3)])
    def test_conceded(self, bid: str, price: int) -> None:
        done = settled(act(asked_about(bid), "concede; concede; concede"))
        assert bill(done).deltas == (3 * price, -price, -price, -price)
        assert bill(done).made is True
        assert bill(done).pool == 8
        assert done.outcome.conceded is True
        assert done.outcome.tricks == (0, 0, 0, 0)
        assert contract(done).key == bid[0]

    def test_R2_conceded_cards_are_gathered_hand_by_hand(self) -> None:
        """P2: no trick, no discards, so the hands seat by seat from eldest."""
        done = settled(act(asked_about("5 S", 1), "concede; concede; concede"))
        assert list(face_up(done.gathered)) == " ".join(MIXED).split()

    @pytest.mark.parametrize(
        ("key", "line", "deltas", "pool"),
        [
            ("5", SPADES_SEVEN, (6 + 8, -2, -2, -2), 0),
            ("5", SPADES_SIX, (6, -2, -2, -2), 8),
            ("6", SPADES_SEVEN, (9 + 8, -3, -3, -3), 0),
            ("6", SPADES_SIX, (9, -3, -3, -3), 8),
        ],
    )
    def test_played_and_made_the_pool_with_seven(
        self, key: str, line: tuple[str, ...], deltas: tuple[int, ...], pool: int
    ) -> None:
        state = act(asked_about(f"{key} S"), "contest")
        for row in line:
            state = act(state, *(f"play {card}" for card in row.split()[1:]))
        assert bill(state).deltas == deltas
        assert bill(state).pool == pool

    @pytest.mark.parametrize("concessions", [True, False])
    def test_P26_without_the_asking_a_small_bid_never_takes_the_pool(
        self, concessions: bool
    ) -> None:
        state = asked_about("5 S", concessions=concessions)
        if concessions:
            state = act(state, "contest")
        for row in SPADES_SEVEN:
            state = act(state, *(f"play {card}" for card in row.split()[1:]))
        assert bill(state).pool == (0 if concessions else 8)

    def test_P26_lost_without_doubling(self) -> None:
        """Six in diamonds by seat 0, who holds two: L2 a fifth for so many short."""
        state = finish(act(asked_about("6 D"), "contest"))
        done = settled(state)
        short = 6 - done.outcome.tricks[0]
        assert short > 0
        price = (3, 5, 7, 9, 11, 13)[short - 1]
        assert bill(done).deltas == (-3 * price, price, price, price)
        assert bill(done).pool == 8


def test_other_two_pack_games_do_not_ask() -> None:
    for slug, bid in (("boston-whist", "5 S"), ("english-boston", "5 S"), ("american-capped", "5")):
        state = speak(opened(slug, MIXED, turned="5C"), f"0 bid {bid}; 1 pass; 2 pass; 3 pass")
        assert state.phase == "play"
