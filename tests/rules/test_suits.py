"""How suits rank."""

from __future__ import annotations

import itertools

import pytest

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.rules.suits import (
    EqualSuits,
    FixedRanking,
    SuperPreferenceRanking,
    Turn,
    TurnedRanking,
)

EVERY_TURN = [
    Turn(suit, belle) for suit, belle in itertools.product([None, *br.Suit], [None, *br.Suit])
]


def test_petite_is_the_turned_suit_unless_it_is_belle_or_there_is_no_belle() -> None:
    assert Turn(CLUBS, HEARTS).petite is CLUBS
    assert Turn(HEARTS, HEARTS).petite is None
    assert Turn(CLUBS, None).petite is None
    assert Turn(None, HEARTS).petite is None
    assert Turn().petite is None


@pytest.mark.parametrize(
    ("slug", "order"),
    [
        ("fontainebleau", (DIAMONDS, HEARTS, CLUBS, SPADES)),
        ("french", (HEARTS, DIAMONDS, CLUBS, SPADES)),
    ],
)
def test_the_fixed_orders_of_the_tellings(slug: str, order: tuple[br.Suit, ...]) -> None:
    ranking = br.get_variant(slug).suits
    for turn in EVERY_TURN:
        assert [ranking.rank(suit, turn) for suit in order] == [3, 2, 1, 0]
        assert {ranking.suit_class(suit, turn) for suit in order} == {None}
    assert ranking.words() == "suits rank " + " > ".join(suit.symbol for suit in order)


def test_R4_the_turned_card_ranks_the_suits_of_american_boston() -> None:
    ranking = br.get_variant("american").suits
    assert isinstance(ranking, TurnedRanking)
    partner = {CLUBS: SPADES, SPADES: CLUBS, HEARTS: DIAMONDS, DIAMONDS: HEARTS}
    for turned in br.Suit:
        for suit in br.Suit:
            rank, kind = (
                (2, "preference")
                if suit is turned
                else (1, "colour")
                if suit is partner[turned]
                else (0, "plain")
            )
            assert ranking.rank(suit, Turn(turned)) == rank
            assert ranking.suit_class(suit, Turn(turned)) == kind
    for suit in br.Suit:
        assert ranking.rank(suit, Turn()) == 0
        assert ranking.suit_class(suit, Turn()) is None
    assert "preference" in ranking.words()


def test_superpreference_beats_preference_beats_the_rest() -> None:
    ranking = SuperPreferenceRanking()
    assert [ranking.rank(suit, Turn(CLUBS, HEARTS)) for suit in br.Suit] == [1, 0, 2, 0]
    # One suit turned both times, as in the first deal: there is no preference.
    assert [ranking.rank(suit, Turn(HEARTS, HEARTS)) for suit in br.Suit] == [0, 0, 2, 0]
    for turn in EVERY_TURN:
        for suit in br.Suit:
            assert ranking.rank(suit, turn) in (0, 1, 2)
            assert ranking.suit_class(suit, turn) is None
    assert "superpreference" in ranking.words()


@pytest.mark.parametrize(
    "order", [(), (HEARTS,), (HEARTS, HEARTS, CLUBS, SPADES), tuple(br.Suit) * 2]
)
def test_a_ranking_names_each_suit_once(order: tuple[br.Suit, ...]) -> None:
    with pytest.raises(br.VariantError, match="four suits"):
        FixedRanking(order)


def test_equal_suits_do_not_rank() -> None:
    ranking = EqualSuits()
    for suit, turn in itertools.product(br.Suit, EVERY_TURN):
        assert ranking.rank(suit, turn) == 0
        assert ranking.suit_class(suit, turn) is None
    assert ranking.words() == "suits do not rank"
