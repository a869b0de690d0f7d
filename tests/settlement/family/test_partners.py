"""Two against two, settled by hand: R13, R14, P10, P11, P17, P21, P27, P35, P39."""

from __future__ import annotations

import pytest
from tests.settlement.family.worked import check, settle

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, POOL, SPADES

CATS = br.get_variant("fontainebleau-cats")
HOYLE = br.get_variant("fontainebleau-hoyle")
RUSSIAN = br.get_variant("russian")
SIDES = br.get_variant("russian-partnership")
CARD_OF_PRICES = br.get_variant("american-partnership")
BOSTONIEN = br.get_variant("whisch-bostonien")


# fontainebleau-cats: the holder of a called card.


def test_R14_R8_seven_with_the_called_card_at_the_left() -> None:
    # Hearts: 60; target 7 + 3 = 10, taken 6 + 5 = 11: one over, 5; three honours in the two
    # hands, 10: 75 each. Bidder 0, partner 1: 2 pays 0, 3 pays 1. Pool 41: 21 and 20.
    contract = br.Contract("7", 0, HEARTS, partner=1)
    bill = settle(CATS, contract, (6, 5, 1, 1), honours=(2, 1, 1, 0), pool=41)
    check(bill, (2, 0, 75), (3, 1, 75), (POOL, 0, 21), (POOL, 1, 20))
    assert bill.deltas == (96, 95, -75, -75)


def test_R21_a_partnered_six_takes_no_pool_however_many_tricks() -> None:
    # Diamonds: 50, target 9, taken 7 + 5: three over, 15: 65 each; it ranks below Seven.
    contract = br.Contract("6", 3, DIAMONDS, partner=1)
    bill = settle(CATS, contract, (1, 5, 0, 7), pool=41)
    check(bill, (0, 3, 65), (2, 1, 65))
    assert bill.pool == 41


def test_P17_a_partnered_bid_lost_with_seven_tricks_does_not_double() -> None:
    # Seven in spades with 2: target 10, taken 4 + 3 = 7: three under: 50 + 15 = 65 each;
    # bidder 0 pays 1, partner 2 pays 3.
    contract = br.Contract("7", 0, SPADES, partner=2)
    bill = settle(CATS, contract, (4, 4, 3, 2), pool=41)
    assert bill.made is False
    check(bill, (0, 1, 65), (2, 3, 65))
    assert bill.pool == 41


def test_R12_R13_the_same_with_six_tricks_doubles_by_halves() -> None:
    # 4 + 2 = 6: four under: 50 + 20 = 70; 41 more for the pool: 21 from the bidder, 20 from 2.
    contract = br.Contract("7", 0, SPADES, partner=2)
    bill = settle(CATS, contract, (4, 4, 2, 3), pool=41)
    check(bill, (0, 1, 70), (2, 3, 70), (0, POOL, 21), (2, POOL, 20))
    assert bill.pool == 82


def test_R23_a_five_lost_with_a_partner_doubles_nothing() -> None:
    # Clubs: 10, target 8, taken 2 + 1: five under: 35; partner 3: 0 pays 1, 3 pays 2.
    contract = br.Contract("5", 0, CLUBS, partner=3)
    bill = settle(CATS, contract, (2, 5, 5, 1), pool=41)
    check(bill, (0, 1, 35), (3, 2, 35))


def test_P18_an_unknown_partners_honours_make_a_loss_dearer() -> None:
    # Nine in diamonds: 110, target 12, taken 7 + 4 = 11: one under, 5; four honours, 20: 135.
    contract = br.Contract("9", 1, DIAMONDS, partner=0)
    bill = settle(CATS, contract, (4, 7, 1, 1), honours=(3, 1, 0, 0), pool=30)
    # P10 one seat on, partner 3: 1 pays 2, 0 pays 3; eleven tricks: no doubling.
    check(bill, (1, 2, 135), (0, 3, 135))


# fontainebleau-hoyle and russian: a whister.


@pytest.mark.parametrize("variant", [HOYLE, RUSSIAN], ids=lambda variant: variant.slug)
def test_R14_eight_with_a_whister_made_with_one_over(variant: br.Variant) -> None:
    # Hearts 16; target 11, taken 7 + 5: one over, 1: 17 each. Bidder 2, whister 1: partner 3 of
    # P10, two seats on: 3 pays 2, 0 pays 1. Pool 13: 7 and 6.
    contract = br.Contract("8", 2, HEARTS, partner=1)
    bill = settle(variant, contract, (1, 5, 7, 0), pool=13)
    check(bill, (3, 2, 17), (0, 1, 17), (POOL, 2, 7), (POOL, 1, 6))


@pytest.mark.parametrize("variant", [HOYLE, RUSSIAN], ids=lambda variant: variant.slug)
def test_P11_a_loss_with_a_whister_pays_the_pool_once_and_no_undertricks(
    variant: br.Variant,
) -> None:
    # Ten in diamonds 26 whatever is missing: 0 pays 1, 2 pays 3; the pool gets 13 + 13.
    contract = br.Contract("10", 0, DIAMONDS, partner=2)
    for tricks in ((8, 1, 4, 0), (2, 6, 1, 4), (0, 13, 0, 0)):
        bill = settle(variant, contract, tricks, pool=5)
        check(bill, (0, 1, 26), (2, 3, 26), (0, POOL, 13), (2, POOL, 13))
        assert bill.pool == 31


# russian-partnership: 0 + 2 against 1 + 3 throughout.


def test_P21_a_bid_of_five_to_ten_is_for_three_more_together() -> None:
    # Nine in spades 18: target 12 by 1 and 3: 9 + 3 made; 2 pays 1, 0 pays 3. Pool 7: 4 and 3.
    contract = br.Contract("9", 1, SPADES)
    bill = settle(SIDES, contract, (1, 9, 0, 3), pool=7)
    check(bill, (2, 1, 18), (0, 3, 18), (POOL, 1, 4), (POOL, 3, 3))
    # One fewer: 1 pays 2, 3 pays 0; 9 + 9 to the pool.
    lost = settle(SIDES, contract, (1, 9, 1, 2), pool=7)
    check(lost, (1, 2, 18), (3, 0, 18), (1, POOL, 9), (3, POOL, 9))


def test_P21_eleven_to_thirteen_are_for_the_bid_itself_together() -> None:
    # Eleven in hearts 28 by 0: 6 + 6 = 12: one over: 29; 1 pays 0, 3 pays 2.
    bill = settle(SIDES, br.Contract("11", 0, HEARTS), (6, 1, 6, 0), pool=3)
    check(bill, (1, 0, 29), (3, 2, 29), (POOL, 0, 2), (POOL, 2, 1))
    # Thirteen spread in diamonds 90 by 3, lost by one: 3 pays 0, 1 pays 2; 45 + 45.
    spread = settle(SIDES, br.Contract("13-table", 3, DIAMONDS), (1, 6, 0, 6))
    check(spread, (3, 0, 90), (1, 2, 90), (3, POOL, 45), (1, POOL, 45))


@pytest.mark.parametrize("helped", range(13))
def test_P21_a_misere_binds_the_declarers_own_tricks_only(helped: int) -> None:
    # Little Misère 15 by 2: what partner 0 wins is nothing: 3 pays 2, 1 pays 0; pool 9: 5 and 4.
    bill = settle(SIDES, br.Contract("little-misere", 2), (helped, 12 - helped, 0, 0), pool=9)
    assert bill.made is True
    check(bill, (3, 2, 15), (1, 0, 15), (POOL, 2, 5), (POOL, 0, 4))


def test_P21_R13_a_misere_lost_is_lost_by_both() -> None:
    # One trick of the declarer: 2 pays 3, 0 pays 1; 15 for the pool: 8 from 2, 7 from 0.
    bill = settle(SIDES, br.Contract("little-misere", 2), (0, 6, 1, 5), pool=9)
    check(bill, (2, 3, 15), (0, 1, 15), (2, POOL, 8), (0, POOL, 7))
    assert bill.deltas == (-22, 15, -23, 15)


@pytest.mark.parametrize(("own", "helped", "made"), [(1, 0, True), (1, 5, True), (0, 1, False)])
def test_P21_piccolissimo_is_the_declarers_own_trick(own: int, helped: int, made: bool) -> None:
    tricks = (own, 12 - own - helped, helped, 0)
    bill = settle(SIDES, br.Contract("piccolissimo", 0), tricks)
    assert bill.made is made
    if made:
        check(bill, (1, 0, 20), (3, 2, 20))
    else:
        check(bill, (0, 1, 20), (2, 3, 20), (0, POOL, 10), (2, POOL, 10))


def test_fixed_sides_may_be_named_and_no_other_partner() -> None:
    for variant, trump in ((SIDES, HEARTS), (CARD_OF_PRICES, HEARTS)):
        outcome = br.Outcome((9, 2, 1, 1))
        plain = br.Contract("7", 0, trump, turned=trump if variant is CARD_OF_PRICES else None)
        named = br.Contract("7", 0, trump, partner=2, turned=plain.turned)
        assert br.settle(variant, plain, outcome, 9) == br.settle(variant, named, outcome, 9)
        for other in (1, 3):
            wrong = br.Contract("7", 0, trump, partner=other, turned=plain.turned)
            with pytest.raises(br.SettlementError, match=f"is seat 2, not seat {other}"):
                br.settle(variant, wrong, outcome)


# american-partnership: tricks together against the number bid.


def test_R47_six_made_together_takes_no_pool() -> None:
    # 15 from each opponent to the bidder: 2 + 4 against 6; the partner, seat 0, has no transfer.
    contract = br.Contract("6", 2, SPADES, turned=SPADES)
    bill = settle(CARD_OF_PRICES, contract, (4, 4, 2, 3), pool=21)
    check(bill, (3, 2, 15), (1, 2, 15))
    assert bill.pool == 21


def test_R47_P27_seven_made_together_takes_the_pool_for_the_bidder_alone() -> None:
    # 20 from each, whatever is over, and the 21 of the pool.
    contract = br.Contract("7", 0, CLUBS, turned=CLUBS)
    for tricks in ((5, 3, 2, 3), (13, 0, 0, 0), (0, 1, 12, 0)):
        bill = settle(CARD_OF_PRICES, contract, tricks, pool=21)
        check(bill, (1, 0, 20), (3, 0, 20), (POOL, 0, 21))


def test_R47_P27_the_bidder_alone_pays_for_the_tricks_missing_and_doubles_the_pool() -> None:
    # Five, 1 + 2 = 3: short by two: seat 3 pays 20 to 0 and to 2, and the 21 of the pool once more.
    contract = br.Contract("5", 3, HEARTS, turned=HEARTS)
    bill = settle(CARD_OF_PRICES, contract, (6, 2, 4, 1), pool=21)
    check(bill, (3, 0, 20), (3, 2, 20), (3, POOL, 21))
    assert bill.pool == 42


# whisch-bostonien: a Demande that another supports.


def demande(declarer: int, partner: int | None = None) -> br.Contract:
    return br.Contract("demande", declarer, SPADES, partner=partner, turned=SPADES)


def test_P39_a_supported_demande_made_with_one_over() -> None:
    # Target 8, taken 5 + 4: 4 + 1 = 5; bidder 0, partner 3: 1 pays 0, 2 pays 3. Pool 37: 19, 18.
    bill = settle(BOSTONIEN, demande(0, 3), (5, 2, 2, 4), pool=37)
    check(bill, (1, 0, 5), (2, 3, 5), (POOL, 0, 19), (POOL, 3, 18))


def test_P39_a_demande_alone_is_for_five() -> None:
    # Seven: 4 + 2 = 6 from each of three.
    bill = settle(BOSTONIEN, demande(1), (2, 7, 2, 2), pool=36)
    check(bill, (0, 1, 6), (2, 1, 6), (3, 1, 6), (POOL, 1, 36))


def test_P39_all_thirteen_tricks() -> None:
    # Alone: 4 + 8 over + 100 = 112. With a supporter: 4 + 5 over + 50 = 59 by R14.
    alone = settle(BOSTONIEN, demande(0), (13, 0, 0, 0))
    check(alone, (1, 0, 112), (2, 0, 112), (3, 0, 112))
    for own in range(14):
        two = settle(BOSTONIEN, demande(0, 2), (own, 0, 13 - own, 0))
        check(two, (1, 0, 59), (3, 2, 59))
    # Indépendance: 8 + 5 x 4 over + 100 = 128.
    alone = settle(
        BOSTONIEN, br.Contract("independance", 2, SPADES, turned=SPADES), (0, 0, 13, 0), pool=5
    )
    check(alone, (0, 2, 128), (1, 2, 128), (3, 2, 128), (POOL, 2, 5))


def test_P39_twelve_tricks_have_no_bonus() -> None:
    check(settle(BOSTONIEN, demande(0, 2), (6, 1, 6, 0)), (1, 0, 8), (3, 2, 8))
    check(settle(BOSTONIEN, demande(0), (12, 1, 0, 0)), (1, 0, 11), (2, 0, 11), (3, 0, 11))


@pytest.mark.parametrize(("own", "helped"), [(4, 3), (0, 7), (3, 3), (1, 5)])
def test_P35_P39_only_the_bidder_short(own: int, helped: int) -> None:
    # 4 to each opponent and the pool of 37 doubled, all by bidder 1; partner 3 nothing.
    bill = settle(BOSTONIEN, demande(1, 3), (13 - own - helped, own, 0, helped), pool=37)
    assert bill.made is False
    check(bill, (1, 2, 4), (1, 0, 4), (1, POOL, 37))


@pytest.mark.parametrize(("own", "helped"), [(5, 2), (7, 0), (6, 1), (5, 0)])
def test_P35_P39_only_the_supporter_short(own: int, helped: int) -> None:
    bill = settle(BOSTONIEN, demande(1, 3), (13 - own - helped, own, 0, helped), pool=37)
    assert bill.made is False
    check(bill, (3, 2, 4), (3, 0, 4), (3, POOL, 37))


@pytest.mark.parametrize(("own", "helped"), [(4, 2), (0, 0), (4, 0), (0, 2)])
def test_P39_R12_both_short_share_by_R14(own: int, helped: int) -> None:
    # 1 pays 2, 3 pays 0; 37 by 19 and 18.
    bill = settle(BOSTONIEN, demande(1, 3), (13 - own - helped, own, 0, helped), pool=37)
    check(bill, (1, 2, 4), (3, 0, 4), (1, POOL, 19), (3, POOL, 18))
    assert bill.pool == 74


@pytest.mark.parametrize(("own", "helped"), [(4, 4), (1, 7), (8, 0), (0, 8)])
def test_P39_quotas_are_about_a_lost_bid_only(own: int, helped: int) -> None:
    bill = settle(BOSTONIEN, demande(0, 1), (own, helped, 13 - own - helped, 0), pool=36)
    assert bill.made is True
    check(bill, (2, 0, 4), (3, 1, 4), (POOL, 0, 18), (POOL, 1, 18))


def test_an_independance_lost_is_paid_alone_at_its_price() -> None:
    contract = br.Contract("independance", 0, HEARTS, turned=HEARTS)
    for own in (7, 3, 0):
        bill = settle(BOSTONIEN, contract, (own, 13 - own, 0, 0), pool=36)
        check(bill, (0, 1, 8), (0, 2, 8), (0, 3, 8), (0, POOL, 36))
