"""Chicane (P20), concession (P19) and contested bids (P26), settled by hand."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.settlement.family.worked import check, settle

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, POOL, SPADES

RUSSIAN = br.get_variant("russian")
HOYLE = br.get_variant("fontainebleau-hoyle")
SIDES = br.get_variant("russian-partnership")
TWO_PACK = br.get_variant("two-pack-hoyle")
CONCEDING = [HOYLE, RUSSIAN, SIDES]
NOBODY = (0, 0, 0, 0)


# Chicane.


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("tricks", [(5, 3, 3, 2), (4, 3, 3, 3)], ids=["made", "lost"])
def test_P20_chicane_takes_two_from_each_whoever_wins(seat: int, tricks: tuple[int, ...]) -> None:
    contract = br.Contract("5", 0, DIAMONDS)
    plain = settle(RUSSIAN, contract, tricks, pool=10)
    bill = settle(RUSSIAN, contract, tricks, chicane=(seat,), pool=10)
    change = [new - old for new, old in zip(bill.deltas, plain.deltas, strict=True)]
    assert change == [6 if other == seat else -2 for other in range(4)]
    assert bill.pool == plain.pool


def test_P20_a_bill_with_chicane_and_a_whister() -> None:
    # Six in clubs 6 by 1 with 3: target 9, 5 + 5 = 10: one over: 7; 2 pays 1, 0 pays 3;
    # the pool of 5: 3 and 2. The whister, void in clubs, takes 2 from each, the bidder too.
    contract = br.Contract("6", 1, CLUBS, partner=3)
    bill = settle(RUSSIAN, contract, (1, 5, 2, 5), pool=5, chicane=(3,))
    check(
        bill,
        *((2, 1, 7), (0, 3, 7), (POOL, 1, 3), (POOL, 3, 2)),
        *((0, 3, 2), (1, 3, 2), (2, 3, 2)),
    )


@pytest.mark.parametrize("seats", [*combinations(range(4), 2), *combinations(range(4), 3)], ids=str)
def test_P20_several_may_declare(seats: tuple[int, ...]) -> None:
    # Each takes 2 from each other, from other voids too.
    contract = br.Contract("5", 0, SPADES)
    plain = settle(RUSSIAN, contract, (5, 3, 3, 2))
    bill = settle(RUSSIAN, contract, (5, 3, 3, 2), chicane=seats)
    change = [new - old for new, old in zip(bill.deltas, plain.deltas, strict=True)]
    taken, paid = 6, 2 * len(seats)
    assert change == [taken - paid + 2 if seat in seats else -paid for seat in range(4)]


def test_P20_chicane_of_the_last_deal_is_paid_before_the_pool_is_divided() -> None:
    # Five in spades lost: 2 to each and the pool: 8 + 2 = 10: 3 3 2 2 from eldest 1.
    bill = settle(
        RUSSIAN, br.Contract("5", 0, SPADES), (4, 3, 3, 3), pool=8, chicane=(2,), last=True
    )
    assert bill.deltas == (-6 - 2 - 2 + 2, 2 - 2 + 3, 2 + 6 + 3, 2 - 2 + 2)
    assert bill.transfers[-1].reason == "end of the session"


def test_no_chicane_without_trumps_nor_elsewhere() -> None:
    misere = br.Contract("grand-misere", 0)
    with pytest.raises(br.SettlementError, match="chicane"):
        br.settle(RUSSIAN, misere, br.Outcome((0, 5, 4, 4), chicane=(1,)))
    with pytest.raises(br.SettlementError, match="chicane"):
        br.settle(RUSSIAN, None, br.Outcome((4, 3, 3, 3), chicane=(1,)))
    for slug in br.list_variants():
        variant = br.get_variant(slug)
        if slug not in ("russian", "russian-foster") and "5" in variant.ladder:
            outcome = br.Outcome((8, 2, 2, 1), chicane=(1,))
            turned = HEARTS if variant.dealing.turn is not None else None
            contract = br.Contract("5", 0, HEARTS, turned=turned, belle=turned)
            with pytest.raises(br.SettlementError, match="chicane"):
                br.settle(variant, contract, outcome)


# Concession after the first trick.


@pytest.mark.parametrize("variant", CONCEDING, ids=lambda variant: variant.slug)
def test_P19_conceded_counts_as_made_without_overtricks_pool_included(variant: br.Variant) -> None:
    # Seven in diamonds: 14, no overtricks: alone from each of three, by sides R14.
    contract = br.Contract("7", 0, DIAMONDS)
    for first in range(4):
        tricks = tuple(int(seat == first) for seat in range(4))
        bill = settle(variant, contract, tricks, conceded=True, pool=7)
        assert bill.made is True
        if variant is SIDES:
            check(bill, (1, 0, 14), (3, 2, 14), (POOL, 0, 4), (POOL, 2, 3))
        else:
            check(bill, (1, 0, 14), (2, 0, 14), (3, 0, 14), (POOL, 0, 7))


@pytest.mark.parametrize("variant", [HOYLE, RUSSIAN], ids=lambda variant: variant.slug)
def test_P19_a_partnered_bid_conceded(variant: br.Variant) -> None:
    contract = br.Contract("5", 3, HEARTS, partner=0)
    bill = settle(variant, contract, (0, 1, 0, 0), conceded=True, pool=5)
    # Partner at the left: 1 pays 3, 2 pays 0.
    check(bill, (1, 3, 4), (2, 0, 4), (POOL, 3, 3), (POOL, 0, 2))


def test_P19_a_misere_already_lost_may_be_conceded_all_the_same() -> None:
    # Every deal with a declarer is asked about, decided or not.
    for variant in CONCEDING:
        bill = settle(variant, br.Contract("grand-misere", 1), (0, 1, 0, 0), conceded=True, pool=4)
        assert bill.made is True
        assert bill.deltas[1] == (90 + 4 if variant is not SIDES else 30 + 2)


def test_P19_chicane_is_paid_as_usual_when_the_rest_is_conceded() -> None:
    contract = br.Contract("13", 2, SPADES)
    bill = settle(RUSSIAN, contract, (1, 0, 0, 0), conceded=True, chicane=(0,), pool=1)
    check(
        bill,
        *((0, 2, 50), (1, 2, 50), (3, 2, 50), (POOL, 2, 1)),
        *((1, 0, 2), (2, 0, 2), (3, 0, 2)),
    )


@pytest.mark.parametrize(
    "slug", ["fontainebleau-cats", "american-decimal", "boston-whist", "classic"]
)
def test_nobody_concedes_elsewhere(slug: str) -> None:
    contract = br.Contract("5", 0, HEARTS)
    with pytest.raises(br.SettlementError, match="conceded"):
        br.settle(br.get_variant(slug), contract, br.Outcome((1, 0, 0, 0), conceded=True))


def test_a_passed_out_deal_is_not_conceded() -> None:
    for variant in (*CONCEDING, TWO_PACK):
        tricks = (4, 3, 3, 3) if variant is not TWO_PACK else NOBODY
        with pytest.raises(br.SettlementError, match="concession"):
            br.settle(variant, None, br.Outcome(tricks, conceded=True))


# Contested bids.


@pytest.mark.parametrize(("key", "price"), [("5", 2), ("6", 3)])
def test_P26_conceded_pays_exactly_and_the_pool_stays(key: str, price: int) -> None:
    bill = settle(TWO_PACK, br.Contract(key, 3, CLUBS), NOBODY, conceded=True, pool=20)
    assert bill.made is True
    check(bill, (0, 3, price), (1, 3, price), (2, 3, price))
    assert bill.pool == 20


@pytest.mark.parametrize(("key", "price"), [("5", 2), ("6", 3)])
@pytest.mark.parametrize("won", range(14))
def test_P26_played_it_takes_the_pool_with_seven_tricks_and_never_doubles_it(
    key: str, price: int, won: int
) -> None:
    # Lost, a fifth of the table: 5: 2 4 6 8 10; 6: 3 5 7 9 11 13.
    bid = int(key)
    lost = {5: (2, 4, 6, 8, 10), 6: (3, 5, 7, 9, 11, 13)}[bid]
    bill = settle(TWO_PACK, br.Contract(key, 0, SPADES), (won, 13 - won, 0, 0), pool=20)
    if won >= bid:
        check(bill, *((seat, 0, price) for seat in (1, 2, 3)), (POOL, 0, 20 * (won >= 7)))
        assert bill.pool == (0 if won >= 7 else 20)
    else:
        due = lost[bid - won - 1]
        check(bill, *((0, seat, due) for seat in (1, 2, 3)))
        assert bill.pool == 20


@pytest.mark.parametrize("key", [step.key for step in TWO_PACK.ladder if step.key not in "56"])
def test_P26_no_other_bid_is_contested(key: str) -> None:
    trump = SPADES if TWO_PACK.ladder[key].has_trumps else None
    with pytest.raises(br.SettlementError, match="conceded"):
        br.settle(TWO_PACK, br.Contract(key, 0, trump), br.Outcome(NOBODY, conceded=True))


def test_P26_the_pool_of_the_last_deal_that_was_conceded_is_divided() -> None:
    # Five conceded: 2 from each; 20 + 3 set aside: 6 6 6 5 from eldest 2.
    bill = settle(
        TWO_PACK,
        br.Contract("5", 0, CLUBS),
        NOBODY,
        conceded=True,
        pool=20,
        set_aside=3,
        last=True,
        dealer=1,
    )
    assert bill.deltas == (6 + 6, -2 + 5, -2 + 6, -2 + 6)
    assert (bill.pool, bill.set_aside) == (0, 0)
