"""Deals of Boston de Fontainebleau settled by hand; the bill stands in each comment."""

from __future__ import annotations

import pytest
from tests.settlement.bills import FONTAINEBLEAU as V
from tests.settlement.bills import balanced, expected, flows

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, POOL, SPADES


def settle(
    contract: br.Contract | None,
    tricks: tuple[int, ...],
    honours: tuple[int, ...] = (0, 0, 0, 0),
    *,
    pool: int = 0,
    last: bool = False,
    dealer: int = 0,
) -> br.Settlement:
    bill = br.settle(
        V,
        contract,
        br.Outcome(tricks, honours=honours),
        pool=pool,
        last=last,
        dealer=dealer,
    )
    assert balanced(bill, pool)
    return bill


# The four worked examples of the law code.


def test_law_code_example_1_simple_boston_in_hearts_with_two_over() -> None:
    # 20 for the bid + 2 x 5 over = 30 from each; the pool of 50 goes to the declarer.
    bill = settle(br.Contract("5", 0, trump=HEARTS), (7, 2, 2, 2), pool=50)
    assert bill.made is True
    assert flows(bill) == expected((1, 0, 30), (2, 0, 30), (3, 0, 30), (POOL, 0, 50))
    assert bill.deltas == (140, -30, -30, -30)
    assert bill.pool == 0


def test_law_code_example_2_the_same_with_two_by_honours() -> None:
    # 20 + 10 over + 2 x 5 by honours (three of the four) = 40 from each.
    bill = settle(br.Contract("5", 0, trump=HEARTS), (7, 2, 2, 2), (3, 1, 0, 0), pool=50)
    assert flows(bill) == expected((1, 0, 40), (2, 0, 40), (3, 0, 40), (POOL, 0, 50))


def test_law_code_example_3_seven_in_hearts_exactly_with_two_by_honours() -> None:
    # 60 + 10 by honours = 70 from each.
    bill = settle(br.Contract("7", 2, trump=HEARTS), (2, 2, 7, 2), (0, 0, 3, 1))
    assert flows(bill) == expected((0, 2, 70), (1, 2, 70), (3, 2, 70))
    assert bill.deltas == (-70, -70, 210, -70)


def test_law_code_example_4_seven_in_hearts_lost_by_two_with_two_by_honours() -> None:
    # 60 + 2 x 5 under + 10 by honours = 80 to each and 80 to the pool: 320 in all.
    bill = settle(br.Contract("7", 2, trump=HEARTS), (3, 3, 5, 2), (0, 0, 3, 1), pool=50)
    assert bill.made is False
    assert flows(bill) == expected((2, 0, 80), (2, 1, 80), (2, 3, 80), (2, POOL, 80))
    assert bill.deltas == (80, 80, -320, 80)
    assert bill.pool == 130


# With a whister.


def test_R14_R13_six_in_spades_made_with_the_player_at_the_left() -> None:
    # Target 6 + 3 = 9; 6 + 4 = 10 taken: 30 + 5 = 35. P10: 2 pays 0 and 3 pays 1.
    # Pool of 55: 28 to the bidder, 27 to the whister.
    contract = br.Contract("6", 0, trump=SPADES, partner=1)
    bill = settle(contract, (6, 4, 2, 1), pool=55)
    assert flows(bill) == expected((2, 0, 35), (3, 1, 35), (POOL, 0, 28), (POOL, 1, 27))
    assert bill.deltas == (63, 62, -35, -35)


def test_R14_five_in_clubs_made_with_the_player_opposite() -> None:
    # Target 8, exactly: 10. P10: 1 pays 0 and 3 pays 2. Pool of 50: 25 each.
    contract = br.Contract("5", 0, trump=CLUBS, partner=2)
    bill = settle(contract, (2, 3, 6, 2), pool=50)
    assert flows(bill) == expected((1, 0, 10), (3, 2, 10), (POOL, 0, 25), (POOL, 2, 25))


def test_R14_R13_P11_six_in_diamonds_lost_with_the_player_at_the_right() -> None:
    # Bidder 3, whister 2: seats 0 and 1 oppose. Target 9, taken 3 + 3: three under.
    # 50 + 3 x 5 = 65: the bidder pays 0 (first at his left), the whister pays 1.
    # The pool gets 65 once, in halves: 33 from the bidder, 32 from the whister.
    contract = br.Contract("6", 3, trump=DIAMONDS, partner=2)
    bill = settle(contract, (4, 3, 3, 3), pool=7)
    assert flows(bill) == expected((3, 0, 65), (2, 1, 65), (3, POOL, 33), (2, POOL, 32))
    assert bill.deltas == (65, 65, -97, -98)
    assert bill.pool == 72


def test_P11_seven_tricks_win_five_alone_and_lose_it_with_a_whister() -> None:
    # Alone seven tricks are two over: 30 + 10. With a whister the side is one short of eight:
    # 30 + 5 = 35, and the pool gets 18 + 17.
    alone = settle(br.Contract("5", 1, trump=DIAMONDS), (2, 7, 2, 2))
    joint = settle(br.Contract("5", 1, trump=DIAMONDS, partner=3), (3, 4, 3, 3))
    assert (alone.made, joint.made) == (True, False)
    assert flows(alone) == expected((0, 1, 40), (2, 1, 40), (3, 1, 40))
    assert flows(joint) == expected((1, 2, 35), (3, 0, 35), (1, POOL, 18), (3, POOL, 17))


def test_R7_the_side_counts_its_honours_together_the_opponents_never() -> None:
    contract = br.Contract("5", 0, trump=HEARTS, partner=3)
    # 20 + by honours 2 x 5 (2 + 1 in the two hands), then 4 x 5 (2 + 2).
    three = settle(contract, (5, 2, 3, 3), (2, 1, 0, 1))
    four = settle(contract, (5, 2, 3, 3), (2, 0, 0, 2))
    theirs = settle(contract, (5, 2, 3, 3), (0, 2, 2, 0))
    # P10, partner 3: 1 pays 0 and 2 pays 3.
    assert flows(three) == expected((1, 0, 30), (2, 3, 30))
    assert flows(four) == expected((1, 0, 40), (2, 3, 40))
    assert flows(theirs) == expected((1, 0, 20), (2, 3, 20))


def test_R7_a_players_own_two_honours_are_nothing_without_his_whisters() -> None:
    # Solo with two honours: no line for honours, though the four are on the table.
    bill = settle(br.Contract("8", 0, trump=SPADES), (8, 3, 1, 1), (2, 2, 0, 0))
    assert flows(bill) == expected((1, 0, 70), (2, 0, 70), (3, 0, 70))


# Bids without trumps.


@pytest.mark.parametrize(("won", "made"), [(0, False), (1, True), (2, False), (12, False)])
def test_piccolissimo_is_one_trick_no_more_and_no_less(won: int, made: bool) -> None:
    # 100 both ways; lost, 100 to the pool; no overtricks and no undertricks.
    rest = (12 - won, 0, 0)
    bill = settle(br.Contract("piccolissimo", 0), (won, *rest), pool=50)
    assert bill.made is made
    if made:
        assert flows(bill) == expected((1, 0, 100), (2, 0, 100), (3, 0, 100), (POOL, 0, 50))
    else:
        assert flows(bill) == expected((0, 1, 100), (0, 2, 100), (0, 3, 100), (0, POOL, 100))


def test_a_misere_lost_by_many_tricks_costs_no_more_than_by_one() -> None:
    by_one = settle(br.Contract("grand-misere-table", 3), (4, 4, 4, 1))
    by_all = settle(br.Contract("grand-misere-table", 3), (0, 0, 0, 13))
    assert by_one.deltas == by_all.deltas == (250, 250, 250, -1000)
    assert by_one.pool == by_all.pool == 250


# The last deal.


def test_R9_a_bid_made_on_the_last_deal_leaves_nothing_to_divide() -> None:
    bill = settle(br.Contract("5", 0, trump=HEARTS), (5, 3, 3, 2), pool=53, last=True)
    assert flows(bill) == expected((1, 0, 20), (2, 0, 20), (3, 0, 20), (POOL, 0, 53))
    assert bill.pool == 0


@pytest.mark.parametrize(
    ("dealer", "thirds"),
    [
        (0, {2: 42, 3: 42, 0: 41}),  # eldest is 1, the loser: passed over
        (1, {2: 42, 3: 42, 0: 41}),
        (2, {3: 42, 0: 42, 2: 41}),
        (3, {0: 42, 2: 42, 3: 41}),
    ],
)
def test_P7_three_adversaries_divide_the_pool_of_the_last_deal(
    dealer: int, thirds: dict[int, int]
) -> None:
    # Seven in hearts lost by two: 60 + 10 = 70 to each, 70 to the pool, which held 55: 125.
    # Three adversaries: 41 each, and the two odd chips from eldest clockwise.
    contract = br.Contract("7", 1, trump=HEARTS)
    bill = settle(contract, (3, 5, 3, 2), pool=55, last=True, dealer=dealer)
    assert flows(bill) == expected(
        *((1, seat, 70) for seat in thirds),
        (1, POOL, 70),
        *((POOL, seat, share) for seat, share in thirds.items()),
    )
    assert bill.pool == 0


@pytest.mark.parametrize(
    ("dealer", "first", "second"), [(0, 1, 3), (1, 3, 1), (2, 3, 1), (3, 1, 3)]
)
def test_P7_two_adversaries_divide_the_pool_of_the_last_deal(
    dealer: int, first: int, second: int
) -> None:
    # Five in spades by 0 with 2, lost by one: 10 + 5 = 15; P10: 0 pays 1 and 2 pays 3.
    # The pool of 50 gets 8 + 7 and holds 65: 33 to the adversary nearer eldest, 32 to the other.
    contract = br.Contract("5", 0, trump=SPADES, partner=2)
    bill = settle(contract, (4, 3, 3, 3), pool=50, last=True, dealer=dealer)
    assert flows(bill) == expected(
        (0, 1, 15), (2, 3, 15), (0, POOL, 8), (2, POOL, 7), (POOL, first, 33), (POOL, second, 32)
    )


def test_R9_the_odd_chips_of_a_passed_out_last_deal_go_from_eldest_clockwise() -> None:
    # 50 among three with no trick: 16 each, 2 stay; then one each to 3 and 0 (dealer 2).
    bill = settle(None, (0, 0, 13, 0), pool=50, last=True, dealer=2)
    assert flows(bill) == expected(
        (POOL, 0, 16), (POOL, 1, 16), (POOL, 3, 16), (POOL, 3, 1), (POOL, 0, 1)
    )
    assert bill.deltas == (17, 16, 0, 17)
