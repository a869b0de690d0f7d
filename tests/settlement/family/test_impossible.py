"""What no deal of these variants can have is refused, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

import boston_rules as br
from boston_rules import CLUBS, HEARTS, SPADES

RUSSIAN = br.get_variant("russian")
TWO_PACK = br.get_variant("two-pack-hoyle")
FIVE = br.Contract("5", 0, HEARTS)
MADE = (5, 4, 2, 2)


def refused(
    variant: br.Variant, contract: br.Contract | None, outcome: br.Outcome, said: str, **table: Any
) -> None:
    with pytest.raises(br.SettlementError, match=said) as caught:
        br.settle(variant, contract, outcome, **table)
    assert len(caught.value.problems) == 1, caught.value.problems


@pytest.mark.parametrize(
    ("slug", "contract"),
    [
        ("american-decimal", br.Contract("5", 0, HEARTS, suit_class="preference", turned=CLUBS)),
        ("american-decimal", br.Contract("5", 0, HEARTS, suit_class="colour", turned=HEARTS)),
        ("boston-whist", br.Contract("5", 0, SPADES, suit_class="plain", turned=CLUBS)),
        ("two-pack-hoyle", br.Contract("5", 0, HEARTS, suit_class="colour", turned=CLUBS)),
        ("english-boston", br.Contract("5", 0, CLUBS, suit_class="colour", turned=CLUBS)),
    ],
)
def test_R4_a_class_that_the_turned_card_does_not_give_the_suit(
    slug: str, contract: br.Contract
) -> None:
    refused(br.get_variant(slug), contract, br.Outcome(MADE), contract.suit_class or "")


def test_R33_there_is_no_plain_suit_in_english_boston() -> None:
    contract = br.Contract("5", 0, HEARTS, suit_class="plain")
    refused(br.get_variant("english-boston"), contract, br.Outcome(MADE), "plain")


@pytest.mark.parametrize("slug", ["classic", "russian", "fontainebleau-cats"])
def test_suits_of_a_fixed_order_have_no_class(slug: str) -> None:
    contract = br.Contract("5", 0, HEARTS, suit_class="preference")
    refused(br.get_variant(slug), contract, br.Outcome(MADE), "preference")


def test_the_class_of_a_two_pack_bid_is_free_where_nothing_is_known_of_the_turn() -> None:
    for slug in ("american-decimal", "boston-whist", "two-pack-hoyle"):
        for name in (None, "plain", "colour", "preference"):
            contract = br.Contract("5", 0, HEARTS, suit_class=name)
            assert br.settle(br.get_variant(slug), contract, br.Outcome(MADE)).made


def test_P20_somebody_has_trumps() -> None:
    refused(RUSSIAN, FIVE, br.Outcome(MADE, chicane=(0, 1, 2, 3)), "chicane")
    for three in ((0, 1, 2), (1, 2, 3)):
        assert br.settle(RUSSIAN, FIVE, br.Outcome(MADE, chicane=three)).made


def test_P20_who_was_dealt_honours_is_not_void() -> None:
    refused(RUSSIAN, FIVE, br.Outcome(MADE, honours=(1, 3, 0, 0), chicane=(1,)), "honours")
    assert br.settle(RUSSIAN, FIVE, br.Outcome(MADE, honours=(1, 3, 0, 0), chicane=(2, 3))).made


@pytest.mark.parametrize("slug", ["boston-whist", "english-boston", "two-pack-hoyle"])
def test_P9_no_pool_is_above_its_cap(slug: str) -> None:
    variant = br.get_variant(slug)
    cap = 50 if slug == "two-pack-hoyle" else 250
    nobody = br.Outcome((0, 0, 0, 0))
    refused(variant, None, nobody, str(cap + 1), pool=cap + 1)
    assert br.settle(variant, None, nobody, pool=cap, set_aside=9999).pool == cap


def test_P26_a_contested_bid_is_conceded_before_the_lead() -> None:
    refused(TWO_PACK, FIVE, br.Outcome((1, 0, 0, 0), conceded=True), "conceded")


@pytest.mark.parametrize(
    ("contract", "outcome", "table"),
    [
        (FIVE, br.Outcome(MADE), {"pool": 6.5}),
        (FIVE, br.Outcome(MADE), {"set_aside": 0.5}),
        (FIVE, br.Outcome(MADE), {"pool": "6"}),
        (FIVE, br.Outcome(MADE), {"dealer": 1.0}),
    ],
)
def test_chips_and_seats_are_whole_numbers(
    contract: br.Contract, outcome: br.Outcome, table: dict[str, Any]
) -> None:
    with pytest.raises((br.SettlementError, TypeError)):
        br.settle(RUSSIAN, contract, outcome, **table)


def test_tricks_that_are_no_whole_numbers() -> None:
    for tricks in ((5.0, 4, 2, 2), ("5", 4, 2, 2), (True, 8, 2, 2)):
        with pytest.raises((br.SettlementError, TypeError)) as caught:
            br.settle(RUSSIAN, FIVE, br.Outcome(tricks))  # type: ignore[arg-type]
        assert "tuple indices" not in str(caught.value)


def test_a_trump_that_is_no_suit() -> None:
    for trump in ("H", 2):
        with pytest.raises((br.SettlementError, TypeError)):
            br.settle(RUSSIAN, br.Contract("5", 0, trump), br.Outcome(MADE))  # type: ignore[arg-type]
