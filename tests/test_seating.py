"""Section by section: cutting for the deal, drawing for seats, and the knave of diamonds."""

from __future__ import annotations

import itertools
import pickle
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boston_rules as br
from boston_rules.deal.seating import (
    CutForDeal,
    Seating,
    choose_seat,
    cut_for_deal,
    cut_from_pack,
    deal_for_jack,
    draw_for_seats,
)

ANY = st.sampled_from(br.PACK)
LOW_TO_HIGH = "A23456789TJQK"
"""Ranks when cutting for the deal."""
SEAT_ORDER = [rank + suit for rank in "AKQJT98765432" for suit in "SHDC"]
"""Cards when drawing for seats, highest first."""


def cards(text: str) -> list[br.Card]:
    return [br.parse_card(token) for token in text.split()]


def problems(call: Any, *args: Any, **kwargs: Any) -> tuple[str, ...]:
    with pytest.raises(br.DealError) as caught:
        call(*args, **kwargs)
    return caught.value.problems


class TestCutForDeal:
    @pytest.mark.parametrize(
        ("drawn", "dealer"),
        [
            ("2S 3S 4S 5S", 0),
            ("KC QC JC TC", 3),
            ("9D 2C 3H 8S", 1),
            ("KS KH AD KC", 2),
            ("2C 2D 2H AS", 3),
            ("QS JS KS", 1),
            ("TS JS QS KS", 0),
        ],
    )
    def test_the_lowest_card_deals_and_the_ace_is_low(self, drawn: str, dealer: int) -> None:
        assert cut_for_deal(cards(drawn)) == CutForDeal(dealer)

    @pytest.mark.parametrize(
        ("drawn", "again"),
        [
            ("2S 2H KC QC", (0, 1)),
            ("KC AD QC AS", (1, 3)),
            ("7S 7H 7D 7C", (0, 1, 2, 3)),
            ("5S 9C 5D 5C", (0, 2, 3)),
            ("3S 3D JH", (0, 1)),
        ],
    )
    def test_R17_ties_for_lowest_cut_again(self, drawn: str, again: tuple[int, ...]) -> None:
        assert cut_for_deal(cards(drawn)) == CutForDeal(None, again)

    def test_ties_above_the_lowest_do_not_matter(self) -> None:
        assert cut_for_deal(cards("KS KH KD 2C")).dealer == 3

    def test_a_second_round_is_between_those_who_tied(self) -> None:
        first = cut_for_deal(cards("KC AD QC AS"))
        second = cut_for_deal(dict(zip(first.again, cards("5H 5D"), strict=True)))
        assert second == CutForDeal(None, (1, 3))
        third = cut_for_deal({3: br.parse_card("AH"), 1: br.parse_card("2H")})
        assert third == CutForDeal(3)

    def test_the_same_card_cut_twice_is_a_tie(self) -> None:
        """Each may cut the whole pack: the card above the cut goes back before the next cut."""
        assert cut_for_deal(cards("3H 9C 3H QS")).again == (0, 2)

    @given(st.lists(ANY, min_size=3, max_size=4))
    def test_against_the_order_of_ranks(self, drawn: list[br.Card]) -> None:
        heights = [LOW_TO_HIGH.index(str(card)[0]) for card in drawn]
        lowest = [seat for seat, height in enumerate(heights) if height == min(heights)]
        verdict = cut_for_deal(drawn)
        if len(lowest) == 1:
            assert (verdict.dealer, verdict.again) == (lowest[0], ())
        else:
            assert (verdict.dealer, verdict.again) == (None, tuple(lowest))

    @pytest.mark.parametrize(
        "mapping",
        [{0: "AS"}, {}, {0: "AS", 4: "2S"}, {-1: "AS", 2: "2S"}, {"0": "AS", 1: "2S"}],
    )
    def test_seats_that_cannot_cut_again(self, mapping: Mapping[Any, str]) -> None:
        found = {seat: br.parse_card(token) for seat, token in mapping.items()}
        assert problems(cut_for_deal, found)

    @pytest.mark.parametrize("count", [0, 1, 2, 5])
    def test_three_or_four_cut(self, count: int) -> None:
        assert problems(cut_for_deal, br.PACK[:count]) == (f"three or four play, not {count}",)

    def test_every_problem_is_listed(self) -> None:
        strange: Any = {7: "AS"}
        assert problems(cut_for_deal, strange) == (
            "seats are 0 to 3, not 7",
            "at least two seats cut, not 1",
            "'AS' is not a card",
        )
        assert len(problems(cut_for_deal, [None, 3])) == 3

    def test_verdicts_are_values(self) -> None:
        verdict = cut_for_deal(cards("2S 2H KC QC"))
        assert pickle.loads(pickle.dumps(verdict)) == verdict
        assert len({verdict, CutForDeal(None, (0, 1))}) == 1


class TestCutFromPack:
    @pytest.mark.parametrize(
        ("pack", "seats", "dealer"),
        [
            ("2S 3S 4S 5S", 4, 0),
            # 1 and 3 tie with aces, then seat 1 takes 5♥ and seat 3 takes 2♥.
            ("KC AD QC AS 5H 2H", 4, 3),
            # All tie; then 0 and 2 tie; then 2 is lower.
            ("7S 7H 7D 7C 2C KC 2D KD JC TC", 4, 2),
            ("9S 9H TC 9D 8H", 3, 1),
            ("9S 9H AC", 3, 2),
        ],
    )
    def test_ties_take_on_from_there(self, pack: str, seats: int, dealer: int) -> None:
        assert cut_from_pack(cards(pack), seats) == dealer
        assert cut_from_pack([*cards(pack), br.parse_card("3C")], seats) == dealer

    @pytest.mark.parametrize("pack", ["", "2S 3S 4S", "2S 2H KC QC", "2S 2H KC QC 5S"])
    def test_cards_that_end_before_a_verdict(self, pack: str) -> None:
        found = cards(pack)
        assert problems(cut_from_pack, found) == (
            f"{len(found)} cards do not decide who deals: cut again from a fresh pack",
        )

    def test_a_pack_that_ties_to_its_end(self) -> None:
        """Four of a rank after four of a rank: nobody is ever lower than the others."""
        by_rank = [br.Card(rank, suit) for rank in br.Rank for suit in br.Suit]
        assert "52 cards do not decide" in problems(cut_from_pack, by_rank)[0]

    def test_bad_input(self) -> None:
        assert problems(cut_from_pack, cards("2S 2S 3S 4S"), 5) == (
            "three or four play, not 5",
            "drawn twice: 2S",
        )
        strange: Any = ["2S", *br.PACK]
        assert problems(cut_from_pack, strange, 4.0) == (
            "three or four play, not 4.0",
            "'2S' is not a card",
        )

    @pytest.mark.parametrize("seats", [3, 4])
    def test_every_seat_deals_as_often(self, seats: int) -> None:
        rng = random.Random(11)
        found = Counter(cut_from_pack(br.shuffled(rng), seats) for _ in range(1200))
        assert set(found) == set(range(seats))
        # 1200 throws of a fair die of so many sides: five standard deviations are 75 or 82.
        assert all(abs(count - 1200 / seats) < 90 for count in found.values())


class TestDrawForSeats:
    @pytest.mark.parametrize(
        ("drawn", "players"),
        [
            ("AS KS QS JS", (0, 1, 2, 3)),
            ("7C KH 2D KS", (3, 1, 0, 2)),
            ("2C AD 3C", (1, 2, 0)),
            # R15: equal ranks by suit, spades > hearts > diamonds > clubs.
            ("9C 9D 9H 9S", (3, 2, 1, 0)),
            ("AC KS AD 2S", (2, 0, 1, 3)),
        ],
    )
    def test_R15_highest_first_and_the_highest_deals(
        self, drawn: str, players: tuple[int, ...]
    ) -> None:
        assert draw_for_seats(cards(drawn)) == Seating(players, dealer=0)

    @given(st.lists(ANY, min_size=3, max_size=4, unique=True))
    def test_against_the_order_of_cards(self, drawn: list[br.Card]) -> None:
        seating = draw_for_seats(drawn)
        places = [SEAT_ORDER.index(str(drawn[player])) for player in seating.players]
        assert places == sorted(places)
        assert sorted(seating.players) == list(range(len(drawn)))
        assert seating.players[seating.dealer] == seating.players[0]

    def test_bad_input(self) -> None:
        assert problems(draw_for_seats, cards("AS AS")) == (
            "three or four play, not 2",
            "drawn twice: AS",
        )
        strange: Any = ["AS", 3, *br.PACK[:2]]
        assert problems(draw_for_seats, strange) == ("'AS' is not a card", "3 is not a card")


class TestJackOfDiamonds:
    @pytest.mark.parametrize("first", range(4))
    def test_dealt_round_singly(self, first: int) -> None:
        jack = br.parse_card("JD")
        for place in range(52):
            pack = [card for card in br.PACK if card is not jack]
            pack.insert(place, jack)
            hands: list[list[br.Card]] = [[], [], [], []]
            turn = itertools.cycle(range(4))
            for _ in range(first):
                next(turn)
            for card in pack:
                hands[next(turn)].append(card)
            assert jack in hands[deal_for_jack(pack, first)]

    @pytest.mark.parametrize("seat", range(4))
    @pytest.mark.parametrize("player", range(4))
    def test_he_picks_a_seat_and_deals(self, player: int, seat: int) -> None:
        seating = choose_seat(player, seat)
        assert seating.dealer == seat == seating.seat_of(player)
        assert sorted(seating.players) == [0, 1, 2, 3]
        # The others keep their order from him on.
        assert [seating.players[(seat + step) % 4] for step in range(4)] == [
            (player + step) % 4 for step in range(4)
        ]

    def test_the_others_may_draw_for_the_seats_left(self) -> None:
        """A♠ sits at the dealer's left, then 9♥ before 9♣ by suit."""
        drawn = {0: br.parse_card("9C"), 1: br.parse_card("9H"), 2: br.parse_card("AS")}
        assert choose_seat(3, 3, drawn) == Seating((2, 1, 0, 3), dealer=3)
        assert choose_seat(3, 1, drawn) == Seating((0, 3, 2, 1), dealer=1)

    def test_bad_packs(self) -> None:
        assert problems(deal_for_jack, br.PACK[:51]) == ("all 52 cards are dealt round, not 51",)
        assert problems(deal_for_jack, [*br.PACK[1:], br.PACK[1]], 4) == (
            "drawn twice: 3C",
            "players are 0 to 3, not 4",
        )
        strange: Any = [*br.PACK[:51], "AS"]
        assert problems(deal_for_jack, strange) == ("'AS' is not a card",)

    def test_bad_choices(self) -> None:
        wrong: Any = "north"
        assert problems(choose_seat, 4, wrong) == (
            "players are 0 to 3, not 4",
            "seats are 0 to 3, not 'north'",
        )
        assert problems(choose_seat, True, 0) == ("players are 0 to 3, not True",)
        drawn = {0: br.parse_card("9C"), 1: br.parse_card("9C"), 3: br.parse_card("AS")}
        assert problems(choose_seat, 3, 3, drawn) == (
            "players [0, 1, 2] draw for the seats left, not [0, 1, 3]",
            "drawn twice: 9C",
        )

    def test_no_such_player(self) -> None:
        assert problems(choose_seat(0, 0).seat_of, 4) == ("players are [0, 1, 2, 3], not 4",)


class TestSessions:
    """A host seats the players, then starts the session with the dealer found."""

    def test_with_a_random_generator(self) -> None:
        for seed in range(8):
            rng = random.Random(seed)
            for dealer in (
                cut_from_pack(br.shuffled(rng)),
                draw_for_seats(br.shuffled(rng)[:4]).dealer,
                choose_seat(deal_for_jack(br.shuffled(rng)), seat=rng.randrange(4)).dealer,
            ):
                assert br.start(br.get_variant("french"), dealer).table.dealer == dealer

    def test_with_three_seats(self) -> None:
        dealer = cut_from_pack(cards("QS JS KS"), seats=3)
        variant = br.get_variant("english-boston", seats=3)
        assert br.start(variant, dealer).table.dealer == 1
