"""Deals of American Boston settled by hand; the bill stands in each comment."""

from __future__ import annotations

import pytest
from tests.settlement.bills import AMERICAN as V
from tests.settlement.bills import balanced, expected, flows

import boston_rules as br
from boston_rules import HEARTS, POOL, SPADES


def settle(
    contract: br.Contract | None,
    tricks: tuple[int, ...],
    *,
    pool: int = 0,
    last: bool = False,
    dealer: int = 0,
) -> br.Settlement:
    outcome = br.Outcome(tricks)
    bill = br.settle(V, contract, outcome, pool, last=last, dealer=dealer)
    assert balanced(bill, pool)
    return bill


def test_five_made_with_two_over_takes_no_pool() -> None:
    # First table, bid 5, seven taken: 13 from each; a bid below Seven leaves the pool alone.
    bill = settle(br.Contract("5", 3, trump=SPADES, suit_class="plain"), (2, 2, 2, 7), pool=20)
    assert flows(bill) == expected((0, 3, 13), (1, 3, 13), (2, 3, 13))
    assert bill.pool == 20


def test_R12_eight_short_by_eight_pays_110_and_doubles_the_pool() -> None:
    # Second table, bid 8, no trick: 110 to each; the pool of 35 becomes 70.
    bill = settle(br.Contract("8", 1, trump=HEARTS), (5, 0, 4, 4), pool=35)
    assert flows(bill) == expected((1, 0, 110), (1, 2, 110), (1, 3, 110), (1, POOL, 35))
    assert bill.deltas == (110, -365, 110, 110)
    assert bill.pool == 70


@pytest.mark.parametrize(
    ("key", "takes"),
    [
        ("5", False),
        ("6", False),
        ("7", True),
        ("little-misere", True),
        ("8", True),
        ("9", True),
        ("grand-misere", True),
        ("10", True),
        ("11", True),
        ("little-spread", True),
        ("12", True),
        ("grand-spread", True),
        ("13", True),
    ],
)
def test_R21_bids_that_rank_at_or_above_seven_take_the_pool(key: str, takes: bool) -> None:
    if key.isdigit():
        won = int(key)
        bill = settle(br.Contract(key, 0, trump=HEARTS), (won, 13 - won, 0, 0), pool=20)
    else:
        left = 12 if key.startswith("little") else 13
        bill = settle(br.Contract(key, 0), (0, left, 0, 0), pool=20)
    assert bill.made is True
    assert bill.pool == (0 if takes else 20)
    assert ((POOL, "0", 20) in flows(bill)) is takes


def test_a_six_that_takes_seven_tricks_is_still_a_six() -> None:
    # The ladder decides, not the tricks: 16 from each, the pool stays.
    bill = settle(br.Contract("6", 0, trump=HEARTS), (7, 2, 2, 2), pool=20)
    assert flows(bill) == expected((1, 0, 16), (2, 0, 16), (3, 0, 16))


@pytest.mark.parametrize("key", [step.key for step in V.ladder])
def test_P30_any_failed_bid_doubles_the_pool(key: str) -> None:
    if key.isdigit():
        bill = settle(
            br.Contract(key, 0, trump=HEARTS), (int(key) - 1, 14 - int(key), 0, 0), pool=9
        )
    else:
        left = 11 if key.startswith("little") else 12
        bill = settle(br.Contract(key, 0), (1, left, 0, 0), pool=9)
    assert bill.made is False
    assert ("0", POOL, 9) in flows(bill)
    assert bill.pool == 18


def test_doubling_an_empty_pool_costs_nothing() -> None:
    bill = settle(br.Contract("5", 0, trump=HEARTS), (4, 3, 3, 3))
    assert flows(bill) == expected((0, 1, 11), (0, 2, 11), (0, 3, 11))


def test_honours_are_nothing_here() -> None:
    plain = settle(br.Contract("7", 0, trump=HEARTS), (7, 2, 2, 2))
    with_four = br.settle(
        V, br.Contract("7", 0, trump=HEARTS), br.Outcome((7, 2, 2, 2), honours=(4, 0, 0, 0))
    )
    assert flows(plain) == flows(with_four)


# R30: all pass.


@pytest.mark.parametrize(
    ("tricks", "payments"),
    [
        # Alone with most: 5 for each trick of difference.
        ((7, 3, 2, 1), [(0, 1, 20), (0, 2, 25), (0, 3, 30)]),
        ((3, 3, 4, 3), [(2, 0, 5), (2, 1, 5), (2, 3, 5)]),
        ((0, 0, 0, 13), [(3, 0, 65), (3, 1, 65), (3, 2, 65)]),
        ((1, 6, 5, 1), [(1, 0, 25), (1, 2, 5), (1, 3, 25)]),
        # Two tied for most: each difference once, in halves.
        ((6, 6, 1, 0), [(0, 2, 13), (1, 2, 12), (0, 3, 15), (1, 3, 15)]),
        ((5, 5, 3, 0), [(0, 2, 5), (1, 2, 5), (0, 3, 13), (1, 3, 12)]),
        ((5, 5, 2, 1), [(0, 2, 8), (1, 2, 7), (0, 3, 10), (1, 3, 10)]),
        # Three tied: 5 each to the fourth, as 4-4-4-1 is the only way.
        ((4, 4, 4, 1), [(0, 3, 5), (1, 3, 5), (2, 3, 5)]),
        ((4, 1, 4, 4), [(0, 1, 5), (2, 1, 5), (3, 1, 5)]),
    ],
)
def test_R30_general_misery(tricks: tuple[int, ...], payments: list[tuple[int, int, int]]) -> None:
    # Dealer 3: seat 0 is eldest, so the odd chip of a tie is his where he is of the pair.
    bill = settle(None, tricks, pool=40, dealer=3)
    assert bill.made is None
    assert flows(bill) == expected(*payments)
    assert bill.pool == 40


@pytest.mark.parametrize(
    ("dealer", "first", "second"),
    # tied are seats 1 and 2; eldest 1: 1 first; eldest 2: 2 first; eldest 3 or 0: 1 comes first
    [(0, 1, 2), (1, 2, 1), (2, 1, 2), (3, 1, 2)],
)
def test_P25_the_odd_chip_of_each_payment_is_paid_by_the_one_nearer_eldest(
    dealer: int, first: int, second: int
) -> None:
    # 5-5-2-1: to the player with two tricks 15 = 8 + 7, to the one with one 20 = 10 + 10.
    bill = settle(None, (2, 5, 5, 1), dealer=dealer)
    assert flows(bill) == expected((first, 0, 8), (second, 0, 7), (first, 3, 10), (second, 3, 10))


def test_P25_the_odd_chips_of_both_payments_can_fall_on_the_same_player() -> None:
    # 5-5-2-... with differences of 3 and 5 (5-5-2-1 has one odd, 6-6-1-0 one, 5-5-3-0 one):
    # no deal of thirteen tricks has two odd differences, since they add up to an odd number.
    for low in range(7):
        for most in range(4, 7):
            other = 13 - 2 * most - low
            if 0 <= other < most and low < most:
                assert ((most - low) % 2) != ((most - other) % 2)
                bill = settle(None, (most, most, low, other), dealer=3)
                assert bill.deltas[0] == bill.deltas[1] - 1


# The last deal.


def test_R9_what_a_small_bid_leaves_in_the_pool_is_divided_among_all_after_the_last_deal() -> None:
    # Six made: 15 from each; the pool of 23 stays and is divided: 5 each, odd chips to 2, 3, 0.
    bill = settle(br.Contract("6", 0, trump=HEARTS), (6, 3, 2, 2), pool=23, last=True, dealer=1)
    assert flows(bill) == expected(
        (1, 0, 15),
        (2, 0, 15),
        (3, 0, 15),
        (POOL, 2, 6),
        (POOL, 3, 6),
        (POOL, 0, 6),
        (POOL, 1, 5),
    )
    assert bill.pool == 0


def test_R9_a_failed_bidder_has_his_share_of_the_last_pool() -> None:
    # Five short by one: 11 to each, the pool of 21 doubled to 42: 10 each, odd chips to 1 and 2.
    bill = settle(br.Contract("5", 2, trump=HEARTS), (3, 3, 4, 3), pool=21, last=True, dealer=0)
    assert bill.deltas == (11 + 10, 11 + 11, -33 - 21 + 11, 11 + 10)
    assert bill.pool == 0


def test_R9_a_passed_out_last_deal_divides_the_pool_that_was_untouched() -> None:
    # 3-3-3-4: seat 3 pays 5 to each; 25: 6 each, the odd chip to eldest 1.
    bill = settle(None, (3, 3, 3, 4), pool=25, last=True, dealer=0)
    assert bill.deltas == (5 + 6, 5 + 7, 5 + 6, -15 + 6)
    assert bill.pool == 0


def test_R9_fewer_chips_than_players() -> None:
    # Two chips: one each to eldest and the next.
    bill = settle(None, (3, 3, 3, 4), pool=2, last=True, dealer=2)
    assert bill.deltas == (5 + 1, 5, 5, -15 + 1)
