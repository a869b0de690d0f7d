"""P20: chicane, asked of everybody before the first lead of a deal with trumps."""

from __future__ import annotations

import pickle
from typing import Final

import pytest
from tests.phases.table_talk import STRIPES, SUITS, act, finish, legal, only_bid, reach, settled
from tests.play.tables import SLUGS, bill, opened, refusal, said, session

import boston_rules as br
from boston_rules.core.errors import HoldsTrump, WrongPhase

VOID: Final = (
    "AS AH AC AD TS TH TC TD 6S 6H 6C JH 2S",
    "KS KH KC KD 9S 9H 9C 9D 5S 5H 5C 7H 2H",
    "QS QH QC QD 8S 8H 8C 8D 4S 4H 4C 3H 2C",
    "JS 6D JC JD 7S 5D 7C 7D 3S 4D 3C 3D 2D",
)
"""Seat 3 holds no heart."""


def russian(bid: str = "5 H", hands: tuple[str, ...] = VOID, *words: str) -> br.State:
    """The chicane poll of seat 0's bid; seat 0 is eldest."""
    return act(opened("russian", hands), f"bid {bid}; pass; pass; pass", *(words or ("solo",)))


class TestTheAsking:
    @pytest.mark.parametrize("declarer", range(4))
    @pytest.mark.parametrize("dealer", range(4))
    def test_P20_all_four_from_eldest_whoever_declares(self, dealer: int, declarer: int) -> None:
        """The declarer too; nobody of these hands is void, and still everybody is asked."""
        state = only_bid(opened("russian", STRIPES, dealer=dealer), declarer, "bid 5 H")
        state = act(state, "solo")
        eldest = (dealer + 1) % 4
        asked = []
        while state.phase == "chicane":
            assert state.actor is not None
            asked.append(state.actor)
            assert legal(state) == ["pass"]
            state = act(state, "pass")
        assert asked == [(eldest + step) % 4 for step in range(4)]
        assert (state.phase, state.actor) == ("play", eldest)

    def test_P20_the_partner_too(self) -> None:
        state = russian("5 H", VOID, "ask", "decline", "decline", "accept")
        state = act(state, "pass; pass; pass")
        assert state.actor == 3
        assert legal(state) == ["pass", "chicane"]

    def test_a_whister_is_public_while_it_is_asked(self) -> None:
        state = russian("5 H", VOID, "ask", "accept")
        assert state.phase == "chicane"
        for seat in (0, 1, 2, 3, None):
            told = br.observe(state, seat).contract
            assert told is not None
            assert told.partner == 1

    def test_P20_only_pass_with_a_trump(self) -> None:
        state = russian()
        for seat in range(3):
            assert state.actor == seat
            assert legal(state) == ["pass"]
            assert refusal(state, "chicane") is HoldsTrump
            state = act(state, "pass")
        assert legal(state) == ["pass", "chicane"]
        assert refusal(state, "concede") is refusal(state, "play JS") is WrongPhase

    def test_nobody_has_to_declare(self) -> None:
        done = settled(finish(act(russian(), "pass; pass; pass; pass")))
        assert done.outcome.chicane == ()

    def test_the_refusal_shows_no_card(self) -> None:
        error = br.why_illegal(russian(), br.Chicane())
        assert error is not None
        assert not any(str(card) in str(error) for card in br.PACK)

    def test_P47_the_asking_tells_nothing(self) -> None:
        """Seats 0 to 2 see the same whether seat 3, who passes, is void or not."""
        one = act(russian("5 H", VOID), "pass; pass; pass; pass")
        swapped = (VOID[0], VOID[1], VOID[2].replace("8H", "4D"), VOID[3].replace("4D", "8H"))
        other = act(russian("5 H", swapped), "pass; pass; pass; pass")
        for seat in (0, 1, None):
            assert br.observe(one, seat) == br.observe(other, seat)

    def test_history_and_pickles(self) -> None:
        state = act(russian(), "pass; pass; pass; chicane")
        assert said(state)[-4:] == ["0 pass", "1 pass", "2 pass", "3 chicane"]
        for seat in (0, 1, 2, 3, None):
            assert br.observe(state, seat).events[-1] == br.Event(3, br.Chicane())
        for now in (russian(), act(russian(), "pass; pass"), state):
            again = pickle.loads(pickle.dumps(now))
            assert again == now
            assert hash(again) == hash(now)
        assert state != act(russian(), "pass; pass; pass; pass")


class TestWhere:
    @pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "russian"])
    def test_nowhere_else(self, slug: str) -> None:
        for _, done in session(br.get_variant(slug), seed=2):
            assert not any(isinstance(event.action, br.Chicane) for event in done.events)
        variant = br.get_variant(slug)
        assert variant.chicane is None

    @pytest.mark.parametrize(
        "bid",
        ["little-misere", "piccolissimo", "grand-misere", "little-misere-table"],
    )
    def test_P20_not_without_trumps(self, bid: str) -> None:
        state = act(opened("russian", VOID), f"bid {bid}; pass; pass; pass")
        assert state.phase in ("discarding", "play")

    def test_P22_not_in_a_passed_out_deal(self) -> None:
        assert act(opened("russian", VOID), "pass; pass; pass; pass").phase == "play"

    @pytest.mark.parametrize(
        "bid", ["5 H", "6 H", "7 H", "8 H", "9 H", "10 H", "11 H", "12 H", "13 H", "13-table H"]
    )
    def test_with_every_bid_that_has_trumps(self, bid: str) -> None:
        words = () if bid[:2] in ("11", "12", "13") else ("solo",)
        state = act(opened("russian", VOID), f"bid {bid}; pass; pass; pass", *words)
        assert state.phase == "chicane"


class TestTheChips:
    def test_P20_several_may_declare(self) -> None:
        """Seat 0 holds all spades and calls five clubs, which seat 2 holds: three are void."""
        state = act(opened("russian", SUITS), "bid 5 C; pass; pass; pass; solo")
        assert legal(state) == ["pass", "chicane"]
        state = act(state, "chicane; chicane; pass; chicane")
        done = settled(finish(act_contest(state)))
        assert done.outcome.chicane == (0, 1, 3)
        # Seat 2 has all trumps and wins every trick: five clubs lost, 2 to each and 2 to the pool.
        assert done.outcome.tricks == (0, 0, 13, 0)
        # Each who declared has 2 from three others and pays 2 to each of two others.
        price = (-3 * 2 - 2, 2, 2, 2)
        chicane = (6 - 4, 6 - 4, -6, 6 - 4)
        assert bill(done).deltas == tuple(a + b for a, b in zip(price, chicane, strict=True))
        assert (bill(done).made, bill(done).pool) == (False, 1 + 2)

    @pytest.mark.parametrize(("bid", "made"), [("5 D", True), ("13 D", False)])
    def test_P20_whoever_wins(self, bid: str, made: bool) -> None:
        """Seat 3 has every diamond but A♦ and 2♦; seats 1 and 2 have none."""
        hands = (
            "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AD",
            "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
            "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
            "2S KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
        )
        words = ["solo"] if bid == "5 D" else []
        state = act(opened("russian", hands), f"pass; pass; pass; bid {bid}", *words)
        state = act(state, "pass; chicane; chicane; pass")
        done = settled(finish(act_contest(act(state, "play AD; play 2H; play 2C; play 2D"))))
        # A♦, and 3♠ led against 2♠; every other spade is trumped.
        assert done.outcome.tricks == (2, 0, 0, 11)
        assert bill(done).made is made
        # 5♦ 6 and six over 6 from each, pool 1; or 13♦ 70 to each and 70 to the pool.
        price = (-12, -12, -12, 36 + 1) if made else (70, 70, 70, -280)
        chicane = (-4, 6 - 2, 6 - 2, -4)
        assert bill(done).deltas == tuple(a + b for a, b in zip(price, chicane, strict=True))

    def test_the_declarer_himself(self) -> None:
        """Seat 3 calls hearts without holding one: chicane for the declarer."""
        state = act(opened("russian", VOID), "pass; pass; pass; bid 5 H; solo")
        done = settled(finish(act_contest(act(state, "pass; pass; pass; chicane"))))
        assert done.outcome.chicane == (3,)
        paid = [
            (transfer.payer, transfer.payee, line.chips)
            for transfer in bill(done).transfers
            for line in transfer.lines
            if "chicane" in line.reason
        ]
        assert sorted(map(str, paid)) == ["(0, 3, 2)", "(1, 3, 2)", "(2, 3, 2)"]

    def test_a_partner_pays_his_partner(self) -> None:
        """P20: from each other player, so the bidder pays his void partner too."""
        state = russian("5 H", VOID, "ask", "decline", "decline", "accept")
        done = settled(finish(act_contest(act(state, "pass; pass; pass; chicane"))))
        assert done.contract is not None
        assert done.contract.partner == 3
        assert [
            transfer.payer
            for transfer in bill(done).transfers
            if transfer.payee == 3 and "chicane" in transfer.reason
        ].count(0) == 1


def act_contest(state: br.State) -> br.State:
    """Play to the concession poll and refuse."""
    return act(reach(state, "conceding"), "contest")
