"""Ranked numbers of the cards, under the trick tables of the variants."""

from __future__ import annotations

import pytest

import boston_rules as br
from boston_rules.core.cardplay.ranked import ranking
from boston_rules.rules.trumps import ranked


def test_a_boston_jack_is_ranked_above_the_ace_of_trumps() -> None:
    table = br.get_variant("french").trumps.table(br.Suit.SPADES, br.Suit.HEARTS)
    numbers = ranking(table.suit_masks, table.power)
    assert sorted(numbers) == list(range(52))
    jack, ace = br.parse_card("JD").index, br.parse_card("AS").index
    assert numbers[jack] == numbers[ace] + 1
    order = ranked(table)
    assert order.numbers == numbers
    assert order.lane_of(1 << numbers[jack]) == order.trumps == order.lanes[br.Suit.SPADES]
    for suit in range(4):
        assert order.mask(table.suit_masks[suit]) == order.lanes[suit]
    assert [order.cards[numbers[card]] for card in range(52)] == list(range(52))
    # Fifty-two cards, all of them somewhere, and no two in one place.
    assert order.mask((1 << 52) - 1) == (1 << 52) - 1


@pytest.mark.parametrize("trump", [*br.Suit, None])
@pytest.mark.parametrize("turned", br.Suit)
def test_every_card_is_moved_to_its_ranked_number(trump: br.Suit | None, turned: br.Suit) -> None:
    for slug in ("french", "classic"):
        table = br.get_variant(slug).trumps.table(trump, turned)
        order = ranked(table)
        for card in range(52):
            bit = 1 << order.numbers[card]
            assert order.mask(1 << card) == bit
            assert order.lanes[order.suit_of(bit)] == order.lane_of(bit)
            assert order.suit_of(bit) == table.suit_of[card]
            assert order.lane(table.suit_of[card]) == order.lane_of(bit)
            assert order.level(bit) == table.power[card][card]
            above = {c for c in range(52) if order.above(bit) >> order.numbers[c] & 1}
            below = {c for c in range(52) if order.below(bit) >> order.numbers[c] & 1}
            suit = {c for c in range(52) if table.suit_masks[table.suit_of[card]] >> c & 1}
            assert above == {c for c in suit if table.power[card][c] > table.power[card][card]}
            assert above | below | {card} == suit
