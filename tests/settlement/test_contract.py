"""Contracts and outcomes as values."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from attrs.exceptions import FrozenInstanceError
from tests.settlement.bills import FONTAINEBLEAU, FRENCH

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS
from boston_rules.deal.terms import terms_of
from boston_rules.rules.suits import Turn


def test_the_side_is_the_declarer_and_his_partner_in_this_order() -> None:
    assert br.Contract("5", 2).side == (2,)
    assert br.Contract("5", 2, partner=0).side == (2, 0)


def test_a_turned_card_is_read_as_its_suit() -> None:
    card = br.parse_card("7C")
    contract = br.Contract("quatre-as", 0, turned=card, belle=br.parse_card("KH"))
    assert contract == br.Contract("quatre-as", 0, turned=CLUBS, belle=HEARTS)
    assert contract.turn == Turn(CLUBS, HEARTS)
    assert contract.turn.petite is CLUBS


def test_text_names_contract_trump_and_seats() -> None:
    assert str(br.Contract("grand-misere", 3)) == "grand-misere by seat 3"
    text = str(br.Contract("5", 0, trump=DIAMONDS, partner=1))
    assert text == "5 ♦ by seat 0 with seat 1"


def test_values_are_immutable_hashable_and_pickle() -> None:
    contract = br.Contract("5", 0, trump=HEARTS, partner=2)
    outcome = br.Outcome([7, 2, 2, 2], honours=[1, 1, 1, 1], chicane=[3])
    assert outcome == br.Outcome((7, 2, 2, 2), honours=(1, 1, 1, 1), chicane=(3,))
    for value, name in ((contract, "key"), (outcome, "tricks")):
        copy = pickle.loads(pickle.dumps(value))
        assert copy == value
        assert hash(copy) == hash(value)
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)


def test_P11_the_target_of_a_partnered_bid_is_three_higher() -> None:
    for step in FONTAINEBLEAU.ladder:
        alone = terms_of(FONTAINEBLEAU, br.Contract(step.key, 0)).target
        assert alone == step.goal.tricks
        if step.partnered:
            assert terms_of(FONTAINEBLEAU, br.Contract(step.key, 0, partner=1)).target == alone + 3
    assert terms_of(FRENCH, br.Contract("simple-petite", 0, partner=3)).target == 8


@pytest.mark.parametrize(
    "make",
    [
        lambda: br.Outcome((7, 2, 2, "2")),  # type: ignore[arg-type]
        lambda: br.Outcome((7, 2, 2, 2.0)),  # type: ignore[arg-type]
        lambda: br.Outcome((7, 2, 2, 2), honours=(True, 0, 0, 0)),
        lambda: br.Outcome((7, 2, 2, 2), chicane=("1",)),  # type: ignore[arg-type]
        lambda: br.Contract(5, 0),  # type: ignore[arg-type]
        lambda: br.Contract("5", 0, trump="H"),  # type: ignore[arg-type]
        lambda: br.Contract("5", 0, turned=2),  # type: ignore[arg-type]
        lambda: br.Contract("5", 0, belle="H"),  # type: ignore[arg-type]
    ],
)
def test_values_of_the_wrong_type_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        make()
