"""Deals of French Boston settled by hand; the bill stands in each comment."""

from __future__ import annotations

from typing import Literal

import pytest
from attrs import evolve
from tests.settlement.bills import FRENCH as V
from tests.settlement.bills import balanced, expected, flows

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, POOL, SPADES
from boston_rules.rules.sessions import BostonBonus

Four = tuple[int, int, int, int]


def belle(
    declarer: int,
    trump: br.Suit,
    partner: int | None = None,
) -> br.Contract:
    """A Simple in Belle, with another suit turned in this deal."""
    turned = SPADES if trump is not SPADES else CLUBS
    return br.Contract(
        "simple-belle", declarer, trump=trump, partner=partner, turned=turned, belle=trump
    )


def settle(
    contract: br.Contract | None,
    tricks: Four,
    honours: Four = (0, 0, 0, 0),
    *,
    slam: Literal["closed", "table"] | None = None,
    boston: int | None = None,
    pool: int = 0,
    last: bool = False,
    dealer: int = 0,
) -> br.Settlement:
    outcome = br.Outcome(tricks, honours=honours, slam=slam, boston=boston)
    bill = br.settle(V, contract, outcome, pool=pool, last=last, dealer=dealer)
    assert balanced(bill, pool)
    return bill


# Made.


def test_P49_a_simple_in_hearts_made_with_two_over_and_three_honours() -> None:
    # 4 k + 2 x 1 k + 3 k with k = 4: 16 + 8 + 12 = 36 from each, and the pool.
    bill = settle(belle(0, HEARTS), (7, 2, 2, 2), (3, 0, 1, 0), pool=30)
    assert flows(bill) == expected((1, 0, 36), (2, 0, 36), (3, 0, 36), (POOL, 0, 30))


def test_R14_R8_a_simple_made_with_a_partner() -> None:
    # Diamonds, k = 3: target 8, taken 5 + 4: (4 + 1) x 3 = 15, four honours 4 x 3 = 12: 27.
    # Bidder 1, partner 0: P10 turned by one seat for partner 3: 2 pays 1, 3 pays 0.
    # Pool of 25: 13 to the bidder, 12 to the partner.
    bill = settle(belle(1, DIAMONDS, 0), (4, 5, 2, 2), (2, 2, 0, 0), pool=25)
    assert flows(bill) == expected((2, 1, 27), (3, 0, 27), (POOL, 1, 13), (POOL, 0, 12))


def test_a_petite_simple_is_priced_by_petite() -> None:
    # Clubs turned, belle spades: k = 2: 8 from each.
    contract = br.Contract("simple-petite", 0, trump=CLUBS, turned=CLUBS, belle=SPADES)
    assert flows(settle(contract, (5, 3, 3, 2))) == expected((1, 0, 8), (2, 0, 8), (3, 0, 8))


@pytest.mark.parametrize("key", ["neuf", "neuf-petite", "neuf-belle"])
def test_R40_neuf_made_with_ten_tricks_and_three_honours(key: str) -> None:
    # As a Grand Independence with two over: (8 + 2 x 4) k = 12 k + 4 k; honours 6 k: 22 k, k = 3.
    turned, kept = (DIAMONDS, HEARTS) if key == "neuf-petite" else (SPADES, DIAMONDS)
    contract = br.Contract(key, 2, trump=DIAMONDS, turned=turned, belle=kept)
    bill = settle(contract, (1, 1, 10, 1), (0, 1, 3, 0), pool=10)
    assert flows(bill) == expected((0, 2, 66), (1, 2, 66), (3, 2, 66), (POOL, 2, 10))
    grand = br.Contract("grande-independance", 2, trump=DIAMONDS, turned=SPADES, belle=DIAMONDS)
    assert bill.deltas == settle(grand, (1, 1, 10, 1), (0, 1, 3, 0), pool=10).deltas


def test_thirteen_tricks_without_declaring_are_overtricks() -> None:
    # Spades, alone: 4 + 8 over + 4 (four honours) = 16, no slam.
    bill = settle(belle(0, SPADES), (13, 0, 0, 0), (4, 0, 0, 0))
    assert flows(bill) == expected((1, 0, 16), (2, 0, 16), (3, 0, 16))


# Lost.


def test_R42_R12_a_simple_lost_alone_pays_no_honours_and_no_undertricks() -> None:
    # Clubs, k = 2: 8 to each whatever is missing and held; the pool of 30 doubles.
    for won, held in ((4, 0), (0, 0), (4, 4), (3, 3)):
        bill = settle(belle(0, CLUBS), (won, 13 - won, 0, 0), (held, 0, 0, 0), pool=30)
        assert flows(bill) == expected((0, 1, 8), (0, 2, 8), (0, 3, 8), (0, POOL, 30))
        assert bill.pool == 60


@pytest.mark.parametrize(("own", "helped"), [(4, 3), (0, 7), (3, 3), (1, 6)])
def test_P35_only_the_bidder_short_pays_both_opponents_and_the_pool(own: int, helped: int) -> None:
    # Hearts, k = 4: 16 to each of 1 and 3 from the bidder, and the pool of 21 doubled by him.
    left = 13 - own - helped
    bill = settle(belle(0, HEARTS, 2), (own, left, helped, 0), pool=21)
    assert bill.made is False
    assert flows(bill) == expected((0, 1, 16), (0, 3, 16), (0, POOL, 21))
    assert bill.deltas[2] == 0


@pytest.mark.parametrize(("own", "helped"), [(5, 2), (7, 0), (5, 0), (6, 1)])
def test_P35_only_the_partner_short_pays_both_opponents_and_the_pool(own: int, helped: int) -> None:
    left = 13 - own - helped
    bill = settle(belle(0, HEARTS, 2), (own, left, helped, 0), pool=21)
    assert bill.made is False
    assert flows(bill) == expected((2, 1, 16), (2, 3, 16), (2, POOL, 21))
    assert bill.deltas[0] == 0


@pytest.mark.parametrize(("own", "helped"), [(4, 2), (0, 0), (4, 0), (0, 2)])
def test_P35_R12_both_short_share_the_loss(own: int, helped: int) -> None:
    # Bidder 0 with 2: 0 pays 1, 2 pays 3; the pool of 21 is doubled by 11 + 10.
    left = 13 - own - helped
    bill = settle(belle(0, HEARTS, 2), (own, left, helped, 0), pool=21)
    assert flows(bill) == expected((0, 1, 16), (2, 3, 16), (0, POOL, 11), (2, POOL, 10))
    assert bill.pool == 42


def test_P35_the_quotas_are_about_a_lost_bid_only() -> None:
    # 2 + 6 make eight together though the bidder is short of five: nobody pays for it.
    bill = settle(belle(0, SPADES, 2), (2, 3, 6, 2), pool=20)
    assert bill.made is True
    assert flows(bill) == expected((1, 0, 4), (3, 2, 4), (POOL, 0, 10), (POOL, 2, 10))


# Misères.


@pytest.mark.parametrize(("turned", "k"), [(SPADES, 1), (CLUBS, 2), (DIAMONDS, 3), (HEARTS, 4)])
def test_P49_misères_take_the_turned_suits_factor_even_when_it_is_belle(
    turned: br.Suit, k: int
) -> None:
    for kept in br.Suit:
        contract = br.Contract("quatre-as", 3, turned=turned, belle=kept)
        made = settle(contract, (5, 4, 4, 0), pool=10)
        lost = settle(contract, (5, 4, 3, 1), pool=10)
        assert flows(made) == expected(*((seat, 3, 32 * k) for seat in range(3)), (POOL, 3, 10))
        assert flows(lost) == expected(*((3, seat, 32 * k) for seat in range(3)), (3, POOL, 10))


# Slams.


def test_P34_a_slam_alone_made_takes_its_price_and_the_honours_of_the_bid() -> None:
    # Clubs, k = 2: 100 k + four honours 4 k = 208 from each, no price of the bid, no overtricks.
    bill = settle(belle(0, CLUBS), (13, 0, 0, 0), (4, 0, 0, 0), slam="closed", pool=40)
    assert flows(bill) == expected((1, 0, 208), (2, 0, 208), (3, 0, 208), (POOL, 0, 40))


def test_P34_the_honours_of_a_slam_are_those_of_its_bid() -> None:
    # Grand Independence in spades: 200 on the table + three honours 6.
    contract = br.Contract("grande-independance", 0, trump=SPADES, turned=CLUBS, belle=CLUBS)
    bill = settle(contract, (13, 0, 0, 0), (3, 1, 0, 0), slam="table")
    assert flows(bill) == expected((1, 0, 206), (2, 0, 206), (3, 0, 206))


def test_P34_a_slam_with_a_partner_made() -> None:
    # Hearts: 50 x 4 + three honours in the two hands 3 x 4 = 212; bidder 2, partner 3: the pairs
    # of P10 for partner 1, two seats on: 0 pays 2, 1 pays 3. Pool of 41: 21 + 20.
    bill = settle(belle(2, HEARTS, 3), (0, 0, 7, 6), (1, 0, 1, 2), slam="closed", pool=41)
    assert flows(bill) == expected((0, 2, 212), (1, 3, 212), (POOL, 2, 21), (POOL, 3, 20))


def test_P34_a_slam_on_the_table_with_a_partner_is_two_hundred_by_factor() -> None:
    bill = settle(belle(0, DIAMONDS, 2), (9, 0, 4, 0), slam="table")
    assert flows(bill) == expected((1, 0, 600), (3, 2, 600))


def test_P34_a_slam_not_made_pays_its_price_alone_and_doubles_the_pool() -> None:
    # Twelve of thirteen: 100 x 2 to each, no honours; the bid itself would have been made.
    bill = settle(belle(0, CLUBS), (12, 1, 0, 0), (4, 0, 0, 0), slam="closed", pool=40)
    assert bill.made is False
    assert flows(bill) == expected((0, 1, 200), (0, 2, 200), (0, 3, 200), (0, POOL, 40))


@pytest.mark.parametrize(("own", "helped"), [(10, 2), (12, 0), (4, 8), (2, 10), (5, 3)])
def test_P34_quotas_do_not_apply_to_a_slam_lost_with_a_partner(own: int, helped: int) -> None:
    # Spades: 50; 0 pays 1 and 2 pays 3, and the pool of 41 is doubled by 21 + 20.
    left = 13 - own - helped
    bill = settle(belle(0, SPADES, 2), (own, left, helped, 0), slam="closed", pool=41)
    assert bill.made is False
    assert flows(bill) == expected((0, 1, 50), (2, 3, 50), (0, POOL, 21), (2, POOL, 20))


# The Boston.


@pytest.mark.parametrize("holder", range(4))
def test_P36_the_boston_is_two_chips_from_each_other_player_whoever_wins(holder: int) -> None:
    for tricks in ((5, 2, 3, 3), (4, 3, 3, 3)):
        for partner in (None, 2):
            contract = belle(0, HEARTS, partner)
            without = settle(contract, tricks, pool=20)
            bill = settle(contract, tricks, boston=holder, pool=20)
            change = [new - old for new, old in zip(bill.deltas, without.deltas, strict=True)]
            assert change == [6 if seat == holder else -2 for seat in range(4)]
            assert bill.pool == without.pool


@pytest.mark.parametrize(("trump", "k"), [(SPADES, 1), (CLUBS, 2), (DIAMONDS, 3), (HEARTS, 4)])
def test_P36_P49_the_bostons_two_chips_are_flat_in_every_suit(trump: br.Suit, k: int) -> None:
    bill = settle(belle(0, trump), (5, 3, 3, 2), boston=3)
    assert flows(bill) == expected(
        *((seat, 0, 4 * k) for seat in (1, 2, 3)), *((seat, 3, 2) for seat in (0, 1, 2))
    )


def test_P36_the_boston_is_paid_beside_a_slam() -> None:
    bill = settle(belle(0, SPADES), (13, 0, 0, 0), slam="closed", boston=0)
    assert bill.deltas == (306, -102, -102, -102)


def test_P36_no_boston_in_misères_and_thrown_in_deals() -> None:
    misere = br.Contract("petite-misere", 0, turned=SPADES, belle=HEARTS)
    bill = settle(misere, (0, 4, 4, 4), boston=1)
    assert flows(bill) == expected((1, 0, 16), (2, 0, 16), (3, 0, 16))
    thrown = settle(None, (0, 0, 0, 0), pool=30)
    assert (thrown.deltas, thrown.pool, thrown.made) == ((0, 0, 0, 0), 30, None)


# The last deal.


def test_R9_after_the_last_deal_all_four_divide_the_doubled_pool() -> None:
    # Simple in hearts lost alone by 2: 16 to each; pool 35 + 35 = 70: 17 each, odd to 3 and 0.
    bill = settle(belle(2, HEARTS), (3, 3, 4, 3), pool=35, last=True, dealer=2)
    assert bill.deltas == (16 + 18, 16 + 17, -48 - 35 + 17, 16 + 18)
    assert bill.pool == 0


def test_R9_a_thrown_in_last_deal_divides_the_pool() -> None:
    bill = settle(None, (0, 0, 0, 0), pool=43, last=True, dealer=3)
    assert bill.deltas == (11, 11, 11, 10)
    assert bill.pool == 0


def test_R9_the_pool_taken_on_the_last_deal_leaves_nothing() -> None:
    bill = settle(belle(2, SPADES, 0), (4, 3, 4, 2), pool=43, last=True)
    # Bidder 2, partner 0: 3 pays 2, 1 pays 0; 22 + 21 of the pool.
    assert flows(bill) == expected((3, 2, 4), (1, 0, 4), (POOL, 2, 22), (POOL, 0, 21))


def test_a_boston_worth_nothing_moves_nothing() -> None:
    house = evolve(V, boston_bonus=BostonBonus(0))
    outcome = br.Outcome((7, 2, 2, 2), boston=1)
    bill = br.settle(house, belle(0, HEARTS), outcome)
    without = br.settle(house, belle(0, HEARTS), evolve(outcome, boston=None))
    assert bill.transfers == without.transfers
    assert bill.deltas == without.deltas
