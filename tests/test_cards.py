"""Cards, suits and sets of cards."""

from __future__ import annotations

import contextlib
import copy
import itertools
import operator
import pickle
import random
from collections.abc import Callable, Hashable
from collections.abc import Set as AbstractSet
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boston_rules as br
from boston_rules.core.cards import FULL_PACK, bits

RANKS = "23456789TJQKA"
SUITS = "CDHS"

hands = st.integers(0, FULL_PACK).map(br.Cards.from_mask)
sparse = st.frozensets(st.sampled_from(br.PACK), max_size=8)


def test_the_pack_is_52_interned_cards_in_index_order() -> None:
    assert len(br.PACK) == len(set(br.PACK)) == 52
    for index, card in enumerate(br.PACK):
        assert card.index == index == 13 * card.suit + card.rank
        assert br.Card(card.rank, card.suit) is card
        assert str(card) == RANKS[index % 13] + SUITS[index // 13]
        assert br.parse_card(str(card)) is card


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_card_is_the_same_object_after_pickling(protocol: int) -> None:
    for card in br.PACK:
        assert pickle.loads(pickle.dumps(card, protocol)) is card


def test_a_card_is_the_same_object_after_copying() -> None:
    for card in br.PACK:
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card
        assert copy.deepcopy([card])[0] is card


def test_cards_are_ordered_by_index_in_all_comparisons() -> None:
    for one, other in itertools.product(br.PACK[::5], br.PACK[::3]):
        for compare in (operator.lt, operator.le, operator.gt, operator.ge):
            assert compare(one, other) is compare(one.index, other.index)
        assert (one == other) is (one is other)
        assert (hash(one) == hash(other)) is (one is other)
    shuffled = br.shuffled(random.Random(1))
    assert sorted(shuffled) == list(br.PACK)
    assert (max(br.PACK), min(br.PACK)) == (br.parse_card("AS"), br.parse_card("2C"))


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_cards_do_not_compare_with_other_things(compare: Callable[[Any, Any], bool]) -> None:
    with pytest.raises(TypeError):
        compare(br.PACK[0], 1)
    strange: list[object] = [0, "2C", None]
    assert br.PACK[0] not in strange


@pytest.mark.parametrize("name", ["index", "rank", "suit", "anything"])
def test_cards_and_sets_of_cards_are_immutable(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(br.PACK[0], name, 1)
    with pytest.raises(AttributeError):
        delattr(br.PACK[0], name)
    for other in (name, "mask"):
        with pytest.raises(AttributeError):
            setattr(br.Cards(), other, 1)
        with pytest.raises(AttributeError):
            delattr(br.Cards(), other)


@pytest.mark.parametrize(("rank", "suit"), [(13, 0), (-1, 0), (0, 4), (0, -1), (99, 99)])
def test_there_are_no_other_cards(rank: int, suit: int) -> None:
    with pytest.raises(ValueError, match="no card"):
        br.Card(rank, suit)  # type: ignore[arg-type]


def test_names_of_cards_for_people() -> None:
    card = br.parse_card("TH")
    assert (card.symbol, card.words, repr(card)) == ("♥T", "ten of hearts", "Card('TH')")
    assert {card.words for card in br.PACK} >= {"ace of spades", "two of clubs", "jack of diamonds"}
    assert len({card.words for card in br.PACK}) == 52


def test_suits_their_letters_pips_colours_and_pairs() -> None:
    assert [suit.letter for suit in br.Suit] == list("CDHS")
    assert [suit.symbol for suit in br.Suit] == list("♣♦♥♠")
    assert [suit.word for suit in br.Suit] == ["clubs", "diamonds", "hearts", "spades"]
    for suit in br.Suit:
        other = suit.other_of_colour
        assert other is not suit
        assert other.other_of_colour is suit
        assert {suit.letter, other.letter} in ({*"CS"}, {*"DH"})
    assert tuple(br.Suit) == (br.CLUBS, br.DIAMONDS, br.HEARTS, br.SPADES)
    assert "".join(rank.letter for rank in br.Rank) == RANKS


@pytest.mark.parametrize(
    ("text", "token"),
    [("qh", "QH"), (" QH ", "QH"), ("10H", "TH"), ("10h", "TH"), ("th", "TH"), ("2d", "2D")],
)
def test_cards_are_read_in_any_case(text: str, token: str) -> None:
    assert str(br.parse_card(text)) == token


@pytest.mark.parametrize(
    "text", ["", " ", "H", "Q", "HQ", "1H", "11H", "QHH", "Q H", "0H", "QX", "100H", "Q♥Q"]
)
def test_what_is_no_card_raises_a_notation_error(text: str) -> None:
    with pytest.raises(br.NotationError) as caught:
        br.parse_card(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("text", ["h", "H", "♥", "hearts", "Heart", " HEARTS "])
def test_suits_are_read_by_letter_pip_and_name(text: str) -> None:
    assert br.parse_suit(text) is br.HEARTS


@pytest.mark.parametrize("text", ["", "X", "hh", "heartss", "QH", "trump"])
def test_what_is_no_suit_raises_a_notation_error(text: str) -> None:
    with pytest.raises(br.NotationError):
        br.parse_suit(text)


@given(st.text(max_size=5))
def test_reading_a_card_gives_a_card_or_a_notation_error(text: str) -> None:
    for read in (br.parse_card, br.parse_suit, br.Cards.parse):
        with contextlib.suppress(br.NotationError):
            read(text)


# Sets of cards.


@given(st.integers(0, FULL_PACK))
def test_masks_and_their_cards(mask: int) -> None:
    hand = br.Cards.from_mask(mask)
    indices = [index for index in range(52) if mask >> index & 1]
    assert list(bits(mask)) == [card.index for card in hand] == indices
    assert len(hand) == len(indices)
    assert hand.mask == mask
    assert br.Cards(hand) == br.Cards(reversed([*hand])) == hand
    held = sorted(hand, key=lambda card: ("SHCD".index(card.suit.letter), -card.rank))
    assert list(hand.sorted()) == held


@pytest.mark.parametrize("mask", [-1, FULL_PACK + 1, 1 << 52])
def test_a_mask_with_other_bits_is_refused(mask: int) -> None:
    with pytest.raises(ValueError, match="52 bits"):
        br.Cards.from_mask(mask)


OPERATORS: list[Callable[[Any, Any], Any]] = [
    operator.and_,
    operator.or_,
    operator.sub,
    operator.xor,
]
COMPARISONS: list[Callable[[Any, Any], Any]] = [
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
]


@given(hands, hands, sparse, sparse)
def test_the_algebra_of_sets_is_that_of_frozensets(
    one: br.Cards, other: br.Cards, small: frozenset[br.Card], tiny: frozenset[br.Card]
) -> None:
    pairs: list[tuple[AbstractSet[br.Card], AbstractSet[br.Card]]] = [
        (one, other),
        (one, one | other),
        (one, one & other),
        (br.Cards(small), br.Cards(tiny)),
        (br.Cards(small), small),
        (one, frozenset(other)),
        (frozenset(one), other),
    ]
    for left, right in pairs:
        for operate in OPERATORS:
            result = operate(left, right)
            assert result == operate(frozenset(left), frozenset(right)), operate
            assert isinstance(result, br.Cards if isinstance(left, br.Cards) else AbstractSet)
        for compare in COMPARISONS:
            assert compare(left, right) is compare(frozenset(left), frozenset(right)), compare
        assert left.isdisjoint(right) is frozenset(left).isdisjoint(right)


@given(sparse)
def test_hash_and_equality_are_those_of_a_frozenset(small: frozenset[br.Card]) -> None:
    hand = br.Cards(small)
    assert hand == small
    assert small == hand
    assert hash(hand) == hash(small)
    both: set[Hashable] = {hand, small}
    assert len(both) == 1
    assert {hand: 1}[br.Cards(small)] == 1


def test_a_set_of_cards_is_no_list_and_no_mask() -> None:
    hand = br.Cards.parse("AS KS")
    assert hand != ["AS", "KS"]
    assert hand != hand.mask
    strange: list[object] = ["AS", br.parse_card("AS").index, None]
    assert [item in hand for item in strange] == [False] * 3
    assert br.parse_card("AS") in hand
    with pytest.raises(TypeError):
        hand & 3  # type: ignore[operator]


@given(hands)
def test_sets_of_cards_pickle_copy_and_print(hand: br.Cards) -> None:
    for again in (
        pickle.loads(pickle.dumps(hand)),
        copy.copy(hand),
        copy.deepcopy(hand),
        br.Cards.parse(hand.tokens),
        br.Cards.parse(hand.tokens.lower().replace(" ", ",")),
        eval(repr(hand), {"Cards": br.Cards}),
    ):
        assert again == hand
        assert hash(again) == hash(hand)
    assert bool(hand) is (len(hand) > 0)
    shown = str(hand)
    assert sum(shown.count(letter) for letter in RANKS) == len(hand)
    for suit in br.Suit:
        held = hand.of(suit)
        assert held == br.Cards(card for card in hand if card.suit is suit)
        assert (suit.symbol in shown) is bool(held)


def test_an_empty_hand_prints_a_dash_and_a_full_one_by_suit() -> None:
    assert str(br.Cards()) == "–"
    assert br.Cards().tokens == ""
    assert str(br.Cards.parse("2D AS TH KS 10C")) == "♠AK ♥T ♣T ♦2"
    assert br.Cards.parse("2D AS TH KS 10C").tokens == "AS KS TH TC 2D"


def test_a_card_named_twice_is_refused() -> None:
    with pytest.raises(br.NotationError, match="twice"):
        br.Cards.parse("AS KS as")
    with pytest.raises(br.NotationError, match="ZZ"):
        br.Cards.parse("AS ZZ")
