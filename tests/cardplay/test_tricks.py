"""Following suit and winning a trick: every card led, under every trick table."""

from __future__ import annotations

import random

import pytest
from tests.compiled.workload import free_for, tables

from boston_rules.core.cardplay.progress import Progress
from boston_rules.core.cardplay.tricks import (
    cards_beating,
    may_play,
    void_shown,
    voids_in_trick,
    winning_place,
)
from boston_rules.rules.trumps import TrickTable, ranked

every_table = pytest.mark.parametrize(
    "table", tables(), ids=lambda table: f"{table.trump}-{table.boston}"
)


@every_table
def test_suit_is_followed_by_who_can(table: TrickTable) -> None:
    rng = random.Random(2)
    for led in range(52):
        others = [card for card in range(52) if card != led]
        for size in (13, 5, 1):
            cards = rng.sample(others, size)
            hand = sum(1 << card for card in cards)
            held = [card for card in cards if table.suit_of[card] == table.suit_of[led]]
            may = may_play(hand, table.follow[led])
            assert may == (sum(1 << card for card in held) or hand)
            for card in cards:
                if may >> card & 1:
                    assert not hand & void_shown(1 << card, table.follow[led])


@every_table
def test_a_card_that_does_not_follow_shows_a_void(table: TrickTable) -> None:
    for led in range(52):
        for card in range(52):
            follows = table.suit_of[card] == table.suit_of[led]
            void = void_shown(1 << card, table.follow[led])
            assert void == (0 if follows else table.suit_masks[table.suit_of[led]])


@every_table
def test_the_strongest_card_wins_in_both_numberings(table: TrickTable) -> None:
    rng = random.Random(3)
    order = ranked(table)
    for led in range(52):
        for size in (0, 1, 2, 3, 3, 3):
            trick = [led, *rng.sample([card for card in range(52) if card != led], size)]
            best = max(trick, key=lambda card: table.power[led][card])
            assert trick[winning_place(trick, table.power)] == best
            # The same card by card, on ranked cards.
            bits = [1 << order.numbers[card] for card in trick]
            winning = bits[0]
            for bit in bits[1:]:
                if bit & cards_beating(winning, order.lane_of(bits[0]), order.trumps):
                    winning = bit
            assert winning == 1 << order.numbers[best]


@every_table
def test_a_declarer_who_need_not_follow_shows_no_void(table: TrickTable) -> None:
    order = ranked(table)
    clubs, hearts = order.lanes[0], order.lanes[2]
    low, other = clubs & -clubs, hearts & -hearts
    for free in (0, 1):
        progress = Progress(order, 4, 1, free_for(1), free)
        progress.lead(0)
        progress.play(low)
        hand = low << 1 | other
        assert progress.legal(hand) == (hand if free else low << 1)
        progress.play(other)
        assert progress.void == (0 if free else 0b0010)
        assert progress.legal(low << 2 | other << 1) == low << 2
        progress.play(other << 1)
        assert progress.void >> 2 & 1
        progress.play(low << 2)
        # From the second trick on the declarer must follow.
        assert (progress.number, progress.led) == (1, -1)
        progress.lead(0)
        progress.play(low << 3)
        assert progress.legal(low << 4 | other << 2) == low << 4


def test_voids_of_a_trick_are_those_of_its_cards() -> None:
    """The loop over a trick repeats what ``void_shown`` decides for a card."""
    rng = random.Random(5)
    for _ in range(300):
        seats = rng.choice((3, 4))
        cards = rng.sample(range(52), rng.randint(1, seats))
        leader = rng.randrange(seats)
        follow = 0x1FFF << 13 * (cards[0] // 13)
        expected = 0
        for place, card in enumerate(cards):
            seat = (leader + place) % seats
            if void_shown(1 << card, follow):
                expected |= 1 << seat
        assert voids_in_trick(cards, leader, seats, follow) == expected
