"""Deals of American Boston settled by hand; the bill stands in each comment."""

from __future__ import annotations

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


def test_a_six_that_takes_seven_tricks_is_still_a_six() -> None:
    # The ladder decides, not the tricks: 16 from each, the pool stays.
    bill = settle(br.Contract("6", 0, trump=HEARTS), (7, 2, 2, 2), pool=20)
    assert flows(bill) == expected((1, 0, 16), (2, 0, 16), (3, 0, 16))


def test_doubling_an_empty_pool_costs_nothing() -> None:
    bill = settle(br.Contract("5", 0, trump=HEARTS), (4, 3, 3, 3))
    assert flows(bill) == expected((0, 1, 11), (0, 2, 11), (0, 3, 11))


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
