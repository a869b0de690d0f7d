"""``fontainebleau-cats``: a called card and an unknown partner (R20, P18, P43)."""

from __future__ import annotations

import random

import pytest
from tests.phases.table_talk import STRIPES, SUITS, act, finish, legal, playing, tricks

import boston_rules as br
from boston_rules.errors import CalledCardHeld

VARIANT = br.get_variant("fontainebleau-cats")
EVERYBODY = (0, 1, 2, 3, None)


def bid(token: str, hands: tuple[str, ...] = STRIPES) -> br.State:
    """Seat 0, eldest, has won the auction."""
    return act(br.start(VARIANT, 3, hands=hands), token, "pass;pass;pass")


class TestCalling:
    def test_P18_every_card_not_held_and_solo(self) -> None:
        state = bid("bid 5 S")
        assert (state.name, state.actor) == ("calling a card", 0)
        others = [card for card in br.PACK if card not in state.hands[0]]
        assert len(others) == 39
        assert legal(state) == [*(f"call {card}" for card in others), "solo"]

    def test_P18_an_own_card_is_refused(self) -> None:
        state = bid("bid 5 S")
        for card in state.hands[0]:
            assert isinstance(br.why_illegal(state, br.Call(card)), CalledCardHeld)

    @pytest.mark.parametrize("card", ["KS", "QS", "JS", "2C", "2D"])
    def test_R20_the_holder_is_partner(self, card: str) -> None:
        state = act(bid("bid 5 S"), f"call {card}")
        assert state.name == "play"
        assert state.contract is not None
        holder = next(seat for seat in range(4) if card in STRIPES[seat].split())
        assert state.contract.partner == holder

    def test_solo(self) -> None:
        state = act(bid("bid 5 S"), "solo")
        assert state.name == "play"
        assert state.contract == br.Contract("5", 0, trump=br.SPADES)
        assert playing(state).partner_shown

    @pytest.mark.parametrize("key", ["5", "6", "7", "8", "9", "10"])
    def test_five_to_ten_may_call(self, key: str) -> None:
        assert bid(f"bid {key} C").name == "calling a card"

    @pytest.mark.parametrize(
        "token", ["bid 11 C", "bid 12 C", "bid grand-misere", "bid 13-table S"]
    )
    def test_the_others_may_not(self, token: str) -> None:
        assert bid(token).name == "play"

    def test_P18_the_unknown_partners_honours_count(self) -> None:
        """Seat 0 has A♠ alone of the honours, seat 1 the king; in SUITS seat 1 has all four."""
        done = finish(act(bid("bid 5 H", SUITS), "call AH"))
        assert done.outcome.honours == (0, 4, 0, 0)
        assert done.contract is not None
        assert done.contract.partner == 1


def partner_seen(state: br.State, seat: int | None) -> int | None:
    contract = br.observe(state, seat).contract
    assert contract is not None
    return contract.partner


class TestUnknownPartner:
    """P43: only the partner himself knows, until the card is played."""

    def test_before_the_card_is_played(self) -> None:
        state = act(bid("bid 5 S"), "call KH")
        for _ in range(3):
            assert not playing(state).partner_shown
            assert partner_seen(state, 1) == 1
            for seat in (0, 2, 3, None):
                assert partner_seen(state, seat) is None, "the bidder does not know either"
            state = act(state, legal(state)[0])

    def test_the_call_is_public(self) -> None:
        state = act(bid("bid 5 S"), "call KH")
        for seat in EVERYBODY:
            assert br.observe(state, seat).history[-1] == (0, "call KH")

    def test_from_the_moment_it_is_played(self) -> None:
        state = tricks(act(bid("bid 5 S"), "call KH"), "0: AH")
        assert partner_seen(state, 0) is None
        state = act(state, "play KH")
        assert playing(state).partner_shown
        for seat in EVERYBODY:
            assert partner_seen(state, seat) == 1, "within the trick"

    def test_in_the_bill(self) -> None:
        done = finish(act(bid("bid 5 S"), "call KH"))
        for seat in EVERYBODY:
            assert partner_seen(done, seat) == 1

    def test_solo_is_no_secret(self) -> None:
        state = act(bid("bid 5 S"), "solo")
        for seat in EVERYBODY:
            assert partner_seen(state, seat) is None

    def test_decided_is_the_partners_alone(self) -> None:
        """Seat 0 wins seven and seat 1 one: eight together, known to seat 1 alone."""
        state = act(bid("bid 5 S"), "call 2H")
        state = tricks(
            state,
            "0: AS KS QS JS", "0: AH KH QH JH", "0: AC KC QC JC", "0: AD KD QD JD",
            "0: TS 9S 8S 7S", "0: 6C 9C 8C 7C", "1: 9H 8H 7H TH", "0: 6H 5H 4H 3H",
        )  # fmt: skip
        assert playing(state).taken == (7, 1, 0, 0)
        assert playing(state).decided is True
        assert br.observe(state, 1).decided is True
        for seat in (0, 2, 3, None):
            assert br.observe(state, seat).decided is None
        state = tricks(state, "0: 6D 9D 8D 7D", "1: 2H")
        for seat in EVERYBODY:
            assert br.observe(state, seat).decided is True

    def test_the_bidders_own_tricks_decide_for_everybody(self) -> None:
        state = act(bid("bid 5 S", SUITS), "call 2H")
        for card in "AKQJT987":
            for seat in EVERYBODY:
                assert br.observe(state, seat).decided is None
            state = tricks(state, f"0: {card}S {card}H {card}C {card}D")
        for seat in EVERYBODY:
            assert br.observe(state, seat).decided is True

    def test_out_of_reach_for_anybody_is_lost_for_everybody(self) -> None:
        """Ten with a partner needs all thirteen: one trick to seat 2 and one to seat 3."""
        state = act(bid("bid 10 S"), "call KH")
        state = tricks(state, "0: 6C 9C QC JC")
        assert playing(state).decided is False
        assert br.observe(state, 1).decided is False
        for seat in (0, 2, 3, None):
            assert br.observe(state, seat).decided is None, "seat 2 might be the partner"
        state = tricks(state, "2: QD JD TD KD")
        for seat in (0, 2, 3, None):
            assert br.observe(state, seat).decided is False

    def test_what_is_decided_in_public_is_so(self) -> None:
        """Over random deals: never against the verdict, and the same whoever holds the card."""
        rng = random.Random(43)
        early = 0
        for _ in range(40):
            pack = [str(card) for card in br.shuffled(rng)]
            hands = [" ".join(pack[place : place + 13]) for place in range(0, 52, 13)]
            key = rng.choice(["5", "6", "7", "8"])
            state = act(br.start(VARIANT, 3, hands=hands), f"bid {key} S;pass;pass;pass")
            state = br.apply(state, rng.choice(br.legal_actions(state)[:-1]))
            while isinstance(state, br.Playing):
                public = state.decided_in_public
                assert public is None or public is state.decided
                early += public is None and state.decided is not None
                if state.partner_shown:
                    assert public is state.decided
                state = br.apply(state, rng.choice(br.legal_actions(state)))
        assert early, "the secret matters"


def test_P43_whoever_holds_the_card_looks_the_same() -> None:
    """The called king at seat 1 or at seat 2: seats 0 and 3 see one and the same deal."""
    swapped = (
        STRIPES[0],
        STRIPES[1].replace("KH", "QH"),
        STRIPES[2].replace("QH", "KH"),
        STRIPES[3],
    )
    rows = ("0: AS KS QS JS", "0: AC KC QC JC", "0: 6D 9D QD 7D")
    one = tricks(act(bid("bid 5 S"), "call KH"), *rows)
    other = tricks(act(bid("bid 5 S", swapped), "call KH"), *rows)
    for seat in (0, 3, None):
        assert br.observe(one, seat) == br.observe(other, seat)
    assert br.observe(one, 1) != br.observe(other, 1)
