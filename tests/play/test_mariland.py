"""P37, P38, R44: superpreference over a session of ``mariland``."""

from __future__ import annotations

from typing import Final

import pytest
from tests.phases.table_talk import act, finish, legal, only_bid, settled, speak
from tests.play.deals import MIXED, rotated
from tests.play.tables import bill, next_opened, opened, orders, refusal, session

import boston_rules as br
from boston_rules.core.errors import BidTooLow, WrongPhase

SUIT_CARDS: Final = {"C": "5C", "D": "JD", "H": "6H", "S": "8S"}
"""A card of each suit in the fourth hand, which the dealer holds."""


def thrown(superpreference: str) -> br.Settled:
    """The first deal, thrown in, with a card of that suit turned."""
    state = opened("mariland", MIXED, turned=SUIT_CARDS[superpreference])
    return settled(act(state, "pass; pass; pass; pass"))


def later(superpreference: str, preference: str) -> br.State:
    """The second deal: seat 0 deals, seat 1 is eldest."""
    return next_opened(thrown(superpreference), rotated(MIXED, 1), turned=SUIT_CARDS[preference])


def fives(state: br.State) -> str:
    return "".join(token[-1] for token in legal(state) if token.startswith("bid 5 "))


class TestSuits:
    @pytest.mark.parametrize("suit", "CDHS")
    def test_P38_the_first_deal_has_superpreference_only(self, suit: str) -> None:
        state = opened("mariland", MIXED, turned=SUIT_CARDS[suit])
        assert state.table.belle is br.parse_suit(suit)
        others = "CDHS".replace(suit, "")
        assert fives(state) == others + suit
        # The three others are equal: none overcalls another.
        for one in others:
            bid = act(state, f"bid 5 {one}")
            assert [refusal(bid, f"bid 5 {other}") for other in others] == [BidTooLow] * 3
            assert refusal(bid, f"bid 5 {suit}") is None

    @pytest.mark.parametrize("superpreference", "CDHS")
    @pytest.mark.parametrize("preference", "CDHS")
    def test_superpreference_over_preference_over_the_others(
        self, superpreference: str, preference: str
    ) -> None:
        state = later(superpreference, preference)
        assert state.table.belle is br.parse_suit(superpreference)
        others = "".join(s for s in "CDHS" if s not in (superpreference, preference))
        if superpreference == preference:
            assert fives(state) == others + superpreference
            assert refusal(act(state, f"bid 5 {others[0]}"), f"bid 5 {others[1]}") is BidTooLow
            return
        assert fives(state) == others + preference + superpreference
        plain = act(state, f"bid 5 {others[0]}")
        assert refusal(plain, f"bid 5 {others[1]}") is BidTooLow
        assert refusal(plain, f"bid 5 {preference}") is None
        preferred = act(plain, f"bid 5 {preference}")
        assert refusal(preferred, f"bid 5 {superpreference}") is None
        highest = act(preferred, f"bid 5 {superpreference}")
        assert refusal(highest, f"bid 5 {preference}") is BidTooLow
        assert refusal(highest, f"bid 6 {others[0]}") is None

    def test_P37_fixed_even_if_the_first_deal_is_thrown_in(self) -> None:
        assert thrown("H").table.belle is br.HEARTS

    @pytest.mark.parametrize("seed", range(3))
    def test_for_the_whole_session_of_40_deals(self, seed: int) -> None:
        deals = session(br.get_variant("mariland"), seed, dealer=seed)
        assert len(deals) == 40
        first = br.parse_card(orders(deals[0][0])[seed][-1]).suit
        turned = set()
        for number, (opening, done) in enumerate(deals):
            dealer = (seed + number) % 4
            last = br.parse_card(orders(opening)[dealer][-1])
            assert opening.table.belle is done.table.belle is first
            assert br.observe(opening, 0).turned is last
            assert br.observe(opening, None).table.belle is first
            turned.add(last.suit)
        assert len(turned) == 4, "preference changes from deal to deal"
        with pytest.raises(br.SessionOver):
            br.next_deal(deals[-1][1])

    def test_a_new_session_has_its_own(self) -> None:
        variant = br.get_variant("mariland")
        for suit, card in SUIT_CARDS.items():
            state = br.start(variant, 3, hands=MIXED, turned=br.parse_card(card))
            assert state.table.belle is br.parse_suit(suit)


class TestGame:
    def test_R44_always_solo(self) -> None:
        state = act(opened("mariland", MIXED, turned="8S"), "bid 4 H; pass; pass; pass")
        assert state.phase == "play"
        for token in ("ask", "solo", "call AS", "accept", "slam"):
            assert refusal(state, token) is WrongPhase

    def test_R44_no_boston_jack(self) -> None:
        """J♦ is an ordinary diamond, and nobody collects for it."""
        state = act(opened("mariland", MIXED, turned="8S"), "bid 4 S; pass; pass; pass")
        state = speak(state, "0 play 4D; 1 play 2D; 2 play AD; 3 play JD")
        assert state.actor == 2
        reasons = {line.reason for paid in bill(finish(state)).transfers for line in paid.lines}
        assert not any("Boston" in reason for reason in reasons)

    @pytest.mark.parametrize("deal", range(1, 41, 13))
    def test_P38_ante_10_in_all_deals(self, deal: int) -> None:
        """Not dearer at the end, as in the French game."""
        state: br.State = opened("mariland", MIXED, turned="8S")
        for number in range(1, deal):
            done = settled(act(state, "pass; pass; pass; pass"))
            state = next_opened(done, rotated(MIXED, number), turned="8S")
        assert state.table.deal_number == deal
        dealer = (3 + deal - 1) % 4
        assert [(paid.payer, paid.chips) for paid in state.table.antes] == [(dealer, 10)]
        assert state.table.pool == 10 * deal

    def test_R44_all_pass_and_the_pool_stays(self) -> None:
        assert bill(thrown("S")).transfers == ()
        assert bill(thrown("S")).pool == 10

    @pytest.mark.parametrize(("bid", "factor"), [("5 S", 3), ("5 H", 2), ("5 C", 1), ("5 D", 1)])
    @pytest.mark.parametrize("key", ["4", "8", "13"])
    def test_P38_prices_by_rank(self, bid: str, factor: int, key: str) -> None:
        """The second deal: spades superpreference, hearts preference; seat 1 has MIXED[0]."""
        done = finish(only_bid(later("S", "H"), 1, f"bid {key} {bid[-1]}"))
        taken = done.outcome.tricks[1]
        price = (2 * (int(key) - 3) + abs(taken - int(key))) * factor
        sign = 1 if taken >= int(key) else -1
        # The pool holds both antes: 20 to seat 1, or 20 more from him.
        assert bill(done).deltas == tuple(
            sign * (3 * price + 20) if seat == 1 else -sign * price for seat in range(4)
        )
