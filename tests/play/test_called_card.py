"""R20, P18, P43: the partner of a called card, unknown until the card is played."""

from __future__ import annotations

import math
import pickle
import random
from typing import Final

import pytest
from tests.phases.table_talk import STRIPES, act, finish, legal, playing, settled, tricks
from tests.play.tables import bill, contract, opened, refusal, said

import boston_rules as br
from boston_rules.core.errors import CalledCardHeld, WrongPhase

HEARTS: Final = (
    "6H 5H 4H 3H 2H AS KS QS JS TS 9S 8S 7S",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    "AH KH QH JH TH 9H 8H 7H 6S 5S 4S 3S 2D",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2S",
)
"""Seat 0 is eldest; seat 2 holds the high hearts and 2♦."""
ONE_KNOWS: Final = [br.UNKNOWN, 1, br.UNKNOWN, br.UNKNOWN, br.UNKNOWN]
"""The partner as each seat, and an onlooker, knows him, when only seat 1 does."""


def called(card: str = "KH", bid: str = "5 H") -> br.State:
    """Seat 0 of four mixed hands has called a card; KH is seat 1's."""
    return act(opened("fontainebleau-cats"), f"bid {bid}; pass; pass; pass; call {card}")


def partners(state: br.State) -> list[object]:
    """The partner as each seat, and an onlooker, knows him."""
    return [known.partner for known in contracts(state)]


def contracts(state: br.State) -> list[br.Contract]:
    found = [br.observe(state, seat).contract for seat in (0, 1, 2, 3, None)]
    return [known for known in found if known is not None]


def verdicts(state: br.State) -> list[bool | None]:
    return [br.observe(state, seat).decided for seat in (0, 1, 2, 3, None)]


class TestTheCall:
    @pytest.mark.parametrize("key", ["5", "6", "7", "8", "9", "10"])
    def test_R20_after_each_partnered_bid(self, key: str) -> None:
        state = act(opened("fontainebleau-cats"), f"bid {key} C; pass; pass; pass")
        assert (state.phase, state.actor) == ("calling a card", 0)

    def test_P18_who_plays_solo_tells_nothing_of_his_hand(self) -> None:
        state = act(opened("fontainebleau-cats"), "bid 5 C; pass; pass; pass; solo")
        view = br.observe(state, 1)
        assert br.Worlds(view).count == math.comb(39, 13) * math.comb(26, 13)

    @pytest.mark.parametrize(
        "bid",
        ["11 C", "12 C", "13 C", "13-table C", "grand-misere", "grand-misere-table"],
    )
    def test_R20_no_call_for_the_other_bids(self, bid: str) -> None:
        state = act(opened("fontainebleau-cats"), f"bid {bid}; pass; pass; pass")
        assert state.phase == "play"
        assert contract(state).partner is None

    @pytest.mark.parametrize("bid", ["little-misere", "piccolissimo", "little-misere-table"])
    def test_R20_nor_before_discards(self, bid: str) -> None:
        assert act(opened("fontainebleau-cats"), f"bid {bid}; pass; pass; pass").phase == (
            "discarding"
        )

    def test_P18_39_cards_and_solo(self) -> None:
        state = act(opened("fontainebleau-cats"), "bid 5 H; pass; pass; pass")
        own = STRIPES[0].split()
        others = [str(card) for card in br.PACK if str(card) not in own]
        assert legal(state) == [*(f"call {card}" for card in others), "solo"]
        assert len(legal(state)) == 40

    def test_P18_a_card_in_hand_is_refused(self) -> None:
        state = act(opened("fontainebleau-cats"), "bid 5 H; pass; pass; pass")
        for card in STRIPES[0].split():
            assert refusal(state, f"call {card}") is CalledCardHeld
        for token in ("ask", "pass", "accept", "bid 6 H", "trump H"):
            assert refusal(state, token) is WrongPhase

    def test_R20_whoever_holds_the_card_is_partner(self) -> None:
        for seat in (1, 2, 3):
            for card in STRIPES[seat].split():
                assert contract(called(card)).partner == seat

    def test_solo_plays_for_the_bid_alone(self) -> None:
        state = act(opened("fontainebleau-cats"), "bid 5 H; pass; pass; pass; solo")
        assert contract(state).partner is None
        assert playing(state).setup.terms.target == 5
        assert playing(state).partner_shown
        assert partners(state) == [None] * 5
        assert playing(called()).setup.terms.target == 8
        assert not playing(called()).partner_shown

    def test_nobody_is_asked(self) -> None:
        assert said(called())[-1] == "0 call KH"
        assert called().phase == "play"


class TestHidden:
    """P43: until the card is played only its holder knows the partner."""

    def test_the_bidder_does_not_know_either(self) -> None:
        assert partners(called()) == ONE_KNOWS

    def test_the_call_itself_is_public(self) -> None:
        for seat in (0, 1, 2, 3, None):
            assert br.observe(called(), seat).events[-1] == br.Event(0, br.parse_action("call KH"))

    def test_the_rest_of_the_contract_is_public(self) -> None:
        for known in contracts(called()):
            assert (known.key, known.declarer, known.trump) == ("5", 0, br.HEARTS)

    def test_known_to_all_from_the_card_on(self) -> None:
        """In the second trick, which is not complete yet; a third player has still to play."""
        state = tricks(called(), "0: AS 5S 4S 3S")
        state = act(state, "play TH")
        assert partners(state) == ONE_KNOWS
        state = act(state, "play KH")
        assert partners(state) == [1, 1, 1, 1, 1]
        assert partners(finish(state)) == [1, 1, 1, 1, 1]

    def test_a_card_led_is_played(self) -> None:
        state = tricks(called("KS"), "0: TH 9H QH JH", "2: QC JC TC KC")
        assert partners(state)[0] is br.UNKNOWN
        state = act(state, "play KS")
        assert partners(state) == [1] * 5

    def test_a_call_in_another_deal_is_forgotten(self) -> None:
        done = finish(called())
        again = act(br.next_deal(done, hands=STRIPES), "bid 5 C; pass; pass; pass; call AS")
        assert contract(again).declarer == 1
        assert partners(again) == [0, *[br.UNKNOWN] * 4]

    @pytest.mark.parametrize("seed", range(12))
    def test_P43_the_others_see_the_same_whoever_is_partner(self, seed: int) -> None:
        """K♥ with seat 1 or with seat 2: the same view and the same words for seats 0 and 3."""
        swapped = (
            STRIPES[0],
            STRIPES[1].replace("KH", "QH"),
            STRIPES[2].replace("QH", "KH"),
            STRIPES[3],
        )
        one = called()
        other = act(opened("fontainebleau-cats", swapped), "bid 5 H; pass; pass; pass; call KH")
        assert (contract(one).partner, contract(other).partner) == (1, 2)
        rng = random.Random(seed)
        hidden = {br.parse_action("play KH"), br.parse_action("play QH")}
        compared = 0
        while True:
            assert one.actor == other.actor
            for seat in (0, 3, None):
                assert br.observe(one, seat) == br.observe(other, seat)
            if one.actor in (0, 3):
                for card in br.PACK:
                    play = br.Play(card)
                    assert br.why_illegal(one, play) == br.why_illegal(other, play)
            compared += 1
            both = set(br.legal_actions(one)) & set(br.legal_actions(other)) - hidden
            if not both:
                break
            action = rng.choice(sorted(both, key=str))
            one, other = br.apply(one, action), br.apply(other, action)
        assert compared > 8

    def test_a_state_with_a_hidden_partner_pickles(self) -> None:
        state = tricks(called(), "0: AS 5S 4S 3S")
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
        assert partners(again) == ONE_KNOWS


class TestDecided:
    """P43: the verdict must not say who the partner is."""

    ROWS: Final = (
        "0: 6H 2C AH 3D", "2: KH 4D 5H 3C", "2: QH 5D 4H 4C", "2: JH 6D 3H 5C",
        "2: TH 7D 2H 6C", "2: 9H 8D 7S 7C", "2: 8H 9D 8S 8C", "2: 7H TD 9S 9C",
    )  # fmt: skip

    @staticmethod
    def state(rows: int) -> br.State:
        state = act(opened("fontainebleau-cats", HEARTS), "bid 5 H; pass; pass; pass; call 2D")
        return tricks(state, *TestDecided.ROWS[:rows])

    def test_P43_made_by_the_partner_alone(self) -> None:
        """Seat 2 has won eight tricks: only he knows that the contract is made."""
        seven, eight = self.state(7), self.state(8)
        assert playing(eight).taken == (0, 0, 8, 0)
        assert verdicts(seven) == [None] * 5
        assert playing(eight).decided is True
        assert verdicts(eight) == [None, None, True, None, None]

    def test_P43_known_to_all_once_the_card_is_played(self) -> None:
        hidden = tricks(self.state(8), "2: 6S 2S AS TC")
        assert verdicts(hidden) == [None, None, True, None, None]
        shown = act(self.state(8), "play 2D")
        assert verdicts(shown) == [True] * 5

    def test_the_bidders_own_tricks_decide_for_all(self) -> None:
        """Seat 2 bids, and has eight tricks of his own before 2♣ of seat 1 is played."""
        state = act(opened("fontainebleau-cats", HEARTS, dealer=1), "bid 5 H; pass; pass; pass")
        state = act(state, "call 2C")
        for row, expected in (
            ("2: AH 3D 6H 3C", None), ("2: KH 4D 5H 4C", None), ("2: QH 5D 4H 5C", None),
            ("2: JH 6D 3H 6C", None), ("2: TH 7D 2H 7C", None), ("2: 9H 8D 7S 8C", None),
            ("2: 8H 9D 8S 9C", None), ("2: 7H TD 9S TC", True),
        ):  # fmt: skip
            state = tricks(state, row)
            assert partners(state) == ONE_KNOWS
            assert verdicts(state) == [expected] * 5

    @pytest.mark.no_cover  # depth, not coverage: four times as fast
    @pytest.mark.parametrize("seed", range(30))
    def test_a_public_verdict_is_never_wrong(self, seed: int) -> None:
        rng = random.Random(seed)
        pack = [str(card) for card in br.shuffled(rng)]
        hands = [" ".join(pack[place : place + 13]) for place in (0, 13, 26, 39)]
        key = rng.choice(["5", "6", "7"])
        state = act(opened("fontainebleau-cats", hands), f"bid {key} S; pass; pass; pass")
        state = br.apply(state, rng.choice(br.legal_actions(state)[:-1]))
        seen: list[tuple[list[bool | None], bool]] = []
        while state.actor is not None:
            seen.append((verdicts(state), playing(state).partner_shown))
            assert verdicts(state)[4] is playing(state).decided or not playing(state).partner_shown
            state = br.apply(state, rng.choice(br.legal_actions(state)))
        made = bill(state).made
        partner = contract(state).partner
        for row, shown in seen:
            assert set(row) <= {None, made}
            if not shown:
                public = [verdict for seat, verdict in enumerate(row) if seat != partner]
                assert len(set(public)) == 1

    def test_lost_whoever_the_partner_may_be(self) -> None:
        """Target 13: the bidder has none of two tricks, and no other both of them."""
        state = act(opened("fontainebleau-cats"), "bid 10 H; pass; pass; pass; call 2C")
        state = tricks(state, "0: 6S 5S QS JS")
        # Seat 2, who has won it and holds 2♣, may still be the partner, and is.
        assert verdicts(state) == [None] * 5
        state = tricks(state, "2: 4D 3D TD KD")
        assert playing(state).taken == (0, 1, 1, 0)
        assert verdicts(state) == [False] * 5


class TestHonours:
    def test_P18_honours_of_the_unknown_partner_count(self) -> None:
        """Seat 0 holds no heart honour, seat 2 all four; the whole side has four."""
        done = settled(finish(TestDecided.state(8)))
        assert done.outcome.honours == (0, 0, 4, 0)
        # 5♥ 20 + honours 20 + overtricks 5 each above eight.
        over = sum(done.outcome.tricks[seat] for seat in (0, 2)) - 8
        assert bill(done).transfers[0].chips == 20 + 20 + 5 * over
        # R14: seat 1, first clockwise from the bidder, pays seat 0; seat 3 pays seat 2.
        assert [(paid.payer, paid.payee) for paid in bill(done).transfers] == [(1, 0), (3, 2)]
