"""Variants that a turned card or an empty seat governs: R33, P28, P29, P38, P48."""

from __future__ import annotations

import pytest
from tests.settlement.bills import golden
from tests.settlement.family.worked import check, settle

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, POOL, SET_ASIDE, SPADES

MARILAND = br.get_variant("mariland")
THREE = br.get_variant("english-boston", seats=3)
FOUR = br.get_variant("english-boston")
CAPPED = br.get_variant("american-capped")


# mariland.


def test_P38_a_five_made_with_two_over_in_each_rank() -> None:
    # (2 x (5 - 3) + 2) x factor = 6, 12, 18. Superpreference hearts, preference clubs.
    for trump, price in ((SPADES, 6), (DIAMONDS, 6), (CLUBS, 12), (HEARTS, 18)):
        contract = br.Contract("5", 2, trump, turned=CLUBS, belle=HEARTS)
        bill = settle(MARILAND, contract, (2, 2, 7, 2), pool=10)
        check(bill, *((seat, 2, price) for seat in (0, 1, 3)), (POOL, 2, 10))


def test_P38_a_nine_lost_by_three_in_each_rank() -> None:
    # (2 x (9 - 3) + 3) x factor = 15, 30, 45; the pool of 10 doubles.
    for trump, price in ((SPADES, 15), (DIAMONDS, 15), (CLUBS, 30), (HEARTS, 45)):
        contract = br.Contract("9", 0, trump, turned=CLUBS, belle=HEARTS)
        bill = settle(MARILAND, contract, (6, 3, 2, 2), pool=10)
        check(bill, *((0, seat, price) for seat in (1, 2, 3)), (0, POOL, 10))


@pytest.mark.parametrize("belle", br.Suit)
def test_P38_a_preference_equal_to_superpreference_is_none(belle: br.Suit) -> None:
    # As in the first deal: three times in that suit, once in the three others.
    for trump in br.Suit:
        contract = br.Contract("4", 1, trump, turned=belle, belle=belle)
        bill = settle(MARILAND, contract, (3, 4, 3, 3))
        price = 6 if trump is belle else 2
        check(bill, *((seat, 1, price) for seat in (0, 2, 3)))


@pytest.mark.parametrize(
    ("turned", "belle"), [(None, None), (HEARTS, None), (None, HEARTS), (None, CLUBS)]
)
def test_P14_mariland_is_not_settled_without_what_was_turned(
    turned: br.Suit | None, belle: br.Suit | None
) -> None:
    """The price hangs on the rank of the suit, so a missing card would set a wrong one."""
    contract = br.Contract("5", 0, HEARTS, turned=turned, belle=belle)
    with pytest.raises(br.SettlementError, match=r"turned|belle"):
        br.settle(MARILAND, contract, br.Outcome((5, 4, 2, 2)))


def test_P38_the_factor_multiplies_overtricks_too() -> None:
    # Thirteen: 20 x 3 = 60; four with nine over: (2 + 9) x 3 = 33.
    thirteen = br.Contract("13", 0, HEARTS, turned=CLUBS, belle=HEARTS)
    check(settle(MARILAND, thirteen, (13, 0, 0, 0)), *((seat, 0, 60) for seat in (1, 2, 3)))
    four = br.Contract("4", 0, HEARTS, turned=CLUBS, belle=HEARTS)
    check(settle(MARILAND, four, (13, 0, 0, 0)), *((seat, 0, 33) for seat in (1, 2, 3)))


# english-boston.


def test_P29_trumps_are_preference_or_colour_only() -> None:
    for turned in br.Suit:
        for trump in br.Suit:
            contract = br.Contract("7", 0, trump, turned=turned)
            if trump in (turned, turned.other_of_colour):
                bill = settle(FOUR, contract, (7, 2, 2, 2), pool=30)
                check(bill, *((seat, 0, 20) for seat in (1, 2, 3)), (POOL, 0, 30))
            else:
                with pytest.raises(br.SettlementError, match="cannot be played"):
                    br.settle(FOUR, contract, br.Outcome((7, 2, 2, 2)))


def test_P29_three_seats_have_two_payers() -> None:
    # Eight in colour made: 25 from each of two; the pool of 90.
    contract = br.Contract("8", 1, DIAMONDS, suit_class="colour", turned=HEARTS)
    bill = settle(THREE, contract, (3, 8, 2), pool=90)
    check(bill, (2, 1, 25), (0, 1, 25), (POOL, 1, 90))
    assert bill.deltas == (-25, 140, -25)
    # Lost by two: 35 to each; the pool of 130 doubles and 10 are set aside.
    bill = settle(THREE, contract, (4, 6, 3), pool=130)
    check(bill, (1, 2, 35), (1, 0, 35), (1, POOL, 130), (POOL, SET_ASIDE, 10))


@pytest.mark.parametrize("declarer", range(3))
@pytest.mark.parametrize(
    "row", golden("english-boston.csv"), ids=lambda row: "_".join(row.values())
)
def test_R33_P29_every_cell_with_three_seats(row: dict[str, str], declarer: int) -> None:
    key, chips, made = row["contract"], int(row["chips"]), row["side"] == "made"
    first, second = (declarer + 1) % 3, (declarer + 2) % 3
    if key.isdigit():
        wins, played = [int(key) + int(row["tricks_relation"])], 13
        contract = br.Contract(key, declarer, SPADES, turned=CLUBS)
    else:
        played = 12 if key.startswith("little") else 13
        wins = [0] if made else list(range(1, played + 1))
        contract = br.Contract(key, declarer, turned=CLUBS)
    for won in wins:
        tricks = [0, 0, 0]
        tricks[declarer], tricks[first] = won, (played - won) // 2
        tricks[second] = played - sum(tricks)
        bill = settle(THREE, contract, tuple(tricks), pool=45)
        assert bill.made is made
        if made:
            got = 0 if key in ("5", "6") else 45
            check(bill, (first, declarer, chips), (second, declarer, chips), (POOL, declarer, got))
        else:
            check(bill, (declarer, first, chips), (declarer, second, chips), (declarer, POOL, 45))


def test_P48_three_seats_divide_the_last_pool_by_three() -> None:
    # Five short by one: 10 to each of two; 31 doubled: 62: 21 21 20 from eldest 0.
    contract = br.Contract("5", 2, SPADES, turned=CLUBS)
    bill = settle(THREE, contract, (5, 4, 4), pool=31, last=True, dealer=2)
    assert bill.deltas == (10 + 21, 10 + 21, -20 - 31 + 20)
    assert (bill.pool, bill.set_aside) == (0, 0)


@pytest.mark.parametrize("dealer", range(3))
def test_P48_three_seats_throw_in_for_ten_each(dealer: int) -> None:
    bill = settle(THREE, None, (0, 0, 0), pool=30, dealer=dealer)
    check(bill, *((seat, POOL, 10) for seat in range(3)))
    last = settle(THREE, None, (0, 0, 0), pool=31, dealer=dealer, last=True)
    # 61: 20 each and one more for eldest
    eldest = (dealer + 1) % 3
    assert last.deltas == tuple(10 + (seat == eldest) for seat in range(3))


def test_P29_the_fourth_seat_is_nobody() -> None:
    contract = br.Contract("5", 0, SPADES, turned=CLUBS)
    for bad in (br.Outcome((5, 4, 4, 0)), br.Outcome((5, 8))):
        with pytest.raises(br.SettlementError, match="3 numbers"):
            br.settle(THREE, contract, bad)
    with pytest.raises(br.SettlementError, match="0 to 2"):
        br.settle(THREE, br.Contract("5", 3, SPADES, turned=CLUBS), br.Outcome((5, 4, 4)))
    with pytest.raises(br.SettlementError, match="0 to 2"):
        br.settle(THREE, contract, br.Outcome((5, 4, 4)), dealer=3)
    with pytest.raises(br.SettlementError, match="4 numbers"):
        br.settle(FOUR, contract, br.Outcome((5, 4, 4)))


# american-capped.


def test_P28_the_ladder_ends_at_twelve_and_a_thirteenth_trick_earns_nothing() -> None:
    twelve = br.Contract("12", 0, CLUBS, turned=CLUBS)
    for tricks in ((12, 1, 0, 0), (13, 0, 0, 0)):
        bill = settle(CAPPED, twelve, tricks, pool=20)
        check(bill, *((seat, 0, 105) for seat in (1, 2, 3)), (POOL, 0, 20))
    for key in ("13", "grand-spread"):
        trump = CLUBS if key == "13" else None
        with pytest.raises(br.SettlementError, match=f"no contract '{key}'"):
            br.settle(CAPPED, br.Contract(key, 0, trump, turned=CLUBS), br.Outcome((13, 0, 0, 0)))


def test_P28_the_turned_suit_is_the_only_trump() -> None:
    for turned in br.Suit:
        for trump in br.Suit:
            contract = br.Contract("5", 0, trump, turned=turned)
            if trump is turned:
                assert settle(CAPPED, contract, (5, 4, 2, 2)).made is True
            else:
                with pytest.raises(br.SettlementError, match="cannot be played"):
                    br.settle(CAPPED, contract, br.Outcome((5, 4, 2, 2)))


# classic.


def test_R34_misères_pay_by_the_trick_bid_they_outrank_both_ways() -> None:
    classic = br.get_variant("classic")
    for key, below, played in (
        ("petite-misere", "7", 12),
        ("grande-misere", "8", 13),
        ("misere-ouverte", "10", 13),
    ):
        steps = [step.key for step in classic.ladder]
        assert steps.index(key) == steps.index(below) + 1
        bid = int(below)
        tricks = settle(classic, br.Contract(below, 0, HEARTS), (bid, 13 - bid, 0, 0))
        made = settle(classic, br.Contract(key, 0), (0, played, 0, 0))
        by_one = settle(classic, br.Contract(key, 0), (1, played - 1, 0, 0))
        by_all = settle(classic, br.Contract(key, 0), (played, 0, 0, 0))
        assert made.deltas == tricks.deltas
        assert by_one.deltas == by_all.deltas == tuple(-chips for chips in made.deltas)


def test_P31_classic_in_figures() -> None:
    classic = br.get_variant("classic")
    # Nine in clubs made with two over: 60 + 10 = 70, and the pool.
    bill = settle(classic, br.Contract("9", 3, CLUBS), (1, 1, 0, 11), pool=30)
    check(bill, *((seat, 3, 70) for seat in (0, 1, 2)), (POOL, 3, 30))
    # Chelem lost by four: 400 + 20; nothing to the pool.
    bill = settle(classic, br.Contract("13", 1, CLUBS), (2, 9, 1, 1), pool=30)
    check(bill, *((1, seat, 420) for seat in (0, 2, 3)))
    # A misère made takes the pool.
    bill = settle(classic, br.Contract("misere-ouverte", 2), (5, 4, 0, 4), pool=30)
    check(bill, *((seat, 2, 90) for seat in (0, 1, 3)), (POOL, 2, 30))
